// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isAnyBound(const Call &C) {
  return llvm::any_of(C.Arguments, [](const Argument &A) { return A.IsBound; });
}

void readKeywords(const CompileParts &Parts, LegacyExport &Into) {
  for (const Argument &A : Parts.At->Arguments)
    if (!llvm::is_contained({Parts.Function, Parts.Args, Parts.Kwargs,
                             Parts.Shapes, Parts.Options},
                            &A))
      return A.Keyword.empty()
                 ? Into.add(Hurdle::ArgumentsOfCompile, A.Value)
                 : Into.add(Hurdle::NoEquivalent, A.Whole, A.Keyword);
}

/// options={"aot_inductor.output_path": "m.so", "max_autotune": True}
void readOptions(CompileParts &Parts, const File &F, LegacyExport &Into) {
  const Node Value = Parts.Options->Value;
  if (!Value.is("dictionary"))
    return Into.add(Hurdle::OptionsAreNoLiteral, Value);
  Parts.Configs = F.values().dictOf(Value);
  if (!Parts.Configs || !Parts.Configs->IsComplete)
    return Into.add(Hurdle::OptionsAreUnknown, Value);
  llvm::StringSet<> Seen;
  for (const Dict::Entry &Entry : Parts.Configs->Entries) {
    if (!Entry.Name || !Seen.insert(*Entry.Name).second)
      return Into.add(Hurdle::OptionsAreUnknown, Entry.Whole);
    if (*Entry.Name == "aot_inductor.output_path")
      Parts.Output = Entry;
  }
  if (!Parts.Output)
    return;
  const Node Path = Parts.Output->Value;
  Parts.Suffix = suffixAt(Path, ".so", F.names());
  if (!Parts.Suffix && Path.is("identifier")) {
    Parts.PathValue = F.names().assignedValue(Path);
    if (Parts.PathValue)
      Parts.Suffix = suffixAt(Parts.PathValue, ".so", F.names());
  }
  if (!Parts.Suffix)
    Into.add(Hurdle::NoLibraryPath, Path);
}

bool hasConfigs(const CompileParts &Parts) {
  return Parts.Configs &&
         Parts.Configs->Entries.size() > (Parts.Output ? 1 : 0);
}

/// What is between \p A and an argument that comes after it: a line of its own
/// if \p A has one.
std::string separator(const Argument &A) {
  const StringRef Text = A.Whole.tree().text();
  const StringRef Indent = indentAt(Text, A.Whole.begin());
  const bool BeginsLine =
      Text.take_front(A.Whole.begin() - Indent.size()).ends_with("\n") &&
      Text.take_front(A.Whole.begin()).ends_with(Indent);
  return BeginsLine ? withLineEndsOf(Text, (",\n" + Indent).str()) : ", ";
}

/// The path of the library, as that of the package that takes its place.
std::string packagePath(Node Path) {
  std::string Result = brief(Path);
  for (const StringRef End : {".so'", ".so\""})
    if (const size_t At = Result.rfind(End); At != std::string::npos)
      Result.replace(At, 3, ".pt2");
  return Result;
}

/// options={...} becomes package_path=..., inductor_configs={...}
void rewriteOptions(const CompileParts &Parts, LegacyExport &Into) {
  std::string Path;
  if (Parts.Output) {
    const Node Value = Parts.Output->Value;
    Path = "package_path=" + Value.text().str();
    if (!Parts.PathValue)
      Path.replace(Path.size() - (Value.end() - Parts.Suffix->Begin),
                   Parts.Suffix->length(), ".pt2");
  }
  const Node Whole = Parts.Options->Whole;
  if (Parts.Output && !hasConfigs(Parts)) {
    for (Node Child : Parts.Configs->Literal.allChildren())
      if (Child.is("comment"))
        return Into.add(Hurdle::CommentGoes, Child);
    Into.Edits.push_back({rangeOf(Whole), std::move(Path)});
    return;
  }
  if (Parts.Output) {
    Path += separator(*Parts.Options);
    Into.Edits.push_back({removalOf(Parts.Output->Whole), ""});
  }
  Into.Edits.push_back(
      {rangeOf(Whole.field("name")), Path + "inductor_configs"});
}

/// The index that aoti_load_package must be told; nothing if none.
std::optional<unsigned> readDevice(const Argument &Device, const File &F,
                                   LegacyExport &Into) {
  const auto Name = F.values().wholeString(Device.Value);
  if (Name && !hasNoEffect(Device.Value, F))
    Into.add(Hurdle::DeviceHasEffect, Device.Value, brief(Device.Value));
  if (!Name) {
    Into.add(Hurdle::DeviceAtRunTime, Device.Value, brief(Device.Value));
    return std::nullopt;
  }
  if (!isDeviceOfAotLoad(*Name, F.settings().torchOrNewest()))
    Into.add(Hurdle::NoDevice, Device.Value, *Name);
  const auto Known = DeviceName::parseForModel(*Name);
  if (!Known || !Known->Index)
    return std::nullopt;
  if (!F.settings().torchAtLeast({2, 8}))
    Into.add(Hurdle::NoDeviceIndex, Device.Value);
  return Known->Index;
}

} // namespace

CompileParts readCompile(const Call &C, const File &F, LegacyExport &Into) {
  CompileParts Parts;
  Parts.At = &C;
  const bool IsLegacy = C.Callee == torchname::ExportAotCompile;
  Parts.Function = C.argument(0, IsLegacy ? "f" : "gm");
  Parts.Args = C.argument(1, "args");
  Parts.Kwargs = C.argument(2, "kwargs");
  Parts.Shapes = IsLegacy ? C.keyword("dynamic_shapes") : nullptr;
  Parts.Options = C.keyword("options");
  if (C.HasUnpacking)
    Into.add(Hurdle::ArgumentsUnpacked);
  if (!Parts.Function || !Parts.Args || isAnyBound(C))
    Into.add(Hurdle::ArgumentsOfCompile);
  if (C.At.hasError() || isInString(C.At))
    Into.add(Hurdle::BrokenCode);
  if (!C.Arguments.empty())
    readKeywords(Parts, Into);
  if (Parts.Options)
    readOptions(Parts, F, Into);
  if (!Parts.Function)
    return Parts;
  const Node Model = Parts.Function->Value;
  if (!IsLegacy)
    readProgram(Parts, F, Into);
  else if (isFunction(Model, F))
    Into.add(Hurdle::IsFunction, Model, brief(Model));
  else if (!isModule(Model, F))
    Into.add(Hurdle::NoModule, Model, brief(Model));
  // The program is made of the arguments in front of the options.
  const bool IsLast = !Parts.Options || Parts.Options == &C.Arguments.back();
  if (!IsLast || Parts.Function != &C.Arguments.front())
    Into.add(Hurdle::ArgumentOrder);
  return Parts;
}

void rewriteCompile(const CompileParts &Parts, StringRef Torch,
                    LegacyExport &Into) {
  const auto &Arguments = Parts.At->Arguments;
  const Argument &Last = Arguments[Arguments.size() - (Parts.Options ? 2 : 1)];
  std::string Callee = (Torch + "._inductor.aoti_compile_and_package").str();
  if (Parts.Program) {
    // The inputs go: the program has them.
    Into.Edits.push_back({{Parts.Function->Whole.begin(), Last.Whole.end()},
                          Parts.Program.text().str()});
  } else {
    Callee += ("(" + Torch + ".export.export").str();
    if (!Parts.Function->Keyword.empty())
      Into.Edits.push_back(
          {rangeOf(Parts.Function->Whole.field("name")), "mod"});
    Into.Edits.push_back({{Last.Whole.end(), Last.Whole.end()},
                          separator(Last) + "strict=True)"});
  }
  Into.Edits.push_back({rangeOf(Parts.At->At.field("function")), Callee});
  if (Parts.Options)
    rewriteOptions(Parts, Into);
}

std::string packagedCallInBrief(const CompileParts &Parts) {
  std::string Result = "torch._inductor.aoti_compile_and_package(";
  if (Parts.At->Callee != torchname::ExportAotCompile) {
    Result += Parts.Program ? brief(Parts.Program) : "...";
  } else {
    Result += "torch.export.export(";
    for (const Argument *A :
         {Parts.Function, Parts.Args, Parts.Kwargs, Parts.Shapes}) {
      if (!A)
        continue;
      if (!A->Keyword.empty())
        Result += (A->Keyword == "f" ? "mod" : A->Keyword.str()) + "=";
      Result += brief(A->Value) + ", ";
    }
    if (Parts.At->HasUnpacking || !Parts.Function || !Parts.Args)
      Result += "..., ";
    Result += "strict=True)";
  }
  if (Parts.Output)
    Result += ", package_path=" + packagePath(Parts.Output->Value);
  else if (Parts.Options && !Parts.Configs)
    Result += ", package_path=..., inductor_configs=...";
  if (hasConfigs(Parts))
    Result += ", inductor_configs={...}";
  return Result + ")";
}

void rewriteLoad(const Call &C, const File &F, StringRef Torch,
                 LegacyExport &Into) {
  const Argument *Path = C.argument(0, "so_path");
  const Argument *Device = C.argument(1, "device");
  if (C.HasUnpacking || !Path || !Device || C.Arguments.size() != 2 ||
      isAnyBound(C))
    Into.add(Hurdle::ArgumentsOfLoad, C.At);
  if (C.At.hasError() || isInString(C.At))
    Into.add(Hurdle::BrokenCode, C.At);
  std::optional<unsigned> Index;
  if (Path && Device)
    Index = readDevice(*Device, F, Into);
  const std::string NewDevice =
      Index ? "device_index=" + std::to_string(*Index) : "";
  Into.Suggestions.push_back("torch._inductor.aoti_load_package(" +
                             (Path ? packagePath(Path->Value) : "...") +
                             (Index ? ", " + NewDevice : "") + ")");
  if (!Into.Obstacle.empty())
    return;
  Into.Edits.push_back({rangeOf(C.At.field("function")),
                        (Torch + "._inductor.aoti_load_package").str()});
  if (!Path->Keyword.empty())
    Into.Edits.push_back({rangeOf(Path->Whole.field("name")), "path"});
  Into.Edits.push_back(
      {Index ? rangeOf(Device->Whole) : removalOf(Device->Whole), NewDevice});
}

} // namespace aoti_tidy::python
