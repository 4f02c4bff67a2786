// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/ClassAttributes.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Lists in lists, "a" + "b" + "c".
constexpr unsigned MaxDepth = 8;

/// Methods of whatever that take a path for a default or a text, and put
/// nothing there: parser.add_argument("--model", default="m.pt2").
bool isReaderMethod(StringRef Method) {
  return llvm::is_contained({StringRef("add_argument"), StringRef("debug"),
                             StringRef("error"), StringRef("get"),
                             StringRef("info"), StringRef("warning")},
                            Method);
}

/// What only looks at a file that it is given the path of.
bool isReader(StringRef Function) {
  return Function == "os.environ.get" || Function == "os.environ.setdefault" ||
         Function == "os.getenv" || Function.starts_with("os.path.") ||
         Function == "os.stat" || Function == "os.fspath" ||
         Function == "os.makedirs" || Function == "pathlib.Path" ||
         Function == "zipfile.ZipFile" ||
         (Function.starts_with("builtins.") && Function != "builtins.open");
}

/// torch's and Python's own functions that write a file, or may put another in
/// its place.
bool isWriter(StringRef Function) {
  return Function.ends_with(".package_aoti") ||
         Function.ends_with(".package_pt2") ||
         Function == torchname::ExportSave || Function.starts_with("shutil.") ||
         Function == "os.rename" || Function == "os.replace" ||
         Function == "os.symlink";
}

/// Whether \p Call may take a string for a command.
bool mayRunCommand(Node Call, const File &F) {
  const Node Callee = Call.field("function");
  if (Callee.is("identifier") && F.names().definition(Callee))
    return true;
  const auto Name = F.names().qualifiedName(Callee);
  return Name && (StringRef(*Name).starts_with("subprocess.") ||
                  StringRef(*Name).starts_with("asyncio.create_subprocess") ||
                  *Name == "os.system" || *Name == "os.popen");
}

std::optional<Text> pathOf(const Call &Compile, const File &F) {
  const Argument *Written = Compile.keyword("package_path");
  return Written ? F.values().stringOf(Written->Value) : std::nullopt;
}

/// "m.pt2" of "./m.pt2"
std::string normal(StringRef Path) {
  llvm::SmallString<128> Result(Path);
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

bool isBeforeBackwards(StringRef A, StringRef B) {
  return std::lexicographical_compare(A.rbegin(), A.rend(), B.rbegin(),
                                      B.rend());
}

} // namespace

bool isPackageCompile(const Call &C) {
  return C.Callee == torchname::AotiCompileAndPackage;
}

bool goesToFolderOfTorch(const Call &Compile, const File &F) {
  const Argument *Written = Compile.keyword("package_path");
  return !Compile.HasUnpacking &&
         (!Written || F.values().isNone(Written->Value));
}

void PathTable::Ends::add(StringRef Tail, unsigned Number) {
  const auto [It, IsNew] = ByTail.try_emplace(Tail);
  It->second.push_back(Number);
  if (IsNew)
    Tails.push_back(It->first());
}

void PathTable::Ends::sort() { llvm::sort(Tails, isBeforeBackwards); }

/// Calls \p Add with the numbers of the paths that end with \p Tail, or that it
/// ends with, until that returns false.
template <typename AddT>
bool PathTable::Ends::visit(StringRef Tail, AddT Add) const {
  for (size_t Begin = 0; Begin <= Tail.size(); ++Begin)
    if (const auto At = ByTail.find(Tail.drop_front(Begin));
        At != ByTail.end() && !Add(At->second))
      return false;
  // Those that end with it come one after the other.
  for (auto At = std::lower_bound(Tails.begin(), Tails.end(), Tail,
                                  isBeforeBackwards);
       At != Tails.end() && At->ends_with(Tail); ++At)
    if (At->size() > Tail.size() && !Add(ByTail.find(*At)->second))
      return false;
  return true;
}

PathTable::PathTable(llvm::ArrayRef<Entry> All) {
  for (const auto &[Path, Number] : All) {
    Numbers.push_back(Number);
    if (!Path) {
      Unknown.push_back(Number);
      continue;
    }
    if (Path->IsWhole)
      ByText[Path->Head].push_back(Number);
    (Path->IsWhole ? Whole : Partial).add(Path->Tail, Number);
  }
  Whole.sort();
  Partial.sort();
}

llvm::SmallVector<unsigned, 4>
PathTable::mayBe(const std::optional<Text> &Asked, size_t Limit) const {
  llvm::SmallVector<unsigned, 4> Result;
  const auto Add = [&](llvm::ArrayRef<unsigned> Found) {
    const size_t Room = Limit + 1 - Result.size();
    llvm::append_range(Result, Found.take_front(Room));
    return Result.size() <= Limit;
  };
  if (!Asked) {
    Add(Numbers);
    return Result;
  }
  bool HasRoom = Add(Unknown);
  if (HasRoom && Asked->IsWhole)
    if (const auto Same = ByText.find(Asked->Head); Same != ByText.end())
      HasRoom = Add(Same->second);
  HasRoom = HasRoom && Partial.visit(Asked->Tail, Add);
  if (HasRoom && !Asked->IsWhole)
    Whole.visit(Asked->Tail, Add);
  llvm::sort(Result);
  return Result;
}

PackageWrites::PackageWrites(const File &F) : F(F) {
  readCompiles();
  readOtherCalls();
}

void PackageWrites::readCompiles() {
  std::vector<PathTable::Entry> All;
  for (const auto &[I, C] : llvm::enumerate(F.calls())) {
    if (!isPackageCompile(C))
      continue;
    auto Path = pathOf(C, F);
    if (const Argument *Written = C.keyword("package_path")) {
      OfScope &Of = Scopes[Names::scopeOf(C.At).id()];
      Of.ByText[Written->Value.text()].push_back(I);
      if (Path)
        Of.Entries.emplace_back(Path, I);
    }
    if (!goesToFolderOfTorch(C, F))
      All.emplace_back(std::move(Path), I);
  }
  Compiles = PathTable(All);
  for (auto &[Scope, Of] : Scopes)
    Of.Paths = PathTable(Of.Entries);
}

void PackageWrites::readOtherCalls() {
  for (const Node N : F.names().calls()) {
    const auto Name = F.names().qualifiedName(N.field("function"));
    // One of a function whose name is not known goes by "".
    const StringRef Function = Name ? StringRef(*Name) : "";
    if (!canonicalFunction(Function).empty() &&
        !Function.ends_with(".package_aoti"))
      continue;
    const bool Writes = isWriter(Function);
    const Node Callee = N.field("function");
    if (!Writes &&
        (isReader(Function) ||
         (!Name && isReaderMethod(Callee.field("attribute").text())) ||
         onlyHoldsValues(F.names().definition(Callee), F)))
      continue;
    for (const Node A : N.field("arguments").children())
      read(A.is("keyword_argument") ? A.field("value") : A, N, Writes,
           /*Depth=*/0);
  }
}

/// "m.pt2", [sys.executable, "export.py", "--out", "m.pt2"], "cp a.pt2 m.pt2"
void PackageWrites::read(Node Value, Node Call, bool Writes, unsigned Depth) {
  const Node Known = F.values().resolved(Value);
  const auto Text = F.values().stringOf(Value);
  const bool IsContainer =
      !Text &&
      Known.isAnyOf({"list", "tuple", "set", "dictionary", "pair", "list_splat",
                     "dictionary_splat", "binary_operator"});
  if (IsContainer) {
    if (Depth < MaxDepth)
      for (const Node &Part : Known.children())
        read(Part, Call, Writes, Depth + 1);
    return;
  }
  Handed[similarityOf(Value, F)].push_back({Value, Call, Writes});
  if (!Text || !Text->IsWhole)
    return;
  if (Writes)
    Written.insert(Text->Head);
  Given.try_emplace(normal(Text->Head), Call);
  if (!mayRunCommand(Call, F))
    return;
  llvm::SmallVector<StringRef, 8> Words;
  llvm::SplitString(Text->Head, Words, " \t\n=;&|<>\"'");
  for (const StringRef Word : Words)
    Given.try_emplace(normal(Word), Call);
}

llvm::SmallVector<const Call *, 2>
PackageWrites::compilesTo(const std::optional<Text> &Asked,
                          size_t Limit) const {
  llvm::SmallVector<const Call *, 2> Result;
  for (const unsigned I : Compiles.mayBe(Asked, Limit))
    Result.push_back(&F.calls()[I]);
  return Result;
}

bool PackageWrites::isWrittenAgain(const Call &Compile) const {
  const auto HasOther = [&](llvm::ArrayRef<unsigned> Found) {
    return llvm::any_of(Found,
                        [&](unsigned I) { return &F.calls()[I] != &Compile; });
  };
  const auto Mine = pathOf(Compile, F);
  const auto Of = Scopes.find(Names::scopeOf(Compile.At).id());
  if (Of != Scopes.end()) {
    const Argument *Path = Compile.keyword("package_path");
    if (const auto Same =
            Of->second.ByText.find(Path ? Path->Value.text() : "");
        Path && Same != Of->second.ByText.end() && HasOther(Same->second))
      return true;
    if (Mine && HasOther(Of->second.Paths.mayBe(Mine, /*Limit=*/1)))
      return true;
  }
  return Mine && Mine->IsWhole && Written.contains(Mine->Head);
}

Node PackageWrites::handed(Node Path, bool OnlyWriters) const {
  const auto Similar = Handed.find(similarityOf(Path, F));
  if (Similar == Handed.end())
    return {};
  for (const Handing &H : Similar->second)
    if ((H.Writes || !OnlyWriters) && isSamePath(H.Path, Path, F))
      return H.Call;
  return {};
}

Node PackageWrites::mayBePutBy(StringRef Place, Node Path) const {
  const auto At = Given.find(normal(Place));
  return At != Given.end() ? At->second : handed(Path, /*OnlyWriters=*/false);
}

bool PackageWrites::isReplaced(Node Path) const {
  return bool(handed(Path, /*OnlyWriters=*/true));
}

} // namespace aoti_tidy::python
