# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks, explanations and packages for a coding agent, over the Model Context Protocol.

    python -m aoti_tidy.mcp [ROOT...]

It needs 'aoti-tidy[mcp]'. Files are read below the ROOTs only, the working directory if none
is given. Nothing is changed, loaded or run: a fix comes as a patch, for the agent to apply
if the user wants it.
"""

import functools
import os
import re
import subprocess
import sys
import tempfile
from typing import List, Optional

from aoti_tidy import program_path

#: Characters of an answer, unless the agent asks for more.
BUDGET = 8000
MOST = 60000
SECONDS = 600

_INSTRUCTIONS = (
    "aoti-tidy finds misuses of PyTorch's AOTInductor before anything runs: in C++ hosts, Python, custom "
    "operators, compiled packages (.pt2) and emitted kernels. For a crash, call 'explain' with the log first; "
    "for a finding, 'rule' tells why. Apply a fix only if the user asks for it."
)


class Refused(Exception):
    """What was asked for is not done, and why."""


class Workspace:
    """The folders whose files may be read."""

    def __init__(self, roots: List[str]):
        self.roots = [os.path.realpath(root) for root in roots or [os.getcwd()]]

    def path(self, given: str) -> str:
        """The file behind all links; refused if that is outside of every root."""
        for root in self.roots:
            real = os.path.realpath(os.path.join(root, given))
            inside = os.path.commonpath([root, real]) == root
            if inside and (os.path.exists(real) or len(self.roots) == 1):
                return real
        raise Refused(f"'{given}' is not below {' or '.join(self.roots)}")

    def paths(self, given: List[str]) -> List[str]:
        if not given:
            raise Refused("name at least one file or folder")
        return [self.path(one) for one in given]


def bounded(text: str, budget: int) -> str:
    """The first lines that fit: what is most important comes first."""
    budget = max(500, min(budget, MOST))
    if len(text) <= budget:
        return text
    kept = text[:budget].rsplit("\n", 1)[0]
    left = text[len(kept) :].count("\n")
    return f"{kept}\n[{left} more lines; ask with a larger 'budget' (up to {MOST}), or for fewer files]"


def run(*arguments: str, cwd: str, log: Optional[str] = None) -> str:
    """What the program says, on both streams. No argument is an option of the agent's making."""
    try:
        done = subprocess.run(
            [program_path(), *arguments], cwd=cwd, timeout=SECONDS, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Refused(f"the program took longer than {SECONDS} seconds; name fewer files") from None
    said = done.stdout.replace(log, "the log") if log else done.stdout
    if done.returncode not in (0, 1):
        said += f"\n[exit code {done.returncode}: not everything was read]\n{done.stderr}"
    elif not said.strip():
        said = done.stderr
    return said


class Tools:
    """What an agent can ask for; each method is a tool."""

    def __init__(self, workspace: Workspace):
        self.workspace = workspace
        self.cwd = workspace.roots[0]

    def _lint(self, paths: List[str], packages: Optional[List[str]], checks: str, *more: str) -> str:
        options = [f"--package={self.workspace.path(one)}" for one in packages or []]
        if checks:
            options.append(f"--checks={checks}")
        return run("check", "--color=never", *options, *more, *self.workspace.paths(paths), cwd=self.cwd)

    def lint(
        self, paths: List[str], packages: Optional[List[str]] = None, checks: str = "", budget: int = BUDGET
    ) -> str:
        """Finds misuses of AOTInductor in C++ and Python files, folders and packages (.pt2).

        packages: the .pt2 that the code loads, where the source does not name it.
        checks: globs added to the default checks: '-*,aoti-input-contract'.
        """
        return bounded(self._lint(paths, packages, checks) or "nothing was found", budget)

    def fix_preview(self, paths: List[str], unsafe: bool = False, budget: int = BUDGET) -> str:
        """The patch that fixes what 'lint' finds, for 'git apply'. Nothing is changed.

        unsafe: with the fixes whose effect somebody must judge.
        """
        more = ["--diff", "--quiet"] + (["--unsafe-fixes"] if unsafe else [])
        return bounded(self._lint(paths, None, "", *more) or "there is nothing to fix", budget)

    def explain(
        self, log: str, package: str = "", source: Optional[List[str]] = None, budget: int = BUDGET
    ) -> str:
        """The cause of a failure of AOTInductor, the evidence and the next step.

        log: what the program has printed, or the path of a file that has it.
        package: the .pt2 that it ran. source: files or folders of the program.
        """
        options = [f"--package={self.workspace.path(package)}"] if package else []
        options += [f"--source={one}" for one in self.workspace.paths(source)] if source else []
        if "\n" not in log and len(log) < 4096 and os.path.isfile(os.path.join(self.cwd, log)):
            return bounded(run("explain", "--color=never", *options, self.workspace.path(log), cwd=self.cwd), budget)
        with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as file:
            file.write(log)
            file.flush()
            return bounded(
                run("explain", "--color=never", *options, file.name, cwd=self.cwd, log=file.name), budget
            )

    def package(self, path: str, budget: int = BUDGET) -> str:
        """What a compiled model (.pt2) takes: device, inputs, dtypes, sizes, and who checks them."""
        return bounded(run("package", self.workspace.path(path), cwd=self.cwd), budget)

    def trace(self, path: str, kernel: str = "", assert_text: str = "", budget: int = BUDGET) -> str:
        """Where each index of a model's kernels comes from: kernel, argument, input dimension, model source.

        kernel: only those whose name has it. assert_text: only the asserts that a message is about.
        """
        options = [f"--kernel={kernel}"] if kernel else []
        options += [f"--assert={assert_text}"] if assert_text else []
        return bounded(run("trace", "--color=never", *options, self.workspace.path(path), cwd=self.cwd), budget)

    def rule(self, name: str = "", budget: int = BUDGET) -> str:
        """The page of a check or of a cause that 'explain' names; without a name, the list of all."""
        # An '@' would name a file of arguments.
        if not re.fullmatch(r"[\w-]*", name) or name.startswith("-"):
            raise Refused(f"'{name}' is the name of no check and no cause")
        return bounded(run("rule", *([name] if name else []), cwd=self.cwd), budget)

    def page(self, name: str) -> str:
        """The page of a check or of a cause."""
        return self.rule(name, MOST)


def server(roots: List[str]):  # type: ignore[no-untyped-def]
    """The server, not yet running."""
    try:
        from mcp.types import ToolAnnotations
    except ImportError:
        sys.exit("aoti_tidy.mcp: the package 'mcp' is not installed; pip install 'aoti-tidy[mcp]'")
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:  # before mcp 2
        from mcp.server.fastmcp import FastMCP as MCPServer
        from mcp.server.fastmcp.exceptions import ToolError

    def telling(tool):  # type: ignore[no-untyped-def]
        """The tool, whose refusals the agent reads; of what else fails, it is told no more than that."""

        @functools.wraps(tool)
        def call(*args, **kwargs):  # type: ignore[no-untyped-def]
            try:
                return tool(*args, **kwargs)
            except Refused as refused:
                raise ToolError(str(refused)) from None

        return call

    tools = Tools(Workspace(roots))
    made = MCPServer("aoti-tidy", instructions=_INSTRUCTIONS)
    reads = ToolAnnotations(readOnlyHint=True, openWorldHint=False)
    for tool in (tools.lint, tools.explain, tools.package, tools.trace, tools.fix_preview, tools.rule):
        made.add_tool(telling(tool), annotations=reads, structured_output=False)
    made.resource("aoti-tidy://rule/{name}", mime_type="text/markdown")(tools.page)
    return made


def main(arguments: List[str]) -> int:
    if any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 0 if arguments[0] in ("-h", "--help") else 2
    for root in arguments:
        if not os.path.isdir(root):
            print(f"aoti_tidy.mcp: '{root}' is no folder", file=sys.stderr)
            return 2
    server(arguments).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
