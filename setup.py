"""What pyproject.toml cannot say: the top-level folders of pages become part of the installed `companion`."""

from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
PAGES = ("templates", "static")


def files_below(folder: str) -> list[str]:
    """Every file of a folder that belongs into the wheel beside the code, relative to that folder."""
    return sorted(
        path.relative_to(HERE / folder).as_posix()
        for path in (HERE / folder).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    )


setup(
    packages=[
        *find_packages(include=["companion", "companion.*", "vision", "vision.*"]),
        *(f"companion.{folder}" for folder in PAGES if (HERE / folder).is_dir()),
    ],
    package_dir={f"companion.{folder}": folder for folder in PAGES},
    package_data={
        "companion": files_below("companion"),
        "vision": files_below("vision"),
        **{f"companion.{folder}": files_below(folder) for folder in PAGES},
    },
    include_package_data=False,
)
