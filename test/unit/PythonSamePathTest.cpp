// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which export a script loads when only the way its paths are made is known,
// and which input is which when dynamic_shapes goes by names.
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

/// The first line of the findings on a model that is exported for [3], written
/// to
/// \p Written, loaded from \p Loaded and run with [4].
std::string run(StringRef Before, StringRef Written, StringRef Loaded,
                StringRef Between = "") {
  const std::string Found =
      findingsIn(inputContract,
                 ("import os, pathlib, tempfile, torch\n"
                  "from pathlib import Path\n" +
                  Before +
                  "ep = torch.export.export(model, (torch.randn(3),))\n"
                  "torch._inductor.aoti_compile_and_package(ep, package_path=" +
                  Written + ")\n" + Between +
                  "m = torch._inductor.aoti_load_package(" + Loaded +
                  ")\n"
                  "m(torch.randn(4))\n")
                     .str());
  return StringRef(Found).split('\n').first.str();
}

TEST(PythonSamePath, OnePathThatIsMadeTwice) {
  struct Case {
    StringRef Before, Written, Loaded;
  };
  for (const Case &C : std::initializer_list<Case>{
           {"", "os.path.join(os.getcwd(), 'm.pt2')",
            "os.path.join(os.getcwd(), 'm.pt2')"},
           {"d = folder()\na = d\n", "os.path.join(a, 'm.pt2')",
            "os.path.join(d, 'm.pt2')"},
           {"d = folder()\n", "str(d / 'm.pt2')", "d / 'm.pt2'"},
           {"d = folder()\n", "f'{d}/m.pt2'", "f\"{d}/m.pt2\""},
           {"d = folder()\nn = 'm'\n", "d + n + '.pt2'", "d + 'm' + '.pt2'"},
           {"p = folder()\n", "p", "str(p)"},
           {"p = folder()\n", "p.as_posix()", "p"},
           {"args = parser.parse_args()\n", "args.out", "args.out"},
           {"args = parser.parse_args()\nif args.out: print(args.out == 'x')\n",
            "str(args.out)", "args.out"},
           {"", "Path(__file__).parents[1] / 'm.pt2'",
            "Path(__file__).parents[1] / 'm.pt2'"},
           {"d = tempfile.mkdtemp()\n", "os.path.join(d, 'm.pt2')",
            "os.path.join(d, 'm.pt2')"},
           {"p = Path(x)\n", "p.with_suffix('.pt2')", "p.with_suffix('.pt2')"},
       })
    EXPECT_TRUE(StringRef(run(C.Before, C.Written, C.Loaded))
                    .contains("takes [3]: dimension 0 is the constant 3"))
        << C.Before.str() << C.Written.str();
}

TEST(PythonSamePath, PathsThatMayDiffer) {
  struct Case {
    StringRef Before, Written, Loaded, Between;
  };
  for (const Case &C : std::initializer_list<Case>{
           {"", "os.path.join(os.getcwd(), 'm.pt2')",
            "os.path.join(os.getcwd(), 'm.pt2')", "os.chdir('out')\n"},
           {"", "os.path.join(tempfile.mkdtemp(), 'm.pt2')",
            "os.path.join(tempfile.mkdtemp(), 'm.pt2')", ""},
           {"a = folder()\nb = folder()\n", "os.path.join(a, 'm.pt2')",
            "os.path.join(b, 'm.pt2')", ""},
           {"d = folder()\n", "os.path.join(d, 'm.pt2')",
            "os.path.join(d, 'm.pt2')", "d = folder()\n"},
           {"d = folder()\n", "os.path.join(d, 'm.pt2')",
            "os.path.join(d, 'n', 'm.pt2')", ""},
           {"d = folder()\n", "f'{d}/m.pt2'", "f'{d!r}/m.pt2'", ""},
           {"d = folder()\n", "f'{d}/m.pt2'", "f'{d:>8}/m.pt2'", ""},
           {"d = folder()\n", "f'{d}/m.pt2'", "f'{d=}/m.pt2'", ""},
           {"args = parser.parse_args()\n", "args.out", "args.out",
            "args.out = other()\n"},
           {"args = parser.parse_args()\n", "args.out", "args.checkpoint", ""},
           {"args = parser.parse_args()\n", "args.out", "args.out",
            "args.out, rest = other()\n"},
           {"args = parser.parse_args()\n", "args.out", "args.out",
            "for args.out in names: pass\n"},
           {"args = parser.parse_args()\n", "args.out", "args.out",
            "setattr(args, 'out', other())\n"},
           {"d = folder()\n", "d / 'm.pt2'", "d / 'm.pt2'",
            "import shutil\nshutil.copy(other, d / 'm.pt2')\n"},
           {"d = folder()\n", "os.path.join(d, 'm.pt2')",
            "os.path.join(d, 'm.pt2')",
            "torch._inductor.aoti_compile_and_package(other, "
            "package_path=name())\n"},
           {"", "next(names)", "next(names)", ""},
       })
    EXPECT_EQ(run(C.Before, C.Written, C.Loaded, C.Between), "")
        << C.Before.str() << C.Written.str() << C.Between.str();
}

TEST(PythonSamePath, AParameterIsOnePathInItsFunction) {
  const auto In = [](StringRef Loaded) {
    return findingsIn(
        inputContract,
        ("import torch\n"
         "def go(path, other):\n"
         "  ep = torch.export.export(model, (torch.randn(3),))\n"
         "  torch._inductor.aoti_compile_and_package(ep, package_path=path)\n" +
         Loaded)
            .str());
  };
  EXPECT_NE(In("  m = torch._inductor.aoti_load_package(path)\n"
               "  m(torch.randn(4))\n"),
            "");
  EXPECT_EQ(In("  m = torch._inductor.aoti_load_package(other)\n"
               "  m(torch.randn(4))\n"),
            "");
  EXPECT_EQ(In("  path = path + 'x'\n"
               "  m = torch._inductor.aoti_load_package(path)\n"
               "  m(torch.randn(4))\n"),
            "");
  EXPECT_EQ(In("def run(path):\n"
               "  m = torch._inductor.aoti_load_package(path)\n"
               "  m(torch.randn(4))\n"),
            "");
}

TEST(PythonSamePath, ShapesByTheNamesOfForward) {
  const auto With = [](StringRef Forward, StringRef Made, StringRef Rest = "") {
    const std::string Found = findingsIn(
        inputContract, ("import torch\n"
                        "class M(torch.nn.Module):\n" +
                        Forward + "b = torch.export.Dim('b', min=1, max=8)\n" +
                        Rest + "ep = torch.export.export(" + Made +
                        ", (torch.randn(4), torch.randn(5, 3)),\n"
                        "    dynamic_shapes={'y': {0: b}, 'x': None})\n"
                        "m = torch._inductor.aoti_load_package("
                        "torch._inductor.aoti_compile_and_package(ep))\n"
                        "m(torch.randn(4), torch.randn(1, 3))\n")
                           .str());
    return StringRef(Found).split(" [").first.str();
  };
  const StringRef XY = "  def forward(self, x, y): return x\n";
  const StringRef Text = "input 1 has shape";
  EXPECT_TRUE(StringRef(With(XY, "M()")).contains(Text));
  EXPECT_TRUE(StringRef(With(XY, "M().eval().to('cpu')")).contains(Text));
  EXPECT_TRUE(
      StringRef(With("  def forward(self, x: T, y: T = 0): pass\n", "M()"))
          .contains(Text));
  // Names that are others', and a forward() that is not seen.
  EXPECT_EQ(With("  def forward(self, x, z): pass\n", "M()"), "");
  EXPECT_EQ(With("  def forward(self, *xs): pass\n", "M()"), "");
  EXPECT_EQ(With("  pass\n", "M()"), "");
  EXPECT_EQ(With(XY, "model"), "");
  EXPECT_EQ(With(XY, "mod", "mod = M()\nmod.forward = other\n"), "");
  EXPECT_EQ(With("  def forward(self, x, y): pass\n"
                 "  def forward(self, y, x): pass\n",
                 "M()"),
            "");
}

} // namespace
