// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Cure = ArgumentProblem::Cure;

bool isOfAotInductor(StringRef Key) {
  return Key.starts_with("aot_inductor.") ||
         Key.starts_with("aot_inductor_mode.");
}

/// Whether a key that no table has may be one: which keys there are beside
/// those of AOTInductor, no table says. But none of the others is named as one
/// of these is after its dot.
bool mayBeOtherKey(StringRef Key, TorchVersion Torch) {
  if (isOfAotInductor(Key))
    return false;
  return Key.contains('.') ? !Key.split('.').first.contains("aot")
                           : Torch < TorchVersion{2, 6};
}

/// Whether a version that the file may be for has that parameter; of those that
/// lint knows nothing about, 2.6 and newer count.
bool mayHave(const PythonParameter &P, std::optional<TorchVersion> Torch) {
  if (Torch)
    return P.existsIn(*Torch);
  return !P.Last || *P.Last >= TorchVersion{2, 6};
}

/// " before torch 2.8", " since torch 2.3"; empty if no version has it.
std::string history(const CalledFunction &F, StringRef Parameter) {
  for (const PythonParameter *P : parametersOf(F.Name)) {
    if (P->Name != Parameter)
      continue;
    if (F.Torch && *F.Torch < P->First)
      return fmt::format(" before torch {}", P->First.str());
    if (P->Last)
      return fmt::format(" since torch 2.{}", P->Last->Minor + 1);
  }
  return "";
}

ArgumentProblem renameTo(StringRef Name) {
  return {fmt::format("pass it as '{}'", Name.str()), Cure::Rename, Name.str()};
}

ArgumentProblem cureForDeviceKeyword(const CalledFunction &F,
                                     const std::optional<DeviceName> &Device) {
  LoaderFacts Facts{Language::Python};
  Facts.HasDeviceIndex =
      F.Torch.value_or(TorchVersion::newest()) >= TorchVersion{2, 8};
  Facts.IsIndexGiven = F.IsIndexGiven;
  const bool WantsIndex =
      Device && namesIndex(*Device) && Facts.HasDeviceIndex && !F.IsIndexGiven;
  // Without an index, all devices are alike.
  ArgumentProblem Result =
      cureForDevice(Facts, WantsIndex ? *Device : DeviceName{"cpu", {}});
  if (WantsIndex)
    Result.Text = fmt::format("the device comes from the package, and its "
                              "index from 'device_index={}'",
                              Result.Code);
  else if (!Device)
    Result.Do = Cure::None;
  return Result;
}

/// The cure for an argument whose name the function does not know.
ArgumentProblem cureFor(const CalledFunction &F, StringRef Keyword,
                        const std::optional<DeviceName> &Device) {
  const auto IsAnyOf = [&](std::initializer_list<StringRef> Names) {
    return llvm::is_contained(Names, Keyword);
  };
  if (F.shortName().contains("load_package") && Keyword == "device")
    return cureForDeviceKeyword(F, Device);
  if (F.Name == torchname::AotiCompileAndPackage) {
    if (IsAnyOf({"options", "inductor_config", "config"}))
      return renameTo("inductor_configs");
    if (IsAnyOf({"args", "kwargs"}))
      return {"drop it, the exported program has its inputs"};
    if (IsAnyOf({"path", "output_path", "output"}))
      return renameTo("package_path");
  }
  if (F.shortName() == "aot_compile" && Keyword == "inductor_configs")
    return renameTo("options");
  if (F.Name == torchname::AotiLoadPackage &&
      IsAnyOf({"model_name", "num_runners"}))
    return {fmt::format("call '{}', which has it",
                        StringRef(torchname::LoadPackage).str())};
  for (const PythonParameter *P : parametersOf(F.Name))
    if (mayHave(*P, F.Torch) && !P->Name.starts_with("_") &&
        Keyword.edit_distance(P->Name) <= slipsAllowed(Keyword.size()))
      return {fmt::format("did you mean '{}'?", P->Name.str())};
  return {"drop it"};
}

} // namespace

std::optional<std::string> compiledModelProblem(StringRef Function,
                                                CompiledModel Given) {
  const bool IsOfInductor = Function == torchname::InductorAotCompile;
  switch (Given) {
  case CompiledModel::Program:
    if (Function == torchname::AotiCompileAndPackage)
      return std::nullopt;
    return fmt::format(
        "'aot_compile' takes {}, and raises on an ExportedProgram; pass its "
        "'.module()'",
        IsOfInductor ? "a GraphModule" : "a module or a function");
  case CompiledModel::ModuleOfProgram:
    if (Function != torchname::AotiCompileAndPackage)
      return std::nullopt;
    return "'aoti_compile_and_package' takes the ExportedProgram itself, and "
           "raises ValueError on its module; drop '.module()'";
  case CompiledModel::Module:
    if (Function == torchname::AotiCompileAndPackage)
      return "'aoti_compile_and_package' takes an ExportedProgram, and raises "
             "ValueError on a module; pass 'torch.export.export(module, args)'";
    if (!IsOfInductor)
      return std::nullopt;
    return "'aot_compile' takes a GraphModule, and raises AttributeError on "
           "another module; pass 'torch.export.export(module, args).module()'";
  }
  llvm_unreachable("covered switch");
}

StringRef nameOfIgnored(bool IsPath) {
  return IsPath ? "package_path" : "inductor_configs";
}

std::string ignoredArgumentProblem(unsigned Position, bool IsPath,
                                   bool IsGiven) {
  const std::string Name = nameOfIgnored(IsPath).str();
  return fmt::format(
      "'aoti_compile_and_package' ignores its {} positional argument{}; {}",
      Position == 1 ? "second" : "third",
      IsPath && !IsGiven ? ", and writes the package to a cache folder" : "",
      IsGiven ? fmt::format("drop it, '{}' is given", Name)
              : fmt::format("pass it as '{}'", Name));
}

ArgumentProblem packagePathProblem(StringRef Extension) {
  const std::string But =
      Extension.empty() ? "" : fmt::format(", not in '{}'", Extension.str());
  return {fmt::format("package_path must end in '.pt2'{}, and the call raises "
                      "AssertionError; write a '.pt2'",
                      But),
          Extension.empty() ? Cure::None : Cure::ReplaceExtension, ".pt2",
          "what loads the package must say so, too"};
}

std::string pathObjectProblem() {
  return "package_path is a pathlib.Path, on which the call raises "
         "AssertionError, in most versions after the whole compile; pass it "
         "as a string";
}

std::string metadataValueProblem(StringRef Value) {
  return fmt::format(
      "metadata '{}' is no string, and the compile raises "
      "'Metadata must only contain strings'; pass it as a string",
      Value.str());
}

std::string namedTupleProblem(StringRef What, bool IsOfTorch) {
  return fmt::format("'{}' is a named tuple, which no package can return: the "
                     "compile raises NotImplementedError; {}",
                     What.str(),
                     IsOfTorch ? "return tuple(...) of it"
                               : "return a tuple or a dict");
}

std::string namedTupleNote() { return "the program is compiled here"; }

std::string outputPathProblem(bool HasPackagePath) {
  return fmt::format("'aoti_compile_and_package' raises RuntimeError on "
                     "'aot_inductor.output_path'; {}",
                     HasPackagePath ? "drop it, 'package_path' is given"
                                    : "pass a .pt2 as 'package_path'");
}

std::string libraryPathProblem() {
  return "'aot_compile' writes a .so, and raises AssertionError on an output "
         "path that ends in '.pt2'; call "
         "'torch._inductor.aoti_compile_and_package'";
}

std::string positionalOptionsProblem() {
  return "the third parameter of 'aot_compile' is 'kwargs' since torch 2.4, so "
         "these options are taken for inputs of the model; pass them as "
         "'options'";
}

std::string inputListProblem() {
  return "the inputs of an exported program's module are a tuple, and "
         "'aot_compile' raises ValueError on a list; pass a tuple";
}

std::optional<ConfigKeyProblem>
configKeyProblem(StringRef Key, StringRef Error,
                 std::optional<TorchVersion> Torch) {
  // aoti-deprecated-api reports the keys that are gone.
  if (const VersionedRow *Known = configKeys().find(Key)) {
    if (!Torch || *Torch >= Known->First)
      return std::nullopt;
    return ConfigKeyProblem{
        fmt::format("torch._inductor.config of torch {} has no '{}', which "
                    "came with torch {}, and this raises {}; drop it",
                    Torch->str(), Key.str(), Known->First.str(), Error.str()),
        "", ""};
  }
  if (mayBeOtherKey(Key, Torch.value_or(TorchVersion::newest())))
    return std::nullopt;
  std::string Text =
      fmt::format("torch._inductor.config has no '{}', and this raises {}",
                  Key.str(), Error.str());
  if (const VersionedRow *Meant = similarConfigKey(Key)) {
    if (Meant->Last)
      return std::nullopt;
    const std::string Name = Meant->Name.str();
    return ConfigKeyProblem{Text + fmt::format("; did you mean '{}'?", Name),
                            Name, fmt::format("this is the key '{}'", Name)};
  }
  // A torch that is newer than the tables may have it.
  if (!Torch || *Torch > TorchVersion::newest() || !isOfAotInductor(Key))
    return std::nullopt;
  return ConfigKeyProblem{std::move(Text), "", ""};
}

std::optional<std::string> unknownNameProblem(StringRef Name) {
  const StringRef Meant = meantFunction(Name);
  if (Meant.empty())
    return std::nullopt;
  return fmt::format("no torch has '{}'; it is '{}'", Name.str(), Meant.str());
}

unsigned positionalParameters(const CalledFunction &F) {
  int Places = 0;
  for (const PythonParameter *P : parametersOf(F.Name))
    if (mayHave(*P, F.Torch))
      Places = std::max(Places, P->Position + 1);
  return Places;
}

std::string positionalProblem(const CalledFunction &F) {
  const unsigned Places = positionalParameters(F);
  return fmt::format("'{}' takes at most {} positional argument{}, and {}",
                     F.shortName().str(), Places, Places == 1 ? "" : "s",
                     RaisesTypeError);
}

std::optional<ArgumentProblem>
keywordProblem(const CalledFunction &F, StringRef Keyword,
               const std::optional<DeviceName> &Device) {
  for (const PythonParameter *P : parametersOf(F.Name))
    if (P->Name == Keyword && mayHave(*P, F.Torch))
      return std::nullopt;
  ArgumentProblem Result = cureFor(F, Keyword, Device);
  Result.Text = fmt::format("'{}' has no parameter '{}'{}, and {}; {}",
                            F.shortName().str(), Keyword.str(),
                            history(F, Keyword), RaisesTypeError, Result.Text);
  return Result;
}

} // namespace aoti_tidy
