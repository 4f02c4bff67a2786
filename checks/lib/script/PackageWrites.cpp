// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Lists in lists, "a" + "b" + "c".
constexpr unsigned MaxWriteDepth = 8;

/// With more packages in one file, none is followed to its load.
constexpr size_t MaxCompiles = 64;

/// Methods of whatever that take a path for a default or a text, and put
/// nothing there: parser.add_argument("--model", default="m.pt2").
constexpr StringRef ReaderMethods[] = {"add_argument", "debug", "error",
                                       "get",          "info",  "warning"};

/// Functions that only look at a file that they are given the path of.
constexpr StringRef Readers[] = {"os.environ.get", "os.environ.setdefault",
                                 "os.fspath",      "os.getenv",
                                 "os.makedirs",    "os.stat",
                                 "pathlib.Path",   "zipfile.ZipFile"};

bool isReader(StringRef Function) {
  return llvm::is_contained(Readers, Function) ||
         Function.starts_with("os.path.") ||
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

/// Whether two paths may be one, by what is known of them.
bool mayBeSame(const Text &A, const Text &B) {
  if (A.IsWhole && B.IsWhole)
    return A.Head == B.Head;
  return A.endsWith(B.Tail) || B.endsWith(A.Tail);
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

PackageWrites::PackageWrites(const File &F) : F(F) {
  readCompiles();
  readOtherCalls();
}

void PackageWrites::readCompiles() {
  for (const Call &C : F.calls())
    if (isPackageCompile(C) && !goesToFolderOfTorch(C, F) &&
        Compiles.size() <= MaxCompiles)
      Compiles.push_back({&C, pathOf(C, F)});
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
         llvm::is_contained(F.settings().Loaders, Function) ||
         (!Name &&
          llvm::is_contained(ReaderMethods, Callee.field("attribute").text()))))
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
    if (Depth < MaxWriteDepth)
      for (const Node &Part : Known.children())
        read(Part, Call, Writes, Depth + 1);
    return;
  }
  Handing &H = Handed[withoutConversion(Value, F).text()];
  if (!H.Call)
    H.Call = Call;
  H.Writes |= Writes;
  if (!Text || !Text->IsWhole)
    return;
  if (Writes)
    Written.insert(Text->Head);
  Given.try_emplace(normal(Text->Head), Call);
  llvm::SmallVector<StringRef, 8> Words;
  llvm::SplitString(Text->Head, Words, " \t\n=;&|<>\"'");
  for (const StringRef Word : Words)
    Given.try_emplace(normal(Word), Call);
}

std::optional<llvm::SmallVector<const Call *, 2>>
PackageWrites::compilesTo(const std::optional<Text> &Asked) const {
  if (Compiles.size() > MaxCompiles)
    return std::nullopt;
  llvm::SmallVector<const Call *, 2> Result;
  for (const Compile &C : Compiles)
    if (!Asked || !C.Path || mayBeSame(*Asked, *C.Path))
      Result.push_back(C.By);
  return Result;
}

bool PackageWrites::isWrittenAgain(const Call &Mine) const {
  const Argument *Path = Mine.keyword("package_path");
  const auto Text = pathOf(Mine, F);
  if (Compiles.size() > MaxCompiles ||
      (Text && Text->IsWhole && Written.contains(Text->Head)))
    return true;
  return llvm::any_of(Compiles, [&](const Compile &C) {
    const Argument *Other = C.By->keyword("package_path");
    return C.By != &Mine && Path && Other &&
           Names::scopeOf(C.By->At) == Names::scopeOf(Mine.At) &&
           (Other->Value.text() == Path->Value.text() ||
            (Text && C.Path && mayBeSame(*Text, *C.Path)));
  });
}

Node PackageWrites::mayBePutBy(StringRef Place, Node Path) const {
  const auto At = Given.find(normal(Place));
  return At != Given.end()
             ? At->second
             : Handed.lookup(withoutConversion(Path, F).text()).Call;
}

bool PackageWrites::isReplaced(Node Path) const {
  return Handed.lookup(withoutConversion(Path, F).text()).Writes;
}

} // namespace aoti_tidy::python
