// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonDeprecated.h"

using namespace aoti_tidy::python;
using namespace aoti_tidy::python::deprecated;
using llvm::StringRef;

namespace {

TEST(PythonDeprecatedNames, ExampleInputsOfAPackageAreIgnored) {
  const std::string Before =
      "import torch\n"
      "torch._inductor.aoti_compile_and_package(ep, (x,), {'a': y}, "
      "package_path='m.pt2')\n";
  EXPECT_EQ(findings(Before),
            "2:46: 'torch._inductor.aoti_compile_and_package' ignores example "
            "inputs: it takes them from the exported program, and all torch "
            "does is to log that they are deprecated; leave them out\n");
  EXPECT_EQ(fix(Before), "import torch\n"
                         "torch._inductor.aoti_compile_and_package(ep, "
                         "package_path='m.pt2')\n");
  EXPECT_EQ(fix("import torch\n"
                "torch._inductor.aoti_compile_and_package(\n"
                "    ep,\n"
                "    args,\n"
                "    package_path='m.pt2',\n"
                ")\n"),
            "import torch\n"
            "torch._inductor.aoti_compile_and_package(\n"
            "    ep,\n"
            "    package_path='m.pt2',\n"
            ")\n");
  EXPECT_EQ(fix("import torch\n"
                "torch._inductor.aoti_compile_and_package(ep, args)\n"),
            "import torch\n"
            "torch._inductor.aoti_compile_and_package(ep)\n");
  // A comment is not left where it is about something else.
  const StringRef Comment = "import torch\n"
                            "torch._inductor.aoti_compile_and_package(ep,\n"
                            "    (x,),  # as it was exported\n"
                            "    package_path='m.pt2')\n";
  EXPECT_EQ(fixed(deprecatedApi, Comment), Comment);
  EXPECT_EQ(count(Comment), 1u);
  // What is called may do more than to give a value.
  const std::string Call =
      "import torch\ntorch._inductor.aoti_compile_and_package(ep, inputs())\n";
  EXPECT_EQ(fixed(deprecatedApi, Call), Call);
  EXPECT_EQ(unsafeFix(Call),
            "import torch\ntorch._inductor.aoti_compile_and_package(ep)\n");
  const std::string Iterator =
      "import torch\ntorch._inductor.aoti_compile_and_package(ep, "
      "tuple(i for i in batches))\n";
  EXPECT_EQ(fixed(deprecatedApi, Iterator), Iterator);
  for (StringRef Text :
       {"import torch\ntorch._inductor.aoti_compile_and_package(ep)\n",
        "import torch\ntorch._inductor.aoti_compile_and_package(ep, None)\n",
        "import torch\ntorch._inductor.aoti_compile_and_package(ep, 'm.pt2')\n",
        "import torch\ntorch._inductor.aoti_compile_and_package(*a)\n",
        "import mine\nmine.aoti_compile_and_package(ep, args)\n"})
    EXPECT_EQ(findings(Text), "") << Text.str();
}

TEST(PythonDeprecatedNames, ConfigKeysThatAreGone) {
  const std::string Before =
      "import torch\n"
      "torch._inductor.aoti_compile_and_package(ep, inductor_configs={\n"
      "    'aot_inductor.compile_wrapper_with_O0': True,\n"
      "    'aot_inductor.package_constants_on_disk': True,\n"
      "    \"aot_inductor.compile_standalone\": False,\n"
      "})\n";
  EXPECT_EQ(
      findings(Before),
      "3:5: 'aot_inductor.compile_wrapper_with_O0' is gone since torch 2.8, "
      "and setting it raises AttributeError; set "
      "'aot_inductor.compile_wrapper_opt_level' to \"O0\"\n"
      "4:5: 'aot_inductor.package_constants_on_disk' is gone since torch 2.10, "
      "and setting it raises AttributeError; set "
      "'aot_inductor.package_constants_on_disk_format' to \"pickle_weights\"\n"
      "5:5: 'aot_inductor.compile_standalone' is gone since torch 2.10, and "
      "setting it raises AttributeError; set "
      "'aot_inductor_mode.compile_standalone'\n");
  EXPECT_EQ(fix(Before),
            "import torch\n"
            "torch._inductor.aoti_compile_and_package(ep, inductor_configs={\n"
            "    'aot_inductor.compile_wrapper_opt_level': \"O0\",\n"
            "    'aot_inductor.package_constants_on_disk_format': "
            "\"pickle_weights\",\n"
            "    \"aot_inductor_mode.compile_standalone\": False,\n"
            "})\n");
  EXPECT_EQ(
      fix("from torch._inductor import config\n"
          "config.aot_inductor.package_constants_on_disk = False\n"
          "config.aot_inductor.compile_standalone = True\n"
          "with config.patch({'aot_inductor.compile_wrapper_with_O0': True}):\n"
          "  pass\n"
          "with config.patch('aot_inductor.compile_standalone', True):\n"
          "  pass\n"),
      "from torch._inductor import config\n"
      "config.aot_inductor.package_constants_on_disk_format = None\n"
      "config.aot_inductor_mode.compile_standalone = True\n"
      "with config.patch({'aot_inductor.compile_wrapper_opt_level': \"O0\"}):\n"
      "  pass\n"
      "with config.patch('aot_inductor_mode.compile_standalone', True):\n"
      "  pass\n");
  EXPECT_EQ(
      findings("import torch._inductor.config as config\n"
               "config.abi_compatible = True\n"
               "config.aot_inductor.debug_dump_consts_bin = True\n"),
      "2:1: 'abi_compatible' is gone since torch 2.6, and setting it "
      "raises AttributeError; leave it out\n"
      "3:1: 'aot_inductor.debug_dump_consts_bin' is gone since torch 2.6, "
      "and setting it raises AttributeError; leave it out\n");
}

TEST(PythonDeprecatedNames, ConfigKeysOfOtherCalls) {
  // There is no 'options': aoti-loader-arguments renames it.
  EXPECT_EQ(count("import torch\n"
                  "torch._inductor.aoti_compile_and_package(ep, options={"
                  "'aot_inductor.compile_standalone': True})\n"),
            1u);
  EXPECT_EQ(findings("import torch\n"
                     "torch.compile(m, options={"
                     "'aot_inductor.compile_standalone': True})\n"),
            "2:27: 'aot_inductor.compile_standalone' is gone since torch 2.10, "
            "and setting it raises RuntimeError; set "
            "'aot_inductor_mode.compile_standalone'\n");
}

TEST(PythonDeprecatedNames, ConfigKeysThatAreNone) {
  for (StringRef Text : {
           "o = {'aot_inductor.compile_standalone': True}\n",
           "mine.config.aot_inductor.compile_standalone = True\n",
           "from mine import config\nconfig.abi_compatible = True\n",
           "import torch\n"
           "torch._inductor.config.aot_inductor_mode.compile_standalone = "
           "True\n",
           "import torch\nx = torch._inductor.config.abi_compatible\n",
           "import torch\nif torch.__version__ < '2.10':\n"
           "  torch._inductor.config.aot_inductor.compile_standalone = True\n",
       })
    EXPECT_EQ(findings(Text), "") << Text.str();
  const StringRef Text =
      "import torch\n"
      "torch._inductor.config.aot_inductor.compile_standalone = True\n";
  EXPECT_EQ(findings(Text, torch(9)), "");
  EXPECT_EQ(count(Text, torch(10)), 1u);
  // Two keys share a value, which becomes another one for one of them.
  const StringRef Chain =
      "from torch._inductor import config\n"
      "config.max_autotune = config.aot_inductor.package_constants_on_disk = "
      "True\n";
  EXPECT_EQ(count(Chain), 1u);
  EXPECT_EQ(unsafeFix(Chain), Chain);
  // The new one is there already.
  const StringRef Both =
      "import torch\ntorch._inductor.aoti_compile_and_package(ep, "
      "inductor_configs={'aot_inductor.compile_wrapper_with_O0': True, "
      "'aot_inductor.compile_wrapper_opt_level': 'O1'})\n";
  EXPECT_EQ(count(Both), 1u);
  EXPECT_EQ(unsafeFix(Both), Both);
  // Without a literal there is nothing to tell what it becomes.
  const StringRef Open =
      "import torch\ntorch._inductor.aoti_compile_and_package(ep, "
      "inductor_configs={'aot_inductor.compile_wrapper_with_O0': debug})\n";
  EXPECT_EQ(count(Open), 1u);
  EXPECT_EQ(unsafeFix(Open), Open);
}

TEST(PythonDeprecatedNames, NamesOfThePackageModule) {
  const StringRef Before =
      "from torch._inductor.package.package import PT2ArchiveReader\n"
      "from torch._inductor.package import pt2_archive_constants\n";
  EXPECT_EQ(
      findings(Before),
      "1:45: 'torch._inductor.package.package.PT2ArchiveReader' is gone since "
      "torch 2.8, and importing it raises ImportError; import "
      "'torch.export.pt2_archive._package'\n"
      "  1:45: methods and constants have other names there ('writestr' is "
      "'write_string' or 'write_bytes', 'read' is 'read_bytes')\n"
      "2:37: 'torch._inductor.package.pt2_archive_constants' is gone since "
      "torch "
      "2.8, and importing it raises ImportError; import "
      "'torch.export.pt2_archive.constants'\n"
      "  2:37: methods and constants have other names there ('writestr' is "
      "'write_string' or 'write_bytes', 'read' is 'read_bytes')\n");
  EXPECT_EQ(fixed(deprecatedApi, Before), Before);
  EXPECT_EQ(unsafeFix(Before),
            "from torch.export.pt2_archive._package import PT2ArchiveReader\n"
            "from torch.export.pt2_archive import constants as "
            "pt2_archive_constants\n");
  EXPECT_EQ(
      unsafeFix(
          "import torch._inductor.package.pt2_archive_constants as c\n"
          "from torch._inductor.package import pt2_archive_constants as d\n"
          "from torch._inductor.package.pt2_archive_constants import A\n"),
      "import torch.export.pt2_archive.constants as c\n"
      "from torch.export.pt2_archive import constants as d\n"
      "from torch.export.pt2_archive.constants import A\n");
  // Other names of the statement, and paths that are written out, stay.
  for (StringRef Text :
       {"from torch._inductor.package import load_package, "
        "pt2_archive_constants\n",
        "import torch._inductor.package.pt2_archive_constants\n"}) {
    EXPECT_EQ(count(Text), 1u) << Text.str();
    EXPECT_EQ(unsafeFix(Text), Text) << Text.str();
  }
  EXPECT_EQ(findings(Before, torch(7)), "");
  EXPECT_EQ(count("from torch._inductor.package import package_aoti\n"
                  "package_aoti(d)\n"),
            1u);
  for (StringRef Text :
       {"from torch._inductor.package import package_aoti\n"
        "package_aoti('m.pt2', files)\n",
        "from torch._inductor.package import load_package\nload_package(p)\n",
        "try:\n"
        "  from torch._inductor.package.package import PT2ArchiveReader\n"
        "except ImportError:\n"
        "  PT2ArchiveReader = None\n"})
    EXPECT_EQ(findings(Text), "") << Text.str();
}

} // namespace
