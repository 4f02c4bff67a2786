// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;

namespace {

/// What is found in a fake of those lines, messages and notes, without places.
std::string said(llvm::StringRef Body,
                 llvm::StringRef Registration = "@torch.library.register_fake("
                                                "'a::b')",
                 const Settings &With = {}) {
  std::string Text = "import torch\nfrom torch import Tensor\n"
                     "lib = torch.library.Library('a', 'FRAGMENT')\n" +
                     Registration.str() + "\ndef f(x: Tensor, y: Tensor):\n";
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Body.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    Text += "  " + Line.str() + "\n";
  const std::string All = findingsIn(symIntMeta, Text, With);
  std::string Result;
  Lines.clear();
  llvm::StringRef(All).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines)
    Result += (Line.split(": ").second + "\n").str();
  return Result;
}

constexpr llvm::StringRef Dynamic =
    "i = torch.library.get_ctx().new_dynamic_size()\n";

TEST(PythonFakeData, SizesThatAreNoDimension) {
  const std::string Lost =
      "the size of 'torch.library.get_ctx().new_dynamic_size()' is no "
      "dimension "
      "of a result: export fails; make the dimension itself the new size\n";
  for (llvm::StringRef Body :
       {"return x.new_empty(i + 1)", "return x.new_empty((i - 1, 3))",
        "return x.new_empty([x.shape[0] + i])", "return x.new_empty(i // 2)",
        "return x.new_empty((i + 7) // 8 * 8)", "return torch.empty(i % 4)",
        "return x.new_empty(max(i, 8))", "j = i + 1\nreturn x.new_empty(j)",
        "torch._check(i <= x.shape[0])\nreturn x.new_empty(i + 1)",
        "return x.new_empty(x.shape[0] - i)",
        "return x.new_empty(i // 2 * 2)"}) {
    const std::string Text = said((Dynamic + Body).str());
    EXPECT_EQ(Text, Lost + "here it is only a part of a size\n") << Body.str();
  }
  for (llvm::StringRef Body :
       {"return x.new_empty(3)", "torch._check(i > 3)", "s = f'{i}'"})
    EXPECT_EQ(said((Dynamic + Body).str()), Lost) << Body.str();
  EXPECT_NE(said("ctx = torch.library.get_ctx()\n"
                 "n = ctx.create_unbacked_symint()\nreturn x.new_empty(n + 1)"),
            "");
  Settings Old;
  Old.Torch = aoti_tidy::TorchVersion{2, 3};
  EXPECT_EQ(said((Dynamic + "return x.new_empty(i + 1)").str(),
                 "@torch.library.register_fake('a::b')", Old),
            "");
}

TEST(PythonFakeData, SizesThatMayBeADimension) {
  for (llvm::StringRef Body :
       {"return x.new_empty(i)",
        "return x.new_empty(i * 2)",
        "return x.new_empty(x.shape[0] * i)",
        "return x.new_empty(i, i + 1)",
        "return x.new_empty(i), x.new_empty(i + 1)",
        "return i",
        "return x.new_empty(i + 0)",
        "return x.new_empty(i - 1 + 1)",
        "return x.new_empty(i * 8 // 8)",
        "return x.new_empty(i // 1)",
        "return x.new_empty(i // x.shape[1])",
        "return x.new_empty(i + k)",
        "return g(i + 1)",
        "s = [i]\nreturn x.new_empty(s)",
        "self.i = i",
        "s[0] = i",
        "i = i + 1\nreturn x.new_empty(i)",
        "def g(): return x.new_empty(i)\nreturn g()",
        "return x.new_empty(-i)",
        "return x.new_empty(i if y is None else 3)",
        "x.new_empty(3)[i]",
        "for k in range(3): i = 3\nreturn x.new_empty(i + 1)"})
    EXPECT_EQ(said((Dynamic + Body).str()), "") << Body.str();
  for (llvm::StringRef Body :
       {"i = other().new_dynamic_size()\nreturn x.new_empty(i + 1)",
        "i = ctx.new_dynamic_size()\nreturn x.new_empty(i + 1)",
        "i, j = torch.library.get_ctx().new_dynamic_size(), 3",
        "i = torch.library.get_ctx().new_dynamic_size() if y else 3"})
    EXPECT_EQ(said(Body), "") << Body.str();
}

TEST(PythonFakeData, NumbersThatAreNoDimension) {
  const std::string Lost =
      "'x.max().item()' is no dimension of a result, and there is no data in a "
      "fake: export fails; a size that depends on data is "
      "'torch.library.get_ctx().new_dynamic_size()'\n";
  EXPECT_EQ(said("return x.new_empty(x.max().item() + 1)"),
            Lost + "here it is only a part of a size\n");
  EXPECT_EQ(said("n = x.max().item()\ntorch._check(n < 9)\nreturn x"), Lost);
  EXPECT_EQ(said("torch._check(x.max().item() < 9)\nreturn x"), Lost);
  EXPECT_NE(said("return x.new_empty(x[0].item() + 1)"), "");
  for (llvm::StringRef Body :
       {"return x.new_empty(x.max().item())",
        // The model may have asked before; then it is no new symbol.
        "return x.new_empty(x.item() + 1)", "torch._check(x.item() < 9)",
        "return x.new_empty(x.contiguous().item() + 1)",
        "return x.new_empty(z.max().item() + 1)", "return x * x.max().item()",
        // Torch makes symbols for these.
        "return x.nonzero()", "return x[x > 0]", "return torch.unique(x)"})
    EXPECT_EQ(said(Body), "") << Body.str();
}

TEST(PythonFakeData, Lists) {
  EXPECT_EQ(said("return x.new_empty(len(x.tolist()))"),
            "'len(x.tolist())' asks for the data of a tensor in a fake, where "
            "there is none: export fails; use 'x.shape[0]'\n");
  const std::string Data =
      "asks for the data of a tensor in a fake, where there is none: export "
      "fails; a size that depends on data is "
      "'torch.library.get_ctx().new_dynamic_size()'\n";
  EXPECT_EQ(said("return x.new_empty(sum(x.tolist()))"),
            "'sum(x.tolist())' " + Data);
  EXPECT_EQ(said("return x.new_empty(int(max(x.tolist())))"),
            "'int(max(x.tolist()))' " + Data);
  EXPECT_EQ(said("n = x.tolist()\nreturn x.new_empty(int(n[0]))"),
            "'int(n[0])' " + Data);
  EXPECT_EQ(said("for k in x.tolist():\n  for j in range(k): pass"),
            "'range(k)' " + Data);
  EXPECT_NE(said("if x.tolist()[0] > 3: pass"), "");
  EXPECT_EQ(said("return x.new_empty(x.shape.tolist())"),
            "'x.shape.tolist()' fails, sizes have no 'tolist'; use "
            "'list(x.shape)'\n");
  for (llvm::StringRef Body :
       {// Right where the list's length is static, as are the parts of a split.
        "return x.new_empty(x.tolist())", "return y.split(x.tolist())",
        "return [y.new_empty(k) for k in x.tolist()]",
        "a, b = x.tolist()\nreturn y.new_empty(a, b)",
        "n = x.tolist()\nreturn y.new_empty(n[0], n[1])",
        "n = x.tolist()\nlen(n)\nreturn y.split(n)", "return list(x.shape)",
        "len(z.tolist())", "sum(z.tolist())"})
    EXPECT_EQ(said(Body), "") << Body.str();
}

TEST(PythonFakeData, KernelsForTheKeyMeta) {
  const llvm::StringRef Meta = "@torch.library.impl(lib, 'b', 'Meta')";
  EXPECT_EQ(
      said((Dynamic + "return x.new_empty(i)").str(), Meta),
      "'torch.library.get_ctx().new_dynamic_size()' fails in a kernel for "
      "the key Meta, which has no context; register it with "
      "'torch.library.register_fake'\n");
  for (llvm::StringRef Body :
       {"return x.new_empty(x.max().item())", "return x.new_empty(x.item())",
        "return x.nonzero()", "return torch.nonzero(x)", "return x.unique()",
        "return torch.masked_select(x, y)", "return y.split(x.tolist())"}) {
    EXPECT_NE(said(Body, Meta)
                  .find("in a kernel for the key Meta, where there "
                        "is none: export fails"),
              std::string::npos)
        << Body.str();
    EXPECT_EQ(said(Body), "") << Body.str();
  }
  EXPECT_EQ(said("return x.new_empty(int(x.max().item()))", Meta),
            "'int(x.max().item())' asks for the data of a tensor in a fake, "
            "where there is none: export fails; a size that depends on data is "
            "'torch.library.get_ctx().new_dynamic_size()'\n");
  for (llvm::StringRef Body :
       {"return x.new_empty(x.shape[0])", "return z.nonzero()",
        "return z.max().item()",
        "if x.is_meta: return x\nreturn x.max().item()",
        "if x.device.type == 'meta': return x\nreturn x.nonzero()"})
    EXPECT_EQ(said(Body, Meta), "") << Body.str();
  EXPECT_EQ(
      said("return x.max().item()", "@torch.library.impl(lib, 'b', 'CPU')"),
      "");
}

TEST(PythonFakeData, BranchesOnSizesIfAskedFor) {
  Settings With;
  With.Options["aoti-symint-meta.UnbackedSizes"] = "true";
  const auto Asked = [&](llvm::StringRef Body) {
    return said(Body, "@torch.library.register_fake('a::b')", With);
  };
  EXPECT_EQ(
      Asked("if x.shape[0] != y.shape[0]: raise ValueError('no')"),
      "'x.shape[0] != y.shape[0]' guards on a size in a fake: export fails "
      "where it depends on data; use 'torch._check'\n");
  EXPECT_EQ(
      Asked("assert x.shape == y.shape"),
      "'x.shape == y.shape' guards on a size in a fake: export fails where "
      "it depends on data; use 'torch._check' for each size\n");
  EXPECT_EQ(
      Asked("if x.numel() == 0: return x"),
      "'x.numel() == 0' guards on a size in a fake: export fails where it "
      "depends on data; compute without the branch\n");
  EXPECT_NE(Asked("n = 3 if x.shape[0] > 4 else 2"), "");
  EXPECT_NE(Asked("if not x.shape[0]: return x"), "");
  for (llvm::StringRef Body :
       {"torch._check(x.shape[0] == y.shape[0])", "if x.dim() == 2: pass",
        "if x is None: pass", "if z.shape[0] == 3: pass",
        "if len(x.shape) == 2: pass", "n = max(x.shape[0], 8)",
        "if 'a' in x.shape: pass", "if isinstance(x.shape[0], int): pass"})
    EXPECT_EQ(Asked(Body), "") << Body.str();
  EXPECT_EQ(said("if x.shape[0] != y.shape[0]: raise ValueError('no')"), "");
}

} // namespace
