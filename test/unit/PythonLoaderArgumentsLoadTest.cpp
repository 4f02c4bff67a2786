// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonLoaderFindings.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

TEST(PythonLoaderArgumentsLoad, ADeviceThatIsTakenForSomethingElse) {
  EXPECT_EQ(
      messages("aoti_load_package(\"m.pt2\", \"cuda\")"),
      "\"cuda\" is taken for run_single_threaded, not a device, and the call "
      "raises TypeError; drop it, the device comes from the package\n");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", \"cuda\")"),
            "aoti_load_package(\"m.pt2\")");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", \"cuda:2\")"),
            "aoti_load_package(\"m.pt2\", device_index=2)");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", torch.device(\"cpu\"))"),
            "aoti_load_package(\"m.pt2\")");
  EXPECT_EQ(count("aoti_load_package(\"m.pt2\", \"cuda:2\")", torch(7)), 1u);
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", \"cuda:2\")", torch(7)),
            "aoti_load_package(\"m.pt2\", \"cuda:2\")");
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", 2)"),
            "2 becomes 'run_single_threaded=True'; pass True or False, or the "
            "index of the device as 'device_index'\n");
  EXPECT_EQ(unsafeFix("aoti_load_package(\"m.pt2\", 2)"),
            "aoti_load_package(\"m.pt2\", device_index=2)");

  EXPECT_EQ(
      messages("load_package(\"m.pt2\", \"cuda\")"),
      "\"cuda\" is the model_name, not a device: since torch 2.6 the call "
      "raises RuntimeError \"Failed to find a generated cpp file or so "
      "file for model 'cuda'\", unless the package has a model of that "
      "name; drop it, the device comes from the package\n");
  EXPECT_EQ(fix("load_package(\"m.pt2\", \"cpu\")"), "load_package(\"m.pt2\")");
  EXPECT_EQ(fix("load_package(\"m.pt2\", \"cuda:1\")"),
            "load_package(\"m.pt2\", device_index=1)");
  EXPECT_EQ(messages("load_package(\"m.pt2\", \"cuda\")", torch(5)), "");
  EXPECT_EQ(messages("package_aoti(\"m.pt2\", {\"cuda\": files})\n"
                     "load_package(\"m.pt2\", \"cuda\")"),
            "");
  EXPECT_EQ(
      messages("load_package(\"m.pt2\", True)"),
      "the second parameter of 'load_package' is the model_name, and the "
      "call raises TypeError on 'True'; pass 'run_single_threaded' by its "
      "name\n");
}

TEST(PythonLoaderArgumentsLoad, DeviceIndex) {
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", device_index=\"cuda:1\")"),
            "device_index takes an int, and the call raises TypeError on "
            "\"cuda:1\"; pass 1\n");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device_index=\"cuda:1\")"),
            "aoti_load_package(\"m.pt2\", device_index=1)");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device_index=\"cpu\")"),
            "aoti_load_package(\"m.pt2\")");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device_index=None)"),
            "aoti_load_package(\"m.pt2\", device_index=-1)");
  EXPECT_EQ(count("aoti_load_package(\"m.pt2\", device_index=200)"), 1u);
  EXPECT_EQ(count("aoti_load_package(\"m.pt2\", False, 127)"), 0u);
}

TEST(PythonLoaderArgumentsLoad, DeviceIndexOfAPackageForTheCpu) {
  aoti_tidy::Contract Package;
  Package.Path = "out/m.pt2";
  Package.Models.emplace_back();
  Package.Models.back().Name = "model";
  Package.Models.back().Device = "cpu";
  Package.Models.back().DeviceFrom = aoti_tidy::Evidence::Recorded;
  Settings With;
  With.Packages.emplace_back("out/m.pt2", Package);
  EXPECT_EQ(messages("aoti_load_package(\"out/m.pt2\", device_index=0)", With),
            "device_index is 0, and the package is compiled for the CPU, on "
            "which the call raises RuntimeError \"Incorrect device passed to "
            "aoti_runner_cpu\"; drop it\n");
  EXPECT_EQ(fix("aoti_load_package(\"out/m.pt2\", device_index=0)", With),
            "aoti_load_package(\"out/m.pt2\")");
  expectSilent({"aoti_load_package(\"out/m.pt2\", device_index=-1)",
                "aoti_load_package(\"out/other.pt2\", device_index=0)",
                "aoti_load_package(path, device_index=0)",
                "load_package(\"out/m.pt2\", \"b\", device_index=0)"},
               With);
  With.Packages.back().second.Models.back().Device = "cuda";
  expectSilent({"aoti_load_package(\"out/m.pt2\", device_index=0)"}, With);
}

TEST(PythonLoaderArgumentsLoad, DeviceIndexOfWhatTheFileExportsForTheCpu) {
  const auto Load = [](StringRef Module, StringRef Examples,
                       StringRef Arguments) {
    return ("p = aoti_compile_and_package(torch.export.export(" + Module +
            ", (" + Examples +
            ",)), package_path=\"m.pt2\")\n"
            "m = aoti_load_package(" +
            Arguments + ")")
        .str();
  };
  const StringRef Cpu = "torch.nn.Linear(3, 4)", Here = "torch.randn(2, 3)";
  EXPECT_EQ(count(Load(Cpu, Here, "p, device_index=0")), 1u);
  EXPECT_EQ(fix(Load(Cpu, Here, "\"m.pt2\", device_index=1")),
            Load(Cpu, Here, "\"m.pt2\""));
  expectSilent(
      {Load(Cpu, Here, "p, device_index=-1"),
       Load(Cpu, Here, "\"other.pt2\", device_index=0"),
       Load("model", Here, "p, device_index=0"),
       Load("torch.nn.Linear(3, 4).to(device)", Here, "p, device_index=0"),
       Load("torch.nn.Linear(3, 4).cuda()",
            "torch.randn(2, 3, device=\"cuda\")", "p, device_index=0"),
       Load(Cpu, "x", "p, device_index=0"),
       Load(Cpu, Here, "path, device_index=0")});
}

TEST(PythonLoaderArgumentsLoad, Runners) {
  EXPECT_EQ(count("load_package(\"m.pt2\", num_runners=0)"), 1u);
  EXPECT_EQ(count("load_package(\"m.pt2\", num_runners=-1)"), 1u);
  EXPECT_EQ(count("load_package(\"m.pt2\", num_runners=2, "
                  "run_single_threaded=True)"),
            1u);
  EXPECT_EQ(count("load_package(\"m.pt2\", num_runners=1, "
                  "run_single_threaded=True)"),
            0u);
}

TEST(PythonLoaderArgumentsLoad, FilesOfOtherKinds) {
  EXPECT_EQ(messages("aoti_load_package(\"m.so\")"),
            "'aoti_load_package' loads .pt2 packages, and a .so is a shared "
            "library, on which it raises RuntimeError \"Failed to initialize "
            "zip archive\"; pass the .pt2 that 'aoti_compile_and_package' "
            "wrote\n");
  EXPECT_EQ(unsafeFix("aoti_load_package(\"m.so\")"),
            "aoti_load_package(\"m.pt2\")");
  EXPECT_EQ(count("load_package(f\"{d}/m.pt\")"), 1u);
  EXPECT_EQ(count("so = torch._export.aot_compile(m, (x,))\n"
                  "aoti_load_package(so)"),
            1u);
  EXPECT_EQ(count("so = aot_compile(gm, (x,), options={\"max_autotune\": 1})\n"
                  "aoti_load_package(so)"),
            1u);
  EXPECT_EQ(count("files = aot_compile(gm, (x,), options={"
                  "\"aot_inductor.package\": True})\n"
                  "aoti_load_package(files)"),
            0u);
  EXPECT_EQ(messages("aot_load(\"m.pt2\", \"cpu\")"),
            "'aot_load' opens a raw .so, and a .pt2 is a package, on which it "
            "raises RuntimeError \"Error in dlopen\"; load it with "
            "'torch._inductor.aoti_load_package'\n");
  EXPECT_EQ(count("p = aoti_compile_and_package(ep)\naot_load(p, \"cpu\")"),
            1u);
}

TEST(PythonLoaderArgumentsLoad, DevicesOfALibrary) {
  EXPECT_EQ(messages("aot_load(\"m.so\", \"cpu:0\")"),
            "\"cpu:0\" is no device of 'aot_load', which raises RuntimeError "
            "\"Unsupported device\"; pass \"cpu\"\n");
  EXPECT_EQ(messages("aot_load(\"m.so\", \"CUDA:1\")"),
            "\"CUDA:1\" is no device of 'aot_load', which raises RuntimeError "
            "\"Unsupported device\"; pass \"cuda:1\"\n");
  EXPECT_EQ(
      messages("aot_load(\"m.so\", torch.device(\"cuda\"))"),
      "'aot_load' takes the device as a string, and raises AttributeError "
      "on a 'torch.device'; pass \"cuda\"\n");
  EXPECT_EQ(messages("aot_load(\"m.so\", \"cuda:x\")"),
            "\"cuda:x\" is no device of 'aot_load', which raises RuntimeError "
            "\"Invalid device\"; pass \"cuda\"\n");
  EXPECT_EQ(messages("aot_load(\"m.so\", \"cuda:01\")"), "");
  EXPECT_EQ(messages("aot_load(\"m.so\", \"xpu\")"), "");
  EXPECT_EQ(count("aot_load(\"m.so\", \"xpu\")", torch(5)), 1u);
  EXPECT_EQ(count("aot_load(\"m.so\", \"mps\")", torch(7)), 1u);
  // From 2.6 on aoti-deprecated-api rewrites the call.
  EXPECT_EQ(fix("aot_load(\"m.so\", \"cpu:0\")"),
            "aot_load(\"m.so\", \"cpu:0\")");
  EXPECT_EQ(fix("aot_load(\"m.so\", \"cpu:0\")", torch(5)),
            "aot_load(\"m.so\", \"cpu\")");
}

} // namespace
