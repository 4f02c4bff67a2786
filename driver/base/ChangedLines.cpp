// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/ChangedLines.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Staging.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <limits>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr unsigned LastLine = std::numeric_limits<unsigned>::max();

/// A name as git quotes it, "b/a\tb.cpp", or not.
std::string unquoted(StringRef Name) {
  if (!Name.consume_front("\"") || !Name.consume_back("\""))
    return Name.str();
  std::string Result;
  while (!Name.empty()) {
    char C = Name.front();
    Name = Name.drop_front();
    if (C == '\\' && !Name.empty()) {
      const size_t Special = StringRef("abtnvfr").find(Name.front());
      unsigned Octal = 0;
      if (Special != StringRef::npos)
        C = "\a\b\t\n\v\f\r"[Special];
      else if (Name.size() >= 3 && !Name.take_front(3).getAsInteger(8, Octal)) {
        C = static_cast<char>(Octal);
        Name = Name.drop_front(2);
      } else
        C = Name.front();
      Name = Name.drop_front();
    }
    Result += C;
  }
  return Result;
}

/// Whether a file is the one that Git LFS has for it in \p Commit: git itself,
/// without the filter, cannot tell when only the file's time is another one.
bool isAsStoredByLfs(const GitRepository &Repository, StringRef Commit,
                     StringRef Path) {
  auto Pointer =
      Repository.git({"cat-file", "blob", (Commit + ":" + Path).str()});
  if (!Pointer) {
    llvm::consumeError(Pointer.takeError());
    return false;
  }
  // version https://git-lfs.github.com/spec/v1
  // oid sha256:4d7a2146...
  StringRef Id = StringRef(*Pointer).split("\noid sha256:").second;
  Id = Id.split('\n').first;
  const auto Text = readPlainFile(absolutePath(Path, Repository.root()));
  return Text && StringRef(*Pointer).starts_with("version https://git-lfs") &&
         Id == llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(
                               (*Text)->getBuffer())),
                           /*LowerCase=*/true);
}

} // namespace

llvm::Expected<ChangedLines> ChangedLines::since(StringRef Revision) {
  const auto Failed = [&](llvm::Error E, StringRef Cure) {
    return usageError("--since {}: {}; {}", Revision,
                      llvm::toString(std::move(E)), Cure);
  };
  ChangedLines Result;
  const StringRef Known = "give a revision that this repository has "
                          "('git fetch' brings more of them)";
  auto Found = GitRepository::ofWorkingDirectory();
  if (!Found)
    return Failed(Found.takeError(),
                  "run it in a git repository that can be read");
  if (!*Found)
    return Failed(llvm::createStringError("no folder above has a '.git'"),
                  "run it in a git repository");
  GitRepository &Repository = **Found;
  if (auto E = Repository.turnFiltersOff())
    return Failed(std::move(E), "see to git's configuration");
  Result.Root = Repository.root();
  const std::string Commit = (Revision + "^{commit}").str();
  auto Exact =
      Repository.git({"rev-parse", "--verify", "--end-of-options", Commit});
  if (!Exact)
    return Failed(Exact.takeError(), Known);
  const StringRef Id = StringRef(*Exact).trim();
  auto Base = Repository.git({"merge-base", Id, "HEAD"});
  if (!Base) {
    llvm::consumeError(Base.takeError());
    return usageError(
        "--since {}: it has no commit in common with HEAD, as far "
        "as this clone goes back; fetch more of the history "
        "(actions/checkout: 'fetch-depth: 0')",
        Revision);
  }
  const StringRef From = StringRef(*Base).trim();
  const auto DiffFrom = [&](llvm::ArrayRef<StringRef> Form) {
    llvm::SmallVector<StringRef> Args = {"diff"};
    llvm::append_range(Args, Form);
    // Nothing that a configuration has plugged into git is run.
    llvm::append_range(Args, llvm::ArrayRef<StringRef>{
                                 "--no-ext-diff", "--no-textconv",
                                 "--ignore-submodules=dirty", From, "--"});
    return Repository.git(Args);
  };
  auto Diff =
      DiffFrom({"-U0", "--inter-hunk-context=0", "-M", "--no-color",
                "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/"});
  if (!Diff)
    return Failed(
        Diff.takeError(),
        fmt::format("'git diff {}' fetches what a partial clone lacks",
                    Revision));
  Result.addDiff(*Diff);
  // A diff has no lines for files that are not text.
  auto Counts = DiffFrom({"--numstat", "-z", "--no-renames"});
  if (!Counts)
    return Failed(Counts.takeError(), Known);
  for (StringRef Line : llvm::split(*Counts, '\0'))
    if (Line.consume_front("-\t-\t"))
      Result.addWhole(Line);
  // A note in one of them counts, too; not in what is ignored.
  auto New =
      Repository.git({"ls-files", "-z", "--others", "--exclude-standard"});
  if (!New)
    return Failed(New.takeError(), Known);
  for (StringRef Path : llvm::split(*New, '\0'))
    if (!Path.empty())
      Result.addWhole(Path);
  if (auto E = Result.addFilteredAndHidden(Repository, From))
    return Failed(std::move(E), "see to the repository");
  return Result;
}

llvm::Error ChangedLines::addFilteredAndHidden(const GitRepository &Repository,
                                               StringRef From) {
  // "H src/a.py"
  auto Index = Repository.git({"ls-files", "-z", "-v", "--cached"});
  if (!Index)
    return Index.takeError();
  for (StringRef Line : llvm::split(*Index, '\0')) {
    const auto [Tag, Path] = Line.split(' ');
    if (Path.empty())
      continue;
    addTracked(Path);
    // Git does not look at files of any other kind: assumed unchanged, not
    // checked out; or there is more than one: in a merge.
    if (Tag != "H")
      addWhole(Path);
  }
  // Git may compare other text than is on the disk.
  std::string Changed;
  for (const auto &Of : Lines)
    Changed += Of.first().str() + '\0';
  if (Changed.empty())
    return llvm::Error::success();
  auto Attributes = Repository.git(
      {"check-attr", "-z", "--stdin", "filter", "working-tree-encoding"},
      Changed);
  if (!Attributes)
    return Attributes.takeError();
  for (StringRef Rest = *Attributes; !Rest.empty();) {
    StringRef Path, Name, Value;
    std::tie(Path, Rest) = Rest.split('\0');
    std::tie(Name, Rest) = Rest.split('\0');
    std::tie(Value, Rest) = Rest.split('\0');
    if (Value == "unspecified" || Value == "unset")
      continue;
    if (Value == "lfs" && isAsStoredByLfs(Repository, From, Path))
      Lines.erase(Path);
    else
      addWhole(Path);
  }
  return llvm::Error::success();
}

void ChangedLines::addDiff(StringRef Diff) {
  std::vector<Range> *Of = nullptr;
  unsigned Old = 0, New = 0; // lines of the hunk, which may look like anything
  while (!Diff.empty()) {
    StringRef Line;
    std::tie(Line, Diff) = Diff.split('\n');
    if (Line.starts_with("\\")) // no line feed at the end of the file
      continue;
    if (Old != 0 && Line.starts_with("-")) {
      --Old;
      continue;
    }
    if (New != 0 && Line.starts_with("+")) {
      --New;
      continue;
    }
    // git was asked for none of what surrounds them.
    if (Old != 0 && New != 0 && (Line.empty() || Line.starts_with(" "))) {
      --Old;
      --New;
      continue;
    }
    Old = New = 0;
    if (Line.consume_front("+++ ")) {
      // Behind a name with blanks git puts a tab.
      Line.consume_back("\t");
      const std::string Name = unquoted(Line);
      StringRef Path = Name;
      Of = Path.consume_front("b/") ? &Lines[Path] : nullptr;
      continue;
    }
    // @@ -1,2 +3,4 @@
    if (!Line.consume_front("@@ -"))
      continue;
    const auto Count = [](StringRef Numbers, unsigned &First) {
      const auto [Begin, Length] = Numbers.split(',');
      unsigned N = 1;
      if (Begin.getAsInteger(10, First) ||
          (!Length.empty() && Length.getAsInteger(10, N)))
        N = 0;
      return N;
    };
    const auto [Before, Rest] = Line.split(" +");
    unsigned First = 0, OldFirst = 0;
    New = Count(Rest.split(' ').first, First);
    Old = Count(Before, OldFirst);
    if (Of && New != 0)
      Of->push_back({First, First + New - 1});
  }
}

void ChangedLines::addWhole(StringRef Path) {
  Lines[Path].push_back({0, LastLine});
}

void ChangedLines::setChanged(StringRef File) {
  Known[File] = {/*IsOutside=*/true, false, {}};
}

bool ChangedLines::touch(const Finding &F) {
  const FileChange &Own = changeOf(F.Where.File);
  return Own.IsOutside || (!Own.IsTracked && Own.Lines.empty()) ||
         touch(Own, F.Where, F.EndLine) ||
         llvm::any_of(F.Notes, [&](const Note &N) {
           return touch(changeOf(N.Where.File), N.Where, N.Where.Line);
         });
}

bool ChangedLines::touch(const FileChange &Change, const Location &Where,
                         unsigned EndLine) {
  return llvm::any_of(Change.Lines, [&](Range R) {
    return R.first <= std::max(EndLine, Where.Line) && Where.Line <= R.second;
  });
}

const ChangedLines::FileChange &ChangedLines::changeOf(StringRef File) {
  const auto [It, IsNew] = Known.try_emplace(File);
  if (IsNew)
    It->second = readChange(File);
  return It->second;
}

ChangedLines::FileChange ChangedLines::readChange(StringRef File) const {
  const FileChange Whole = {
      /*IsOutside=*/false, /*IsTracked=*/true, {{0, LastLine}}};
  // A file in a package: the package is what git knows.
  const StringRef Given = fileOnDisk(File);
  const bool IsMember = Given != File;
  const std::string Real = realPath(Given), Path = displayPath(Real, Root);
  if (Path == Real)
    return {/*IsOutside=*/true, false, {}};
  FileChange Change;
  Change.IsTracked = Tracked.contains(Path);
  // A submodule is known as a whole, and a link by its own name, too.
  for (const std::string &Name : {Path, displayPath(Given, Root)})
    for (StringRef Part = Name; !Part.empty();
         Part = llvm::sys::path::parent_path(Part))
      if (const auto It = Lines.find(Part); It != Lines.end()) {
        if (IsMember || Part != Path)
          return Whole;
        Change.Lines = It->second;
      }
  if (Change.Lines.empty())
    return Change;
  // Two ways to count lines.
  const auto Text = readPlainFile(Real);
  // A file that is gone has none.
  if (!Text)
    return Text.getError() == std::errc::no_such_file_or_directory ? Change
                                                                   : Whole;
  const StringRef All = (*Text)->getBuffer();
  for (size_t At = All.find('\r'); At != StringRef::npos;
       At = All.find('\r', At + 1))
    if (!All.substr(At + 1).starts_with("\n"))
      return Whole;
  return Change;
}

} // namespace aoti_tidy
