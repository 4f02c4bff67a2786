// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonOps.h"
#include "PythonOpsText.h"
#include "gtest/gtest.h"
#include <ctime>

namespace aoti_tidy {
namespace {

TEST(PythonOps, SchemaByQualifiedName) {
  EXPECT_EQ(scan(R"py(
import torch
torch.library.define("ns::op", "(Tensor x, SymInt n) -> Tensor")
)py"),
            "schema ns::op (Tensor x, SymInt n) -> Tensor\n");
}

TEST(PythonOps, SchemaOfALibrary) {
  EXPECT_EQ(scan(R"py(
lib = torch.library.Library("ns", "DEF")
lib.define("op(Tensor x) -> Tensor")
lib.define("op.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", tags=[torch.Tag.pt2_compliant_tag])
)py"),
            "schema ns::op (Tensor x) -> Tensor\n"
            "schema ns::op.out (Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n");
}

TEST(PythonOps, SchemaInPieces) {
  EXPECT_EQ(scan(R"py(
NS = "ns"
LIB: torch.library.Library = torch.library.Library(NS, "FRAGMENT")
LIB.define(
    schema="op(Tensor x, "  # what it reads
    'SymInt n)'
    " -> Tensor",
)
LIB.define(("two(Tensor x)" + " -> Tensor"))
LIB.define("""three(
    Tensor x) -> Tensor""")
torch.library.define(f"{NS}::four", "(Tensor x) -> Tensor")
)py"),
            "schema ns::op (Tensor x, SymInt n) -> Tensor\n"
            "schema ns::two (Tensor x) -> Tensor\n"
            "schema ns::three (\n    Tensor x) -> Tensor\n"
            "schema ns::four (Tensor x) -> Tensor\n");
}

TEST(PythonOps, SchemaThatIsNoLiteral) {
  EXPECT_EQ(scan(R"py(
lib = Library("ns", "DEF")
lib.define(f"op(Tensor x, {rest}) -> Tensor")
lib.define(f"{name}(Tensor x) -> Tensor")
lib.define("two" + SCHEMA)
torch.library.define("ns::four", make_schema())
torch.library.define("ns::five" + suffix, "(Tensor x) -> Tensor")
)py"),
            "schema ns::op\n"
            "schema ns::four\n");
}

TEST(PythonOps, Aliases) {
  EXPECT_EQ(scan(R"py(
from torch.library import Library, impl, impl as reg, define as defop
from torch.library import register_fake as rf
import torch.library as tl
lib = Library("ns", kind="DEF")
other = tl.Library("other", "FRAGMENT")
lib.define("a(Tensor x) -> Tensor")
other.define("a(Tensor x) -> Tensor")
defop("ns::b", "(Tensor x) -> Tensor")
@impl(lib, "a", "Meta")
def f(x): ...
@reg("ns::b", "cuda")
def g(x): ...
rf("ns::b", f)
)py"),
            "schema ns::a (Tensor x) -> Tensor\n"
            "schema other::a (Tensor x) -> Tensor\n"
            "schema ns::b (Tensor x) -> Tensor\n"
            "fake ns::a Meta\n"
            "fake ns::b\n");
}

TEST(PythonOps, OldNames) {
  EXPECT_EQ(scan(R"py(
try:
    from torch.library import register_fake
except ImportError:
    from torch.library import impl_abstract as register_fake
make = torch.library.register_fake if new else torch.library.impl_abstract

@register_fake("ns::a")
def _(x): ...
@torch.library.impl_abstract("ns::b")
def _(x): ...
make("ns::c", fn)
lib = torch.library.Library("ns", "FRAGMENT")
@torch.library.define(lib, "d(Tensor x) -> Tensor")
def d(x): ...
)py"),
            "fake ns::a\n"
            "fake ns::b\n"
            "fake ns::c\n"
            "schema ns::d (Tensor x) -> Tensor\n"
            "fake ns::d CompositeImplicitAutograd\n");
}

TEST(PythonOps, Fakes) {
  EXPECT_EQ(scan(R"py(
lib = torch.library.Library("ns", "IMPL")
meta_lib = torch.library.Library("ns", "IMPL", "Meta")
torch.library.register_fake("ns::a", fn, lib=lib)
lib._register_fake("b", fn)
meta_lib.impl("c", fn)
lib.impl("d", lambda x, y: x, "Meta")
lib.impl("e", fn, dispatch_key="CompositeExplicitAutograd")
lib.impl("f", fn)
@torch.library.impl("ns::g", "Meta")
def g(x): ...
torch.library.impl("ns::h", "default", fn)
torch.library.register_fake(torch.ops.ns.i.default)(fn)
torch.library.register_fake(torch.ops.ns.j.out, fn)
lib.impl(torch.ops.ns.k, fn, "Meta")
)py"),
            "fake ns::a\n"
            "fake ns::b\n"
            "fake ns::c Meta\n"
            "fake ns::d Meta\n"
            "fake ns::e CompositeExplicitAutograd\n"
            "fake ns::f CompositeImplicitAutograd\n"
            "fake ns::g Meta\n"
            "fake ns::h CompositeExplicitAutograd\n"
            "fake ns::i\n"
            "fake ns::j.out\n"
            "fake ns::k Meta\n");
}

TEST(PythonOps, KernelsAreNoFakes) {
  EXPECT_EQ(scan(R"py(
lib = torch.library.Library("ns", "IMPL", "CUDA")
lib.impl("a", fn)
lib.impl("a", fn, "CPU")
torch.library.impl("ns::b", ("cpu", "cuda"), fn)
@torch.library.register_kernel("ns::c", "cpu")
def c(x): ...
torch.library.register_autograd("ns::d", bwd)
torch.library.register_vmap("ns::d", vm)
torch.library.opcheck(torch.ops.ns.d, args)
torch.ops.ns.d(x)
torch.library.register_kernel("ns::e", None, fn)
)py"),
            "fake ns::e CompositeExplicitAutograd\n");
}

TEST(PythonOps, KeyOutOfSightMayBeMeta) {
  EXPECT_EQ(scan(R"py(
lib = torch.library.Library("ns", "IMPL", key)
lib.impl("a", fn)
lib.impl("b", fn, KEY)
torch.library.impl("ns::c", DEVICES)(fn)
)py"),
            "fake ns::a\n"
            "fake ns::b\n"
            "fake ns::c\n");
}

TEST(PythonOps, CustomOps) {
  EXPECT_EQ(scan(R"py(
@torch.library.custom_op("ns::a", mutates_args=())
def a(x: Tensor) -> Tensor: ...
@a.register_fake
def _(x): ...
@a.register_kernel("cuda")
def _(x): ...
@torch.library.custom_op("ns::b", mutates_args=(), device_types="cpu", schema="(Tensor x) -> Tensor")
def b(x): ...
c = torch.library.custom_op("ns::c", fn, mutates_args=())
c.register_fake(fn)
@torch.library.triton_op("ns::d", mutates_args={})
def d(x): ...
torch.library.register_fake(b, fn)
)py"),
            "schema ns::a\n"
            "fake ns::a\n"
            "schema ns::b (Tensor x) -> Tensor\n"
            "schema ns::c\n"
            "fake ns::c\n"
            "schema ns::d\n"
            "fake ns::d\n"
            "fake ns::b\n");
}

TEST(PythonOps, HelpersOfTheUsers) {
  EXPECT_EQ(scan(R"py(
def register_custom(name):
    def decorator(func):
        return torch.library.register_fake(f"{name}")(func)
    return decorator

def register_cuda(name):
    return torch.library.impl(f"{name}", "CUDA")

@register_custom("ns::a")
def _(x): ...
@register_cuda("b")
def _(x): ...
@elsewhere.register("ns::c")
def _(x): ...
@register_meta("d")
def _(x): ...
direct_register_custom_op(op_name="e", op_func=f, mutates_args=[], fake_impl=g)
direct_register_custom_op("f", f, fake_impl=None)
lib.register("ns::g", {"CPU": f, "Meta": g})
@register_meta([torch.ops.ns.h.default, aten.i.default])
def _(x): ...
register("ns::j", fn)
set_metadata("k", "v")
print("ns::l")
@onnx_symbolic("ns::m")
def _(x): ...
)py"),
            "fake ns::a\n"
            "fake ns::c\n"
            "fake ::d\n"
            "fake ::e\n"
            "fake ns::g\n"
            "fake ns::h\n");
}

TEST(PythonOps, OnlyTheNamespaceInSight) {
  EXPECT_EQ(scan(R"py(
for name in names():
    torch.library.register_fake(f"ns::{name}")(fakes[name])
def register_meta(name, overload="default"):
    def wrapper(fn):
        meta_lib.impl(getattr(getattr(torch.ops.other, name), overload), fn)
    return wrapper
)py"),
            "fake ns::\n"
            "fake other::\n");
}

TEST(PythonOps, NamesOfLoops) {
  EXPECT_EQ(scan(R"py(
import torch
lib = torch.library.Library("ns", "FRAGMENT")
NAMES = ("a", "b")
def register():
    for name in NAMES:
        if torch._C._dispatch_has_kernel_for_dispatch_key(f"ns::{name}", "Meta"):
            continue
        lib.impl(name, fn, "Meta")
for name, fn in (("c", f), ("d", g)):
    torch.library.register_fake(f"ns::{name}")(fn)
FAKES = {"e": f, "f": g}
for name, fn in FAKES.items():
    torch.library.register_fake("ns::" + name, fn)
for name in FAKES:
    lib.impl(f"{name}_out", fn, "CPU")
for op in (torch.ops.ns.g, torch.ops.ns.h.default):
    torch.library.register_fake(op, fn)
)py"),
            "fake ns::a Meta\n"
            "fake ns::b Meta\n"
            "fake ns::\n"
            "fake ns::\n"
            "fake ns::g\n"
            "fake ns::h\n");
}

// Any operator of the namespace may be meant.
TEST(PythonOps, NamesOfLoopsOutOfSight) {
  EXPECT_EQ(scan(R"py(
import torch
lib = torch.library.Library("ns", "FRAGMENT")
NAMES = ["a"]
NAMES.append(other())
for name in NAMES:
    lib.impl(name, fn, "Meta")
for name, fn in unknown():
    lib.impl(name, fn, "CPU")
)py"),
            "fake ns:: Meta\n");
}

// torch.ops.ns.op is the operator, whatever it is called.
TEST(PythonOps, OperatorsCalledMeta) {
  EXPECT_EQ(scan(R"py(
import torch
packed = torch.ops.ns.pack(mask)
torch.ops.ns.reorder_meta(packed)
torch.ops.ns.abstract("ns::a", packed)
op = torch.ops.ns.make_fake
op("ns::b")
torch.library.register_fake("ns::d", fn)
)py"),
            "fake ns::d\n");
}

TEST(PythonOps, NamespaceOutOfSight) {
  EXPECT_EQ(scan(R"py(
lib = Library("known", "DEF")
def setup(lib):
    lib.define("a(Tensor x) -> Tensor")
    lib.impl("a", fn, "Meta")
unknown.define("b(Tensor x) -> Tensor")
parser.define("port", default=80)
)py"),
            "schema ::a (Tensor x) -> Tensor\n"
            "fake ::a Meta\n"
            "schema ::b (Tensor x) -> Tensor\n");
}

TEST(PythonOps, WhichLibrary) {
  EXPECT_EQ(scan(R"py(
lib = Library("module", "DEF")
def first():
    lib = Library("first", "DEF")
    lib.define("a(Tensor x) -> Tensor")
def second():
    lib.define("a(Tensor x) -> Tensor")
)py"),
            "schema first::a (Tensor x) -> Tensor\n"
            "schema module::a (Tensor x) -> Tensor\n");
}

TEST(PythonOps, CommentsAndDocstringsDoNotCount) {
  EXPECT_EQ(scan(R"py(
"""
torch.library.register_fake("ns::a", fn)
"""
# torch.library.register_fake("ns::a", fn)
def f():
    'torch.library.define("ns::a", "(Tensor x) -> Tensor")'
    s = r"torch.library.register_fake('ns::a')"
)py"),
            "");
}

TEST(PythonOps, BrokenText) {
  constexpr llvm::StringRef Good =
      "torch.library.register_fake(\"ns::a\", fn)\n";
  for (const char *Bad :
       {"x = )\n", "x = 'abc\n", "x = '''abc\n", "x = f'{a\n", "\\x\n",
        "f(1, [2\n@deco\ndef g(): ...\n", "d = {'a':\nimport os\n",
        "\xff\xfe\n", "f'{f\"{", "'", "(]\n",
        "lib.define(\"op(Tensor x)\nimport os\n"}) {
    EXPECT_TRUE(llvm::StringRef(scan((Bad + llvm::Twine("\n") + Good).str()))
                    .contains("fake ns::a\n"))
        << Bad;
    EXPECT_EQ(scan((Good + llvm::Twine(Bad)).str()), "fake ns::a\n") << Bad;
  }
}

TEST(PythonOps, EveryPrefixOfAFile) {
  constexpr llvm::StringRef Text = R"py(
from torch.library import Library as L
lib: L = L("ns", "DEF")
lib.define(f"op({'Tensor x'}, {{}}" + "c" "d")
@torch.library.custom_op("ns::b", mutates_args=())
async def b(x: int = 1, *y): return lambda q, r: getattr(torch.ops.ns, 'x')
lib.impl(["a", (torch.ops.ns.op.out)], b, 'Meta')
)py";
  for (size_t End = 0; End <= Text.size(); ++End) {
    readPythonOps(Text.take_front(End), "a.py");
    readPythonOps(Text.drop_front(End), "a.py");
  }
}

TEST(PythonOps, Facts) {
  constexpr llvm::StringRef Text = R"py(import torch
torch.library.define("ns::op", "(Tensor x, SymInt n) -> Tensor")
torch.library.register_fake("ns::op.out", f)
)py";
  const OpFacts Facts = readPythonOps(Text, "a.py");
  ASSERT_EQ(Facts.Schemas.size(), 1u);
  EXPECT_EQ(Facts.Schemas[0].Op, "ns::op");
  EXPECT_EQ(Facts.Schemas[0].Where.File, "a.py");
  EXPECT_TRUE(Text.substr(Facts.Schemas[0].Where.Offset)
                  .starts_with("torch.library.define"));
  ASSERT_EQ(Facts.Fakes.size(), 1u);
  EXPECT_EQ(Facts.Fakes[0].str(), "ns::op.out");
}

TEST(PythonOps, LinearInTheText) {
  // Of this thread: what else the machine does is no matter.
  const auto Seconds = [](const std::string &Text) {
    const std::clock_t Begin = std::clock();
    readPythonOps(Text, "a.py");
    return double(std::clock() - Begin) / CLOCKS_PER_SEC;
  };
  // Each is about 1 MB; quadratic would be hours.
  for (const char *Piece :
       {"f(", "((", "f('a::b',", "f('a' + g(", "'''\\\n", "a.b.", "f'{",
        "\\\"\"\"\n", "x = y + z\n", "lib = 1\nlib.impl('a', f, 'Meta')\n",
        "def f(a):\n lib = L()\n", "lambda: f(", "[", "@f('a::b')\n",
        "\"'\n"}) {
    std::string Text;
    while (Text.size() < 1'000'000)
      Text += Piece;
    EXPECT_LT(Seconds(Text), 10) << Piece;
  }
}

} // namespace
} // namespace aoti_tidy
