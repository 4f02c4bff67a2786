// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;

namespace {

std::string fake(llvm::StringRef Body,
                 llvm::StringRef Parameters = "x: Tensor, y, n: int") {
  std::string Text = "import math, operator, torch\nfrom torch import Tensor\n"
                     "@torch.library.register_fake('ns::op')\ndef f(" +
                     Parameters.str() + "):\n";
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Body.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    Text += "  " + Line.str() + "\n";
  return Text;
}

/// The message in a fake with that body, without its place.
std::string said(llvm::StringRef Body) {
  const std::string All = findingsIn(symIntMeta, fake(Body));
  llvm::StringRef Text = All;
  Text = Text.drop_front(std::min(Text.find(": "), Text.size()));
  Text.consume_front(": ");
  return Text.rtrim().str();
}

std::string fixedBody(llvm::StringRef Body) {
  const std::string Fixed = fixed(symIntMeta, fake(Body));
  EXPECT_EQ(fixed(symIntMeta, Fixed), Fixed);
  const llvm::StringRef Text = Fixed;
  return Text.split("):\n  ").second.rtrim().str();
}

TEST(PythonSymIntMeta, NumbersOfSizes) {
  EXPECT_EQ(said("return x.new_empty(len(x))"),
            "'len(x)' freezes the first dimension of 'x' in a fake; use "
            "'x.shape[0]'");
  EXPECT_EQ(said("return x.new_empty(int(x.shape[0]))"),
            "'int(x.shape[0])' freezes a dynamic dimension in a fake; use "
            "'x.shape[0]'");
  EXPECT_EQ(
      said("m, k = x.shape\nreturn x.new_empty(int(m // 2))"),
      "'int(m // 2)' freezes a dynamic dimension in a fake; use 'm // 2'");
  EXPECT_EQ(said("return x.new_empty(int(x.numel() / 2))"),
            "'int(x.numel() / 2)' freezes a dynamic dimension in a fake; use "
            "'torch.sym_int(x.numel() / 2)', or integers all the way ('//')");
  EXPECT_EQ(said("return x.new_empty(list(map(int, x.shape)))"),
            "'map(int, x.shape)' freezes every dynamic dimension in it; use "
            "'x.shape'");
  EXPECT_EQ(said("return x.new_empty([int(d) for d in x.size()])"),
            "'int(d)' freezes a dynamic dimension in a fake; use 'd'");
  EXPECT_EQ(said("return x.new_empty(x.shape.numel())"),
            "'x.shape.numel()' freezes every dynamic dimension in it, other "
            "than a tensor's 'numel()'; use 'math.prod(x.shape)'");
  EXPECT_EQ(
      said("s = 1 / math.sqrt(x.size(-1))\nreturn x.new_empty(3)"),
      "'math.sqrt(x.size(-1))' freezes a dynamic dimension in a fake; use "
      "'** 0.5'");
  EXPECT_EQ(said("s = float(x.size(-1))\nreturn x.new_empty(3)"),
            "'float(x.size(-1))' freezes a dynamic dimension in a fake; use "
            "'torch.sym_float(x.size(-1))'");
  EXPECT_EQ(
      said("for i in range(x.shape[0]): pass"),
      "'range(x.shape[0])' freezes a dynamic dimension in a fake: the loop "
      "runs as often as the example's size says; compute without it");
  EXPECT_EQ(said("return [x[i] for i in range(len(x))]"),
            "'range(len(x))' freezes a dynamic dimension in a fake: the loop "
            "runs as often as the example's size says; compute without it");
  EXPECT_EQ(
      said("return [None] * x.shape[0]"),
      "'[None] * x.shape[0]' freezes a dynamic dimension in a fake: it has "
      "as many elements as the example's size says");
  EXPECT_EQ(said("for r in x: pass"),
            "a loop over 'x' freezes its first dimension in a fake");
  EXPECT_EQ(said("return torch.tensor(x.shape)"),
            "'torch.tensor(x.shape)' freezes the dynamic dimensions in it: a "
            "fake has no data to put them into; use 'torch.empty'");
  EXPECT_EQ(said("q, r = divmod(x.shape[0], 8)"),
            "'divmod(x.shape[0], 8)' fails when export makes the size dynamic; "
            "use '//' and '%'");
  EXPECT_EQ(said("return x.new_empty(x.nbytes)"),
            "'x.nbytes' fails on a tensor of dynamic sizes; use 'x.numel() * "
            "x.element_size()'");
}

TEST(PythonSymIntMeta, LongExpressionsAreShownInBrief) {
  EXPECT_EQ(said("n = int(\n    x.shape[0]\n    * 2\n  )"),
            "'int(x.shape[0] * 2)' freezes a dynamic dimension in a fake; use "
            "'x.shape[0] * 2'");
  EXPECT_EQ(said("n = int(\n    x.shape[0] / max(x.shape[1], 2) * "
                 "max(x.shape[1], 3) * 0.5\n  )"),
            "'int(...)' freezes a dynamic dimension in a fake; use "
            "'torch.sym_int(...)', or integers all the way ('//')");
}

TEST(PythonSymIntMeta, Data) {
  for (llvm::StringRef Body :
       {"n = int(x.sum().item())", "n = int(x.max())", "n = int(x[0])",
        "v = x[-1].item()\nfor i in range(v): pass", "if x.any(): pass",
        "if x.item() > 3: pass", "assert torch.all(x > 0)",
        "if (x > 0).all() and n: pass", "n = 1 if x.sum() == 0 else 2",
        "while not x.long().max().item() < n: pass", "torch.equal(x, x)",
        "x.contiguous().data_ptr()", "n = bool(x.any())"})
    EXPECT_NE(said(Body).find("asks for the data of a tensor in a fake, where "
                              "there is none: export fails"),
              std::string::npos)
        << Body.str();
}

TEST(PythonSymIntMeta, NearMisses) {
  for (llvm::StringRef Body :
       {"return x.new_empty(x.shape[0], x.size(1), x.numel())",
        "return x.new_empty(len(x.shape), x.dim(), len([x, y]))",
        "return x.new_empty(int(x.dim()))",
        "for i in range(x.dim()): x.shape[i]",
        "return x.new_empty([d for d in x.shape])",
        "return x.new_empty(*map(abs, x.shape))",
        "return x.new_empty(list(x.shape) + [1] * x.dim())",
        "torch._check(x.shape[0] == y.shape[0])",
        "if x.shape[0] != y.shape[0]: raise ValueError(f'{len(x)}')",
        "assert x.shape[0] == 4, int(x.shape[0])",
        "torch._check(n > 0, lambda: int(x.shape[0]))",
        // A size of the result may be what the kernel will find.
        "k = x.item()\nreturn x.new_empty(k)", "return x.new_empty(x.tolist())",
        "i = torch.library.get_ctx().new_dynamic_size()\nreturn x.new_empty(i)",
        "if x is None: pass", "if x.is_contiguous(): pass",
        "if isinstance(x.shape[0], int):\n  n = int(x.shape[0])",
        "n = n if torch.compiler.is_compiling() else int(x.shape[0])",
        "if x.device.type == 'cpu':\n  n = len(x)",
        // Of these nobody knows what they are.
        "len(z)", "z = g(x)\nint(z.shape[0])", "int(n)", "range(n)",
        "t = torch.empty(3)\nlen(t)", "len(x.view(2, 3))",
        "x = [1]\nreturn len(x)", "len = lambda x: x\nlen(x)",
        "def inner(): return len(x)", "return math.ceil(x.shape[0] / 2)",
        "return x.shape[0] ** 0.5", "return (x.shape[0] + 7) // 8 * 8",
        "return max(x.shape[0], 8)"})
    EXPECT_EQ(said(Body), "") << Body.str();
  // Lists of tensors have a length, and other types are no tensors.
  for (llvm::StringRef P : {"x: list[Tensor]", "x: Sequence[torch.Tensor]",
                            "*x", "x", "x: 'list[Tensor]'", "x: int"})
    EXPECT_EQ(findingsIn(symIntMeta, fake("return len(x)", P)), "") << P.str();
  for (llvm::StringRef P :
       {"x: Tensor", "x: torch.Tensor", "x: 'Tensor'", "x: Optional[Tensor]",
        "x: torch.Tensor | None", "x: Tensor = None", "*, x: Tensor"})
    EXPECT_NE(findingsIn(symIntMeta, fake("return len(x)", P)), "") << P.str();
  EXPECT_NE(findingsIn(symIntMeta, fake("x.numel()\nreturn len(x)", "x")), "");
}

TEST(PythonSymIntMeta, WhichFunctionsAreFakes) {
  const auto Finds = [](llvm::StringRef Text) {
    return !findingsIn(symIntMeta, ("import torch\n" + Text).str()).empty();
  };
  const std::string F = "def f(x: torch.Tensor): return len(x)\n";
  for (const std::string &Text : {
           "@torch.library.impl_abstract('a::b')\n" + F,
           "from torch.library import register_fake\n@register_fake('a::b')\n" +
               F,
           "@op.register_fake\n" + F,
           "@torch.library.impl('a::b', 'Meta')\n" + F,
           "@torch.library.impl(lib, 'b', 'Meta')\n" + F,
           "@register_meta('b')\n" + F,
           F + "torch.library.register_fake('a::b', f)\n",
           F + "op.register_fake(f)\n",
           F + "lib.impl('b', f, 'Meta')\n",
           F + "lib._register_fake('b', f)\n",
           F + "direct_register_custom_op('b', g, fake_impl=f)\n",
           std::string("torch.library.register_fake('a::b', lambda x: "
                       "x.new_empty(len(x)))\n"),
           F + "def g(x): return f(x)\nop.register_fake(g)\n",
           F + "torch.library.register_fake('a::b')(f)\n",
           F + "torch.library.impl('a::b', 'Meta')(f)\n",
           F + "m = torch.library.Library('a', 'IMPL', 'Meta')\n"
               "m.impl('b', f)\n",
           "m = torch.library.Library('a', 'IMPL', 'Meta')\n"
           "@torch.library.impl(m, 'b')\n" +
               F,
           F + "import functools\n"
               "op.register_fake(functools.partial(f, k=1))\n",
           F + "from functools import partial\np = partial(f, 1)\n"
               "lib._register_fake('b', p)\n",
           "class C:\n  @staticmethod\n  " + F + "op.register_fake(C.f)\n",
           std::string(
               "class C:\n  @classmethod\n  def f(c, x: torch.Tensor): len(x)\n"
               "op.register_fake(C.f)\n"),
           std::string("class C:\n  def f(self, x: torch.Tensor): len(x)\n"
                       "op.register_fake(C().f)\n"),
           std::string("class C:\n  def f(self, x: torch.Tensor): len(x)\n"
                       "  def g(self): op.register_fake(self.f)\n"),
           F + "def g(x): return f(x)\ndef h(x): return g(x)\n"
               "op.register_fake(h)\n",
           "from torch.library import register_fake as rf\n@rf('a::b')\n" + F,
       })
    EXPECT_TRUE(Finds(Text)) << Text;
  for (const std::string &Text : {
           F,
           "@torch.library.custom_op('a::b', mutates_args=())\n" + F,
           "@torch.library.impl('a::b', 'CPU')\n" + F,
           F + "lib.impl('b', f, 'CUDA')\n",
           "lib = torch.library.Library('a', 'IMPL', 'CUDA')\n" + F +
               "lib.impl('b', f)\n",
           F + "lib.impl('b', f)\n",
           "from torch._decomp import register_decomposition\n"
           "@register_decomposition(torch.ops.a.b)\n" +
               F,
           F + "FakeTensorMode(f)\n",
           F + "op.register_kernel('cpu')(f)\n",
           F + "m = torch.library.Library('a', 'IMPL', 'CPU')\n"
               "m.impl('b', f)\n",
           F + "m = torch.library.Library('a', 'IMPL', 'Meta')\n"
               "m.impl('b', f, 'CPU')\n"
               "n.impl('b', f)\n",
           F + "op.register_fake(functools.partial(f, k=1))\n",
           F + "torch.library.impl('a::b', 'CPU')(f)\n",
           "class C:\n  " + F + "  " + F + "op.register_fake(C.f)\n",
           "class C:\n  " + F + "op.register_fake(c.f)\n",
           F + "op.register_fake(self.f)\nop.register_fake(*)\n"
               "op.register_fake()()\nlib.impl()\nlib.impl('b', g, 'Meta'\n",
           "class C:\n  " + F + "  def g(x, self): op.register_fake(self.f)\n",
           "@op.register_fake\ndef g(x): return f(y)\n" +
               std::string("def f(x): return len(x)\n"),
       })
    EXPECT_FALSE(Finds(Text)) << Text;
}

TEST(PythonSymIntMeta, HelpersAreReadWithTheirArguments) {
  EXPECT_EQ(findingsIn(symIntMeta,
                       "import torch\n"
                       "def rows(t, k): return int(k) + len(t)\n"
                       "def f(x: torch.Tensor): return rows(x, x.shape[1])\n"
                       "torch.library.register_fake('a::b', f)\n"),
            "2:24: 'int(k)' freezes a dynamic dimension in a fake; use 'k'\n"
            "  3:32: called here\n"
            "  4:1: registered as a fake here\n"
            "2:33: 'len(t)' freezes the first dimension of 't' in a fake; use "
            "'t.shape[0]'\n"
            "  3:32: called here\n"
            "  4:1: registered as a fake here\n");
}

TEST(PythonSymIntMeta, Fixes) {
  EXPECT_EQ(fixedBody("return x.new_empty(len(x), int(x.shape[1]) * 2)"),
            "return x.new_empty(x.shape[0], x.shape[1] * 2)");
  EXPECT_EQ(fixedBody("return int(x.numel() // 2) * 2"),
            "return (x.numel() // 2) * 2");
  EXPECT_EQ(fixedBody("return list(map(int, x.shape[1:]))"),
            "return list(x.shape[1:])");
  EXPECT_EQ(fixedBody("return x.shape.numel()"), "return x.numel()");
  EXPECT_EQ(fixedBody("return float(x.shape[0])"),
            "return torch.sym_float(x.shape[0])");
  EXPECT_EQ(fixedBody("return int(x.shape[0] / 2)"),
            "return int(x.shape[0] / 2)");
  EXPECT_EQ(fixedBody("return x.nbytes"),
            "return (x.numel() * x.element_size())");
}

} // namespace
