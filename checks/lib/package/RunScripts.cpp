// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/RunScripts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// A path with more writers than this is not judged.
constexpr size_t MaxWriters = 4;

std::string placeIn(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Result;
  if (!path::is_absolute(Path))
    Result = Folder;
  path::append(Result, Path);
  llvm::sys::fs::make_absolute(Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

std::string placeOf(const ScriptPackage &P) {
  return placeIn(path::parent_path(P.Script), P.Path);
}

/// \p Path, counted from above \p Folder. Empty if the path does not tell by a
/// folder that it may be meant so.
std::string placeAbove(StringRef Path, StringRef Folder) {
  if (path::is_absolute(Path) || path::parent_path(Path).empty())
    return "";
  return placeIn(path::parent_path(Folder), Path);
}

/// Whether \p Outer is \p Inner or lies above it.
bool contains(StringRef Outer, StringRef Inner) {
  return Inner.consume_front(Outer) && (Inner.empty() || Inner.front() == '/');
}

/// Whether each folder in \p Folder is a program of its own: examples/a/.
bool holdsPrograms(StringRef Folder) {
  constexpr StringRef Names[] = {"example", "sample", "tutorial",
                                 "demo",    "test",   "benchmark"};
  return llvm::any_of(Names, [&](StringRef Name) {
    return path::filename(Folder).starts_with_insensitive(Name);
  });
}

/// Whether one program's files may lie in both: src/ and python/ of one
/// project, or one in the other.
bool areOfOneProject(StringRef A, StringRef B) {
  return contains(A, B) || contains(B, A) ||
         (path::parent_path(A) == path::parent_path(B) &&
          !holdsPrograms(path::parent_path(A)));
}

/// Whether all that the shorter one of two paths says is what the longer one
/// ends with: "../models/m.pt2", "models/m.pt2", "m.pt2".
bool haveSameEnd(StringRef A, StringRef B) {
  const auto Rest = [](StringRef Path) {
    while (Path.consume_front("../") || Path.consume_front("./"))
      ;
    return Path;
  };
  A = Rest(A);
  B = Rest(B);
  if (A.size() < B.size())
    std::swap(A, B);
  return !B.empty() && A.consume_back(B) && (A.empty() || A.back() == '/');
}

bool isSame(const Dimension &A, const Dimension &B) {
  return A.Lower == B.Lower && A.Upper == B.Upper;
}

bool isSame(const TensorContract &A, const TensorContract &B) {
  return A.Type == B.Type && A.Device == B.Device &&
         A.Dims.has_value() == B.Dims.has_value() &&
         (!A.Dims || llvm::equal(*A.Dims, *B.Dims,
                                 [](const Dimension &X, const Dimension &Y) {
                                   return isSame(X, Y);
                                 }));
}

bool agree(const ScriptPackage &A, const ScriptPackage &B) {
  return A.Inputs && B.Inputs && A.Checks == B.Checks &&
         A.Keywords == B.Keywords && A.Leaves == B.Leaves &&
         llvm::equal(*A.Inputs, *B.Inputs,
                     [](const TensorContract &X, const TensorContract &Y) {
                       return isSame(X, Y);
                     });
}

} // namespace

ModelContract ScriptPackage::contract() const {
  ModelContract Result;
  Result.Name = "model";
  Result.Inputs = Inputs;
  Result.Keywords = Keywords;
  Result.Checks = Checks;
  Result.Leaves = Leaves;
  return Result;
}

RunScripts::RunScripts(std::vector<ScriptPackage> All)
    : Packages(std::move(All)) {
  for (const auto &[I, P] : llvm::enumerate(Packages)) {
    ByPlace[placeOf(P)].push_back(I);
    if (const std::string Above =
            placeAbove(P.Path, path::parent_path(P.Script));
        !Above.empty())
      ByPlaceAbove[Above].push_back(I);
  }
}

RunScripts::Numbers RunScripts::writersOf(StringRef Path,
                                          StringRef Folder) const {
  Numbers Writers;
  const auto Add = [&](const Index &In, StringRef Place) {
    if (const auto Found = In.find(Place); Found != In.end())
      for (const unsigned I : Found->second)
        if (!llvm::is_contained(Writers, I) && Writers.size() <= MaxWriters)
          Writers.push_back(I);
  };
  const std::string Here = placeIn(Folder, Path);
  Add(ByPlace, Here);
  Add(ByPlaceAbove, Here);
  if (const std::string Above = placeAbove(Path, Folder); !Above.empty())
    Add(ByPlace, Above);
  return Writers;
}

const ScriptPackage *
RunScripts::agreed(llvm::ArrayRef<unsigned> Writers) const {
  if (Writers.empty() || Writers.size() > MaxWriters)
    return nullptr;
  const ScriptPackage &First = Packages[Writers.front()];
  const bool IsSure =
      First.Inputs && llvm::all_of(Writers, [&](unsigned I) {
        return I == Writers.front() || agree(First, Packages[I]);
      });
  return IsSure ? &First : nullptr;
}

const ScriptPackage *RunScripts::writtenTo(StringRef Path,
                                           StringRef Script) const {
  return agreed(writersOf(Path, path::parent_path(Script)));
}

const ScriptPackage *RunScripts::writtenForHost(StringRef Path,
                                                StringRef Folder) const {
  Numbers Writers = writersOf(Path, Folder);
  if (!Writers.empty() || path::is_absolute(Path))
    return agreed(Writers);
  for (const auto &[I, P] : llvm::enumerate(Packages)) {
    if (path::filename(P.Path) != path::filename(Path))
      continue;
    // With two packages of that name, either may be meant.
    const StringRef Here = path::parent_path(P.Script);
    StringRef Written = P.Path;
    if (Written.consume_front(Here))
      Written = Written.ltrim('/');
    if (path::is_absolute(Written) || !areOfOneProject(Here, Folder) ||
        !haveSameEnd(Written, Path) || Writers.size() == MaxWriters)
      return nullptr;
    Writers.push_back(I);
  }
  return agreed(Writers);
}

// As with RunFacts: the thread is what the checks and the run over their file
// have in common.
static thread_local const RunScripts *Answering = nullptr;
static thread_local std::vector<RunScripts::Question> *Noted = nullptr;

const ScriptPackage *RunScripts::ask(Question Q) {
  const ScriptPackage *Answer =
      Answering ? Answering->writtenForHost(Q.first, Q.second) : nullptr;
  if (Noted && !llvm::is_contained(*Noted, Q))
    Noted->push_back(std::move(Q));
  return Answer;
}

RunScripts::Scope::Scope(const RunScripts *Scripts,
                         std::vector<Question> &Asked) {
  Answering = Scripts;
  Noted = &Asked;
}

RunScripts::Scope::~Scope() {
  Answering = nullptr;
  Noted = nullptr;
}

} // namespace aoti_tidy
