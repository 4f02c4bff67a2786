# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints repositories whose git directories want programs to be run.

usage: untrusted_git.py PROGRAM FOLDER [--strace]

Every setting that git has names a command, and every hook is one: in a clone, in a
work tree of it, behind a link, behind a file '.git', and in a tracked folder that looks
like a git directory. Each is linted from inside and outside, with and without --since.
Prints how each run ended; and what a command has made, each file that
is new or changed, and with --strace each program but git that was started, each git that
another one has started, and each file of the repository that was opened for writing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
TRACE = "--strace" in sys.argv
MARK = FOLDER / "was-run"
COMMAND = f'"touch {MARK}; false"'
HIT = 'import torch\nm = torch._inductor.aoti_load_package("m.pt2", "cuda")\n'
# What the linter takes over, for these say what the files are.
KEPT = {"core.repositoryformatversion", "core.ignorecase", "core.filemode", "core.symlinks", "core.autocrlf", "core.eol",
        "core.checkstat", "core.trustctime", "core.precomposeunicode", "core.bigfilethreshold", "core.excludesfile",
        "core.attributesfile", "extensions.objectformat"}
# Those that name a program, a server or a protocol.
PROGRAMS = re.compile(
    r"^(alias|pager|hook|man|browser)\.|"
    r"^(?!advice|color|column).*\.(\w*(command|cmd|editor|pager|hook|proxy|tool|insteadOf)|helper|program|driver|tunnel|"
    r"hooksPath|browser|textconv|external|clean|smudge|process|askPass|vcs|uploadpack|receivepack|fsmonitor|diffFilter|"
    r"viewer|path|url|smtpServer|allow|update)$", re.I)
# Those that 'git help --config' does not list.
MORE = ["filter.<driver>.process", "filter.<driver>.required", "tar.<format>.command", "trailer.<token>.command",
        "trailer.<token>.cmd", "hook.<name>.command", "hook.<name>.event", "sendemail.sendmailCmd", "core.virtualFilesystem",
        "submodule.<name>.command", "merge.tool", "browser.<tool>.cmd", "credential.<url>.helper", "pager.ls-files",
        "pager.diff", "alias.ls-files", "alias.diff", "alias.rev-parse"]


def settings():
    listed = subprocess.run(["git", "help", "--config"], check=True, capture_output=True, text=True).stdout.split("\n")
    keys = [key for key in listed if "." in key and " " not in key] + MORE
    assert len(keys) > 700, "'git help --config' lists few settings"
    # alias.*, remote.<name>.uploadpack; gitweb reads what git itself could not.
    return [re.sub(r"<[^>]*>|\*", "origin" if key.startswith("remote.") else "evil", key).replace("_", "-") for key in keys
            if key.lower() not in KEPT]


def configuration(which):
    lines = ["[core]\n\trepositoryFormatVersion = 1"]
    for key in filter(which.search, settings()):
        section, _, name = key.rpartition(".")
        section, _, sub = section.partition(".")
        lines.append(f'[{section}{f" {chr(34)}{sub}{chr(34)}" if sub else ""}]\n\t{name} = {COMMAND}')
    lines.append(f"""[core]
	bare = false
	worktree = .
	fsmonitor = {COMMAND}
[extensions]
	partialClone = origin
[remote "origin"]
	url = .
	promisor = true
	fetch = +refs/heads/*:refs/remotes/origin/*
	uploadpack = {COMMAND}
[protocol]
	allow = always
[extensions "[core] repositoryFormatVersion = 99 #"]
	name = 1
[remote "ext"]
	url = ext::{COMMAND[1:-1]}
	promisor = true""")
    assert len(lines) > 70
    return "\n".join(lines) + "\n"


def git(folder, *arguments):
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def repository(folder):
    """One of two commits, the second of which has the finding. git lacks the text of a
    .gitignore that is not checked out, and would fetch it."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    write(folder / "old.py", HIT)
    write(folder / ".gitattributes", "* filter=evil diff=evil merge=evil\n")
    write(folder / "sub/.gitignore", "*.tmp\n")
    write(folder / "sub/b.py", "x = 1\n")
    git(folder, "add", "-f", ".")
    git(folder, "commit", "-qm", "one")
    write(folder / "new.py", HIT)
    git(folder, "add", "-f", ".")
    git(folder, "commit", "-qm", "two")
    git(folder, "worktree", "add", "-q", f"../{folder.name}-tree")
    lacking = git(folder, "rev-parse", "HEAD:sub/.gitignore")
    git(folder, "update-index", "--skip-worktree", "sub/.gitignore")
    (folder / ".git/objects" / lacking[:2] / lacking[2:]).unlink()
    (folder / "sub/.gitignore").unlink()


def arm(git_dir, which):
    """Values that git does not understand keep it from going on: hence not always all."""
    write(git_dir / "config", configuration(which))
    hooks = [hook.name[:-len(".sample")] for hook in (git_dir / "hooks").glob("*.sample")]
    for hook in [*hooks, "post-index-change", "reference-transaction", "post-checkout"]:
        write(git_dir / "hooks" / hook, f"#!/bin/sh\ntouch {MARK}\n", 0o755)


def state(folder):
    found = {}
    for parent, folders, names in os.walk(folder):
        for path in (os.path.join(parent, name) for name in folders + names):
            status = os.lstat(path)
            found[path] = (status.st_size, status.st_mtime_ns, status.st_mode)
    return found


def look_at(trace):
    """A line of strace begins with the process."""
    ours = set()
    for call in trace.read_text(errors="replace").splitlines():
        process = call.split(" ")[0]
        if " execve(" in call and call.endswith(" = 0"):
            # git's only child would be another git, or a shell.
            expected = re.escape(PROGRAM) if not ours else r'git", \[.*"--git-dir=|/python3?[0-9.]*", '
            if process in ours or not re.search(expected, call):
                print("started:", call)
            ours.add(process)
        elif re.search(r"O_(WRONLY|RDWR|CREAT)| (creat|mkdir|rename|unlink|link|symlink|truncate)(at2?)?\(", call):
            paths = re.findall(r'"([^"]*)"', call)
            # Where a link leads is not written to.
            paths = paths[-1:] if "symlink" in call else paths
            if " = -1 " not in call and any(path.startswith(str(FOLDER)) or not path.startswith("/") for path in paths):
                print("written:", call)


def lint(what, cwd, *arguments, variables={}):
    before = state(FOLDER)
    with tempfile.TemporaryDirectory() as outside:
        trace = pathlib.Path(outside, "trace")
        calls = ("open,openat,creat,execve,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,"
                 "symlinkat,truncate")
        command = ["strace", "-f", "-o", str(trace), "-e", f"trace={calls}"] if TRACE else []
        command += [PROGRAM, "--no-cache", *arguments]
        # What the developer has exported is none of the test's.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        run = subprocess.run(command, cwd=cwd, env={**environment, **variables}, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=120)
        said = run.stdout
        found = sorted(set(re.findall(r"(?m)^(\S+\.py):2:\d+: warning:", said)))
        print(f"{what}: exit {run.returncode}, {' '.join(found)}")
        print("".join(line + "\n" for line in said.splitlines() if re.match("aoti-tidy: .*git", line)), end="")
        if TRACE:
            look_at(trace)
    after = state(FOLDER)
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            print("changed:", name)


def lint_all(what, folder):
    lint(what, folder, ".")
    lint(f"{what} from outside", folder.parent, folder.name)
    lint(f"{what} since", folder, "--since=HEAD~1", ".")
    lint(f"{what} since from below", folder / "sub", "--since=HEAD~1", "..")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    clone = FOLDER / "clone"
    repository(clone)
    arm(clone / ".git", PROGRAMS)
    lint_all("programs", clone)
    arm(clone / ".git", re.compile(""))
    lint_all("all settings", clone)
    # The user's own are not run over a stranger's files either.
    write(FOLDER / "own", configuration(PROGRAMS) + f'[filter "evil"]\n\tprocess = {COMMAND}\n\trequired = true\n')
    lint("own settings", clone, "--since=HEAD~1", ".", variables={"GIT_CONFIG_GLOBAL": str(FOLDER / "own")})
    lint("work tree", FOLDER / "clone-tree", ".")
    lint("work tree since", FOLDER / "clone-tree", "--since=HEAD~1", ".")
    # As a hook of git has them, and as nobody should have them.
    lint("variables", clone, "--since=HEAD~1", ".",
         variables={"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_EXTERNAL_DIFF": f"touch {MARK}",
                    "GIT_SSH_COMMAND": f"touch {MARK}", "GIT_PAGER": f"touch {MARK}", "GIT_CONFIG_COUNT": "1",
                    "GIT_CONFIG_KEY_0": "filter.evil.clean", "GIT_CONFIG_VALUE_0": f"touch {MARK}"})

    linked = FOLDER / "linked"
    shutil.copytree(clone, linked)
    (linked / ".git").rename(FOLDER / "elsewhere")
    (linked / ".git").symlink_to("../elsewhere")
    lint("link", linked, "--since=HEAD~1", ".")

    # Programs of the repository, where the user looks for programs first.
    plain = FOLDER / "plain"
    write(plain / "a.py", HIT)
    for name in ("git", "python3"):
        write(plain / name, f"#!/bin/sh\ntouch {MARK}\n", 0o755)
    git(plain, "init", "-q")
    lint("path", plain, ".", variables={"PATH": ".:" + os.environ["PATH"]})

    # Ordinary files of an ordinary clone, that look like a git directory.
    outer = FOLDER / "outer"
    source = FOLDER / "source"
    repository(source)
    arm(source / ".git", PROGRAMS)
    write(outer / "csrc/export.py", HIT)
    write(outer / "csrc/sub/c.py", "y = 1\n")
    for name in ("HEAD", "index", "objects", "refs", "config", "hooks"):
        path = source / ".git" / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, outer / "csrc" / name)
    for folder in ("objects", "refs", "refs/heads"):
        write(outer / "csrc" / folder / ".keep", "")
    write(outer / "csrc/info/exclude", "*.py\n")
    git(outer, "init", "-q")
    git(outer, "add", "-f", ".")
    git(outer, "commit", "-qm", "one")
    # What is cloned is what a user has, and 'csrc' has what is tracked.
    git(FOLDER, "clone", "-q", "outer", "cloned")
    cloned = FOLDER / "cloned"
    lint("tracked", cloned, "csrc")
    lint("tracked from outside", FOLDER, "cloned")
    lint("tracked from inside", cloned / "csrc", ".")
    # No clone has a file '.git', but an archive may.
    write(cloned / "csrc/more/.git", "gitdir: ..\n")
    write(cloned / "csrc/more/d.py", HIT)
    lint("file", cloned, "csrc/more/d.py", "--since=HEAD")
    lint("file from inside", cloned / "csrc/more", ".", "--since=HEAD")
    print("was run:" if MARK.exists() else "done")


main()
