# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of Python files, notebooks and Markdown files."""
import json

from growth_shapes import MARKDOWN, NOTEBOOK, PYTHON, repeated, shape


@shape(PYTHON)
def environment(lines):
    return repeated('os.environ["TORCH_LOGS"] = "output_code"\n', lines)


@shape(PYTHON)
def environment_of_run(lines):
    return repeated('os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n', lines,
                    'import os\nimport torch\nm = torch._inductor.aoti_load_package("a.pt2")\n') + "m(x)\n"


@shape(PYTHON)
def environment_between_runs(lines):
    return repeated('m(x)\nos.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n', lines,
                    'import os\nimport torch\nm = torch._inductor.aoti_load_package("a.pt2")\n') + "m(x)\n"


@shape(PYTHON)
def environment_and_cuda(lines):
    return repeated('x@ = torch.zeros(3)\nos.environ["CUDA_LAUNCH_BLOCKING"] = "1"\n', lines)


@shape(PYTHON)
def environment_unknown(lines):
    return repeated('os.environ["AOT_INDUCTOR_X@"] = "1"\n', lines)


@shape(PYTHON)
def environment_in_functions(lines):
    return repeated('def f@():\n    os.environ["TORCH_LOGS"] = "output_code"\n', lines)


@shape(PYTHON)
def environment_nested(lines):
    # Blocks in blocks, whose headers are executed before.
    depth = 80
    nest = "".join("    " * i + f"if c{i}:\n" for i in range(depth))
    return repeated("    " * depth + 'os.environ["TORCH_LOGS"] = "output_code"\n', lines, "import os, torch\n" + nest)


@shape(PYTHON)
def legacy_pairs(lines):
    return repeated('p@ = torch._inductor.aot_compile(m, (x,))\nr@ = torch._export.aot_load(p@, "cpu")\n', lines)


@shape(PYTHON)
def legacy_paths(lines):
    return repeated('p@ = torch._export.aot_compile(m, (x,), options={"aot_inductor.output_path": "d/m@.so"})\n'
                    'r@ = torch._export.aot_load("d/m@.so", "cpu")\n', lines)


@shape(PYTHON)
def legacy_one_path(lines):
    return repeated('p = torch._export.aot_compile(m, (x,), options={"aot_inductor.output_path": "m.so"})\n'
                    'r = torch._export.aot_load("m.so", "cpu")\n', lines)


@shape(PYTHON)
def legacy_modules(lines):
    return repeated('m@ = torch.nn.Linear(2, 2)\np@ = torch._export.aot_compile(m@, (x,))\n'
                    'r@ = torch._export.aot_load(p@, "cpu")\n', lines)


@shape(PYTHON)
def legacy_imports(lines):
    return repeated('from torch._export import aot_compile as c@\np@ = c@(m, (x,))\n', lines)


@shape(PYTHON)
def legacy_dynamic(lines):
    return repeated('p = torch._export.aot_compile(m, (x,), dynamic_shapes={"x": {0: torch.export.Dim("b")}})\n', lines)


@shape(PYTHON)
def legacy_references(lines):
    return repeated('f@ = torch._export.aot_load\nr@ = f@(p, "cpu")\n', lines)


@shape(PYTHON)
def packages(lines):
    return repeated('x@ = torch.zeros(4, 8)\ne@ = torch.export.export(m, (x@,))\n'
                    'p@ = torch._inductor.aoti_compile_and_package(e@, package_path="m@.pt2")\n'
                    'r@ = torch._inductor.aoti_load_package("m@.pt2")\nr@(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_of_one_path(lines):
    return repeated('e = torch.export.export(m, (torch.zeros(4, 8),))\n'
                    'torch._inductor.aoti_compile_and_package(e, package_path="m.pt2")\n'
                    'r = torch._inductor.aoti_load_package("m.pt2")\nr(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_returned(lines):
    return repeated('e@ = torch.export.export(m, (torch.zeros(4, 8),))\n'
                    'p@ = torch._inductor.aoti_compile_and_package(e@)\n'
                    'r@ = torch._inductor.aoti_load_package(p@)\nr@(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_with_inputs(lines):
    return repeated('torch._inductor.aoti_compile_and_package(e, (x,), package_path=f"{d}/m@.pt2")\n', lines)


@shape(PYTHON)
def loads(lines):
    return repeated('m = torch._inductor.aoti_load_package("a.pt2")\nm(torch.zeros(1))\n', lines)


@shape(PYTHON)
def loads_of_names(lines):
    return repeated('s@ = "a@.pt2"\nm@ = torch._inductor.aoti_load_package(s@)\nm@(x)\n', lines)


@shape(PYTHON)
def runs(lines):
    return repeated('m(torch.zeros(1, device="cuda"))\n', lines,
                    'import torch\nx = torch.zeros(4)\ne = torch.export.export(f, (x,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


@shape(PYTHON)
def runs_of_one_tensor(lines):
    return repeated('m(x)\n', lines,
                    'import torch\nx = torch.zeros(4, device="cuda")\ny = torch.zeros(4)\ne = torch.export.export(f, (y,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


@shape(PYTHON)
def classes(lines):
    return repeated('class C@(C):\n    def __init__(self):\n        self.m = torch._inductor.aoti_load_package("a")\n'
                    '    def run(self):\n        return self.m(torch.zeros(1))\n', lines)


@shape(PYTHON)
def members(lines):
    # A class with many tensors, each with a method that runs the model with it.
    count = lines // 3
    return ('import torch\nclass C:\n    def __init__(self):\n        self.m = torch._inductor.aoti_load_package("a")\n'
            + "".join(f"        self.x{i} = torch.zeros({i})\n" for i in range(count))
            + "".join(f"    def f{i}(self):\n        return self.m(self.x{i})\n" for i in range(count)))


@shape(PYTHON)
def functions(lines):
    return repeated('def f@(a):\n    return torch._inductor.aoti_load_package(a)\n', lines)


@shape(PYTHON)
def functions_of_functions(lines):
    return repeated('def f@(a):\n    return f(a)\nm@ = f@("a.pt2")\nm@(x)\n', lines)


@shape(PYTHON)
def fakes(lines):
    return repeated('@torch.library.register_fake("a::b@")\ndef g@(x):\n    return torch.empty(x.shape[0])\n', lines)


@shape(PYTHON)
def fakes_frozen(lines):
    return repeated('@torch.library.custom_op("a::b@", mutates_args=())\ndef g@(x: torch.Tensor) -> torch.Tensor:\n'
                    '    return x\n@g@.register_fake\ndef _(x):\n    return torch.empty(int(x.shape[0]))\n', lines)


@shape(PYTHON)
def fake_body(lines):
    return repeated('    n += int(x.shape[0])\n', lines,
                    'import torch\n@torch.library.register_fake("a::b")\ndef g(x):\n    n = 0\n'
                    ) + "    return torch.empty(n)\n"


@shape(PYTHON)
def fake_doublings(lines):
    # Twice as many ways to the first size with each line.
    return 'import torch\n@torch.library.register_fake("ns::f")\ndef _(x: torch.Tensor):\n    a0 = x.shape[0] // 2\n' + \
        "".join(f"    a{i} = a{i - 1} + a{i - 1}\n" for i in range(1, lines)) + \
        f"    return x.new_empty(int(a{lines - 1}))\n"


FAKE = 'import torch\n@torch.library.register_fake("ns::f")\ndef _(x: torch.Tensor, k: int):\n'


@shape(PYTHON)
def fake_helpers(lines):
    # A helper of a helper, each called as often as they are long.
    return "import torch\ndef h(x, n):\n" + repeated("    a@ = n + @\n", lines // 3, "") + \
        "def g(x, n, k):\n" + repeated("    h(x, n)\n", lines // 3, "") + \
        FAKE + repeated("    g(x, x.shape[0], @)\n", lines // 3, "")


@shape(PYTHON)
def fake_tables(lines):
    # Many tables of some fakes, and a large one.
    many = repeated("def a@_fake(x): return x.new_empty(len(x))\nfor op in ('a@', 'a@'):\n"
                    "    lib.impl(op, globals()[f'{op}_fake'], 'Meta')\n", lines // 2, "")
    large = repeated("def b@_fake(x): return x.new_empty(len(x))\n", lines // 4, "")
    table = "TABLE = [\n" + repeated("    ('b@', b@_fake),\n", lines // 4, "") + "]\n"
    return "import torch\nlib = torch.library.Library('ns', 'FRAGMENT')\n" + many + large + table + \
        "for name, fake in TABLE:\n    lib.impl(name, fake, 'Meta')\n"


@shape(PYTHON)
def fake_methods(lines):
    return "import torch\nclass C:\n" + repeated("    def h@(self, n):\n        return n\n", lines * 2 // 3, "") + \
        "    def fake(self, x: torch.Tensor):\n" + repeated("        self.h@(x.shape[0])\n", lines // 3, "") + \
        "torch.library.register_fake('ns::f')(C().fake)\n"


@shape(PYTHON)
def fake_classes(lines):
    # Registrars that each call the one before, and one of many attributes; many classes.
    chain = "def r0(fn): torch.library.register_fake('ns::a')(fn)\n" + \
        "".join(f"def r{n}(fn): r{n - 1}(fn)\n" for n in range(1, lines // 8))
    of_classes = "def c0(cls):\n    lib.define(cls.schema)\n" + \
        repeated("    torch.library.register_fake('ns::b', cls.f@)\n", lines // 8, "")
    base = "class B:\n" + repeated("    def f@(self, x): return x.new_empty(len(x))\n", lines // 8, "")
    uses = repeated("@c0\nclass C@(B):\n    schema = 'op(Tensor x) -> Tensor'\n    def f1(x): return x.new_empty(len(x))\n"
                    "@op_for('a@')\n@class_op\nclass D@(C@): pass\nr@(D@)\n", lines // 2, "")
    return "import torch\nfrom .other import op_for, class_op\n" + chain + of_classes + base + uses


@shape(PYTHON)
def fake_methods_that_register(lines):
    # One class with many methods, each called by the next; hooks of bases; conditions in front.
    methods = "class R:\n    def m0(self, fn):\n" + \
        repeated("        if fn.name == 'f@': return\n", lines // 8, "") + "        torch.library.register_fake('ns::a')(fn)\n" + \
        "".join(f"    def m{n}(self, fn): self.m{n - 1}(fn)\n" for n in range(1, lines // 8))
    hook = "r = R()\nclass B0:\n    def __init_subclass__(cls): torch.library.register_fake(cls.name, cls.fake)\n"
    uses = "".join(f"def f{n}(x): return x.new_empty(len(x))\nr.m{n}(f{n})\n"
                   f"class B{n + 1}(B{n}):\n    def fake(x): return x.new_empty(len(x))\n" for n in range(lines * 3 // 16))
    return "import torch\n" + methods + hook + uses


@shape(PYTHON)
def fake_lost_sizes(lines):
    # What each branch computes goes into every branch behind it.
    return "import torch\n" + repeated(
        '@torch.library.register_fake("ns::f@")\ndef _(x: torch.Tensor, k: int):\n'
        "    a0 = torch.library.get_ctx().new_dynamic_size()\n" +
        "".join(f"    {'elif' if k else 'if'} k == {k}:\n        a{n + 1} = a{n} // 2\n"
                for n in range(5) for k in range(8)) + "    return x\n", lines)


@shape(PYTHON)
def meta_kernel(lines):
    return 'import torch\n@torch.library.impl("ns::f", "Meta")\ndef _(x: torch.Tensor):\n' + \
        repeated("    y = x.view(-1, @)\n", lines, "") + "    return x\n"


@shape(PYTHON)
def fake_registrars(lines):
    return "import torch\n" + repeated("def r@(name):\n    return torch.library.register_fake(name)\n"
                                       '@r@("ns::p@")\ndef f@(x: torch.Tensor):\n    return len(x)\n', lines)


@shape(PYTHON)
def fake_keys(lines):
    # Keys of keys, in a dict and in many; texts with sizes.
    return "import torch\nC = {}\n" + repeated("C@ = dict()\n", lines // 4, "") + FAKE + "    k0 = (x.dtype, k)\n" + \
        "".join(f"    k{n} = (k{n - 1}, k{n - 1}, k)\n    C[k{n}] = 1\n" for n in range(1, lines // 8)) + \
        repeated("    if (x.shape[0], @) not in C@: C@.get((k, x.shape[0]))\n    a = f'{x.shape[0]:8} {k}' + '%d' % x.shape[0]\n",
                 lines // 2, "")


@shape(PYTHON)
def fake_calls(lines):
    # A name that is given anew again and again, and asked for sizes; nested functions.
    return "import torch\n@torch.library.custom_op('ns::f', mutates_args=())\ndef f(x: torch.Tensor, n: int) -> torch.Tensor:\n" \
        "    return x\n@f.register_fake\ndef _(x, n):\n    return x.new_empty(int(n))\ndef g(x):\n" + \
        repeated("    x = f(x, n=x.shape[1] + x.size(2))\n    torch.ops.ns.f(x, x.shape[1])\n    def h@(y): return f(y, y.shape[0])\n",
                 lines, "")


@shape(PYTHON)
def fake_counters(lines):
    return FAKE + "    n = x.shape[0]\n" + repeated("    n += 1\n    k = int(n)\n", lines, "") + "    return x\n"


@shape(PYTHON)
def fake_checks(lines):
    return FAKE + repeated("    if k == @:\n        assert x.shape[@] == 4\n        k = int(x.shape[@])\n",
                           lines, "") + "    return x\n"


@shape(PYTHON)
def fake_callbacks(lines):
    return "import functools\n" + FAKE + \
        repeated("    n@ = functools.reduce(lambda n, d: n * int(d), x.shape, @)\n", lines, "") + "    return x\n"


@shape(PYTHON)
def fake_tensor_lists(lines):
    return 'import torch\n@torch.library.register_fake("ns::f")\ndef _(xs):\n' + \
        repeated("    for t@ in xs:\n        n = int(xs[@].shape[0]) + int(t@.shape[1])\n", lines, "") + \
        "    return xs[0]\n"


@shape(PYTHON)
def fake_objects(lines):
    # A class as long as the fake that makes objects of it.
    return "import torch\nclass C:\n    def __init__(self, t, n):\n" + \
        repeated("        self.a@ = t.shape[@] // n\n", lines // 4, "") + \
        repeated("    @property\n    def p@(self):\n        return int(self.a@)\n", lines // 2, "") + \
        FAKE + repeated("    c@ = C(x, @)\n    n = c@.p@ + c@.a@\n", lines // 4, "") + "    return x\n"


@shape(PYTHON)
def fake_objects_in_objects(lines):
    return "import torch\nfrom dataclasses import dataclass\n@dataclass\nclass C:\n    n: int\n" + \
        FAKE + "    a0 = C(x.shape[0])\n    c = a0\n" + \
        "".join(f"    a{i + 1} = C(a{i}.n + a{i}.n)\n" for i in range(lines)) + f"    return x.new_empty(int(a{lines}.n))\n"


@shape(PYTHON)
def fake_imports(lines):
    # Modules that are not there.
    return repeated("from .m@ import f@\n", lines // 3, "import torch\n") + \
        FAKE + repeated("    n = f@(x.shape[0])\n", lines * 2 // 3, "") + "    return x\n"


@shape(PYTHON)
def schemas(lines):
    return repeated('lib.define("b@(Tensor x) -> Tensor")\n', lines,
                    'import torch\nlib = torch.library.Library("a", "DEF")\n')


@shape(PYTHON)
def branches(lines):
    return repeated('if c@:\n    p = "a@"\nelse:\n    p = "b@"\n', lines) + \
        "m = torch._inductor.aoti_load_package(p)\nm(torch.zeros(1))\n"


@shape(PYTHON)
def tries(lines):
    return repeated('try:\n    import torch._inductor as i\nexcept ImportError:\n    i = None\n'
                    'i.aot_compile(m, (x,))\n', lines)


@shape(PYTHON)
def loops(lines):
    return repeated('for i in range(3):\n    os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n'
                    '    m = torch._inductor.aoti_load_package("a.pt2")\n    m(x)\n', lines)


@shape(PYTHON)
def configs(lines):
    return repeated('torch._inductor.config.aot_inductor.debug_compile = True\n', lines)


@shape(PYTHON)
def configs_gone(lines):
    return repeated('torch._inductor.config.patch({"aot_inductor.debug_dump_consts_bin": True})\n', lines)


@shape(PYTHON)
def config_dict(lines):
    return repeated('    "aot_inductor.x@": 1,\n', lines,
                    "import torch\ntorch._inductor.aoti_compile_and_package(e, inductor_configs={\n") + "})\n"


@shape(PYTHON)
def tensors(lines):
    return repeated('x = x.to("cuda")\n', lines,
                    'import torch\nm = torch._inductor.aoti_load_package("a.pt2")\nx = torch.zeros(3)\n') + "m(x)\n"


@shape(PYTHON)
def names_of_names(lines):
    return repeated('f = f\n', lines, "import torch\nf = torch._inductor.aoti_load_package\n") + 'f("a.pt2")(x)\n'


@shape(PYTHON)
def imports_moved(lines):
    return repeated('from torch.export.pt2_archive import constants as c@\n', lines)


@shape(PYTHON)
def silenced(lines):
    return repeated('os.environ["TORCH_LOGS"] = "x"  # NOLINT(aoti-debug-flag)\n', lines)


@shape(PYTHON)
def silenced_blocks(lines):
    return repeated('# NOLINTBEGIN(aoti-debug-flag)\nos.environ["TORCH_LOGS"] = "x"\n# NOLINTEND(aoti-debug-flag)\n', lines)


@shape(PYTHON)
def silenced_from_here(lines):
    return repeated('# NOLINTBEGIN(aoti-debug-flag)\nos.environ["TORCH_LOGS"] = "x"\n', lines)


@shape(PYTHON)
def broken(lines):
    return repeated('aot_compile( = \n', lines)


@shape(PYTHON)
def returns_alone(lines):
    return environment(lines).replace("\n", "\r")


@shape(PYTHON)
def device_mismatches(lines):
    return repeated('y@ = torch.zeros(4, device="cuda")\nm(y@)\n', lines,
                    'import torch\nx = torch.zeros(4)\ne = torch.export.export(f, (x,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


# ---- notebooks and documents


def notebook(cells):
    return json.dumps({"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
                                  "source": cell.splitlines(keepends=True)} for cell in cells],
                       "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


@shape(NOTEBOOK)
def cells_of_environment(lines):
    return notebook(["import os, torch"] + ['os.environ["TORCH_LOGS"] = "x"\nprint(1)'] * (lines // 2))


@shape(NOTEBOOK)
def cells_of_exports(lines):
    return notebook(["import os, torch"] + [
        f'p{i} = torch._export.aot_compile(m, (x,))\nr{i} = torch._export.aot_load(p{i}, "cpu")'
        for i in range(lines // 2)])


@shape(NOTEBOOK)
def cells_with_magics(lines):
    return notebook(["import os, torch"] + ['%time os.environ["TORCH_LOGS"] = "x"\n!ls aoti'] * (lines // 2))


@shape(NOTEBOOK)
def one_cell(lines):
    return notebook([environment(lines)])


@shape(MARKDOWN)
def blocks(lines):
    return "```python\nimport os\nimport torch\n```\n" + \
        'Text.\n```python\nos.environ["TORCH_LOGS"] = "x"\n```\n' * (lines // 4)


@shape(MARKDOWN)
def blocks_of_exports(lines):
    return "```python\nimport torch\n```\n" + "".join(
        f'Text.\n```python\np{i} = torch._export.aot_compile(m, (x,))\n```\n' for i in range(lines // 4))
