# -*- coding: utf-8 -*-
"""Starts the companion from a plain checkout: python3 run.py

    python3 run.py [options of serve]    makes .venv on the first start, then starts the companion
    python3 run.py test [options of pytest]
    python3 run.py gallery               pictures of every screen
    python3 run.py update                fetches the newest version; python3 run.py update back undoes that

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
NEW = os.path.join(ROOT, ".venv.new")  # where a new one is made, beside the one in use
OLD = os.path.join(ROOT, ".venv.old")
STAMP = "companion.json"
LOG = "install.log"
BEFORE = os.path.join(ROOT, ".before-update")
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
    "The packages stay as they were: %s": "套件維持原樣：%s",
    "This folder was not fetched with git. Put the files of the new version in its place and start again: "
    "your tables are kept elsewhere and stay.": (
        "這個資料夾不是用 git 取得的。請用新版的檔案取代它再啟動；遊戲紀錄放在別處，會保留。"
    ),
    "Updating did not work, and nothing was changed: %s": "更新失敗，沒有更動任何檔案：%s",
    "Files of your own are in the way of the new version: %s. Put them aside with git stash --include-untracked, "
    "then update again.": (
        "有你自己改過或新增的檔案擋住新版：%s。請先用 git stash --include-untracked 收起來，再更新一次。"
    ),
    "This folder follows no branch, so nothing newer can be fetched. Choose one (git switch main), then update again.": (
        "這個資料夾沒有跟著任何分支，無法取得更新的版本。請先選一個分支（git switch main），再更新一次。"
    ),
    "Changes of your own are in this folder's history, and the new version does not know them. "
    "Bring both together with git pull --rebase, then start.": (
        "這個資料夾的歷史裡有你自己的變更，新版裡沒有。請用 git pull --rebase 合在一起，再啟動。"
    ),
    "This is the newest version already.": "已經是最新版。",
    "Updated. The next start makes a backup and brings your tables forward. "
    "Back to the version before: python3 run.py update back": (
        "更新完成。下次啟動時會先備份，再轉換遊戲紀錄。要回到前一版：python3 run.py update back"
    ),
    "There is no update to go back from.": "沒有可以還原的更新。",
    "Back to the version before the update. If it refuses the tables of the newer one, it says which backup fits.": (
        "已回到更新前的版本。如果它讀不懂新版的紀錄，會說明該用哪一份備份。"
    ),
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


def scripts(venv):
    return os.path.join(venv, "Scripts" if os.name == "nt" else "bin")


def venv_python(venv=None):
    return os.path.join(scripts(venv or VENV), "python.exe" if os.name == "nt" else "python")


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


def read_stamp(venv=None):
    """What a venv was made for and which steps are done; empty when there is none or it was made for something else."""
    venv = venv or VENV
    try:
        with open(os.path.join(venv, STAMP)) as file:
            stamp = json.load(file)
        if stamp["home"] == home() and isinstance(stamp["done"], dict) and os.path.exists(venv_python(venv)):
            return stamp
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def write_stamp(stamp, venv=None):
    path = os.path.join(venv or VENV, STAMP)
    with open(path + ".new", "w") as file:
        json.dump(stamp, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def requirements(extra=None):
    """The project's own list of what it needs: to run, or for one extra."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        declared = tomllib.load(file)
    if extra is None:
        return declared["build-system"]["requires"] + declared["project"]["dependencies"]
    return declared["project"]["optional-dependencies"][extra]


def pip(arguments, venv):
    """Runs pip inside a venv, what it says going into the log; its exit status and what it said."""
    environment = dict(os.environ, PIP_USER="0", PYTHONIOENCODING="utf-8")
    command = [venv_python(venv)] + PIP + ["--constraint", CONSTRAINTS] + arguments
    run = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = run.stdout.decode("utf-8", "replace")
    with open(os.path.join(venv, LOG), "a", encoding="utf-8") as log:
        log.write(said)
    return run.returncode, said


def log_of(venv):
    return os.path.join(venv or VENV, LOG)


def must(status_and_said, venv=None):
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
    raise Failed(
        say("Installing did not work: %s (everything pip said: %s)", (errors or lines or ["?"])[-1], log_of(venv))
    )


def make_venv(venv):
    try:
        import ensurepip
        import venv as _

        del ensurepip, _
    except ImportError:
        raise Failed(
            say(
                "This Python cannot make a virtual environment. Install the package python3-venv "
                "(Debian, Ubuntu, Raspberry Pi OS: sudo apt install python3-venv), then start again."
            )
        )
    if os.path.lexists(venv):
        shutil.rmtree(venv)
    run = subprocess.run(
        [sys.executable, "-m", "venv", "--prompt", "companion", venv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if run.returncode != 0:
        said = run.stdout.decode("utf-8", "replace").split("\n")
        raise Failed(say("The folder %s cannot be written: %s", venv, " ".join(said).strip()[:300]))


def install_core(venv):
    must(pip(requirements(), venv), venv)


def install_project(venv):
    must(pip(["--no-deps", "--no-build-isolation", "--editable", "."], venv), venv)


def install_vision(venv):
    """Only ready-made packages: where there are none, building OpenCV at the table is no option."""
    status, _ = pip(["--only-binary", ":all:"] + requirements("vision"), venv)
    if status != 0:
        print(
            "      "
            + say(
                "No ready-made camera part for this computer: everything works, pictures are not read. "
                "To try again later, delete the folder .venv."
            )
        )
    return "none" if status else True


def install_test(venv):
    must(pip(requirements("test"), venv), venv)


def prepare(for_tests):
    """Makes .venv what it has to be, with a line per step; says and does nothing when it is already.

    One that fits no more stays in use until another is complete beside it: an evening without internet, in the middle of
    an update of the system, goes on with what there is.
    """
    if read_stamp():
        take_steps(VENV, for_tests)
        return
    try:
        take_steps(NEW, for_tests)
        swap()
    except (Failed, OSError) as problem:
        if not still_works():
            raise
        print(say("The packages stay as they were: %s", problem))


def take_steps(venv, for_tests):
    """Installs into a venv what is missing there, and notes each step that is done."""
    stamp = read_stamp(venv)
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
        answer = install(venv)
        if key is not None:
            done[key] = answer or result
        write_stamp({"home": home(), "done": done}, venv)


def swap():
    """Puts the venv that was made beside in the place of the other, which is kept until that has worked."""
    if os.path.lexists(OLD):
        shutil.rmtree(OLD)
    if os.path.lexists(VENV):
        os.rename(VENV, OLD)
    try:
        os.rename(NEW, VENV)
    except OSError:
        if os.path.lexists(OLD):
            os.rename(OLD, VENV)
        raise
    move_scripts()
    shutil.rmtree(OLD, ignore_errors=True)


def move_scripts():
    """The commands in a venv name its folder: they get the name it has now."""
    names = [path.encode("utf-8") for path in (NEW, VENV)]
    for name in os.listdir(scripts(VENV)):
        path = os.path.join(scripts(VENV), name)
        if os.path.islink(path) or not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            content = file.read()
        if names[0] in content and b"\0" not in content:
            with open(path, "wb") as file:
                file.write(content.replace(names[0], names[1]))
    if os.name == "nt":  # whose commands are programs with the folder inside; made again without any network
        install_project(VENV)


def still_works():
    """Whether the .venv that is there starts the companion, although it was made for something else."""
    if not os.path.exists(venv_python()):
        return False
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        return subprocess.run([venv_python(), "-c", "import companion.web"], cwd=ROOT, **quiet).returncode == 0
    except OSError:
        return False


def git(*arguments):
    """Runs git here; its exit status and what it said."""
    try:
        run = subprocess.run(["git", "-C", ROOT] + list(arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as error:
        return 1, str(error)
    return run.returncode, run.stdout.decode("utf-8", "replace").strip()


def update(arguments):
    """Fetches the newest version and its packages; whatever fails, the version before stays. ``back`` undoes it."""
    status, before = git("rev-parse", "HEAD")
    if status or not os.path.exists(os.path.join(ROOT, ".git")):
        raise Failed(
            say(
                "This folder was not fetched with git. Put the files of the new version in its place and start again: "
                "your tables are kept elsewhere and stay."
            )
        )
    if arguments == ["back"]:
        return go_back()
    status, said = git("pull", "--ff-only", "--quiet")
    if status:
        raise Failed(why_not_pulled(said))
    if git("rev-parse", "HEAD")[1] == before:
        print(say("This is the newest version already."))
        return 0
    try:
        prepare_whole()
    except (Failed, OSError) as problem:
        git("reset", "--quiet", "--keep", before)
        raise Failed(say("Updating did not work, and nothing was changed: %s", problem))
    with open(BEFORE, "w") as file:
        file.write(before + "\n")
    print(
        say(
            "Updated. The next start makes a backup and brings your tables forward. "
            "Back to the version before: python3 run.py update back"
        )
    )
    return 0


def why_not_pulled(said):
    """What git said when it did not pull, as one sentence with the way out; it names files in lines that begin with a tab."""
    files = [line.strip() for line in said.splitlines() if line.startswith("\t")]
    if files:
        return say(
            "Files of your own are in the way of the new version: %s. Put them aside with git stash "
            "--include-untracked, then update again.",
            ", ".join(files[:5]) + (" …" if len(files) > 5 else ""),
        )
    if git("rev-parse", "--abbrev-ref", "@{upstream}")[0]:
        return say(
            "This folder follows no branch, so nothing newer can be fetched. Choose one (git switch main), "
            "then update again."
        )
    if git("merge-base", "--is-ancestor", "HEAD", "FETCH_HEAD")[0] == 1:
        return say(
            "Changes of your own are in this folder's history, and the new version does not know them. "
            "Bring both together with git pull --rebase, then start."
        )
    return say("Updating did not work, and nothing was changed: %s", (said.splitlines() or ["git"])[-1])


def prepare_whole():
    """As `prepare`, but nothing stays as it was: a new version with the packages of the old one is none."""
    if read_stamp():
        take_steps(VENV, False)
    else:
        take_steps(NEW, False)
        swap()
    if not still_works():
        raise Failed(say("Installing did not work: %s (everything pip said: %s)", "import companion", log_of(VENV)))


def go_back():
    """The version before the last update, with its packages."""
    try:
        with open(BEFORE) as file:
            before = file.read().strip()
    except OSError:
        raise Failed(say("There is no update to go back from."))
    status, said = git("reset", "--quiet", "--keep", before)
    if status:
        raise Failed(say("Updating did not work, and nothing was changed: %s", (said.splitlines() or ["git"])[-1]))
    os.remove(BEFORE)
    prepare(False)
    print(
        say(
            "Back to the version before the update. If it refuses the tables of the newer one, it says which backup fits."
        )
    )
    return 0


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
        if arguments[:1] == ["update"]:
            return update(arguments[1:])
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
