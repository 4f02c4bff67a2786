// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/LoaderArgumentsRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Cure = ArgumentProblem::Cure;

namespace {

LoaderFacts cxx(unsigned Minor = 13) {
  LoaderFacts F;
  F.Name = "AOTIModelPackageLoader";
  F.Torch = {2, Minor};
  F.HasDeviceIndex = F.HasCount = Minor >= 8;
  return F;
}

LoaderFacts python(unsigned Minor = 13) {
  LoaderFacts F = cxx(Minor);
  F.Lang = Language::Python;
  F.Name = "load_package";
  return F;
}

LoaderFacts runner(llvm::StringRef Name, llvm::StringRef DeviceType) {
  LoaderFacts F = cxx();
  F.Name = Name;
  F.IsRawRunner = true;
  F.DeviceType = DeviceType;
  F.HasDeviceIndex = false;
  F.HasDeviceStr = DeviceType == "cuda" || DeviceType == "xpu";
  return F;
}

LoaderFacts aotLoad(unsigned Minor = 13) {
  LoaderFacts F = python(Minor);
  F.Name = "aot_load";
  F.IsRawRunner = true;
  return F;
}

GivenText text(llvm::StringRef Text) { return {Text, inQuotes(Text)}; }

/// "text | cure code | note"; "none".
std::string str(const std::optional<ArgumentProblem> &P) {
  if (!P)
    return "none";
  static constexpr const char *Cures[] = {"none",      "drop",   "replace",
                                          "extension", "rename", "index"};
  std::string Result = P->Text + " | " + Cures[static_cast<int>(P->Do)];
  if (P->Do != Cure::None && P->Do != Cure::Drop)
    Result += " " + P->Code;
  return P->Note.empty() ? Result : Result + " | " + P->Note;
}

TEST(LoaderArgumentsRule, QuotesText) {
  EXPECT_EQ(inQuotes("a\n\"b\""), R"("a\n\"b\"")");
  EXPECT_EQ(inQuotes(std::string(61, 'a')),
            '"' + std::string(60, 'a') + "...\"");
}

TEST(LoaderArgumentsRule, Paths) {
  EXPECT_EQ(str(pathProblem(cxx(), ".so")),
            "'AOTIModelPackageLoader' loads .pt2 packages, and a .so is a "
            "shared library, on which the constructor throws \"Failed to "
            "initialize zip archive\"; pass the .pt2 that "
            "'aoti_compile_and_package' wrote | none");
  EXPECT_EQ(str(pathProblem(python(), ".pt")),
            "'load_package' loads .pt2 packages, and a .pt is a checkpoint or "
            "a TorchScript module, on which it raises RuntimeError; pass the "
            ".pt2 that 'aoti_compile_and_package' wrote | extension .pt2 | "
            "this is right if the package is written there");
  for (const char *Extension : {".pt2", ".zip", ""})
    EXPECT_EQ(str(pathProblem(cxx(), Extension)), "none");
  EXPECT_EQ(str(pathProblem(runner("R", "cpu"), ".pt2")),
            "'R' runs a raw .so, and a .pt2 is a package, on which the "
            "constructor throws \"Error in dlopen\"; load it with "
            "'AOTIModelPackageLoader' | none");
  EXPECT_EQ(str(pathProblem(aotLoad(), ".pt2")),
            "'aot_load' opens a raw .so, and a .pt2 is a package, on which it "
            "raises RuntimeError \"Error in dlopen\"; load it with "
            "'torch._inductor.aoti_load_package' | none");
  EXPECT_EQ(str(pathProblem(aotLoad(), ".so")), "none");
  EXPECT_EQ(libraryProblem(python(), "torch._inductor.aot_compile"),
            "'load_package' loads .pt2 packages, and "
            "'torch._inductor.aot_compile' writes a .so, on which it raises "
            "RuntimeError \"Failed to initialize zip archive\"; compile with "
            "'torch._inductor.aoti_compile_and_package'");
}

TEST(LoaderArgumentsRule, NoPackageLoaderBeforeTorch26) {
  LoaderFacts Runner = runner("R", "cuda");
  Runner.Torch = {2, 5};
  for (const LoaderFacts &F : {Runner, aotLoad(5)})
    EXPECT_TRUE(llvm::StringRef(pathProblem(F, ".pt2")->Text)
                    .ends_with("; pass the .so that 'aot_compile' wrote"));
}

TEST(LoaderArgumentsRule, ModelNames) {
  EXPECT_EQ(str(modelNameProblem(cxx(), "cuda")),
            "\"cuda\" is the model_name, not a device: the constructor throws "
            "\"Failed to find a generated cpp file or so file for model "
            "'cuda'\", unless the package has a model of that name; drop it, "
            "the device comes from the package | drop | this loads the "
            "package's model named 'model'");
  EXPECT_EQ(str(modelNameProblem(cxx(), "cuda:1")),
            "\"cuda:1\" is the model_name, not a device: the constructor "
            "throws \"Failed to find a generated cpp file or so file for model "
            "'cuda:1'\", unless the package has a model of that name; drop it, "
            "the device comes from the package and its index from device_index "
            "| none");
  EXPECT_EQ(str(modelNameProblem(python(8), "cuda:1")),
            "\"cuda:1\" is the model_name, not a device: since torch 2.6 the "
            "call raises RuntimeError \"No AOTInductor generate cpp file or so "
            "file found in zip archive\", unless the package has a model of "
            "that name; the device comes from the package; pass "
            "'device_index=1' | index 1");
  for (const LoaderFacts &F : {cxx(), python()}) {
    EXPECT_EQ(str(modelNameProblem(F, "model")), "none");
    EXPECT_EQ(modelNameProblem(F, "cpu:0")->Do, Cure::Drop);
  }
}

TEST(LoaderArgumentsRule, DevicesForRunSingleThreaded) {
  const std::string Becomes =
      "\"cuda:1\" becomes 'run_single_threaded = true'; ";
  EXPECT_EQ(str(flagTextProblem(cxx(), text("cpu"))),
            "\"cpu\" becomes 'run_single_threaded = true'; drop it, the device "
            "comes from the package | drop");
  EXPECT_EQ(str(flagTextProblem(cxx(), text("cuda:1"))),
            Becomes + "the device comes from the package; pass 1 as "
                      "device_index | index 1");
  EXPECT_EQ(str(flagTextProblem(cxx(7), text("cuda:1"))),
            Becomes + "drop it, the device comes from the package, and its "
                      "index can be chosen since torch 2.8 | none");
  EXPECT_EQ(str(flagTextProblem(runner("R", "cuda"), text("cuda:1"))),
            Becomes + "device_str is the third argument | none");
  EXPECT_EQ(str(flagTextProblem(runner("R", "mps"), text("cuda:1"))),
            Becomes + "construct 'AOTIModelContainerRunnerCuda' to run on "
                      "'cuda' | none");
  EXPECT_EQ(str(flagTextProblem(runner("R", "cpu"), text("cpu"))),
            "\"cpu\" becomes 'run_single_threaded = true'; drop it, 'R' always "
            "runs on 'cpu' | drop");
  EXPECT_EQ(str(flagTextProblem(cxx(), text("no"))),
            "\"no\" becomes 'run_single_threaded = true'; pass true or false | "
            "none");
  EXPECT_EQ(str(flagPointerProblem("'char *'")),
            "'char *' becomes 'run_single_threaded', true for any pointer but "
            "null; pass true or false | none");
  EXPECT_EQ(str(flagTextProblem(python(), text("cuda:1"))),
            "\"cuda:1\" is taken for run_single_threaded, not a device, and "
            "the call raises TypeError; the device comes from the package; "
            "pass 'device_index=1' | index 1");
  EXPECT_EQ(str(flagTextProblem(python(7), text("cuda:1"))),
            "\"cuda:1\" is taken for run_single_threaded, not a device, and "
            "the call raises TypeError; drop it, the device comes from the "
            "package, and its index can be chosen since torch 2.8 | none");
  EXPECT_EQ(str(flagTextProblem(python(), text("no"))),
            "\"no\" is taken for run_single_threaded, and the call raises "
            "TypeError; pass True or False | none");
}

TEST(LoaderArgumentsRule, AnIndexThatDoesNotFitIsNotPassedOn) {
  for (const LoaderFacts &F : {cxx(), python()}) {
    EXPECT_EQ(cureForDevice(F, {"cuda", 127u}).Do, Cure::PassAsIndex);
    EXPECT_EQ(cureForDevice(F, {"cuda", 128u}).Do, Cure::None);
    LoaderFacts Given = F;
    Given.IsIndexGiven = true;
    EXPECT_EQ(cureForDevice(Given, {"cuda", 1u}).Do, Cure::None);
  }
  EXPECT_EQ(deviceIndexTextProblem(text("cuda:128")).Do, Cure::None);
}

TEST(LoaderArgumentsRule, NumbersForRunSingleThreaded) {
  EXPECT_EQ(str(flagNumberProblem(cxx(), 4)),
            "4 becomes 'run_single_threaded = true'; num_runners is the fourth "
            "argument | none");
  EXPECT_EQ(str(flagNumberProblem(cxx(7), 4)),
            "4 becomes 'run_single_threaded = true'; pass true or false | "
            "none");
  EXPECT_EQ(str(flagNumberProblem(runner("R", "cpu"), 4)),
            "4 becomes 'run_single_threaded = true'; num_models is the second "
            "argument | none");
  EXPECT_EQ(str(flagNumberProblem(python(), 2)),
            "2 becomes 'run_single_threaded=True'; pass True or False, or the "
            "index of the device as 'device_index' | none");
  // There is no device_index to pass it as.
  EXPECT_EQ(str(flagNumberProblem(python(7), 2)),
            "2 becomes 'run_single_threaded=True'; pass True or False | none");
  for (const LoaderFacts &F : {cxx(), python()})
    for (const int64_t Flag : {0, 1})
      EXPECT_EQ(str(flagNumberProblem(F, Flag)), "none");
}

TEST(LoaderArgumentsRule, Counts) {
  EXPECT_EQ(str(countProblem(cxx(), -1, {})),
            "num_runners is -1, which becomes 18446744073709551615, and the "
            "constructor throws; pass 1 or more | none");
  EXPECT_EQ(str(countProblem(python(), -1, {})),
            "num_runners is -1, and the call raises TypeError; pass 1 or more "
            "| none");
  EXPECT_EQ(str(countProblem(runner("R", "cpu"), 0, {})),
            "num_models is 0, on which the constructor throws; pass 1 or more "
            "| none");
  EXPECT_EQ(str(countProblem(python(), 0, false)),
            "num_runners is 0, on which the call raises RuntimeError "
            "\"num_runners must be >=1 when run_single_threaded is false\"; "
            "pass 1 or more | none");
  // It raises whatever run_single_threaded is.
  for (const std::optional<bool> IsSingle : {std::optional<bool>(), {true}})
    EXPECT_EQ(str(countProblem(python(), 0, IsSingle)),
              "num_runners is 0, on which the call raises RuntimeError; pass 1 "
              "or more | none");
  EXPECT_EQ(str(countProblem(cxx(), 2, true)),
            "num_runners is 2 and run_single_threaded is true: the constructor "
            "throws \"num_runners must be 1 when run_single_threaded is "
            "true\"; pass 1, or false for run_single_threaded | none");
  EXPECT_EQ(str(countProblem(python(), 2, true)),
            "num_runners is 2 and run_single_threaded is True, on which the "
            "call raises RuntimeError \"num_runners must be 1 when "
            "run_single_threaded is true\"; drop one | none");
  for (const auto &F : {cxx(), python()}) {
    EXPECT_EQ(str(countProblem(F, 1, true)), "none");
    EXPECT_EQ(str(countProblem(F, 2, false)), "none");
    EXPECT_EQ(str(countProblem(F, 2, {})), "none");
  }
  EXPECT_EQ(str(countProblem(cxx(7), 2, true)), "none");
}

TEST(LoaderArgumentsRule, DeviceIndices) {
  EXPECT_EQ(str(deviceIndexProblem(cxx(), -2)),
            "device_index is -2, on which the constructor throws; pass -1 for "
            "the current device | none");
  EXPECT_EQ(str(deviceIndexProblem(python(), -2)),
            "device_index is -2, on which the call raises RuntimeError; pass "
            "-1 for the current device | none");
  EXPECT_EQ(str(deviceIndexProblem(cxx(), 200)),
            "device_index is 200, which wraps to -56 in an int8_t, and the "
            "constructor throws; pass at most 127 | none");
  EXPECT_EQ(str(deviceIndexProblem(cxx(), 256)),
            "device_index is 256, which wraps to 0 in an int8_t; pass at most "
            "127 | none");
  EXPECT_EQ(str(deviceIndexProblem(python(), 200)),
            "device_index is 200, which no int8_t holds, and the call raises "
            "TypeError; pass at most 127 | none");
  for (const LoaderFacts &F : {cxx(), python()})
    for (const int64_t Index : {-1, 0, 127})
      EXPECT_EQ(str(deviceIndexProblem(F, Index)), "none");
  EXPECT_EQ(str(deviceIndexTextProblem(text("cuda:1"))),
            "device_index takes an int, and the call raises TypeError on "
            "\"cuda:1\"; pass 1 | replace 1");
  EXPECT_EQ(str(deviceIndexTextProblem(text("cuda"))),
            "device_index takes an int, and the call raises TypeError on "
            "\"cuda\"; drop it, the device comes from the package | drop");
  EXPECT_EQ(deviceIndexTextProblem(text("gpu")).Do, Cure::None);
  EXPECT_EQ(str(cpuIndexProblem(cxx(), 0, /*CanDrop=*/true)),
            "device_index is 0, and the package is compiled for the CPU, on "
            "which the constructor throws \"Incorrect device passed to "
            "aoti_runner_cpu\"; drop it | drop");
  EXPECT_EQ(str(cpuIndexProblem(python(), 0, /*CanDrop=*/false)),
            "device_index is 0, and the package is compiled for the CPU, on "
            "which the call raises RuntimeError \"Incorrect device passed to "
            "aoti_runner_cpu\"; pass -1 | replace -1");
}

TEST(LoaderArgumentsRule, PackagesForTheCpu) {
  Contract Package;
  ModelContract Model;
  Model.Device = "cpu";
  Model.DeviceFrom = Evidence::Recorded;
  EXPECT_TRUE(isRecordedForCpu(Package, Model, {2, 8}));
  Package.Form = Contract::Kind::Folder;
  EXPECT_FALSE(isRecordedForCpu(Package, Model, {2, 12}));
  EXPECT_TRUE(isRecordedForCpu(Package, Model, {2, 13}));
  Model.Device = "cuda";
  EXPECT_FALSE(isRecordedForCpu(Package, Model, {2, 13}));
}

TEST(LoaderArgumentsRule, DeviceStr) {
  const LoaderFacts Cuda = runner("Cuda", "cuda"), Xpu = runner("Xpu", "xpu");
  EXPECT_EQ(str(deviceStrProblem(Cuda, "cuda:01", "cubin_dir")), "none");
  EXPECT_EQ(str(deviceStrProblem(Cuda, "cpu", "cubin_dir")),
            "'Cuda' runs models compiled for 'cuda', and device_str is "
            "\"cpu\", on which their constants fail to load; pass \"cuda\", or "
            "construct 'AOTIModelContainerRunnerCpu' | replace \"cuda\" | this "
            "is right if the model is compiled for 'cuda'");
  EXPECT_EQ(str(deviceStrProblem(Cuda, "./k", "cubin_dir")),
            "\"./k\" is the device_str, on which the constructor throws "
            "\"Invalid device\"; since torch 2.3 cubin_dir is the fourth "
            "argument | none");
  EXPECT_EQ(str(deviceStrProblem(Xpu, "k.d", "kernel_bin_dir")),
            "\"k.d\" is the device_str, on which the constructor throws "
            "\"Invalid device\"; kernel_bin_dir is the fourth argument | "
            "none");
  EXPECT_EQ(str(deviceStrProblem(Cuda, " CUDA: 0", "")),
            "\" CUDA: 0\" is not a device, and the constructor throws "
            "\"Invalid device\"; pass \"cuda:0\" | replace \"cuda:0\"");
  for (const char *Text : {"gpu", "cuda.0", "./k", "XPU"})
    EXPECT_EQ(str(deviceStrProblem(Cuda, Text, "")),
              inQuotes(Text) +
                  " is not a device, and the constructor throws "
                  "\"Invalid device\"; pass \"cuda\" or \"cuda:0\" "
                  "| none");
}

TEST(LoaderArgumentsRule, DevicesOfAotLoad) {
  const auto Problem = [](llvm::StringRef Text, unsigned Minor) {
    return str(aotLoadDeviceProblem(aotLoad(Minor), text(Text)));
  };
  EXPECT_EQ(Problem("cuda:01", 13), "none");
  EXPECT_EQ(Problem("cpu:0", 13),
            "\"cpu:0\" is no device of 'aot_load', which raises RuntimeError "
            "\"Unsupported device\"; pass \"cpu\" | replace \"cpu\"");
  EXPECT_EQ(Problem("cuda:x", 13),
            "\"cuda:x\" is no device of 'aot_load', which raises RuntimeError "
            "\"Invalid device\"; pass \"cuda\" | none");
  EXPECT_EQ(Problem("xpu", 5),
            "'aot_load' of torch 2.5 does not know \"xpu\", and raises "
            "RuntimeError; it takes \"cpu\" and \"cuda\" | none");
  // As in device_str, capitals and spaces do not hide what was meant.
  EXPECT_EQ(Problem(" CUDA:1", 13),
            "\" CUDA:1\" is no device of 'aot_load', which raises RuntimeError "
            "\"Unsupported device\"; pass \"cuda:1\" | replace \"cuda:1\"");
  EXPECT_EQ(
      str(aotLoadDeviceProblem(aotLoad(), {"cuda", "'d'", /*IsObject=*/true})),
      "'aot_load' takes the device as a string, and raises "
      "AttributeError on a 'torch.device'; pass \"cuda\" | replace "
      "\"cuda\"");
}

} // namespace
