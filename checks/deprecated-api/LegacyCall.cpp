// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyCall.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

std::string quoted(Node N) { return "'" + brief(N) + "'"; }

/// The path of a library, as that of the package that takes its place.
std::string packagePath(Node Path) {
  std::string Result = brief(Path);
  for (const StringRef End : {".so'", ".so\""})
    if (const size_t At = Result.rfind(End); At != std::string::npos)
      Result.replace(At, 3, ".pt2");
  return Result;
}

void readKeywords(const CompileParts &Parts, const File &F,
                  LegacyExport &Into) {
  unsigned Positional = 0;
  for (const Argument &A : Parts.At->Arguments) {
    if (A.IsBound)
      return Into.obstruct("some of its arguments are given elsewhere");
    if (A.Keyword.empty()) {
      if (++Positional > 3)
        return Into.obstruct("it takes no more than three positional arguments",
                             A.Value);
      continue;
    }
    if (llvm::is_contained({Parts.Function, Parts.Args, Parts.Kwargs,
                            Parts.Shapes, Parts.Options},
                           &A))
      continue;
    const auto Value = F.values().booleanOf(A.Value);
    const bool IsDefault =
        A.Keyword == "remove_runtime_assertions" ||
        (A.Keyword == "same_signature" && Value == true) ||
        (A.Keyword == "disable_constraint_solver" && Value == false);
    // Of the first, any value: no torch has ever read it.
    if (!IsDefault || !A.Value.isAnyOf({"true", "false", "identifier"}))
      return Into.obstruct("'" + A.Keyword.str() +
                               "' has no equivalent in 'torch.export.export'",
                           A.Whole);
  }
}

void readOptions(CompileParts &Parts, const File &F, LegacyExport &Into) {
  if (!Parts.Options || F.values().isNone(Parts.Options->Value)) {
    Parts.Options = nullptr;
    return;
  }
  const Node Value = Parts.Options->Value;
  if (!Value.is("dictionary"))
    return Into.obstruct("'options' is no dict literal, from which "
                         "'aot_inductor.output_path' could be taken",
                         Value);
  Parts.Configs = F.values().dictOf(Value);
  if (!Parts.Configs || !Parts.Configs->IsComplete)
    return Into.obstruct("not all keys of 'options' are known", Value);
  llvm::StringSet<> Seen;
  for (const Dict::Entry &Entry : Parts.Configs->Entries) {
    if (!Entry.Name || !Seen.insert(*Entry.Name).second)
      return Into.obstruct("not all keys of 'options' are known", Entry.Whole);
    if (*Entry.Name == "aot_inductor.package")
      return Into.obstruct("with 'aot_inductor.package' it returns the files "
                           "of a package, not a path",
                           Entry.Whole);
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
    Into.obstruct("'aot_inductor.output_path' is not seen to end in \".so\"; a "
                  "package's path must end in \".pt2\"",
                  Path);
}

/// The devices that \p Expr may be, if all of them are named.
bool collectDevices(Node Expr, const File &F,
                    llvm::SmallVectorImpl<std::string> &Into,
                    unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  Expr = F.values().resolved(Expr);
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    return Parts.size() == 3 && Depth < MaxDepth &&
           collectDevices(Parts[0], F, Into, Depth + 1) &&
           collectDevices(Parts[2], F, Into, Depth + 1);
  }
  const auto Whole = F.values().wholeString(Expr);
  if (Whole)
    Into.push_back(*Whole);
  return Whole.has_value();
}

/// The index that aoti_load_package must be told; nothing if none.
std::optional<unsigned> readDevice(const Argument &Device, const File &F,
                                   LegacyExport &Into) {
  llvm::SmallVector<std::string, 2> Names;
  if (!collectDevices(Device.Value, F, Names)) {
    Into.doubt(quoted(Device.Value) +
                   " is only known at run time; a package is loaded to the "
                   "device it was compiled for",
               Device.Value);
    return std::nullopt;
  }
  for (const std::string &Name : Names) {
    if (!isDeviceOfAotLoad(Name, F.settings().torchOrNewest())) {
      Into.obstruct("'aot_load' does not take \"" + Name + "\" for a device",
                    Device.Value);
      return std::nullopt;
    }
    const auto Known = DeviceName::parseForModel(Name);
    if (!Known || !Known->Index)
      continue;
    if (Names.size() > 1) {
      Into.doubt(quoted(Device.Value) + " is one of several devices",
                 Device.Value);
      return std::nullopt;
    }
    if (!F.settings().torchAtLeast({2, 8})) {
      Into.obstruct(
          "'aoti_load_package' has no 'device_index' before torch 2.8",
          Device.Value);
      return std::nullopt;
    }
    return Known->Index;
  }
  return std::nullopt;
}

} // namespace

CompileParts readCompile(const Call &C, const File &F, LegacyExport &Into) {
  CompileParts Parts;
  Parts.At = &C;
  const bool IsLegacy = C.Callee == "torch._export.aot_compile";
  Parts.Function = C.argument(0, IsLegacy ? "f" : "gm");
  Parts.Args = C.argument(1, "args");
  Parts.Kwargs = C.argument(2, "kwargs");
  Parts.Shapes = IsLegacy ? C.keyword("dynamic_shapes") : nullptr;
  Parts.Options = C.keyword("options");
  if (C.HasUnpacking)
    Into.obstruct("its arguments are unpacked");
  if (!Parts.Function || !Parts.Args)
    Into.obstruct("not all of its arguments are seen");
  if (C.At.hasError() || isInString(C.At))
    Into.obstruct("the code around it is not read");
  readKeywords(Parts, F, Into);
  readOptions(Parts, F, Into);
  if (!Parts.Function)
    return Parts;
  if (!IsLegacy) {
    readProgram(Parts, F, Into);
    return Parts;
  }
  const Node Model = Parts.Function->Value;
  if (isFunction(Model, F))
    Into.obstruct(quoted(Model) +
                      " is a function, and 'torch.export.export' takes a "
                      "torch.nn.Module: make it the 'forward' of one",
                  Model);
  else if (!isModule(Model, F))
    Into.doubt(quoted(Model) + " is not seen to be a torch.nn.Module, which "
                               "'torch.export.export' demands",
               Model);
  return Parts;
}

void rewriteLoad(const Call &C, const File &F, StringRef Torch,
                 LegacyExport &Into) {
  const Argument *Path = C.argument(0, "so_path");
  const Argument *Device = C.argument(1, "device");
  std::string Brief = "torch._inductor.aoti_load_package(" +
                      (Path ? packagePath(Path->Value) : "...") + ")";
  if (C.HasUnpacking || !Path || !Device || C.Arguments.size() != 2 ||
      llvm::any_of(C.Arguments, [](const Argument &A) { return A.IsBound; }))
    Into.obstruct("not all arguments of 'aot_load' are seen", C.At);
  if (C.At.hasError() || isInString(C.At))
    Into.obstruct("the code around 'aot_load' is not read", C.At);
  std::optional<unsigned> Index;
  if (Path && Device) {
    Index = readDevice(*Device, F, Into);
    if (Index) {
      Brief.pop_back();
      Brief += ", device_index=" + std::to_string(*Index) + ")";
    }
  }
  Into.Suggestions.push_back(std::move(Brief));
  if (!Into.Obstacle.empty())
    return;
  Into.Edits.push_back({rangeOf(C.At.field("function")),
                        (Torch + "._inductor.aoti_load_package").str()});
  if (!Path->Keyword.empty())
    Into.Edits.push_back({rangeOf(Path->Whole.field("name")), "path"});
  if (Index)
    Into.Edits.push_back(
        {rangeOf(Device->Whole), "device_index=" + std::to_string(*Index)});
  else
    Into.Edits.push_back({removalOf(Device->Whole), ""});
}

} // namespace aoti_tidy::python
