// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/PackageLoads.h"
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/PackagePlaces.h"
#include "checks/lib/package/RunRecord.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/Functions.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/script/ScriptPaths.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Functions that return functions that return a model: longer ways are not
/// followed.
constexpr unsigned MaxLoadDepth = 8;
/// Larger files are not compared.
constexpr uint64_t MaxComparedSize = uint64_t(256) << 20;

/// Whether two files are copies of each other.
bool haveSameBytes(const std::string &A, const std::string &B,
                   llvm::vfs::FileSystem &Disk) {
  const auto OfA = Disk.status(A), OfB = Disk.status(B);
  if (!OfA || !OfB || !OfA->isRegularFile() || !OfB->isRegularFile() ||
      OfA->getSize() != OfB->getSize() || OfA->getSize() > MaxComparedSize)
    return false;
  const auto BytesA = Disk.getBufferForFile(A),
             BytesB = Disk.getBufferForFile(B);
  return BytesA && BytesB && (*BytesA)->getBuffer() == (*BytesB)->getBuffer();
}

/// \p Place as it is called where the program runs.
std::string shown(StringRef Place) {
  llvm::SmallString<256> Current;
  if (!llvm::sys::fs::current_path(Current) && Place.consume_front(Current))
    Place = Place.ltrim('/');
  return Place.str();
}

class PackageFinder {
public:
  PackageFinder(const Call &Load, Node Path, const File &F)
      : Load(Load), Path(Path), F(F), Writes(F.index<PackageWrites>()) {}

  std::optional<LoadedPackage> find() {
    const Call *Compile = F.callAt(F.values().resolved(Path));
    return Compile && isPackageCompile(*Compile) ? returned(*Compile)
                                                 : written();
  }

  /// Why find() gave nothing, for a person.
  std::string whyNot() const {
    const auto Resolved = scriptPath(Path, F);
    if (!Resolved)
      return runtext::PathAtRunTime.str();
    if (const Node By = Writes.mayBePutBy(*Resolved, Path))
      return runtext::mayBeReplaced(*Resolved, brief(By.field("function"), 40),
                                    By.line());
    if (isFromOtherFolder(*Resolved))
      return runtext::FolderChanges.str();
    std::string Why;
    const bool IsThere = packageAt(*Resolved, Why) != nullptr;
    if (!Why.empty())
      return Why;
    return IsThere ? runtext::notFollowedTo(*Resolved)
                   : runtext::nothingAt(*Resolved);
  }

private:
  /// os.chdir("models"); aoti_load_package("m.pt2")
  bool isFromOtherFolder(StringRef At) const {
    return !path::is_absolute(At) && mayChangeFolder(F);
  }

  /// p = aoti_compile_and_package(...); aoti_load_package(p)
  std::optional<LoadedPackage> returned(const Call &Compile) const {
    // Another one may have been written there by then.
    if (!goesToFolderOfTorch(Compile, F) && Writes.isWrittenAgain(Compile))
      return std::nullopt;
    return LoadedPackage{.Compile = &Compile};
  }

  /// The package at a path of which the text tells only a part, or the one that
  /// another script of the run will write there.
  std::optional<LoadedPackage> resolved() const {
    const auto Resolved = scriptPath(Path, F);
    if (!Resolved || Writes.mayBePutBy(*Resolved, Path) ||
        isFromOtherFolder(*Resolved))
      return std::nullopt;
    if (auto Given = givenFor(Text{*Resolved, *Resolved, true}))
      return Given;
    std::string WhyUnclear;
    if (auto Package = packageAt(*Resolved, WhyUnclear))
      return LoadedPackage{.Package = std::move(Package),
                           .FoundBy = runtext::ByConstantPath.str()};
    const RunScripts *Run = F.settings().Run.get();
    if (!WhyUnclear.empty() || !Run)
      return std::nullopt;
    LoadedPackage Result;
    Result.Elsewhere = Run->writtenTo(*Resolved, F.path());
    return Result.Elsewhere ? std::optional(std::move(Result)) : std::nullopt;
  }

  /// The package that lies at the path when it is loaded.
  std::optional<LoadedPackage> written() const {
    const auto Asked = F.values().stringOf(Path);
    const Node Scope = Names::scopeOf(Load.At);
    const auto Known = Writes.compilesTo(Asked);
    if (!Known)
      return std::nullopt;
    const auto &Writers = *Known;
    if (Writers.empty()) {
      if (Asked && Asked->IsWhole && Writes.mayBePutBy(Asked->Head, Path))
        return std::nullopt;
      if (auto Given = givenFor(Asked))
        return Given;
      return resolved();
    }
    // The file itself writes another package than the one that lies there now.
    const auto IsSure = [&](const Call *C) {
      const Argument *Written = C->keyword("package_path");
      return Written && isSamePath(Written->Value, Path, F);
    };
    if (!llvm::all_of(Writers, IsSure) || Writes.isReplaced(Path) ||
        (Asked && Asked->IsWhole && isFromOtherFolder(Asked->Head)))
      return std::nullopt;
    // The last of several writes, if that is certain; functions that write
    // there, too, are called at other times.
    llvm::SmallVector<const Call *, 2> Here;
    llvm::copy_if(Writers, std::back_inserter(Here), [&](const Call *C) {
      return Names::scopeOf(C->At) == Scope;
    });
    if (Here.empty() && Writers.size() == 1)
      return LoadedPackage{.Compile = Writers.front()};
    if (Here.empty() || Here.back()->At.begin() > Load.At.begin())
      return std::nullopt;
    const Node Last = Here.back()->At;
    if (Writers.size() > 1 &&
        !ExecutedBefore([&](Node N) { return N == Last; }).find(Load.At))
      return std::nullopt;
    return LoadedPackage{.Compile = Here.back()};
  }

  /// The package at \p Where; null, with \p WhyUnclear set, if several match or
  /// one cannot be read.
  std::shared_ptr<const Contract> packageAt(StringRef Where,
                                            std::string &WhyUnclear) const {
    const auto &FS = F.settings().Disk;
    std::shared_ptr<const Contract> Found;
    std::string FoundAt;
    llvm::sys::fs::UniqueID FoundId;
    for (const std::string &Place :
         packagePlaces(Where, path::parent_path(F.path()), *FS)) {
      const auto Status = FS->status(Place);
      if (!Status || (Found && (Status->getUniqueID() == FoundId ||
                                haveSameBytes(FoundAt, Place, *FS))))
        continue;
      auto Here = readContract(Place, *FS);
      // An unreadable file may be the one that is loaded; and with two, the
      // folder in which the script starts decides.
      if (!Here) {
        llvm::consumeError(Here.takeError());
        WhyUnclear = runtext::cannotBeRead(shown(Place));
        return nullptr;
      }
      if (Found) {
        WhyUnclear = runtext::severalAt(Where, shown(FoundAt), shown(Place));
        return nullptr;
      }
      Found = std::make_shared<const Contract>(std::move(*Here));
      FoundAt = Place;
      FoundId = Status->getUniqueID();
    }
    return Found;
  }

  /// Picks from the packages that the user named the one of that name; the only
  /// one, if the file gives no name.
  std::optional<LoadedPackage>
  givenFor(const std::optional<Text> &Asked) const {
    const auto &All = F.settings().Packages;
    const auto Given = aoti_tidy::givenFor(F.path(), All);
    // Not owned: the settings outlive the check.
    const auto Borrow = [&](const GivenPackage *Package) {
      return LoadedPackage{
          .Package = {std::shared_ptr<void>(),
                      &F.settings().Contracts[Package - All.data()]},
          .FoundBy = runtext::byUser(Package->Files)};
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
  return Path && !Load.HasUnpacking
             ? PackageFinder(Load, Path->Value, F).whyNot()
             : runtext::PathAtRunTime.str();
}

std::optional<std::string> modelNameOf(const Call &Load, const File &F) {
  const bool TakesName = Load.Callee != torchname::AotiLoadPackage;
  const Argument *Name = TakesName ? Load.argument(1, "model_name") : nullptr;
  return Name ? F.values().wholeString(Name->Value) : "model";
}

Node LoadedModels::loadOf(Node Expr, unsigned Depth) const {
  if (Depth > MaxLoadDepth)
    return {};
  Expr = F.values().resolved(Expr);
  if (Expr.is("call")) {
    if (const Call *Called = F.callAt(Expr))
      return isPackageLoad(*Called) ? Expr : Node();
    const Node Result = returnedBy(Expr.field("function"), F);
    return Result ? loadOf(Result, Depth + 1) : Node();
  }
  // global model; model = None, and later the one load: what is called is that.
  if (Expr.is("identifier")) {
    Node Given;
    for (const Origin &O : F.names().originsOf(Expr)) {
      if (O.Given.is("none"))
        continue;
      if (!O.Given.is("call") || Given)
        return {};
      Given = O.Given;
    }
    return Given ? loadOf(Given, Depth + 1) : Node();
  }
  if (Expr.is("attribute")) {
    const Node Value = Known.valueOf(Expr);
    return Value ? loadOf(Value, Depth + 1) : Node();
  }
  const Node Element =
      Expr.is("subscript") ? F.values().elementAt(Expr) : Node();
  return Element ? loadOf(Element, Depth + 1) : Node();
}

} // namespace aoti_tidy::python
