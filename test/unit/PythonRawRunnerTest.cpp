// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonDeprecated.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

std::string runners(StringRef Text, const Settings &With = {}) {
  return findingsIn(rawRunner, Text, With);
}

TEST(PythonRawRunner, TheBindingsOfRunnersAreFound) {
  EXPECT_EQ(runners("import torch\n"
                    "r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n"),
            "2:5: 'AOTIModelContainerRunnerCpu' runs a raw .so, which does not "
            "record the device it was compiled for, and whose runner promises "
            "no compatibility; compile to a .pt2 with "
            "'torch._inductor.aoti_compile_and_package' and load it with "
            "'torch._inductor.aoti_load_package'\n");
  for (StringRef Text : {
           "import torch._C._aoti as aoti\n"
           "aoti.AOTIModelContainerRunnerCuda(so, 1, 'cuda:0')\n",
           "from torch._C._aoti import AOTIModelContainerRunnerXpu\n"
           "AOTIModelContainerRunnerXpu(so, 1, 'xpu')\n",
           "from torch._C import _aoti\n"
           "_aoti.AOTIModelContainerRunnerMps(so, 1)\n",
           "import torch\n"
           "Runner = torch._C._aoti.AOTIModelContainerRunnerCpu\n"
           "def f(so):\n    return Runner(so, 1)\n",
           "import torch\n"
           "getattr(torch._C._aoti, 'AOTIModelContainerRunnerCpu')(so, 1)\n",
           "import functools, torch\n"
           "make = "
           "functools.partial(torch._C._aoti.AOTIModelContainerRunnerCpu, "
           "num_models=1)\nmake(so)\n",
       })
    EXPECT_EQ(deprecated::numberOf(runners(Text)), 1u) << Text.str();
}

TEST(PythonRawRunner, OthersAreNot) {
  for (StringRef Text : {
           "class AOTIModelContainerRunnerCpu: pass\n"
           "AOTIModelContainerRunnerCpu()\n",
           "from mine import AOTIModelContainerRunnerCpu\n"
           "AOTIModelContainerRunnerCpu('m.so', 1)\n",
           "import mine as torch\n"
           "torch._C._aoti.AOTIModelContainerRunnerCpu('m.so', 1)\n",
           "import torch\n"
           "torch._C._aoti.AOTIModelPackageLoader('m.pt2', 'model', False, 1, "
           "-1)\n",
           "import torch\n"
           "def f(r: torch._C._aoti.AOTIModelContainerRunnerCpu): r.run([])\n",
           "import torch\n"
           "class R(torch._C._aoti.AOTIModelContainerRunnerCpu): pass\n",
           "import torch\n"
           "isinstance(r, torch._C._aoti.AOTIModelContainerRunnerCpu)\n",
           "import torch\n"
           "s = 'torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)'\n",
           "import torch\n"
           "torch._C._aoti.AOTIModelContainerRunnerCpu = Fake\n"
           "r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n",
           "import torch\n"
           "if hasattr(torch._inductor, 'aoti_load_package'):\n"
           "    m = torch._inductor.aoti_load_package(p)\n"
           "else:\n"
           "    m = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n",
       })
    EXPECT_EQ(runners(Text), "") << Text.str();
}

TEST(PythonRawRunner, BeforeThereArePackagesItIsTheWay) {
  const StringRef Text = "import torch\n"
                         "torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n";
  EXPECT_EQ(runners(Text, deprecated::torch(5)), "");
  EXPECT_EQ(deprecated::numberOf(runners(Text, deprecated::torch(6))), 1u);
}

} // namespace
