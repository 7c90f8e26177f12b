"""Exact odds for Spank the Monkey, without a table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from companion.commands.failing import BadInput, Commands
from companion.commands.printing import print_json
from companion.commands.settings import Settings, settings_options, with_settings
from companion.core.text import T, listed
from companion.games.spank_the_monkey import odds as exact


class _Numbers(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """Whole numbers with commas between them, such as 3,4,1."""

    name = "N,N,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(part) for part in str(value).split(","))
        except ValueError as error:
            field = None if param is None else f"--{param.name}"
            raise BadInput(field, T("Enter whole numbers with commas between them, such as 3,4,1.")) from error


_json = click.option("--json", "as_json", is_flag=True, help="JSON instead of a sentence.")


@click.group(cls=Commands, invoke_without_command=True)
@settings_options
@click.pass_context
def odds(context: click.Context, data: Path | None, lang: str | None) -> None:
    """Exact odds for Spank the Monkey."""
    before: dict[str, Any] = context.obj or {}
    context.obj = {"data": data or before.get("data"), "lang": lang or before.get("lang")}
    if context.invoked_subcommand is None:
        raise BadInput("odds", T("Choose one of: {choices}", choices=listed(odds.list_commands(context))))


@odds.command()
@click.option("--lead", type=int, required=True, help="Own height minus the monkey's; negative: below it.")
@_json
@with_settings
def spank(settings: Settings, lead: int, as_json: bool) -> None:
    """The chance that a spank succeeds."""
    _show(settings, _asked(exact.spank_odds, lead), as_json)


@odds.command()
@click.option("--modifier", type=int, required=True, help="What attack cards add to the roll.")
@click.option("--defence", type=int, default=0, show_default=True, help="What defence cards take away.")
@click.option("--strength", type=int, required=True, help="The junk's strength with its reinforcements.")
@_json
@with_settings
def attack(settings: Settings, modifier: int, defence: int, strength: int, as_json: bool) -> None:
    """The chance that an attack destroys its target."""
    _show(settings, _asked(exact.attack_odds, modifier, defence, strength), as_json)


@odds.command()
@click.option("--heights", type=_Numbers(), required=True, help="Heights of the junk, bottom to top.")
@click.option("--strengths", type=_Numbers(), required=True, help="Strengths with reinforcements, bottom to top.")
@click.option("--destroyed", type=int, required=True, help="Which junk was destroyed, 1 at the bottom.")
@_json
@with_settings
def collapse(
    settings: Settings, heights: tuple[int, ...], strengths: tuple[int, ...], destroyed: int, as_json: bool
) -> None:
    """What is left of a pile once one of its junk is destroyed."""
    chances = _asked(exact.collapse, heights, strengths, destroyed)
    mean = exact.expected(tuple(chances.items()))
    if as_json:
        distribution = {str(height): float(chance) for height, chance in chances.items()}
        print_json({"expected_height": float(mean), "height_distribution": distribution})
        return
    settings.say(T("Expected height: {height}", height=f"{float(mean):.4f}"))
    for height, chance in chances.items():
        settings.say(T("Height {height}: {chance}", height=height, chance=_chance(chance)))


def _asked(question: Any, *numbers: Any) -> Any:
    """The answer; what no table can ask names its option."""
    try:
        return question(*numbers)
    except exact.OddsError as problem:
        raise BadInput(f"--{problem.field}", problem.text) from problem


def _show(settings: Settings, chance: Fraction, as_json: bool) -> None:
    if as_json:
        print_json({"probability": float(chance)})
    else:
        settings.say(T("Chance: {chance}", chance=_chance(chance)))


def _chance(chance: Fraction) -> str:
    """As fraction and per cent: 1/6 = 16.67 %."""
    percent = f"{float(chance) * 100:.2f} %"
    return percent if chance.denominator == 1 else f"{chance} = {percent}"
