// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of what loads a compiled model.
#include "checks/lib/script/ModuleDevices.h"
#include "checks/lib/script/PackageLoads.h"
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/FileKinds.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

std::string quoted(StringRef Text) { return '"' + Text.str() + '"'; }

/// What was given, as messages say it: "cuda", 'torch.device("cuda")'.
std::string inWords(const Argument &A, const SpelledDevice &Text) {
  return Text.IsObject ? "'" + brief(A.Value) + "'" : quoted(Text.Text);
}

/// The position of that parameter in the torch that the file is for, the newest
/// if it is not known; nothing if that one cannot take it by position.
std::optional<unsigned> positionOf(const LoaderCall &L, StringRef Name,
                                   const File &F) {
  const TorchVersion Torch = F.settings().torchOrNewest();
  for (const PythonParameter *P : parametersOf(L.Function))
    if (P->Name == Name && P->existsIn(Torch) && P->Position >= 0)
      return P->Position;
  return std::nullopt;
}

const Argument *argumentFor(const LoaderCall &L, StringRef Name,
                            const File &F) {
  const auto Position = positionOf(L, Name, F);
  return Position ? L.C.argument(*Position, Name) : L.C.keyword(Name);
}

/// What a device in the place of another parameter should become, and the edit
/// for that.
struct DeviceCure {
  std::string Text;
  std::optional<Edit> Fix;
};

DeviceCure moveDevice(const LoaderCall &L, const Argument &A,
                      const DeviceName &Device, const File &F) {
  if (!namesIndex(Device))
    return {"drop it, the device comes from the package", removeArgument(L, A)};
  if (!F.settings().torchAtLeast({2, 8}))
    return {"drop it, the device comes from the package, and its index can be "
            "chosen since torch 2.8",
            std::nullopt};
  const std::string Index = fmt::format("device_index={}", *Device.Index);
  return {fmt::format("the device comes from the package; pass '{}'", Index),
          L.C.keyword("device_index") ? std::nullopt
                                      : replaceArgument(L, A, Index)};
}

/// The extension's file is no package, or the path is of one.
// aoti_load_package("model.so")
void checkPath(const LoaderCall &L, const File &F, std::vector<Finding> &Out) {
  const Argument *Path = L.C.argument(0, "path");
  if (!Path)
    return;
  // p = torch._export.aot_compile(...); aoti_load_package(p)
  const Call *Compile = resultOf(Path->Value, F);
  const StringRef By = Compile ? canonicalFunction(Compile->Callee) : "";
  if (By.ends_with(".aot_compile")) {
    const Argument *Options = Compile->keyword("options");
    if (Options || Compile->HasUnpacking) {
      const auto Known =
          Options ? F.values().dictOf(Options->Value) : std::nullopt;
      // With "aot_inductor.package" it is a list of files.
      if (!Known || !Known->IsComplete ||
          llvm::any_of(Known->Entries, [](const Dict::Entry &E) {
            return !E.Name || *E.Name == "aot_inductor.package";
          }))
        return;
    }
    Out.push_back(
        {rangeOf(Path->Whole),
         fmt::format("'{}' loads .pt2 packages, and '{}' writes a .so, on "
                     "which it raises RuntimeError \"Failed to initialize zip "
                     "archive\"; compile with "
                     "'torch._inductor.aoti_compile_and_package'",
                     L.shortName().str(), By.str()),
         {{rangeOf(Compile->At), "the .so is compiled here", {}}},
         {}});
    return;
  }

  const std::string Extension = extensionOf(Path->Value, F);
  const StringRef Kind = nonPackageKind(Extension);
  if (Kind.empty())
    return;
  Finding Found{
      rangeOf(Path->Whole),
      fmt::format("'{}' loads .pt2 packages, and a {} is {}, on "
                  "which it raises RuntimeError{}; pass the .pt2 that "
                  "'aoti_compile_and_package' wrote",
                  L.shortName().str(), Extension, Kind.str(),
                  Kind == CheckpointKind
                      ? ""
                      : " \"Failed to initialize zip archive\""),
      {},
      {}};
  if (const auto Suffix = suffixAt(Path->Value, Extension, F.names()))
    Found.Notes.push_back({*Suffix,
                           "this is right if the package is written there",
                           {{*Suffix, ".pt2"}}});
  Out.push_back(std::move(Found));
}

/// Whether the file itself packages a model of that name.
bool packagesModel(StringRef Name, const File &F) {
  return llvm::any_of(F.calls(), [&](const Call &C) {
    if (canonicalFunction(C.Callee) != "torch._inductor.package.package_aoti")
      return false;
    const Argument *Files = C.argument(1, "aoti_files");
    const auto Known = Files ? F.values().dictOf(Files->Value) : std::nullopt;
    // What is not known may be that name.
    return !Known || !Known->IsComplete ||
           llvm::any_of(Known->Entries, [&](const Dict::Entry &E) {
             return !E.Name || *E.Name == Name;
           });
  });
}

// load_package("model.pt2", "cuda")
void checkModelName(const LoaderCall &L, const File &F,
                    std::vector<Finding> &Out) {
  // In 2.5 the second parameter is the device.
  if (L.shortName() != "load_package" || !F.settings().torchAtLeast({2, 6}))
    return;
  const Argument *A = L.C.argument(1, "model_name");
  if (!A)
    return;
  const auto Text = deviceText(A->Value, F);
  const auto Device = Text ? Text->forModel() : std::nullopt;
  if (Device && !Text->IsObject) {
    if (packagesModel(Text->Text, F) ||
        isPickedByVersion(L.C.At, "load_package", F))
      return;
    const DeviceCure Cure = moveDevice(L, *A, *Device, F);
    Finding Found{
        rangeOf(A->Whole),
        fmt::format("{} is the model_name, not a device: since torch 2.6 the "
                    "call raises RuntimeError \"{}\", unless the package has a "
                    "model of that name; {}",
                    quoted(Text->Text),
                    F.settings().torchAtLeast({2, 9})
                        ? "Failed to find a generated cpp file or so file for "
                          "model '" +
                              Text->Text + "'"
                        : "No AOTInductor generate cpp file or so file found "
                          "in zip archive",
                    Cure.Text),
        {},
        {}};
    // What was a keyword was meant to be a name.
    if (Cure.Fix && A->Keyword.empty())
      Found.Fix.push_back(*Cure.Fix);
    Out.push_back(std::move(Found));
    return;
  }
  const Node Value = F.values().resolved(A->Value);
  const bool IsNoString =
      (Text && Text->IsObject) || Value.isAnyOf({"true", "false", "integer"});
  if (!IsNoString)
    return;
  Finding Found{rangeOf(A->Whole),
                fmt::format("the second parameter of 'load_package' is the "
                            "model_name, and the call raises TypeError on '{}'",
                            brief(A->Value)),
                {},
                {}};
  if (Device) {
    const DeviceCure Cure = moveDevice(L, *A, *Device, F);
    Found.Message += "; " + Cure.Text;
    if (Cure.Fix)
      Found.Fix.push_back(*Cure.Fix);
  } else {
    Found.Message += Value.is("integer")
                         ? "; pass it by its name"
                         : "; pass 'run_single_threaded' by its "
                           "name";
  }
  Out.push_back(std::move(Found));
}

// aoti_load_package("model.pt2", "cuda")
void checkSingleThreaded(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "run_single_threaded", F);
  if (!A)
    return;
  if (const auto Text = deviceText(A->Value, F)) {
    const auto Device = Text->forModel();
    Finding Found{
        rangeOf(A->Whole),
        fmt::format(
            "{} is taken for run_single_threaded{}, and the call raises "
            "TypeError",
            inWords(*A, *Text), Device ? ", not a device" : ""),
        {},
        {}};
    if (Device) {
      const DeviceCure Cure = moveDevice(L, *A, *Device, F);
      Found.Message += "; " + Cure.Text;
      if (Cure.Fix)
        Found.Fix.push_back(*Cure.Fix);
    } else {
      Found.Message += "; pass True or False";
    }
    Out.push_back(std::move(Found));
    return;
  }
  if (!F.values().resolved(A->Value).is("integer"))
    return;
  const auto N = F.values().integerOf(A->Value);
  // 0 and 1 are the same as False and True.
  if (!N || *N == 0 || *N == 1)
    return;
  Finding Found{rangeOf(A->Whole),
                fmt::format("{} becomes 'run_single_threaded=True'; pass True "
                            "or False, or the index of the device as "
                            "'device_index'",
                            *N),
                {},
                {}};
  if (A->Keyword.empty() && F.settings().torchAtLeast({2, 8}) &&
      !L.C.keyword("device_index") && *N > 0)
    if (const auto Fix =
            replaceArgument(L, *A, fmt::format("device_index={}", *N)))
      Found.Notes.push_back({rangeOf(A->Whole),
                             fmt::format("this loads the model on the device "
                                         "with the index {}",
                                         *N),
                             {*Fix}});
  Out.push_back(std::move(Found));
}

// load_package("model.pt2", num_runners=0)
void checkRunners(const LoaderCall &L, const File &F,
                  std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "num_runners", F);
  const auto N = A ? F.values().integerOf(A->Value) : std::nullopt;
  if (!N || F.values().booleanOf(A->Value))
    return;
  if (*N < 0) {
    Out.push_back({rangeOf(A->Whole),
                   fmt::format("num_runners is {}, and the call raises "
                               "TypeError; pass 1 or more",
                               *N),
                   {},
                   {}});
    return;
  }
  const Argument *Single = argumentFor(L, "run_single_threaded", F);
  const auto IsSingle =
      Single ? F.values().booleanOf(Single->Value) : std::nullopt;
  if (IsSingle == true && *N != 1)
    Out.push_back({rangeOf(A->Whole),
                   fmt::format("num_runners is {} and run_single_threaded is "
                               "True, on which the call raises RuntimeError "
                               "\"num_runners must be 1 when "
                               "run_single_threaded is true\"; drop one",
                               *N),
                   {},
                   {}});
  else if (*N == 0 && (!Single || IsSingle == false))
    Out.push_back({rangeOf(A->Whole),
                   "num_runners is 0, on which the call raises RuntimeError "
                   "\"num_runners must be >=1 when run_single_threaded is "
                   "false\"; pass 1 or more",
                   {},
                   {}});
}

/// What says that a package is compiled for the CPU.
struct CpuEvidence {
  Node Where;
  std::string Text;
};

/// Of an export of a module on the CPU, with all example inputs there.
std::optional<CpuEvidence> cpuExport(const Call &Compile, const File &F) {
  const Call *Export = exportOf(Compile, F);
  Tensors T(F);
  if (!Export || exportedFor(*Export, F, T) != "cpu")
    return std::nullopt;
  return CpuEvidence{
      Export->At.field("function"),
      "exported here, from a module and example inputs on 'cpu'"};
}

/// Of a package that is for the CPU: what says so.
std::optional<CpuEvidence> cpuPackage(const LoaderCall &L, const File &F) {
  const auto From = packageOf(L.C, F);
  const auto Asked = modelNameOf(L.C, F);
  if (!From || !Asked)
    return std::nullopt;
  if (From->Compile)
    return *Asked == "model" ? cpuExport(*From->Compile, F) : std::nullopt;
  const Node Path = L.C.argument(0, "path")->Value;
  // The only package that is named to lint may be another one than the path's.
  if (!F.values().stringOf(Path))
    return std::nullopt;
  const ModelContract *Model = From->Package->model(*Asked);
  if (!Model || Model->Device != "cpu" ||
      Model->DeviceFrom != Evidence::Recorded)
    return std::nullopt;
  return CpuEvidence{
      L.C.argument(0, "path")->Whole,
      fmt::format("'{}' records AOTI_DEVICE_KEY \"cpu\"", From->Package->Path)};
}

// aoti_load_package("model.pt2", device_index="cuda:1")
void checkDeviceIndex(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const Argument *A = argumentFor(L, "device_index", F);
  if (!A)
    return;
  if (const auto Text = deviceText(A->Value, F)) {
    const auto Device = Text->forModel();
    const bool HasIndex = Device && namesIndex(*Device);
    Finding Found{rangeOf(A->Whole),
                  fmt::format("device_index takes an int, and the call raises "
                              "TypeError on {}; {}",
                              inWords(*A, *Text),
                              HasIndex ? fmt::format("pass {}", *Device->Index)
                                       : "drop it, the device comes from the "
                                         "package"),
                  {},
                  {}};
    if (HasIndex)
      Found.Fix.push_back(
          {rangeOf(A->Value), fmt::format("{}", *Device->Index)});
    else if (Device)
      if (const auto Fix = removeArgument(L, *A))
        Found.Fix.push_back(*Fix);
    Out.push_back(std::move(Found));
    return;
  }
  if (F.values().isNone(A->Value)) {
    Finding Found{rangeOf(A->Whole),
                  "device_index takes an int, and the call raises TypeError on "
                  "None; drop it, or pass -1",
                  {},
                  {}};
    if (A->Value.is("none"))
      Found.Fix.push_back({rangeOf(A->Value), "-1"});
    Out.push_back(std::move(Found));
    return;
  }
  const auto N = F.values().integerOf(A->Value);
  if (!N)
    return;
  if (*N > 127 || *N < -128) {
    Out.push_back({rangeOf(A->Whole),
                   fmt::format("device_index is {}, which no int8_t holds, and "
                               "the call raises TypeError; pass at most 127",
                               *N),
                   {},
                   {}});
    return;
  }
  auto IsForCpu = *N >= 0 ? cpuPackage(L, F) : std::nullopt;
  if (!IsForCpu)
    return;
  const auto Fix = removeArgument(L, *A);
  Finding Found{
      rangeOf(A->Whole),
      fmt::format("device_index is {}, and the package is compiled for the "
                  "CPU, on which the call raises RuntimeError \"Incorrect "
                  "device passed to aoti_runner_cpu\"; {}",
                  *N, Fix ? "drop it" : "pass -1"),
      {{rangeOf(IsForCpu->Where), std::move(IsForCpu->Text), {}}},
      {}};
  // The default is the only index with which this package loads.
  Found.Fix.push_back(Fix ? *Fix : Edit{rangeOf(A->Value), "-1"});
  Out.push_back(std::move(Found));
}

} // namespace

void checkPackageLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  checkPath(L, F, Out);
  checkModelName(L, F, Out);
  checkSingleThreaded(L, F, Out);
  checkRunners(L, F, Out);
  checkDeviceIndex(L, F, Out);
}

// torch._export.aot_load("model.so", "cpu:0")
void checkLibraryLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const Argument *Path = L.C.argument(0, "so_path");
  const Call *Compile = Path ? resultOf(Path->Value, F) : nullptr;
  const bool IsPackage =
      Compile && canonicalFunction(Compile->Callee) ==
                     "torch._inductor.aoti_compile_and_package";
  if (IsPackage || (Path && extensionOf(Path->Value, F) == ".pt2")) {
    Finding Found{rangeOf(Path->Whole),
                  "'aot_load' opens a raw .so, and a .pt2 is a package, on "
                  "which it raises RuntimeError \"Error in dlopen\"; load it "
                  "with 'torch._inductor.aoti_load_package'",
                  {},
                  {}};
    if (IsPackage)
      Found.Notes.push_back(
          {rangeOf(Compile->At), "the package is compiled here", {}});
    Out.push_back(std::move(Found));
    return;
  }

  const Argument *A = L.C.argument(1, "device");
  const auto Text = A ? deviceText(A->Value, F) : std::nullopt;
  if (!Text)
    return;
  const auto Torch = F.settings().Torch;
  if (!Text->IsObject &&
      isDeviceOfAotLoad(Text->Text, F.settings().torchOrNewest()))
    return;
  const bool IsCpu = StringRef(Text->Text).starts_with_insensitive("cpu");
  const std::string Lower = StringRef(Text->Text).lower();
  const auto Meant = DeviceName::parseForModel(Lower);
  std::string Instead = IsCpu ? "cpu" : Meant ? Lower : "cuda";
  Finding Found{rangeOf(A->Whole), "", {}, {}};
  if (Text->IsObject)
    Found.Message =
        fmt::format("'aot_load' takes the device as a string, and "
                    "raises AttributeError on a 'torch.device'; pass "
                    "{}",
                    quoted(Instead));
  else if (Meant && !IsCpu && Lower == Text->Text)
    Found.Message = fmt::format("'aot_load' of torch {} does not know {}, and "
                                "raises RuntimeError; it takes \"cpu\" and "
                                "\"cuda\"",
                                Torch->str(), quoted(Text->Text));
  else
    // What is after the colon, the runner reads.
    Found.Message = fmt::format(
        "{} is no device of 'aot_load', which raises RuntimeError \"{} "
        "device\"; pass {}",
        quoted(Text->Text),
        StringRef(Text->Text).starts_with("cuda:") ? "Invalid" : "Unsupported",
        quoted(Instead));
  if (Meant && !isRewrittenAnyway(L, F) &&
      (IsCpu || StringRef(Text->Text).starts_with("cuda")))
    Found.Fix.push_back({rangeOf(A->Value), quoted(Instead)});
  Out.push_back(std::move(Found));
}

} // namespace aoti_tidy::python
