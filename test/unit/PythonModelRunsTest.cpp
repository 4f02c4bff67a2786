// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

TensorContract input(DType Type, std::vector<Dimension> Dims) {
  TensorContract T;
  T.Type = Type;
  T.Device = "cpu";
  T.Dims = std::move(Dims);
  T.IsContiguous = true;
  std::optional<int64_t> Stride = 1;
  for (size_t I = T.Dims->size(); I-- > 0;) {
    T.Strides.insert(T.Strides.begin(), Stride);
    const Dimension &D = (*T.Dims)[I];
    Stride = Stride && D.isConstant() ? std::optional(*Stride * D.Lower)
                                      : std::nullopt;
  }
  return T;
}

/// Takes int64 [2..512] and float32 [2..512, 32].
Settings ranker(StringRef Device = "cpu") {
  const Dimension Batch = {2, 512, "s0", true, true};
  const Dimension Features = {32, 32, "", true, true};
  ModelContract M;
  M.Name = "model";
  M.Device = Device.str();
  M.DeviceFrom = Evidence::Recorded;
  M.Checks = InputChecks::OnRequest;
  M.Inputs = {input(DType::Long, {Batch}),
              input(DType::Float, {Batch, Features})};
  for (TensorContract &T : *M.Inputs)
    T.Device = Device.str();
  Contract C;
  C.Path = "out/ranker.pt2";
  C.Models.push_back(std::move(M));
  Settings Result;
  Result.Packages.emplace_back(C.Path, std::move(C));
  return Result;
}

const char Load[] = "import torch\n"
                    "m = torch._inductor.aoti_load_package('ranker.pt2')\n";

std::string contract(StringRef Rest, const Settings &With = ranker()) {
  return findingsIn(inputContract, Load + Rest.str(), With);
}
std::string device(StringRef Rest, const Settings &With = ranker()) {
  return findingsIn(deviceMismatch, Load + Rest.str(), With);
}

/// The warnings alone.
std::string warnings(StringRef Findings) {
  std::string Result;
  llvm::SmallVector<StringRef, 8> Lines;
  Findings.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    if (!Line.starts_with(" "))
      Result += (Line + "\n").str();
  return Result;
}

TEST(PythonModelRuns, WhatFitsIsSilent) {
  for (StringRef Text : {
           "m(torch.zeros(8, dtype=torch.int64), torch.randn(8, 32))\n",
           "m(torch.arange(8), torch.randn(8, 16).repeat(1, 2))\n",
           "m((torch.arange(8), [torch.randn((8, 32))]))\n",
           "m(torch.arange(8), torch.randn(8, 32), None, 'x', 3)\n",
           "x = torch.randn(8, 32, dtype=torch.float64).float()\n"
           "m(torch.tensor([1, 2]), x[:2])\n",
       }) {
    EXPECT_EQ(contract(Text), "") << Text.str();
    EXPECT_EQ(device(Text), "") << Text.str();
  }
}

TEST(PythonModelRuns, EachPropertyOfAnInput) {
  EXPECT_EQ(contract("x = torch.randn(8)\nm(x, torch.randn(8, 32))\n"),
            "3:5: input 0 is 'float32', but 'ranker.pt2' takes 'int64'\n"
            "  4:1: the model runs here; it throws if "
            "AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise "
            "its kernels read the tensor as if it fitted\n"
            "  2:5: 'ranker.pt2' is loaded here\n");
  const auto Warn = [](StringRef Text, StringRef Expected) {
    EXPECT_EQ(warnings(contract(Text)), Expected.str() + "\n") << Text.str();
  };
  Warn("m(torch.arange(8), torch.randn(8, 16))\n",
       "3:20: input 1 has shape [8, 16], but 'ranker.pt2' takes [2..512, 32]: "
       "dimension 1 is the constant 32, not 16");
  Warn("m(torch.arange(8), torch.randn(9, 32))\n",
       "3:20: input 1 has shape [9, 32], but 'ranker.pt2' takes [2..512, 32]: "
       "dimension 0 must be 8, as dimension 0 of input 0");
  Warn("m(torch.arange(8).unsqueeze(0), y)\n",
       "3:3: input 0 has shape [1, 8], but 'ranker.pt2' takes [2..512]: 1 "
       "dimensions, not 2");
  Warn("m(torch.tensor([7]))\n",
       "3:1: 'ranker.pt2' takes 2 inputs, and this call gives 1, on which it "
       "throws");
  Warn("m(torch.tensor([7]), y)\n", "3:3: input 0 has shape [1], but "
                                    "'ranker.pt2' takes [2..512]: dimension 0 "
                                    "is at least 2, whatever the export asked "
                                    "for, since torch compiles sizes "
                                    "0 and 1 as constants");
  Warn("m(torch.arange(600), y)\n", "3:3: input 0 has shape [600], but "
                                    "'ranker.pt2' takes [2..512]: dimension "
                                    "0 is at most 512");
  Warn("m(torch.arange(8).half(), y)\n",
       "3:3: input 0 is 'float16', but 'ranker.pt2' takes 'int64'");
  Warn("m(torch.arange(8).to(torch.int32), y)\n",
       "3:3: input 0 is 'int32', but 'ranker.pt2' takes 'int64'");
  Warn("m(torch.arange(8) / 2, y)\n",
       "3:3: input 0 is 'float32', but 'ranker.pt2' takes 'int64'");
}

TEST(PythonModelRuns, ATransposedInputIsMadeContiguous) {
  const std::string Before =
      Load + std::string("m(torch.arange(8), torch.randn(32, 8).t())\n");
  EXPECT_EQ(warnings(findingsIn(inputContract, Before, ranker())),
            "3:20: input 1 has stride 1 in dimension 0, but 'ranker.pt2' was "
            "compiled for 32; pass a contiguous tensor\n");
  EXPECT_EQ(fixed(inputContract, Before, ranker()),
            Load + std::string("m(torch.arange(8), torch.randn(32, "
                               "8).t().contiguous())\n"));
}

TEST(PythonModelRuns, DevicesOfInputs) {
  EXPECT_EQ(
      device("x = torch.arange(8, device='cuda')\nm(x, torch.randn(8, 32))\n"),
      "3:5: input 0 is created on 'cuda', but 'ranker.pt2' was compiled for "
      "'cpu'\n"
      "  3:5: this creates it on 'cpu'\n"
      "  4:1: the model runs here; it reads the tensor's memory as its own "
      "device's unless AOTI_RUNTIME_CHECK_INPUTS=1 makes it throw\n"
      "  2:5: 'ranker.pt2' is loaded here; it records AOTI_DEVICE_KEY "
      "\"cpu\"\n");
  const auto Fix = [](StringRef Before, StringRef After, StringRef Device) {
    EXPECT_EQ(fixed(deviceMismatch, Load + Before.str(), ranker(Device), true),
              Load + After.str());
  };
  Fix("m(torch.arange(8).to('cuda:1'), y)\n",
      "m(torch.arange(8).to('cpu'), y)\n", "cpu");
  Fix("m(torch.arange(8).cuda(), y)\n", "m(torch.arange(8).cpu(), y)\n", "cpu");
  Fix("m(torch.arange(8), y)\n", "m(torch.arange(8, device=\"cuda\"), y)\n",
      "cuda");
  Fix("m(torch.arange(8, device=torch.device('cuda')), y)\n",
      "m(torch.arange(8, device=torch.device('cuda')), y)\n", "cpu");
}

TEST(PythonModelRuns, WhatIsNotKnownIsSilent) {
  for (StringRef Text : {
           // Parameters, other functions' results.
           "def f(x): m(x, x)\n",
           "m(load(), torch.randn(1))\n",
           "m(*inputs)\n",
           "m(torch.randn(n, dtype=d), y)\n",
           "m(x=torch.randn(1))\n",
           "x = torch.randn(8)\nif c: x = x.long()\nm(x, y)\n",
           "x = torch.randn(8)\nx.data = z\nm(x, y)\n",
           "x = torch.randn(1)\nx.resize_(3, 4)\nm(x, y)\n",
           "m(torch.tensor(array), y)\n",
           "m(torch.arange(8).to(device), y)\n",
           "m(torch.arange(8).view(torch.int32)[0], y)\n",
           "torch.set_default_dtype(torch.float64)\n"
           "torch.set_default_device('cuda')\nm(torch.arange(8), y)\n",
           "with torch.device('cuda'):\n  m(torch.arange(8), y)\n",
           // Another model.
           "n = other()\nn(torch.randn(1))\n",
           "m = wrap(m)\nm(torch.randn(1))\n",
           "self.m(torch.randn(1))\n",
           "import mine as torch\nm(torch.randn(1), y)\n",
           "with self.assertRaises(RuntimeError):\n  m(torch.randn(1))\n",
           "with pytest.raises(RuntimeError) as e, f():\n  m(torch.randn(1), "
           "y)\n",
       }) {
    EXPECT_EQ(contract(Text), "") << Text.str();
    EXPECT_EQ(device(Text, ranker("cpu")), "") << Text.str();
  }
  // No package.
  EXPECT_EQ(contract("m(torch.randn(1))\n", Settings()), "");
}

const char Export[] =
    "import torch\n"
    "x = torch.randn(8, 10)\n"
    "ep = torch.export.export(model, (x,))\n"
    "p = torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2')\n"
    "m = torch._inductor.aoti_load_package(p)\n";

TEST(PythonModelRuns, AScriptsOwnExportIsTheContract) {
  const std::string Run = Export;
  EXPECT_EQ(findingsIn(inputContract, Run + "m(x)\nm(torch.zeros(8, 10))\n"),
            "");
  EXPECT_EQ(findingsIn(deviceMismatch, Run + "m(x)\n"), "");
  EXPECT_EQ(
      findingsIn(deviceMismatch, Run + "m(x.to('cuda'))\n"),
      "6:3: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu'\n"
      "  6:3: this moves it to 'cpu'\n"
      "  6:1: the model runs here; it reads the tensor's memory as its own "
      "device's unless AOTI_RUNTIME_CHECK_INPUTS=1 makes it throw\n"
      "  3:6: exported here, with an example input on 'cpu'\n");
  EXPECT_EQ(
      findingsIn(inputContract, Run + "m(torch.randn(4, 10))\n"),
      "6:3: input 0 has shape [4, 10], but 'm.pt2' takes [8, 10]: dimension "
      "0 is the constant 8, not 4\n"
      "  6:1: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 "
      "is in the environment, and otherwise its kernels read the tensor as "
      "if it fitted\n"
      "  3:6: exported here, for inputs like its example inputs\n");
  EXPECT_EQ(warnings(findingsIn(inputContract, Run + "m(x.half())\n")),
            "6:3: input 0 is 'float16', but 'm.pt2' takes 'float32'\n");
}

TEST(PythonModelRuns, ADimensionThatIsAskedForFromOneStartsAtTwo) {
  const auto Run = [](StringRef Shapes, StringRef Rest) {
    return warnings(findingsIn(
        inputContract,
        ("import torch\nbatch = torch.export.Dim('batch', min=1, max=64)\n"
         "ep = torch.export.export(model, (torch.randn(8, 10),), "
         "dynamic_shapes=" +
         Shapes +
         ")\n"
         "m = torch._inductor.aoti_load_package("
         "torch._inductor.aoti_compile_and_package(ep))\n" +
         Rest)
            .str()));
  };
  for (StringRef Shapes :
       {"{'x': {0: batch}}", "({0: batch},)", "[(batch, None)]"}) {
    EXPECT_EQ(Run(Shapes, "m(torch.randn(5, 10))\n"), "");
    EXPECT_EQ(
        Run(Shapes, "m(torch.randn(1, 10))\n"),
        "5:3: input 0 has shape [1, 10], but the package takes [2..64, 10]: "
        "dimension 0 is at least 2, whatever the export asked for, since "
        "torch compiles sizes 0 and 1 as constants\n");
    EXPECT_EQ(Run(Shapes, "m(torch.randn(65, 10))\n"),
              "5:3: input 0 has shape [65, 10], but the package takes [2..64, "
              "10]: dimension 0 is at most 64\n");
  }
  // Nothing is known of these but the rank.
  for (StringRef Shapes :
       {"shapes()", "{'x': d, 'y': e}", "({0: torch.export.Dim.AUTO},)"})
    EXPECT_EQ(Run(Shapes, "m(torch.randn(1, 10))\n"), "") << Shapes.str();
  EXPECT_EQ(
      Run("({0: batch, 1: torch.export.Dim.AUTO},)", "m(torch.randn(5, 1))\n"),
      "");
}

TEST(PythonModelRuns, AnExampleThatTheRangeDoesNotHold) {
  // torch.export raises on an example of size 1 with a Dim.
  EXPECT_EQ(findingsIn(
                inputContract,
                "import torch\nep = torch.export.export(model, (torch.randn(1, "
                "10),), dynamic_shapes=({0: torch.export.Dim('b')},))\n"
                "m = torch._inductor.aoti_load_package("
                "torch._inductor.aoti_compile_and_package(ep))\n"
                "m(torch.randn(1, 10))\n"),
            "");
}

TEST(PythonModelRuns, WhereAModelIsKept) {
  // The model is an m; 'm2' takes the same, 'other' is not known.
  const std::string Head = std::string(Export) +
                           "h = x.half()\n"
                           "def make():\n"
                           "  return torch._inductor.aoti_load_package(p)\n";
  for (StringRef Text : {
           "make()(h)\n",
           "m2 = make()\nm2(h)\n",
           "ms = {'a': m, 'b': other}\nms['a'](h)\n",
           "[other, m][1](h)\n",
           "class S:\n  def __init__(self):\n    self.m = make()\n"
           "  def go(self):\n    return self.m(h)\n",
           "class S:\n  def __init__(self):\n    self.m = None\n"
           "  def load(self):\n    self.m = m\n"
           "  def go(this):\n    this.m(h)\n"
           "class Another:\n  def __init__(self):\n    self.m = other\n",
       })
    EXPECT_TRUE(
        StringRef(findingsIn(inputContract, Head + Text.str()))
            .contains("input 0 is 'float16', but 'm.pt2' takes 'float32'"))
        << Text.str();
  for (StringRef Text : {
           "ms = {'a': m, 'b': other}\nms['b'](h)\nms[k](h)\nms['c'](h)\n",
           "ms = {'a': m}\nms['a'] = other\nms['a'](h)\n",
           "ms = [m]\nms.insert(0, other)\nms[0](h)\n",
           "for n in [m, other]:\n  n(h)\n",
           "def either(c):\n  if c:\n    return m\n  return other\n"
           "either(1)(h)\n",
           "def gen():\n  yield m\n  return m\ngen()(h)\n",
           "async def f():\n  return m\nf()(h)\n",
           "@wrap\ndef f():\n  return m\nf()(h)\n",
           "class S:\n  def __init__(self):\n    self.m = m\n"
           "  def swap(self):\n    self.m = other\n"
           "  def go(self):\n    self.m(h)\n",
           "class S:\n  def __init__(self):\n    self.m = m\n"
           "  def go(self):\n    self.m(h)\n"
           "class T(S):\n  def __init__(self):\n    self.m = other\n",
           "class S:\n  def __init__(self):\n    self.m = m\n"
           "  def go(self):\n    self.m(h)\ns.m = other\n",
           "class S:\n  def __init__(self):\n    self.m = m\n"
           "    setattr(self, 'm', other)\n"
           "  def go(self):\n    self.m(h)\n",
           "class S:\n  def go(self, s):\n    s.m(h)\n    self.m(h)\n",
           "def f(): return f()\nf()(h)\n",
       })
    EXPECT_EQ(findingsIn(inputContract, Head + Text.str()), "") << Text.str();
}

TEST(PythonModelRuns, WhichPackageIsLoaded) {
  const auto Run = [](StringRef Between, StringRef Load) {
    return warnings(findingsIn(
        inputContract,
        ("import torch\nc = torch._inductor.aoti_compile_and_package\n"
         "e = torch.export.export\n"
         "l = torch._inductor.aoti_load_package\n"
         "p = c(e(model, (torch.randn(3),)), package_path='m.pt2')\n" +
         Between + "m = " + Load + "\nm(torch.randn(4))\n")
            .str()));
  };
  for (StringRef Load : {"l(p)", "l('m.pt2')"}) {
    EXPECT_TRUE(StringRef(Run("", Load)).contains("'m.pt2' takes [3]"));
    // Read, or written elsewhere.
    EXPECT_NE(Run("upload('m.pt2')\nq = c(e(model, (torch.randn(4),)), "
                  "package_path='n.pt2')\nc(ep)\n",
                  Load),
              "");
    // Another one may be there.
    for (StringRef Between :
         {"c(e(model, (torch.randn(4),)), package_path='m.pt2')\n",
          "if x:\n  c(e(model, (torch.randn(4),)), package_path='m.pt2')\n",
          "import shutil\nshutil.copy('n.pt2', 'm.pt2')\n",
          "from torch._inductor.package import package_aoti\n"
          "package_aoti('m.pt2', files)\n"})
      EXPECT_EQ(Run(Between, Load), "") << Between.str();
  }
  EXPECT_EQ(Run("def f(path):\n  c(ep, package_path=path)\nf('m.pt2')\n",
                "l('m.pt2')"),
            "");
  EXPECT_EQ(Run("", "torch._inductor.package.load_package(p, 'other')"), "");
  EXPECT_NE(Run("", "torch._inductor.package.load_package(p, 'model')"), "");
  // Loaded before it is written.
  EXPECT_EQ(warnings(findingsIn(
                inputContract,
                "import torch\nm = torch._inductor.aoti_load_package('m.pt2')\n"
                "m(torch.randn(4))\n"
                "torch._inductor.aoti_compile_and_package(torch.export.export("
                "model, (torch.randn(3),)), package_path='m.pt2')\n")),
            "");
}

TEST(PythonModelRuns,
     AFileThatMayWriteThePackageSaysNothingOfTheOneThatIsThere) {
  EXPECT_EQ(contract("build('ranker.pt2')\nm(torch.randn(1))\n"), "");
  EXPECT_EQ(contract("with open('ranker.pt2', 'wb') as f: pass\n"
                     "m(torch.randn(1))\n"),
            "");
  EXPECT_NE(contract("import os\nprint(os.path.exists('ranker.pt2'))\n"
                     "m(torch.randn(1))\n"),
            "");
}

TEST(PythonModelRuns, WhatFactoriesMake) {
  // Each is what torch 2.13 makes of it.
  for (StringRef Text : {
           "m(torch.arange(2, end=10), y)\n",
           "m(torch.randint(3, 5, size=(8,)), y)\n",
           "m(torch.randint(3, high=5, size=(8,)), y)\n",
           "m(torch.tensor([1,  # one\n  2]), y)\n",
           "m(torch.arange(8).div(2, rounding_mode='floor'), y)\n",
           "m(torch.arange(8), torch.cat((torch.randn(8, 16), torch.randn(8, "
           "16)), axis=1))\n",
           "m(torch.arange(8), torch.cat([torch.randn(8, 16)], unknown=1))\n",
       })
    EXPECT_EQ(contract(Text), "") << Text.str();
  EXPECT_EQ(warnings(contract("m(torch.arange(2, end=3), y)\n")),
            "3:3: input 0 has shape [1], but 'ranker.pt2' takes [2..512]: "
            "dimension 0 is at least 2, whatever the export asked for, since "
            "torch compiles sizes 0 and 1 as constants\n");
  EXPECT_EQ(contract("m(torch.tensor([1j, 2j]), y)\n"
                     "m(torch.full((8,), 2.5j), y)\n"),
            "");
}

TEST(PythonModelRuns, ExportsThatSayNothing) {
  for (StringRef Text : {
           // The program is another one by then.
           "import torch\nx = torch.randn(8)\n"
           "ep = torch.export.export(model, (x,))\n"
           "torch.export.passes.move_to_device_pass(ep, 'cuda')\n"
           "m = torch._inductor.aoti_load_package("
           "torch._inductor.aoti_compile_and_package(ep))\nm(x.cuda())\n",
           "import torch\nx = torch.randn(8)\n"
           "ep = torch.export.export(model, inputs)\n"
           "m = torch._inductor.aoti_load_package("
           "torch._inductor.aoti_compile_and_package(ep))\nm(x.cuda())\n",
           "import torch\nx = torch.randn(8)\n"
           "ep = torch.export.export(model, (x,), {'y': y})\n"
           "m = torch._inductor.aoti_load_package("
           "torch._inductor.aoti_compile_and_package(ep))\nm(x.cuda())\n",
           "import torch\nx = torch.randn(8)\n"
           "ep = torch.export.load('m.pt2')\n"
           "m = torch._inductor.aoti_load_package("
           "torch._inductor.aoti_compile_and_package(ep))\nm(x.cuda())\n",
       }) {
    EXPECT_EQ(findingsIn(deviceMismatch, Text), "") << Text.str();
    EXPECT_EQ(findingsIn(inputContract, Text), "") << Text.str();
  }
}

} // namespace
