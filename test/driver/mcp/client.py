#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""client.py FOLDER: an agent that has a crash log, a package and sources, and asks 'python -m
aoti_tidy.mcp' about them."""
import asyncio
import os
import pathlib
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

FOLDER = pathlib.Path(sys.argv[1]).resolve()
LATE = 'import os\nimport torch\nos.environ["TORCH_LOGS"] = "output_code"\n'
FLAG = 'import os\nos.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "true"\nimport torch\n'
DEVICE = "RuntimeError: input_handles[0]: unmatched device type, expected: 1(cuda), but got: 0(cpu)\n"
# What each tells: a device mismatch, an index assert, an illegal memory access.
LOGS = [
    (DEVICE, "[input-device, likely]"),
    ("/tmp/torchinductor/c5k.py:25: Assertion `index out of bounds: 0 <= tmp4 < 10` failed.\n", "'0 <= tmp4 < 10' does not hold"),
    ("torch.AcceleratorError: CUDA error: an illegal memory access was encountered\n", "[illegal-memory-access, possible]"),
]


async def main():
    project = FOLDER / "project"
    project.mkdir(parents=True)
    (project / "late.py").write_text(LATE)
    (project / "flag.py").write_text(FLAG)
    (project / "many.py").write_text("import os\nimport torch\n" + 'os.environ["TORCH_LOGS"] = "output_code"\n' * 400)
    (project / "crash.log").write_text(DEVICE)
    (FOLDER / "secret.py").write_text(LATE)
    (project / "link.py").symlink_to(FOLDER / "secret.py")
    server = StdioServerParameters(command=sys.executable, args=["-m", "aoti_tidy.mcp", str(project)], env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()

        async def call(tool, /, wanted_error=False, **arguments):
            answer = await session.call_tool(tool, arguments)
            is_error = answer.is_error if hasattr(answer, "is_error") else answer.isError
            text = "\n".join(part.text for part in answer.content)
            assert is_error == wanted_error, text
            return text

        def has(text, *parts):
            for part in parts:
                assert part in text, f"no '{part}' in:\n{text}"

        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert set(tools) == {"lint", "explain", "package", "trace", "fix_preview", "rule"}, tools
        has(await call("lint", paths=["late.py"]), "late.py:3:1: warning:", "[aoti-debug-flag]")
        has(await call("lint", paths=["late.py"], checks="-*,aoti-input-order"), "0 findings")
        has(await call("fix_preview", paths=["flag.py"]), "nothing to fix")
        has(await call("fix_preview", paths=["flag.py"], unsafe=True), '+os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1"')
        assert (project / "flag.py").read_text() == FLAG
        for log, cause in [("crash.log", "[input-device, likely]"), *LOGS]:
            has(await call("explain", log=log, source=["late.py"]), cause, "Evidence")
        has(await call("rule", name="aoti-debug-flag"), "# aoti-debug-flag")
        has(await call("rule"), "aoti-input-contract")
        # No more than fits, and what is left is counted.
        said = await call("lint", paths=["many.py"], budget=2000)
        has(said, "more lines; ask with a larger 'budget'")
        assert len(said) < 2300, len(said)
        # Nothing outside of the root, whatever leads there; no option or file of arguments.
        for path in ("../secret.py", str(FOLDER / "secret.py"), "link.py", "/etc/passwd"):
            has(await call("lint", wanted_error=True, paths=[path]), "is not below")
            has(await call("package", wanted_error=True, path=path), "is not below")
        has(await call("explain", wanted_error=True, log=str(FOLDER / "secret.py")), "is not below")
        has(await call("lint", wanted_error=True, paths=[]), "at least one")
        for name in ("--help", "@/etc/passwd"):
            has(await call("rule", wanted_error=True, name=name), "is the name of no check")
        page = await session.read_resource("aoti-tidy://rule/aoti-debug-flag")
        has(page.contents[0].text, "# aoti-debug-flag")
    print("ok")


asyncio.run(main())
