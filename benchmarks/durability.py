"""Pulls the plug while phones enter numbers: every answered entry is there afterwards, once, without a hole.

    python -m benchmarks.durability [--rounds 50] [--clients 4]

How it goes about it: `testkit.pulled_plug`.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from testkit.pulled_plug import pull_the_plug


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="SIGKILL while phones enter numbers")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = pull_the_plug(Path(folder), arguments.rounds, arguments.clients, arguments.seed, tell=True)
    print(
        f"{report.rounds} kills while {arguments.clients} clients posted: {report.answered} answered entries, "
        f"all there, none twice, no hole; {report.repeated} entries whose answer was lost were on disk already"
    )


if __name__ == "__main__":
    main()
