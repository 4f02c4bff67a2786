// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/PackageLoads.h"
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/PackagePlaces.h"
#include "checks/lib/package/RunRecord.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Functions that return functions that return a model: longer ways are not
/// followed.
constexpr unsigned MaxDepth = 8;
/// Of more calls that write there, it is not asked which is the last.
constexpr size_t MaxWriters = 16;

class PackageFinder {
public:
  PackageFinder(const Call &Load, Node Path, const File &F)
      : Load(Load), Path(Path), F(F), Writes(F.index<PackageWrites>()) {}

  std::optional<LoadedPackage> find() {
    const Call *Compile = F.callAt(F.values().resolved(Path));
    return Compile && isPackageCompile(*Compile) ? returned(*Compile)
                                                 : written();
  }

private:
  /// p = aoti_compile_and_package(...); aoti_load_package(p)
  std::optional<LoadedPackage> returned(const Call &Compile) const {
    // Another one may have been written there by then.
    if (!goesToFolderOfTorch(Compile, F) && Writes.isWrittenAgain(Compile))
      return std::nullopt;
    return compiledBy(Compile);
  }

  static LoadedPackage compiledBy(const Call &Compile) {
    LoadedPackage Result;
    Result.Compile = &Compile;
    return Result;
  }

  static LoadedPackage lyingThere(std::shared_ptr<const Contract> Package,
                                  std::string FoundBy) {
    LoadedPackage Result;
    Result.Package = std::move(Package);
    Result.FoundBy = std::move(FoundBy);
    return Result;
  }

  /// What lies at the path that the text tells only in part, or will when
  /// another script of the run has written it.
  std::optional<LoadedPackage> resolved() const {
    auto Resolved = scriptPath(Path, F);
    if (!Resolved || Writes.mayPutAt(Resolved->Path))
      return std::nullopt;
    auto Found = givenFor(Text{Resolved->Path, Resolved->Path, true});
    bool IsUnclear = false;
    if (!Found)
      if (auto Package = packageAt(Resolved->Path, IsUnclear))
        Found = lyingThere(std::move(Package), runtext::ByConstantPath.str());
    if (Found) {
      Found->Unless = std::move(Resolved->Unless);
      return Found;
    }
    const RunScripts *Run = F.settings().Run.get();
    if (IsUnclear || !Run)
      return std::nullopt;
    LoadedPackage Result;
    Result.Elsewhere = Run->writtenTo(*Resolved, F.path());
    Result.Unless = std::move(Resolved->Unless);
    return Result.Elsewhere ? std::optional(std::move(Result)) : std::nullopt;
  }

  /// What lies at a path when it is loaded.
  std::optional<LoadedPackage> written() const {
    const auto Asked = F.values().stringOf(Path);
    const Node Scope = Names::scopeOf(Load.At);
    const auto Writers = Writes.compilesTo(Asked, MaxWriters);
    if (Writers.size() > MaxWriters)
      return std::nullopt;
    if (Writers.empty()) {
      if (Asked && Asked->IsWhole && Writes.mayPutAt(Asked->Head))
        return std::nullopt;
      if (auto Given = givenFor(Asked))
        return Given;
      return resolved();
    }
    // What the file itself writes is another one than what lies there now.
    const auto IsSure = [&](const Call *C) {
      const Argument *Written = C->keyword("package_path");
      return Written && isSamePath(Written->Value, Path, F);
    };
    if (!llvm::all_of(Writers, IsSure) || Writes.isReplaced(Path))
      return std::nullopt;
    // Of several, the one that surely is the last; functions that write there,
    // too, are called at other times.
    llvm::SmallVector<const Call *, 2> Here;
    llvm::copy_if(Writers, std::back_inserter(Here), [&](const Call *C) {
      return Names::scopeOf(C->At) == Scope;
    });
    if (Here.empty() && Writers.size() == 1)
      return compiledBy(*Writers.front());
    if (Here.size() != 1 || Here.front()->At.begin() > Load.At.begin())
      return std::nullopt;
    if (Writers.size() > 1 && !isExecutedBefore(Here.front()->At, Load.At))
      return std::nullopt;
    return compiledBy(*Here.front());
  }

  /// What lies at \p Where; null, and \p IsUnclear, if several do, or what
  /// cannot be read.
  std::shared_ptr<const Contract> packageAt(StringRef Where,
                                            bool &IsUnclear) const {
    auto FS = llvm::vfs::getRealFileSystem();
    std::shared_ptr<const Contract> Found;
    llvm::sys::fs::UniqueID FoundId;
    for (const std::string &Place :
         packagePlaces(Where, path::parent_path(F.path()), *FS)) {
      const auto Status = FS->status(Place);
      if (!Status || (Found && Status->getUniqueID() == FoundId))
        continue;
      auto Here = readContract(Place, *FS);
      // What cannot be read may be the one that is loaded; and of two, which it
      // is depends on where the script is started.
      if (!Here) {
        llvm::consumeError(Here.takeError());
        IsUnclear = true;
        return nullptr;
      }
      if (Found) {
        IsUnclear = true;
        return nullptr;
      }
      Found = std::make_shared<const Contract>(std::move(*Here));
      FoundId = Status->getUniqueID();
    }
    return Found;
  }

  /// Of the packages that the user named, the one of that name; the only one,
  /// if the file says nothing.
  std::optional<LoadedPackage>
  givenFor(const std::optional<Text> &Asked) const {
    const auto &All = F.settings().Packages;
    const auto Given = aoti_tidy::givenFor(F.path(), All);
    // Not owned: the settings outlive the check.
    const auto Borrow = [&](const GivenPackage *Package) {
      return lyingThere(std::shared_ptr<const Contract>(
                            std::shared_ptr<void>(),
                            &F.settings().Contracts[Package - All.data()]),
                        runtext::byUser(Package->Files));
    };
    const bool HasName =
        Asked && (Asked->IsWhole || StringRef(Asked->Tail).contains('/'));
    if (!HasName)
      return Given.size() == 1 && !Asked ? std::optional(Borrow(Given.front()))
                                         : std::nullopt;
    const GivenPackage *Found = nullptr;
    for (const GivenPackage *Package : Given)
      if (path::filename(Package->Path) == path::filename(Asked->Tail)) {
        if (Found)
          return std::nullopt;
        Found = Package;
      }
    return Found ? std::optional(Borrow(Found)) : std::nullopt;
  }

  const Call &Load;
  const Node Path;
  const File &F;
  PackageWrites &Writes;
};

} // namespace

bool isPackageLoad(const Call &C) {
  return C.Callee == torchname::AotiLoadPackage ||
         C.Callee == torchname::LoadPackage;
}

std::optional<LoadedPackage> packageOf(const Call &Load, const File &F) {
  const Argument *Path = Load.argument(0, "path");
  if (!Path || Load.HasUnpacking)
    return std::nullopt;
  return PackageFinder(Load, Path->Value, F).find();
}

std::string whyNoPackage(const Call &Load, const File &F) {
  const Argument *Path = Load.argument(0, "path");
  const auto Resolved =
      Path && !Load.HasUnpacking ? scriptPath(Path->Value, F) : std::nullopt;
  if (!Resolved)
    return runtext::PathAtRunTime.str();
  auto FS = llvm::vfs::getRealFileSystem();
  const bool IsThere = llvm::any_of(
      packagePlaces(Resolved->Path, path::parent_path(F.path()), *FS),
      [&](const std::string &Place) { return FS->exists(Place); });
  return IsThere ? fmt::format("what lies at '{}' by then was not followed",
                               Resolved->Path)
                 : runtext::nothingAt(Resolved->Path);
}

std::optional<std::string> modelNameOf(const Call &Load, const File &F) {
  const bool TakesName = Load.Callee != torchname::AotiLoadPackage;
  const Argument *Name = TakesName ? Load.argument(1, "model_name") : nullptr;
  return Name ? F.values().wholeString(Name->Value) : "model";
}

Node LoadedModels::loadOf(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return {};
  Expr = F.values().resolved(Expr);
  if (Expr.is("call")) {
    if (const Call *Called = F.callAt(Expr))
      return isPackageLoad(*Called) ? Expr : Node();
    const Node Callee = Expr.field("function");
    const Node Function =
        Callee.is("identifier") ? F.names().definition(Callee) : Node();
    if (!Function)
      return {};
    const auto [It, IsNew] = Returned.try_emplace(Function.id());
    if (IsNew)
      It->second = returnedBy(Function);
    const Node Result = It->second;
    return Result ? loadOf(Result, Depth + 1) : Node();
  }
  if (Expr.is("attribute")) {
    const Node Value = Known.valueOf(Expr);
    return Value ? loadOf(Value, Depth + 1) : Node();
  }
  if (!Expr.is("subscript"))
    return {};
  const Node Object = Expr.field("value"), Index = Expr.field("subscript");
  if (const auto Key = F.values().wholeString(Index)) {
    const auto Of = F.values().dictOf(Object);
    if (!Of || !Of->IsComplete)
      return {};
    for (const Dict::Entry &E : Of->Entries)
      if (E.Name == Key)
        return loadOf(E.Value, Depth + 1);
    return {};
  }
  const auto At = F.values().integerOf(Index);
  const auto Elements = F.values().elementsOf(Object);
  if (!At || !Elements || *At < 0 ||
      std::cmp_greater_equal(*At, Elements->size()))
    return {};
  return loadOf((*Elements)[*At], Depth + 1);
}

/// What \p Function returns, if there is one 'return' in it.
Node LoadedModels::returnedBy(Node Function) const {
  if (!Function.is("function_definition") ||
      Function.parent().is("decorated_definition") ||
      Function.text().starts_with("async"))
    return {};
  Node Result;
  bool IsOther = false;
  forEachNode(Function.field("body"), [&](Node N) {
    if (N.isAnyOf({"function_definition", "class_definition", "lambda"}))
      return false;
    IsOther |= N.is("yield");
    if (N.is("return_statement")) {
      const auto Below = N.children();
      IsOther |= bool(Result) || Below.size() != 1;
      if (Below.size() == 1)
        Result = Below.front();
    }
    return true;
  });
  return IsOther ? Node() : Result;
}

} // namespace aoti_tidy::python
