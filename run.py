# -*- coding: utf-8 -*-
"""Starts the companion from a plain checkout: python3 run.py

    python3 run.py [options of serve]    makes .venv on the first start, then starts the companion
    python3 run.py test [options of pytest]
    python3 run.py gallery               pictures of every screen

Standard library only. This file must be understood by much older Pythons too, so that they can say one plain sentence;
hence no f-strings and no annotations here.
"""

from __future__ import print_function

import hashlib
import json
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "companion.json")
LOG = os.path.join(VENV, "install.log")
CONSTRAINTS = os.path.join(ROOT, "constraints.txt")
PIP = ["-m", "pip", "--disable-pip-version-check", "--no-input", "--retries", "2", "--timeout", "20", "install"]
OFFLINE = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "ConnectionResetError",
    "Failed to establish a new connection",
    "Network is unreachable",
    "name resolution",
    "getaddrinfo failed",
    "ProxyError",
)

CHINESE = {
    "The companion needs Python %s or newer; this is Python %s. Get it from python.org or your system's packages.": (
        "這個程式需要 Python %s 以上的版本，現在用的是 Python %s。請到 python.org 或從系統套件安裝新版。"
    ),
    "This Python cannot make a virtual environment. Install the package python3-venv "
    "(Debian, Ubuntu, Raspberry Pi OS: sudo apt install python3-venv), then start again.": (
        "這個 Python 無法建立虛擬環境。請安裝套件 python3-venv"
        "（Debian、Ubuntu、Raspberry Pi OS：sudo apt install python3-venv），再重新啟動。"
    ),
    "The first start needs the internet once, to install packages. Connect this computer, then start again.": (
        "第一次啟動需要連上網路來安裝套件，之後就不用了。請先連線，再重新啟動。"
    ),
    "Installing did not work: %s (everything pip said: %s)": "安裝失敗：%s（pip 的完整訊息：%s）",
    "The folder %s cannot be written: %s": "無法寫入資料夾 %s：%s",
    "Making room for the packages: .venv": "準備放套件的資料夾：.venv",
    "Installing the packages (only this once)": "安裝套件（只有這一次）",
    "Installing the companion itself": "安裝程式本身",
    "Installing what reads dice and cards from pictures": "安裝辨識骰子和卡牌照片的部分",
    "Installing what the tests need": "安裝測試需要的套件",
    "No ready-made camera part for this computer: everything works, pictures are not read. "
    "To try again later, delete the folder .venv.": (
        "這台電腦沒有現成的相機辨識套件：其他功能都能用，只是不會讀照片。以後想再試，刪掉 .venv 資料夾即可。"
    ),
}


class Failed(Exception):
    """Ends the start with one sentence."""


def say(message, *values):
    """The message in Chinese where the computer speaks it, else in English."""
    wanted = [os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)]
    chinese = bool(wanted) and wanted[0].lower().replace("_", "-").startswith("zh")
    return (CHINESE.get(message, message) if chinese else message) % values


def number(version):
    return ".".join(str(part) for part in version)


def venv_python():
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(VENV, folder, name)


def digest(*paths):
    """One number for the contents of some files."""
    found = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            found.update(file.read() + b"\0")
    return found.hexdigest()


def home():
    """What .venv depends on: a moved folder, another Python or other pins make a new one."""
    return [ROOT, sys.version, os.path.realpath(sys.base_prefix), digest(CONSTRAINTS)]


def project():
    """What the installed project depends on, beside its code."""
    return digest(os.path.join(ROOT, "pyproject.toml"), os.path.join(ROOT, "setup.py"))


def read_stamp():
    """What .venv was made for and which steps are done; empty when there is none or it was made for something else."""
    try:
        with open(STAMP) as file:
            stamp = json.load(file)
        if stamp["home"] == home() and isinstance(stamp["done"], dict) and os.path.exists(venv_python()):
            return stamp
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def write_stamp(stamp):
    with open(STAMP + ".new", "w") as file:
        json.dump(stamp, file, indent=1)
    os.replace(STAMP + ".new", STAMP)


def requirements(extra=None):
    """The project's own list of what it needs: to run, or for one extra."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        declared = tomllib.load(file)
    if extra is None:
        return declared["build-system"]["requires"] + declared["project"]["dependencies"]
    return declared["project"]["optional-dependencies"][extra]


def pip(arguments):
    """Runs pip inside .venv, what it says going into the log; its exit status and what it said."""
    environment = dict(os.environ, PIP_USER="0", PYTHONIOENCODING="utf-8")
    command = [venv_python()] + PIP + ["--constraint", CONSTRAINTS] + arguments
    run = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = run.stdout.decode("utf-8", "replace")
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(said)
    return run.returncode, said


def must(status_and_said):
    """Ends with one sentence when pip failed: no network, or what pip said last."""
    status, said = status_and_said
    if status == 0:
        return
    if any(sign in said for sign in OFFLINE):
        raise Failed(
            say(
                "The first start needs the internet once, to install packages. Connect this computer, then start again."
            )
        )
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    raise Failed(say("Installing did not work: %s (everything pip said: %s)", (errors or lines or ["?"])[-1], LOG))


def make_venv():
    try:
        import ensurepip
        import venv

        del ensurepip, venv
    except ImportError:
        raise Failed(
            say(
                "This Python cannot make a virtual environment. Install the package python3-venv "
                "(Debian, Ubuntu, Raspberry Pi OS: sudo apt install python3-venv), then start again."
            )
        )
    if os.path.lexists(VENV):
        shutil.rmtree(VENV)
    run = subprocess.run([sys.executable, "-m", "venv", VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode != 0:
        said = run.stdout.decode("utf-8", "replace").split("\n")
        raise Failed(say("The folder %s cannot be written: %s", VENV, " ".join(said).strip()[:300]))


def install_core():
    must(pip(requirements()))


def install_project():
    must(pip(["--no-deps", "--no-build-isolation", "--editable", "."]))


def install_vision():
    """Only ready-made packages: where there are none, building OpenCV at the table is no option."""
    status, _ = pip(["--only-binary", ":all:"] + requirements("vision"))
    if status != 0:
        print(
            "      "
            + say(
                "No ready-made camera part for this computer: everything works, pictures are not read. "
                "To try again later, delete the folder .venv."
            )
        )
    return "none" if status else True


def install_test():
    must(pip(requirements("test")))


def prepare(for_tests):
    """Makes .venv what it has to be, with a line per step; says and does nothing when it is already."""
    stamp = read_stamp()
    done = stamp.get("done", {})
    steps = []
    if not stamp:
        steps.append(("Making room for the packages: .venv", None, make_venv, True))
    steps.append(("Installing the packages (only this once)", "core", install_core, True))
    steps.append(("Installing the companion itself", "project", install_project, project()))
    steps.append(("Installing what reads dice and cards from pictures", "vision", install_vision, True))
    if for_tests:
        steps.append(("Installing what the tests need", "test", install_test, True))
    steps = [step for step in steps if not done.get(step[1]) or (step[1] == "project" and done["project"] != step[3])]
    for position, (label, key, install, result) in enumerate(steps, 1):
        print("[%d/%d] %s" % (position, len(steps), say(label)))
        sys.stdout.flush()
        answer = install()
        if key is not None:
            done[key] = answer or result
        write_stamp({"home": home(), "done": done})


def has_screen():
    """Whether a browser can open where this was started."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION"):
        return False
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def command(arguments):
    """What to run in .venv: its arguments after python. The whole suite runs in as many processes as there are cores."""
    if arguments[:1] == ["test"]:
        return ["-m", "pytest"] + (arguments[1:] or ["-n", str(min(4, os.cpu_count() or 1))])
    if arguments[:1] == ["gallery"]:
        return ["-m", "tests.gallery"] + arguments[1:]
    return ["-m", "companion", "serve"] + (["--open"] if has_screen() and "--open" not in arguments else []) + arguments


def go(arguments):
    """Replaces this process where the system can, so that signals and the exit status are the companion's own."""
    full = [venv_python()] + arguments
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(full[0], full)
    process = subprocess.Popen(full)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the companion got it too and is ending


def main(arguments):
    if sys.version_info[:2] < OLDEST:
        print(
            say(
                "The companion needs Python %s or newer; this is Python %s. "
                "Get it from python.org or your system's packages.",
                number(OLDEST),
                number(sys.version_info[:3]),
            ),
            file=sys.stderr,
        )
        return 1
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")
    try:
        prepare(for_tests=arguments[:1] in (["test"], ["gallery"]))
        if arguments[:1] in (["test"], ["gallery"]):
            os.chdir(ROOT)
        return go(command(arguments))
    except Failed as failed:
        print(failed, file=sys.stderr)
    except OSError as error:
        print(say("The folder %s cannot be written: %s", VENV, error), file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
