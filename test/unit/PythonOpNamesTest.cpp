// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonOpsText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

TEST(PythonOpNames, PartialAndBoundMethods) {
  EXPECT_EQ(scan(R"py(
import torch
from functools import partial
lib = torch.library.Library("ns", "IMPL")
reg = partial(torch.library.register_fake, lib=lib)
reg("ns::a", fn)
impl = lib.impl
impl("c", fn, "Meta")
rf = getattr(torch.library, "register_fake")
rf("ns::d", fn)
)py"),
            "fake ns::a\n"
            "fake ns::c Meta\n"
            "fake ns::d\n");
}

// Each makes torch.export run an op that has only a CPU kernel (torch 2.13).
TEST(PythonOpNames, WaysAroundTheLibrary) {
  EXPECT_EQ(scan(R"py(
import torch
from torch._decomp import register_decomposition
ns = torch.ops.ns
@register_decomposition([ns.a, ns.b.out])
def _(x): ...
@register_op_impl(torch.ops.ns.c.default)
def _(mode, func, x): ...
)py"),
            "fake ns::a\n"
            "fake ns::b.out\n"
            "fake ns::c\n");
}

TEST(PythonOpNames, CustomOpsByWhatTheNamesMean) {
  EXPECT_EQ(scan(R"py(
from torch.library import custom_op
from torch._custom_op.impl import custom_op as old
@custom_op("ns::a", mutates_args=())
def f(x: Tensor) -> Tensor: ...
f.register_fake(g)
@old("ns::c")
def c(x): ...
@c.impl("cpu")
def _(x): ...
@c.impl_abstract()
def _(x): ...
d = custom_op("ns::d", mutates_args=())(h)
def m():
  d.register_fake(g)
)py"),
            "schema ns::a\nfake ns::a\n"
            "schema ns::c\nfake ns::c\n"
            "schema ns::d\nfake ns::d\n");
}

// Then the operators of any namespace may be meant.
TEST(PythonOpNames, LibrariesOfSeveralValues) {
  EXPECT_EQ(scan(R"py(
class A:
  def __init__(self): self.lib = Library("a", "DEF")
  def go(self): self.lib.define("x(Tensor x) -> Tensor")
either = Library("a", "DEF") if new else Library("b", "DEF")
either.define("y(Tensor x) -> Tensor")
Library("e", "DEF").define("v(Tensor x) -> Tensor")
)py"),
            "schema ::x (Tensor x) -> Tensor\n"
            "schema ::y (Tensor x) -> Tensor\n"
            "schema e::v (Tensor x) -> Tensor\n");
}

TEST(PythonOpNames, LongSchema) {
  std::string Schema = "(Tensor x";
  for (int I = 0; I < 500; ++I)
    Schema += fmt::format(", SymInt size_{}", I);
  Schema += ") -> Tensor";
  EXPECT_EQ(scan("torch.library.define('ns::op', '" + Schema + "')\n"),
            "schema ns::op " + Schema + "\n");
  EXPECT_EQ(scan("torch.library.define('ns::op', '(Tensor x' '" +
                 Schema.substr(9) + "')\n"),
            "schema ns::op " + Schema + "\n");
}

// What is named as a fake but makes or takes one, and text that only has words.
TEST(PythonOpNames, LookAlikes) {
  EXPECT_EQ(scan(R"py(
from abc import abstractmethod
with FakeTensorMode() as mode: pass
meta = read(FakePopen(b"0", b""))
implements = FakeQuantizedTensor.implements
@implements(aten.mm.default)
def _(x): ...
x[a::b], x["a"::2]
impl = "eager"
def define(a): ...
std = "std::vector"
@mock.patch("a.b")
def _(x): ...
)py"),
            "");
}

// What is lost may have been a fake of the op that it names.
TEST(PythonOpNames, BrokenRegistrations) {
  EXPECT_EQ(scan("import torch\n"
                 "torch.library.register_fake('ns::a', [fn\n"
                 "def f(x):\n  return x\n"
                 "torch.library.register_fake('ns::b', fn)\n"),
            "fake ns::a\nfake ns::b\n");
  std::string Deep = "torch.library.register_fake('ns::a', fn)\n";
  Deep += "x = " + std::string(200'000, '(');
  EXPECT_EQ(scan(Deep), "fake ns::a\n");
}

} // namespace
} // namespace aoti_tidy
