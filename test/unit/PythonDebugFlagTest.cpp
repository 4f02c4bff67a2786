// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

Settings torch(unsigned Minor) {
  Settings Result;
  Result.Torch = aoti_tidy::TorchVersion{2, Minor};
  return Result;
}

/// The messages, one a line; places and notes left out.
std::string messages(StringRef Text, const Settings &With = {}) {
  const std::string Found = findingsIn(debugFlag, Text, With);
  std::string Result;
  llvm::SmallVector<StringRef, 8> Lines;
  StringRef(Found).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    if (!Line.starts_with(" "))
      Result += Line.split(": ").second.str() + "\n";
  return Result;
}

/// Of a file that only sets variables.
std::string ofSet(StringRef Statement, const Settings &With = {}) {
  return messages(("import os\n" + Statement + "\n").str(), With);
}

std::string ofValue(StringRef Name, StringRef Value,
                    const Settings &With = {}) {
  return ofSet(("os.environ[\"" + Name + "\"] = " + Value).str(), With);
}

unsigned count(StringRef Text, const Settings &With = {}) {
  return StringRef(messages(Text, With)).count('\n');
}

void expectSilent(std::initializer_list<StringRef> Texts,
                  const Settings &With = {}) {
  for (StringRef Text : Texts)
    EXPECT_EQ(messages(Text, With), "") << Text.str();
}

const char Late[] =
    "'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was "
    "imported: torch reads it once, at that import, so this changes nothing; "
    "set it before\n";

TEST(PythonDebugFlag, AFlagAfterTheImportThatReadsIt) {
  EXPECT_EQ(findingsIn(debugFlag,
                       "import os, torch\n"
                       "ep = torch.export.export(m, (x,))\n"
                       "os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n"
                       "torch._inductor.aoti_compile_and_package(ep)\n"),
            std::string("3:1: ") + Late +
                "  2:6: 'torch._inductor.config' is imported from here\n");
  for (StringRef Before :
       {"import torch._inductor", "import torch._inductor.config as c",
        "from torch._inductor import config", "from torch import _inductor",
        "import torch._dynamo", "from torch._dynamo import config",
        "import torch\nmodel = torch.compile(model)",
        "import torch\ntorch._dynamo.config.suppress_errors = True",
        "import torch\nf = torch._inductor.aoti_load_package",
        "from torch.export import export\nexport(m, (x,))",
        "import torch\n@torch.compile\ndef f(x): return x",
        "import torch\nwith torch.no_grad():\n  torch.export.export(m, (x,))",
        "import torch\nclass A:\n  ep = torch.export.export(m, (x,))",
        "import torch\nif torch.export.export(m, (x,)): pass",
        "import torch\ntry:\n  torch.export.export(m, (x,))\nfinally:\n  f()"})
    EXPECT_EQ(
        messages("import os\n" + Before.str() +
                 "\nos.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n"),
        Late)
        << Before.str();
}

TEST(PythonDebugFlag, EveryWayToSetIsSeen) {
  for (StringRef Set :
       {"os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "os.environ.setdefault(\"AOT_INDUCTOR_DEBUG_COMPILE\", \"1\")",
        "os.environ.update({\"AOT_INDUCTOR_DEBUG_COMPILE\": \"1\"})",
        "os.environ.update(AOT_INDUCTOR_DEBUG_COMPILE=\"1\")",
        "os.environ |= {\"AOT_INDUCTOR_DEBUG_COMPILE\": \"1\"}",
        "from os import environ\n"
        "environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "e = os.environ\ne[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "name = \"AOT_INDUCTOR_DEBUG_COMPILE\"\nos.environ[name] = v",
        "def f():\n  os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "if a:\n  os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "for a in b:\n  os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"",
        "a = os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\""})
    EXPECT_EQ(
        messages("import os\nimport torch._inductor\n" + Set.str() + "\n"),
        Late)
        << Set.str();
  EXPECT_EQ(ofSet("os.putenv(\"AOT_INDUCTOR_DEBUG_COMPILE\", \"1\")"),
            "'os.putenv' does not change 'os.environ', where torch looks "
            "'AOT_INDUCTOR_DEBUG_COMPILE' up, so this does nothing; set "
            "'os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"]'\n");
}

TEST(PythonDebugFlag, AFlagThatIsInTime) {
  const std::string Set =
      "os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n";
  for (StringRef Before :
       {"", "import torch", "import torch.nn as nn", "import torch.export",
        "from torch.export import export, Dim", "import torch._export",
        // May not have happened.
        "import torch\nif a:\n  torch.export.export(m, (x,))",
        "import torch\nfor a in b:\n  torch.export.export(m, (x,))",
        "import torch\ntry:\n  import torch._inductor\nexcept ImportError: "
        "pass",
        "import torch\ndef f():\n  torch.export.export(m, (x,))",
        "import torch\nf = lambda: torch.export.export(m, (x,))",
        "import torch\nep = a and torch.export.export(m, (x,))",
        "import torch\nep = [torch.export.export(m, (y,)) for y in z]",
        "import torch\nwith pytest.raises(E):\n  torch.export.export(m, (x,))",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  import "
        "torch._inductor",
        // Makes a decorator only.
        "import torch\nd = torch.compile(mode=\"max-autotune\")",
        "import mine\nmine.export.export(m, (x,))",
        // Another process reads it.
        "import subprocess\nimport torch._inductor",
        "import torch._inductor, torch.multiprocessing as mp",
        "import torch._inductor\nos.system(\"python export.py\")",
        "import torch._inductor, importlib\n"
        "importlib.reload(torch._inductor.config)",
        // The file itself reads it.
        "import torch._inductor\n"
        "a = os.environ.get(\"AOT_INDUCTOR_DEBUG_COMPILE\")"})
    EXPECT_EQ(messages("import os\n" + Before.str() + "\n" + Set), "")
        << Before.str();
  expectSilent({"import os\n"
                "os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n"
                "import torch._inductor\n",
                // Read whenever it is needed.
                "import os, torch._inductor\n"
                "os.environ[\"TORCHINDUCTOR_CACHE_DIR\"] = d\n",
                // Not of this process, or not set.
                "import os, torch._inductor\n"
                "env = {**os.environ, \"AOT_INDUCTOR_DEBUG_COMPILE\": \"1\"}\n",
                "import os, torch._inductor\n"
                "env = os.environ.copy()\n"
                "env[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n",
                "import os, torch._inductor\n"
                "del os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"]\n",
                "import torch._inductor\n"
                "def test(monkeypatch):\n"
                "  monkeypatch.setenv(\"AOT_INDUCTOR_DEBUG_COMPILE\", \"1\")\n",
                "import os, torch._inductor\n"
                "os.environ[\"HOME\"] = \"1\"\n"});
  // What older ones import is not known.
  EXPECT_EQ(messages("import os, torch._inductor\n" + Set, torch(5)), "");
}

TEST(PythonDebugFlag, OfTheClausesOfAMatchOneRuns) {
  const char Head[] = "import os, torch\n";
  const std::string Set =
      "os.environ[\"AOT_INDUCTOR_DEBUG_COMPILE\"] = \"1\"\n";
  expectSilent({Head +
                    std::string("match a:\n  case 1: import torch._inductor\n"
                                "  case _: ") +
                    Set,
                Head +
                    std::string("match a:\n  case 1 if torch._inductor.x: "
                                "pass\n") +
                    Set});
  EXPECT_EQ(messages(Head +
                     std::string("match torch._inductor.x:\n"
                                 "  case 1: ") +
                     Set),
            Late);
  EXPECT_EQ(messages(Head +
                     std::string("match a:\n  case 1:\n"
                                 "    import torch._inductor\n    ") +
                     Set),
            Late);
}

TEST(PythonDebugFlag, ValuesOfTheInputChecks) {
  EXPECT_EQ(ofValue("AOTI_RUNTIME_CHECK_INPUTS", "\"false\""),
            "'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks "
            "on: packages compiled with torch 2.8 and newer take every value "
            "that does not begin with '0' for on; set '0' instead\n");
  EXPECT_EQ(fixed(debugFlag,
                  "import os\n"
                  "os.environ['AOTI_RUNTIME_CHECK_INPUTS'] = 'false'\n",
                  {}, /*Unsafe=*/true),
            "import os\nos.environ['AOTI_RUNTIME_CHECK_INPUTS'] = '0'\n");
  EXPECT_EQ(ofValue("AOTI_RUNTIME_CHECK_INPUTS", "\"0\"", torch(7)),
            "'AOTI_RUNTIME_CHECK_INPUTS' set to '0' turns the input checks on: "
            "packages compiled with torch 2.7 take every value but the empty "
            "string for on; remove the variable instead\n");
  EXPECT_EQ(ofValue("AOTI_RUNTIME_CHECK_INPUTS", "\"1\"", torch(6)),
            "packages compiled with torch 2.6 do not read "
            "'AOTI_RUNTIME_CHECK_INPUTS', so setting it does nothing; compile "
            "with torch 2.7 or newer, or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', "
            "which emits the input checks up to torch 2.6\n");
  for (StringRef Right : {"\"1\"", "\"0\"", "\"true\"", "value", "str(n)"})
    EXPECT_EQ(ofValue("AOTI_RUNTIME_CHECK_INPUTS", Right), "") << Right.str();
}

TEST(PythonDebugFlag, ValuesOfTheCompiler) {
  EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", "\"true\""),
            "'TORCHINDUCTOR_NAN_ASSERTS' set to 'true' means off: torch takes "
            "only '1' for on; set '1'\n");
  EXPECT_EQ(ofValue("AOT_INDUCTOR_DEBUG_COMPILE", "\"True\""),
            "'AOT_INDUCTOR_DEBUG_COMPILE' set to 'True' means off: torch takes "
            "only '1' for on; set '1'\n");
  // On without it, and off with it.
  EXPECT_NE(ofValue("TORCHINDUCTOR_SIZE_ASSERTS", "\"yes\""), "");
  EXPECT_EQ(ofValue("AOTINDUCTOR_REPRO_LEVEL", "\"high\""),
            "'AOTINDUCTOR_REPRO_LEVEL' set to 'high' raises ValueError when "
            "'torch._inductor.config' is imported; set a whole number\n");
  EXPECT_EQ(
      ofValue("AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER", "\"true\""),
      "'AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER' set to 'true' makes the "
      "compilation of a model raise \"... is not a valid "
      "IntermediateValueDebuggingLevel\"; set '1' to save the values, '2' to "
      "print them, or '3' to print the kernels' names\n");
  EXPECT_NE(ofValue("AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER", "\"3\"",
                    torch(5)),
            "");
  EXPECT_EQ(ofValue("AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL", "\"-O3\""),
            "'AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL' set to '-O3' makes the "
            "compiler's option '--O3', which it does not know; set 'O3'\n");
  EXPECT_NE(ofValue("AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL", "\"3\""), "");
  for (auto [Name, Value] :
       std::initializer_list<std::pair<StringRef, StringRef>>{
           {"TORCHINDUCTOR_NAN_ASSERTS", "\"1\""},
           {"TORCHINDUCTOR_NAN_ASSERTS", "\"0\""},
           {"TORCHINDUCTOR_NAN_ASSERTS", "\"false\""},
           {"TORCHINDUCTOR_NAN_ASSERTS", "\"1\" if on else \"0\""},
           {"AOTINDUCTOR_REPRO_LEVEL", "\" 4 \""},
           {"AOTINDUCTOR_REPRO_LEVEL", "\"-1\""},
           {"AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER", "\"3\""},
           {"AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL", "\"O3\""},
           {"TORCHINDUCTOR_CACHE_DIR", "\"true\""},
           {"TORCHINDUCTOR_WORKER_START", "\"on\""},
           {"NOT_OURS", "1"}})
    EXPECT_EQ(ofValue(Name, Value), "") << Name.str() << "=" << Value.str();
}

TEST(PythonDebugFlag, ValuesThatAreNoStrings) {
  EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", "1"),
            "'os.environ' takes only strings, and 1 raises TypeError; write "
            "\"1\"\n");
  EXPECT_EQ(fixed(debugFlag,
                  "import os\n"
                  "os.environ[\"AOTI_RUNTIME_CHECK_INPUTS\"] = True\n"),
            "import os\nos.environ[\"AOTI_RUNTIME_CHECK_INPUTS\"] = \"1\"\n");
  EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", "None"),
            "'os.environ' takes only strings, and None raises TypeError; to "
            "remove it, call 'os.environ.pop(\"TORCHINDUCTOR_NAN_ASSERTS\", "
            "None)'\n");
}

TEST(PythonDebugFlag, CachingOfMemory) {
  EXPECT_EQ(
      ofValue("PYTORCH_NO_CUDA_MEMORY_CACHING", "\"true\""),
      "'PYTORCH_NO_CUDA_MEMORY_CACHING' set to 'true' does not disable "
      "memory caching: torch 2.7 and newer take only '1' for on, and warn "
      "about the rest; set '1'\n");
  EXPECT_EQ(ofValue("PYTORCH_NO_CUDA_MEMORY_CACHING", "\"0\"", torch(6)),
            "'PYTORCH_NO_CUDA_MEMORY_CACHING' set to '0' disables memory "
            "caching: torch 2.6 and older take any value for on; remove the "
            "variable instead\n");
  EXPECT_EQ(ofValue("PYTORCH_NO_CUDA_MEMORY_CACHING", "\"0\""), "");
  EXPECT_EQ(ofValue("PYTORCH_NO_CUDA_MEMORY_CACHING", "\"1\""), "");
}

TEST(PythonDebugFlag, FlagsAfterTheFirstUseOfCuda) {
  for (StringRef Use :
       {"x = torch.zeros(3, device=\"cuda:1\")", "x = torch.randn(3).cuda()",
        "f(torch.ones(3).to(\"cuda\"))",
        "d = torch.device(\"cuda\")\nx = torch.ones(3, device=d)"})
    EXPECT_EQ(messages("import os, torch\n" + Use.str() +
                       "\nos.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"\n"),
              "'CUDA_LAUNCH_BLOCKING' is set after the CUDA context was "
              "created: the driver reads it once, before that, so this changes "
              "nothing; set it before the first use of CUDA\n")
        << Use.str();
  EXPECT_EQ(count("import os, torch\nx = torch.zeros(3, device=\"cuda\")\n"
                  "os.environ[\"PYTORCH_NO_CUDA_MEMORY_CACHING\"] = \"1\"\n"),
            1u);
  for (StringRef Other :
       {"x = torch.zeros(3)", "x = torch.zeros(3, device=device)",
        "x = torch.zeros(3, device=\"cpu\")", "x = y.cuda()",
        // torch refuses it.
        "x = torch.zeros(3, device=\"cuda:01\")",
        "a = torch.cuda.is_available()", "d = torch.device(\"cuda\")",
        "if a:\n  x = torch.zeros(3, device=\"cuda\")",
        "x = torch.zeros(3, device=\"cuda\" if a else \"cpu\")"})
    EXPECT_EQ(messages("import os, torch\n" + Other.str() +
                       "\nos.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"\n"),
              "")
        << Other.str();
}

TEST(PythonDebugFlag, AFilterThatFiltersNothing) {
  const std::string Filter =
      "import os\n"
      "os.environ[\"AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT\"] = \"k\"\n";
  const std::string Level =
      "os.environ[\"AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER\"] = ";
  EXPECT_EQ(messages(Filter + Level + "\"3\"\n"),
            "'AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT' does nothing at level "
            "'3', which prints the names of all kernels; the filter is for "
            "level '2'\n");
  EXPECT_EQ(count(Filter + Level + "\"1\"\n"), 1u);
  expectSilent({Filter + Level + "\"2\"\n", Filter, Filter + Level + "level\n",
                // All kernels are printed, as it says.
                "import os\n" + Level + "\"2\"\n",
                Filter + Level + "\"3\"\n" + Level + "\"2\"\n"});
}

TEST(PythonDebugFlag, NamesThatNobodyReads) {
  EXPECT_EQ(ofValue("AOT_INDUCTOR_DEBUG_COMPLE", "\"1\""),
            "no torch reads 'AOT_INDUCTOR_DEBUG_COMPLE', so setting it does "
            "nothing; did you mean 'AOT_INDUCTOR_DEBUG_COMPILE'?\n");
  EXPECT_NE(ofValue("AOTI_RUNTIME_CHECK_INPUT", "\"1\""), "");
  EXPECT_NE(ofValue("TORCH_INDUCTOR_NAN_ASSERTS", "\"1\""), "");
  for (StringRef Name : {"AOTI_MY_OWN", "TORCHINDUCTOR_NAN_ASSERTS_2",
                         "AOTI_MODEL", "TORCHINDUCTOR_SOMETHING_ELSE"})
    EXPECT_EQ(ofValue(Name, "\"1\""), "") << Name.str();
  EXPECT_EQ(messages("import os\n"
                     "os.environ[\"AOTI_RUNTIME_CHECK_INPUT\"] = \"1\"\n"
                     "x = os.getenv(\"AOTI_RUNTIME_CHECK_INPUT\")\n"),
            "");
  EXPECT_EQ(
      ofValue("AOT_INDUCTOR_ENABLE_LTO", "\"1\"", torch(8)),
      "torch 2.8 does not read 'AOT_INDUCTOR_ENABLE_LTO', which came with "
      "torch 2.9, so setting it does nothing; remove it\n");
  EXPECT_EQ(ofValue("TORCHINDUCTOR_ABI_COMPATIBLE", "\"1\"", torch(8)),
            "torch 2.8 does not read 'TORCHINDUCTOR_ABI_COMPATIBLE', which was "
            "last read by torch 2.5, so setting it does nothing; remove it\n");
  EXPECT_EQ(ofValue("TORCHINDUCTOR_ABI_COMPATIBLE", "\"1\""), "");
}

TEST(PythonDebugFlag, LogsAfterTheImport) {
  EXPECT_EQ(
      findingsIn(debugFlag, "import os\n"
                            "import torch\n"
                            "os.environ[\"TORCH_LOGS\"] = \"output_code\"\n"),
      "3:1: 'TORCH_LOGS' is set after torch was imported: torch reads it once, "
      "at its import, so this changes no log, and makes torch ignore "
      "'torch._logging.set_logs'; set it before, or call "
      "'torch._logging.set_logs' instead\n"
      "  2:1: torch is imported here\n");
  EXPECT_EQ(count("import os\nfrom torch import nn\n"
                  "os.environ[\"TORCH_TRACE\"] = d\n"),
            1u);
  expectSilent({"import os\n"
                "os.environ[\"TORCH_LOGS\"] = \"output_code\"\n"
                "import torch\n",
                "import os, torch, subprocess\n"
                "os.environ[\"TORCH_LOGS\"] = \"output_code\"\n",
                "import os, torch\n"
                "os.environ[\"TORCH_LOGS_OUT\"] = \"f\"\n"
                "torch._logging.set_logs(dynamo=10)\n",
                "import os, pytorch_lightning\n"
                "os.environ[\"TORCH_LOGS\"] = \"output_code\"\n",
                "import os\n"
                "def f():\n"
                "  os.environ[\"TORCH_LOGS\"] = \"output_code\"\n"
                "import torch\n"});
}

TEST(PythonDebugFlag, LogsThatDoNotExist) {
  EXPECT_EQ(
      ofValue("TORCH_LOGS", "\"+inductor,outputcode\""),
      "'import torch' raises ValueError on TORCH_LOGS "
      "'+inductor,outputcode': there is no log 'outputcode'; did you mean "
      "'output_code'?\n");
  EXPECT_EQ(fixed(debugFlag,
                  "import os\n"
                  "os.environ[\"TORCH_LOGS\"] = \"+inductor,outputcode\"\n",
                  {}, /*Unsafe=*/true),
            "import os\n"
            "os.environ[\"TORCH_LOGS\"] = \"+inductor,output_code\"\n");
  EXPECT_EQ(ofValue("TORCH_LOGS", "\"aot_inductor\""),
            "'import torch' raises ValueError on TORCH_LOGS 'aot_inductor': "
            "there is no log 'aot_inductor'; did you mean 'inductor'?\n");
  EXPECT_EQ(ofValue("TORCH_LOGS", "\"1\""),
            "'import torch' raises ValueError on TORCH_LOGS '1': there is no "
            "log '1'; name logs, '+' and '-' are their levels: "
            "'+inductor,output_code'\n");
  EXPECT_NE(ofValue("TORCH_LOGS", "\"WARNING\""), "");
  EXPECT_EQ(ofValue("TORCH_LOGS", "\"inductor output_code\""),
            "'import torch' raises ValueError on TORCH_LOGS 'inductor "
            "output_code': names are separated by commas, without anything "
            "before the first or after the last; set 'inductor,output_code'\n");
  EXPECT_EQ(fixed(debugFlag,
                  "import os\nos.environ[\"TORCH_LOGS\"] = \" dynamo,\"\n"),
            "import os\nos.environ[\"TORCH_LOGS\"] = \"dynamo\"\n");
  EXPECT_EQ(
      ofValue("TORCH_LOGS", "\"caching\"", torch(8)),
      "'import torch' raises ValueError on TORCH_LOGS 'caching': torch "
      "2.8 has no log 'caching', which came with torch 2.11; remove it\n");
  EXPECT_NE(ofValue("TORCH_LOGS", "\"Inductor\""), "");
  for (StringRef Right :
       {"\"output_code\"", "\"+dynamo, -inductor,graph_breaks\"", "\"all\"",
        "\"torch._inductor\"", "\"mine.module\"", "\"transformers\"", "\"\"",
        "\"help\"", "\"+help\"", "names", "\"caching\"", "f\"{a},dynamo\""})
    EXPECT_EQ(ofValue("TORCH_LOGS", Right), "") << Right.str();
}

TEST(PythonDebugFlag, InputChecksAfterTheFirstRun) {
  const std::string Load = "import os\n"
                           "from torch._inductor import aoti_load_package\n"
                           "model = aoti_load_package(\"m.pt2\")\n";
  const std::string Set = "os.environ[\"AOTI_RUNTIME_CHECK_INPUTS\"] = \"1\"\n";
  EXPECT_EQ(
      messages(Load + "model(x)\n" + Set + "model(y)\n"),
      "'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run: a loaded "
      "model reads it once, at its first run, so this changes nothing for "
      "that model; set it before that run\n");
  expectSilent({
      Load + Set + "model(x)\n",
      Load + "model(x)\n" + Set,
      Load + "if a:\n  model(x)\n" + Set + "model(y)\n",
      Load + "run(model)\n" + Set + "model(y)\n",
      Load + "model(x)\n" + Set +
          "n = aoti_load_package(\"n.pt2\")\nmodel(y)\n",
      Load + "import subprocess\nmodel(x)\n" + Set + "model(y)\n",
  });
}

} // namespace
