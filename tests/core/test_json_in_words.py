"""Where a text is no JSON is said in the reader's words, not in those of the library that read it."""

from __future__ import annotations

import pytest

from companion.core.plain_json import read_json
from companion.core.refusal import Refused
from companion.words import CHINESE, ENGLISH, Words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (ENGLISH, "This is not JSON: it goes wrong in line 2, at letter 3."),
        (CHINESE, "這不是 JSON：第 2 行第 3 個字開始不對。"),
    ],
)
def test_the_place_is_said_in_the_language_of_the_reader(language: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_json('{"format":\n {')
    assert Words(language).say(refused.value.text) == said
