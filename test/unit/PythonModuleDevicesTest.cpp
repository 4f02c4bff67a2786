// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example inputs on another device than the module. That torch.export raises,
// or does not, was seen with torch 2.13 and fake tensors on 'cuda'.
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

const char Head[] = "import torch\n"
                    "class M(torch.nn.Module):\n"
                    "    def __init__(self):\n"
                    "        super().__init__()\n"
                    "        self.fc = torch.nn.Linear(3, 4)\n"
                    "    def forward(self, x):\n"
                    "        return self.fc(x)\n"
                    "e = torch.export.export\n"
                    "x = torch.randn(2, 3)\n"; // line 9

std::string found(StringRef Rest) {
  return findingsIn(deviceMismatch, Head + Rest.str());
}

/// The class of another module, whose forward() is \p Forward.
std::string module(StringRef Layers, StringRef Forward) {
  return ("class N(torch.nn.Module):\n"
          "    def __init__(self):\n"
          "        super().__init__()\n" +
          Layers + "    def forward(self, x, y=None):\n" + Forward)
      .str();
}

bool raises(StringRef Layers, StringRef Forward,
            StringRef Export = "e(N().cuda(), (x,))\n") {
  return !found(module(Layers, Forward) + Export.str()).empty();
}

TEST(PythonModuleDevices, AnExampleOnAnotherDevice) {
  EXPECT_EQ(
      found("e(M().to('cuda'), (x,))\n"),
      "9:5: example input 0 is created on 'cpu', but the module is on "
      "'cuda', on which torch.export raises\n"
      "  9:5: this creates it on 'cuda'\n"
      "  10:1: exported here; a layer of the module combines the input with "
      "its parameters\n"
      "  10:3: the module is moved to 'cuda' here\n");
  EXPECT_EQ(
      found("m = M()\nm.eval()\ne(m, (x.to('cuda:1'),))\n"),
      "12:7: example input 0 is moved to 'cuda:1', but the module is on "
      "'cpu', on which torch.export raises\n"
      "  12:7: this moves it to 'cpu'\n"
      "  12:1: exported here; a layer of the module combines the input with "
      "its parameters\n"
      "  10:5: the module is created on 'cpu' here\n");
}

TEST(PythonModuleDevices, WaysToMoveAModule) {
  for (StringRef Text : {
           "m = M().cuda()\ne(m, (x,))\n",
           "m = M()\nm.cuda()\ne(m, (x,))\n",
           "m = M()\nm = m.to(device='cuda', dtype=torch.float16)\n"
           "e(m, (x,))\n",
           "m = M().eval().to(torch.device('cuda', 1)).half()\n"
           "e(mod=m, args=(x,))\n",
           "device = 'cuda'\nm = M()\nm.load_state_dict(s)\nm.to(device)\n"
           "print(m, m(x.cuda()), m.training)\ne(m, (x,))\n",
           "def main():\n  m = M().cuda()\n  with torch.no_grad():\n"
           "    e(m, [x])\n  return m\n",
           "m = M()\nm.to('cuda').eval()\nm.to('cuda')\ne(m, (x,))\n",
           "e(torch.nn.Linear(3, 4).cuda(), (x,))\n",
           "e(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(3, "
           "4)).cuda(), "
           "(x,))\n",
           "import tempfile\nwith tempfile.TemporaryDirectory() as d, "
           "torch.no_grad():\n  m = M().cuda()\n  e(m, (x,))\n",
           "n = sum(p.numel() for p in m.parameters())\n"
           "e(M().xpu(), (x,))\n",
       })
    EXPECT_TRUE(StringRef(found(Text)).contains("example input 0"))
        << Text.str();
}

TEST(PythonModuleDevices, ALibraryIsLoadedForItsDevice) {
  EXPECT_EQ(
      found("so = torch._export.aot_compile(M(), (x,))\n"
            "m = torch._export.aot_load(so, 'cuda:0')\n"),
      "11:32: 'aot_load' runs the model on 'cuda', but it is compiled "
      "for 'cpu'\n"
      "  10:6: compiled here, from a module and example inputs on 'cpu'\n");
  for (StringRef Text : {
           "m = M().cuda()\n"
           "so = torch._export.aot_compile(m, (x.cuda(),))\n"
           "torch._export.aot_load(so, device='cpu')\n",
           "from torch._export import aot_compile, aot_load\n"
           "p = 'm.so'\n"
           "aot_compile(M(), (x,), options={'aot_inductor.output_path': p})\n"
           "aot_load(p, 'cuda')\n",
           "device = 'cuda'\nwith torch.no_grad():\n"
           "  so = torch._export.aot_compile(M(), args=(x,))\n"
           "torch._export.aot_load(so, device)\n",
       })
    EXPECT_NE(found(Text), "") << Text.str();
  for (StringRef Text : {
           "so = torch._export.aot_compile(M(), (x,))\n"
           "torch._export.aot_load(so, 'cpu')\n",
           "so = torch._export.aot_compile(M().cuda(), (x.cuda(),))\n"
           "torch._export.aot_load(so, 'cuda:1')\n",
           // Somewhere, or not both there.
           "so = torch._export.aot_compile(M().to(d), (x,))\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "so = torch._export.aot_compile(m, (x,))\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "so = torch._export.aot_compile(M(), (x.to(d),))\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "so = torch._export.aot_compile(M(), args)\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "so = torch._export.aot_compile(M(), (x,), kwargs)\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "so = torch._export.aot_compile(M(), (x,), **more)\n"
           "torch._export.aot_load(so, 'cuda')\n",
           // Something else is loaded, or one of several.
           "so = torch._export.aot_compile(M(), (x,))\n"
           "torch._export.aot_load(other, 'cuda')\n",
           "so = torch._export.aot_compile(M(), (x,))\n"
           "if c: so = torch._export.aot_compile(M().cuda(), (x.cuda(),))\n"
           "torch._export.aot_load(so, 'cuda')\n",
           "o = {'aot_inductor.output_path': 'm.so'}\n"
           "torch._export.aot_compile(M(), (x,), options=o)\n"
           "torch._export.aot_compile(M().cuda(), (x.cuda(),), options=o)\n"
           "torch._export.aot_load('m.so', 'cuda')\n",
           // The device is chosen, or it is to fail.
           "so = torch._export.aot_compile(M(), (x,))\n"
           "torch._export.aot_load(so, device)\n",
           "so = torch._export.aot_compile(M(), (x,))\n"
           "with pytest.raises(RuntimeError):\n"
           "  torch._export.aot_load(so, 'cuda')\n",
           "torch.set_default_device('cuda')\n"
           "so = torch._export.aot_compile(M(), (x,))\n"
           "torch._export.aot_load(so, 'cuda')\n",
       })
    EXPECT_EQ(found(Text), "") << Text.str();
}

TEST(PythonModuleDevices, TheUnsafeFixMovesTheExample) {
  EXPECT_EQ(
      fixed(deviceMismatch, std::string(Head) + "e(M().cuda(), (x,))\n", {},
            true),
      StringRef(Head).drop_back(strlen("x = torch.randn(2, 3)\n")).str() +
          "x = torch.randn(2, 3, device=\"cuda\")\ne(M().cuda(), (x,))\n");
}

TEST(PythonModuleDevices, WhereAModuleIsMayBeUnknown) {
  for (StringRef Text : {
           // Another device, or none that is known.
           "e(M().to('cuda'), (x.cuda(),))\n",
           "e(M(), (x,))\n",
           "e(M().to(device), (x,))\n",
           "e(M().cuda().cpu(), (x,))\n",
           "d = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
           "e(M().to(d), (x,))\n",
           "d = torch.device('cuda') if c else torch.device('cpu')\n"
           "e(M().to(d), (x,))\n",
           "e(M().to(args.device), (x,))\n",
           "e(M().to('cuda:0'), (torch.randn(2, 3, device='cuda:1'),))\n",
           "e(M().half().to(torch.float64), (x,))\n",
           // Numbers may stay on the CPU.
           "e(M().cuda(), (torch.tensor(1.0),))\n",
           "e(M().cuda(), (1.0, torch.tensor(n)))\n",
           // Moved later, or perhaps.
           "m = M()\ne(m, (x,))\nm.cuda()\n",
           "m = M()\nif c:\n  m.cuda()\ne(m, (x,))\n",
           "m = M().cuda()\nif c: m.cpu()\ne(m, (x,))\n",
           "m = M().cuda()\nm.to(d)\ne(m, (x,))\n",
           // Others may move it, or a part of it.
           "m = M()\nmove(m)\ne(m, (x.cuda(),))\n",
           "m = M()\nm.fc.to('cuda')\ne(m, (x.cuda(),))\n",
           "m = M()\nm.fc = f\ne(m, (x.cuda(),))\n",
           "m = M()\nm.apply(f)\ne(m, (x.cuda(),))\n",
           "m = M()\nfor p in m.parameters():\n  p.data = p.data.cuda()\n"
           "e(m, (x.cuda(),))\n",
           "m = M()\nm.load_state_dict(s, assign=True)\ne(m, (x.cuda(),))\n",
           "m = M()\nall = [m]\ne(m, (x.cuda(),))\n",
           "m = M()\nn = m.eval()\nmove(n)\ne(m, (x.cuda(),))\n",
           "self.m = M()\ne(self.m, (x.cuda(),))\n",
           "e(get(), (x.cuda(),))\n",
           "def f(m): e(m, (x.cuda(),))\n",
           "e(torch.nn.Linear(3, 4, device='cuda'), (x,))\n",
           "e(torch.nn.Linear(3, 4, device='cuda'), (x.cuda(),))\n",
           "l = torch.nn.Linear(3, 4).cuda()\n"
           "e(torch.nn.Sequential(l), (x.cuda(),))\n",
           "e(torch.nn.Sequential(*ls), (x.cuda(),))\n",
           "class M(torch.nn.Module):\n  def __init__(self, device): pass\n"
           "e(M(), (x.cuda(),))\n",
           "torch.set_default_device('cuda')\ne(M(), (x.cpu(),))\n",
           "dev = torch.device('cuda')\nwith dev:\n  m = M()\n"
           "e(m, (torch.zeros(2, 3, device='cuda'),))\n",
           "with where:\n  m = M()\ne(m, (x.cuda(),))\n",
           "with accelerate.init_empty_weights():\n  m = M()\n"
           "e(m, (x.cuda(),))\n",
           "with contextlib.ExitStack() as s:\n  s.enter_context(c)\n"
           "  m = M()\n  e(m, (x.cuda(),))\n",
           "with self.context():\n  m = M()\ne(m, (x.cuda(),))\n",
           "M.forward = another\ne(M().cuda(), (x,))\n",
           "m = M().cuda()\nm.forward = another\ne(m, (x,))\n",
           "m = M().cuda()\nm.register_forward_pre_hook(move)\ne(m, (x,))\n",
           // It is meant to fail; another export.
           "with pytest.raises(RuntimeError):\n  e(M().cuda(), (x,))\n",
           "export(M().cuda(), (x,))\n",
           "e(M().cuda(), args)\n",
           "e(*a, **k)\n",
       })
    EXPECT_EQ(found(Text), "") << Text.str();
}

TEST(PythonModuleDevices, WhatForwardDoesWithTheInput) {
  const StringRef Fc = "        self.fc = torch.nn.Linear(3, 4)\n";
  EXPECT_TRUE(raises(Fc, "        return torch.relu(self.fc(x))\n"));
  EXPECT_TRUE(raises(Fc, "        h = torch.flatten(x, 1)\n"
                         "        with torch.no_grad():\n"
                         "            h = self.fc(h.relu())\n"
                         "        return h\n"));
  EXPECT_TRUE(raises("        self.c = torch.nn.Conv2d(3, 4, 3)\n"
                     "        self.n = torch.nn.BatchNorm2d(4)\n",
                     "        x = self.c(x)\n        return self.n(x)\n"));
  EXPECT_TRUE(
      raises("        self.net = torch.nn.Sequential(torch.nn.Linear(3, "
             "4))\n",
             "        if y is not None:\n            x2 = y\n"
             "        return self.net(x)\n"));
  EXPECT_TRUE(raises("        self.m = M()\n", "        return self.m(x)\n"));
  EXPECT_TRUE(raises(Fc, "        return self.fc(y)\n",
                     "e(N().cuda(), (x.cuda(), x))\n"));

  // Of a convolution alone, export says nothing.
  EXPECT_FALSE(raises("        self.c = torch.nn.Conv2d(3, 4, 3)\n",
                      "        return self.c(x)\n"));
  EXPECT_FALSE(raises("", "        return x + 1\n"));
  EXPECT_FALSE(raises("        self.fc = torch.nn.LayerNorm(3, 1e-5, False)\n",
                      "        return self.fc(x)\n"));
  EXPECT_FALSE(
      raises("        self.fc = torch.nn.BatchNorm1d(3, affine=False)\n",
             "        return self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        return self.fc(x.to(self.fc.weight))\n"));
  EXPECT_FALSE(raises(Fc, "        x = move(x)\n        return self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        return self.fc(y)\n"));
  EXPECT_FALSE(raises(Fc, "        if c:\n            return x\n"
                          "        return self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        if c:\n            x = self.fc(x)\n"
                          "        return x\n"));
  EXPECT_FALSE(raises(Fc, "        return self.fc(x) if c else x\n"));
  EXPECT_FALSE(raises(Fc, "        return c and self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        return lambda: self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        @torch.no_grad()\n        def f():\n"
                          "            return self.fc(x)\n        return f\n"));
  EXPECT_FALSE(raises("        self.fc = torch.nn.Linear(3, 4)\n"
                      "        self.fc = wrap(self.fc)\n",
                      "        return self.fc(x)\n"));
  EXPECT_FALSE(raises(Fc, "        return self.fc(x)\n"
                          "    def __call__(self, x):\n        return 0\n"));
  EXPECT_FALSE(raises(Fc, "        return self.fc(x)\n"
                          "    def _apply(self, f):\n        return self\n"));
}

} // namespace
