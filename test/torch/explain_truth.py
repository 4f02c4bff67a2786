# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds 'aoti-tidy explain' against failures whose cause is known.

    explain_truth.py packages FOLDER
    explain_truth.py run FOLDER [NAME...]
    explain_truth.py compare FOLDER AOTI_TIDY

packages: compiles the models. run: runs the programs of explain_failures.py, each
in a process of its own, with noise around what some of them print, to FOLDER/logs.
compare: prints a table of what explain says of each log, and fails unless the first
cause is the right one, its evidence the right line, and nothing wrong is certain.
"""
import builtins
import faulthandler
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import traceback
import zipfile

from explain_failures import SCENARIOS

HERE = pathlib.Path(__file__).resolve()


# What the programs call.

def unpack(name):
    with zipfile.ZipFile(f"{name}.pt2") as z:
        z.extractall("unpacked")


def so():
    return str(next(pathlib.Path("unpacked").rglob("*.so")))


def rewrite(name, to, change):
    """Copies a package; change(member, bytes) is the new content, None drops it."""
    with zipfile.ZipFile(f"{name}.pt2") as old, zipfile.ZipFile(to, "w") as new:
        for member in old.namelist():
            data = change(member, old.read(member))
            if data is not None:
                new.writestr(member.replace(name, pathlib.Path(to).stem, 1), data)


def relabel(name, device):
    def change(member, data):
        if not member.endswith("_metadata.json"):
            return data
        record = json.loads(data)
        record.pop("AOTI_DEVICE_KEY")
        return json.dumps(record | ({"AOTI_DEVICE_KEY": device} if device else {}))
    rewrite(name, "relabelled.pt2", change)


def drop(name, what):
    rewrite(name, "dropped.pt2", lambda member, data: None if member.endswith(what) else data)


def edit(name, what, text):
    rewrite(name, "edited.pt2", lambda member, data: text if member.endswith(what) else data)


def library(symbol, needs=None):
    """A library that wants a symbol as soon as it is loaded."""
    source = f"extern \"C\" void wanted() __asm__(\"{symbol}\");\nvoid (*use)() = wanted;\n" if symbol else "int nothing;\n"
    pathlib.Path("lib.cpp").write_text(source)
    more = []
    if needs:
        subprocess.run(["g++", "-shared", "-fPIC", "-x", "c++", "/dev/null", f"-Wl,-soname,{needs}", "-o", "needed.so"], check=True)
        more = ["-Wl,--no-as-needed", "./needed.so"]
    subprocess.run(["g++", "-shared", "-fPIC", "-Wl,-z,now", "lib.cpp", *more, "-o", "lib.so"], check=True)
    return os.path.abspath("lib.so")


def models():
    import torch

    class Plain(torch.nn.Module):
        def forward(self, x):
            return x + 1

    class Fixed(torch.nn.Module):
        def forward(self, x):
            return x + torch.ones(4, 8)

    class Branch(torch.nn.Module):
        def forward(self, x):
            return x + 1 if x.sum() > 0 else x - 1

    class SliceItem(torch.nn.Module):
        def forward(self, x, n):
            return x[:n.item()]

    class NoFake(torch.nn.Module):
        def forward(self, x):
            return torch.ops.nofake.twice(x)

    class FakeInt(torch.nn.Module):
        def forward(self, x):
            return torch.ops.fakeint.twice(x)

    class FakeCxx(torch.nn.Module):
        def forward(self, x):
            return torch.ops.fakecxx.twice(x)

    return locals()


def custom_op():
    import torch

    @torch.library.custom_op("mylib::scale", mutates_args=())
    def scale(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @scale.register_fake
    def _(x):
        return torch.empty_like(x)


FAKE_CXX = """
#include <torch/extension.h>
at::Tensor twice(const at::Tensor &x) { return x * 2; }
at::Tensor twice_meta(const at::Tensor &x) { return at::empty({x.numel()}, x.options()); }
TORCH_LIBRARY(fakecxx, m) { m.def("twice(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(fakecxx, CPU, m) { m.impl("twice", twice); }
TORCH_LIBRARY_IMPL(fakecxx, Meta, m) { m.impl("twice", twice_meta); }
"""


def compile(model, args, dynamic_shapes=None, path="made.pt2", config=None):
    import torch
    name = type(model).__name__
    if name == "NoFake":
        torch.library.define("nofake::twice", "(Tensor x) -> Tensor")
        torch.library.impl("nofake::twice", "cpu", lambda x: x * 2)
    if name == "FakeInt":
        torch.library.define("fakeint::twice", "(Tensor x) -> Tensor")
        torch.library.impl("fakeint::twice", "cpu", lambda x: x * 2)
        torch.library.register_fake("fakeint::twice", lambda x: x.new_empty(int(x.shape[0]), 3))
    if name == "FakeCxx":
        torch.ops.load_library("fakecxx.so")
    with torch.no_grad():
        program = torch.export.export(model.eval(), args, dynamic_shapes=dynamic_shapes)
    options = {"aot_inductor.compile_wrapper_opt_level": "O0", "aot_inductor.precompile_headers": False}
    if "AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL" in os.environ:
        options.pop("aot_inductor.compile_wrapper_opt_level")
    return torch._inductor.aoti_compile_and_package(program, package_path=path, inductor_configs=options | (config or {}))


def export_only(path):
    import torch
    torch.export.save(torch.export.export(models()["Plain"](), (torch.randn(4),)), path)


# What makes the packages, and runs.

def packages(folder):
    os.chdir(folder)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    import torch
    nn, Dim = torch.nn, torch.export.Dim

    class Ranker(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(500, 32)

        def forward(self, ids, features):
            return self.embedding(ids) + features

    class Mlp(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(10, 4)

        def forward(self, x):
            return self.fc(x).relu()

    class Bare(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(64, 64)

        def forward(self, x):
            return self.fc(x)

    class Lookup(nn.Module):
        def forward(self, table, index):
            return table[index] * 2

    class Position(nn.Module):
        def __init__(self):
            super().__init__()
            self.position = nn.Embedding(64, 16)

        def forward(self, x):
            return x + self.position(torch.arange(x.shape[0]))

    class Last(nn.Module):
        def forward(self, x):
            return x[:, -1] * 2

    class Narrow(nn.Module):
        def forward(self, x, n):
            k = n.item()
            torch._check(k >= 0)
            torch._check(k <= x.shape[0])
            return x.narrow(0, 0, k) * 2

    class Custom(nn.Module):
        def forward(self, x):
            return torch.ops.mylib.scale(x) + 1

    custom_op()
    n = Dim("n", min=2, max=512)
    for name, model, args, shapes, config in [
        ("ranker", Ranker(), (torch.zeros(8, dtype=torch.int64), torch.randn(8, 32)), {"ids": {0: n}, "features": {0: n}}, {}),
        ("mlp", Mlp(), (torch.randn(4, 10),), {"x": {0: Dim("b", min=2, max=64)}}, {}),
        ("bare", Bare(), (torch.randn(2, 64),), None, {"aot_inductor.package_constants_in_so": False}),
        ("lookup", Lookup(), (torch.randn(8, 8), torch.tensor([1, 2, 3])), {"table": {0: Dim("rows")}, "index": {0: Dim("k")}}, {}),
        ("position", Position(), (torch.randn(8, 16),), {"x": {0: Dim("seq", min=2, max=64)}}, {}),
        ("last", Last(), (torch.randn(4, 8),), {"x": {0: Dim("rows"), 1: Dim("columns")}}, {}),
        ("narrow", Narrow(), (torch.randn(8), torch.tensor(3)), {"x": {0: Dim("rows")}, "n": None}, {}),
        ("custom", Custom(), (torch.randn(4),), None, {}),
    ]:
        if not (folder / f"{name}.pt2").exists():
            compile(model, args, shapes, str(folder / f"{name}.pt2"), config)
    from torch.utils.cpp_extension import load_inline
    load_inline("fakecxx", FAKE_CXX, is_python_module=False, build_directory=folder, extra_cflags=["-O0"])


NOISE = [
    "INFO:     127.0.0.1:52114 - \"POST /rank HTTP/1.1\" 200 OK",
    "[W1122 10:01:02.123456789 Context.cpp:80] Warning: Please use the new API settings to control TF32 behavior",
    "/opt/venv/lib/python3.11/site-packages/torch/cuda/__init__.py:63: FutureWarning: The pynvml package is deprecated.",
    "NUMEXPR: defaulting to 8 threads.",
    "step 1200 loss 0.4312 lr 3.0e-4",
]


def with_noise(log, kind, seed):
    """The bytes of a log as they would be found somewhere else."""
    rng = random.Random(seed)
    lines = log.splitlines()
    if kind == "time":
        lines = [f"2026-11-22T10:01:{i % 60:02}.123Z serve-7f9c {line}" for i, line in enumerate(lines)]
        for _ in range(40):
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(NOISE).encode().decode())
    elif kind == "ranks":
        lines = [f"[rank{r}]: {line}" for line in lines for r in range(4)]
    elif kind == "ansi":
        lines = [f"\x1b[31m{line}\x1b[0m" for line in lines]
    elif kind == "wrap":
        lines = [line[i:i + 80] for line in lines for i in range(0, max(len(line), 1), 80)]
    elif kind == "bytes":
        return b"\x00\x01\xff\xfe\x1b]0;title\x07" + b"A" * 300000 + b"\n" + "\n".join(lines).encode() + b"\n\xc3\x28\x80\n"
    elif kind == "banner":
        lines = ["!" * 66, "!!!  WARNING  !!!".center(66, "!"), "Error while creating guard:", *lines]
    return ("\n".join(lines) + "\n").encode()


def program(folder, name):
    """The one that fails, in a process of its own."""
    case = next(s for s in SCENARIOS if s["name"] == name)
    os.chdir(folder)
    import torch
    names = globals() | models() | {"torch": torch}
    exec(builtins.compile(case["code"], f"{name}.py", "exec"), names)


def forked(work, case, env):
    """Runs program() in a child, which has torch already; returns its status and what
    it wrote."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            os.environ.clear()
            os.environ.update(env)
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            faulthandler.enable()
            code = 1
            try:
                program(work, case["name"])
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        return os.waitstatus_to_exitcode(status), output.read()


def apart(work, case, env):
    """The same with a new interpreter, for flags that torch reads when it is imported."""
    done = subprocess.run([sys.executable, "-X", "faulthandler", str(HERE), "program", str(work), case["name"]],
                          env=env, capture_output=True, timeout=900)
    return done.returncode, done.stdout + done.stderr


def run(folder, *only):
    # The children have them.
    import torch.export.pt2_archive._package  # noqa: F401
    import torch._inductor.compile_fx  # noqa: F401
    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    for seed, case in enumerate(SCENARIOS):
        if only and case["name"] not in only:
            continue
        work = folder / "work" / case["name"]
        work.mkdir(parents=True, exist_ok=True)
        for made in [*folder.glob("*.pt2"), folder / "fakecxx.so"]:
            if made.exists() and not (work / made.name).exists():
                (work / made.name).symlink_to(made)
        env = {**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(work / "cache"), "OMP_NUM_THREADS": "2", **case["env"]}
        if env.get("CXX", "").startswith("fake:"):
            fake = work / "g++"
            fake.write_text("#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (Debian 12.2.0-14) 12.2.0';; *)\n"
                            f"cat >&2 <<'END'\n{env['CXX'][5:]}\ncompilation terminated.\nEND\nexit 1;; esac\n")
            fake.chmod(0o755)
            env["CXX"] = str(fake)
        status, output = (apart if set(case["env"]) - {"AOTI_RUNTIME_CHECK_INPUTS"} else forked)(work, case, env)
        log = output.decode("utf-8", "replace")
        if status < 0:
            # What the shell says.
            log += {11: "Segmentation fault (core dumped)", 6: "Aborted (core dumped)", 8: "Floating point exception (core dumped)"}.get(-status, f"signal {-status}") + "\n"
        (logs / f"{case['name']}.log").write_bytes(with_noise(log, case["noise"], seed))
        print(f"{case['name']:24} exit {status:4}  {log.strip().splitlines()[-1][:120] if log.strip() else ''}", flush=True)


def compare(folder, tool):
    wrong, right, count = [], 0, 0
    for case in SCENARIOS:
        log = folder / "logs" / f"{case['name']}.log"
        if not log.exists():
            wrong.append(f"{case['name']}: no log")
            continue
        count += 1
        command = [tool, "explain", "--format=json", str(log)]
        if case["package"]:
            command[2:2] = ["--package", str(folder / f"{case['package']}.pt2")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            wrong.append(f"{case['name']}: exit {done.returncode}: {done.stderr.strip()}")
            continue
        answer = json.loads(done.stdout)
        first = answer["causes"][0] if answer["causes"] else {"id": "none", "confidence": "", "evidence": []}
        evidence = " ".join(e["text"] for e in first["evidence"])
        told = first["id"] == case["cause"]
        shown = case["evidence"] in evidence
        right += told and shown
        print(f"{case['name']:24} {first['id']:24} {first['confidence']:9} {'ok' if told and shown else 'WRONG'}")
        if not told:
            wrong.append(f"{case['name']}: '{first['id']}' ({first['confidence']}), not '{case['cause']}'")
        elif not shown:
            wrong.append(f"{case['name']}: evidence is '{evidence[:200]}'")
    print(f"{right} of {count}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    globals()[command](pathlib.Path(folder).resolve(), *rest)
