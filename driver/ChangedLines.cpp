// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/ChangedLines.h"
#include "driver/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include <limits>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr unsigned LastLine = std::numeric_limits<unsigned>::max();

/// What git prints; the error is what it complains of, in one line.
llvm::Expected<std::string> git(llvm::ArrayRef<StringRef> Arguments) {
  const auto Program = llvm::sys::findProgramByName("git");
  if (!Program)
    return llvm::createStringError("git was not found");
  llvm::SmallString<128> Out, Err;
  if (const std::error_code EC =
          llvm::sys::fs::createTemporaryFile("aoti-tidy-git", "txt", Out))
    return llvm::errorCodeToError(EC);
  const llvm::FileRemover RemoveOut(Out);
  if (const std::error_code EC =
          llvm::sys::fs::createTemporaryFile("aoti-tidy-git", "txt", Err))
    return llvm::errorCodeToError(EC);
  const llvm::FileRemover RemoveErr(Err);
  llvm::SmallVector<StringRef> Args = {*Program, "--no-pager", "-c",
                                       "core.quotePath=false"};
  llvm::append_range(Args, Arguments);
  const std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out),
                                                StringRef(Err)};
  const int Status =
      llvm::sys::ExecuteAndWait(*Program, Args, std::nullopt, Redirects,
                                /*SecondsToWait=*/120);
  auto Text = llvm::MemoryBuffer::getFile(Status ? Err : Out);
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  if (Status == 0)
    return (*Text)->getBuffer().str();
  StringRef Why = (*Text)->getBuffer().trim().split('\n').first;
  Why.consume_front("fatal: ");
  return llvm::createStringError(Why.empty() ? StringRef("git failed") : Why);
}

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

} // namespace

llvm::Expected<ChangedLines> ChangedLines::since(StringRef Revision) {
  const auto Failed = [&](llvm::Error E, StringRef Cure) {
    return usageError("--since {}: {}; {}", Revision,
                      llvm::toString(std::move(E)), Cure);
  };
  ChangedLines Result;
  Result.Root = repositoryRoot(workingDirectory());
  const StringRef Known = "give a revision that this repository has "
                          "('git fetch' brings more of them)";
  if (auto Top = git({"rev-parse", "--show-toplevel"}); !Top)
    return Failed(Top.takeError(), "run it in a git repository");
  const std::string Commit = (Revision + "^{commit}").str();
  auto Exact = git({"rev-parse", "--verify", "--end-of-options", Commit});
  if (!Exact)
    return Failed(Exact.takeError(), Known);
  const StringRef Id = StringRef(*Exact).trim();
  auto Base = git({"merge-base", Id, "HEAD"});
  if (!Base) {
    llvm::consumeError(Base.takeError());
    return usageError(
        "--since {}: it has no commit in common with HEAD, as far "
        "as this clone goes back; fetch more of the history "
        "(actions/checkout: 'fetch-depth: 0')",
        Revision);
  }
  const StringRef From = StringRef(*Base).trim();
  // Nothing that a configuration has plugged into git is run.
  auto Diff = git({"-C", Result.Root, "diff", "-U0", "-M", "--no-color",
                   "--no-ext-diff", "--no-textconv", "--src-prefix=a/",
                   "--dst-prefix=b/", "--ignore-submodules", From, "--"});
  if (!Diff)
    return Failed(Diff.takeError(), Known);
  Result.addDiff(*Diff);
  // Of what is not text, a diff has no lines.
  auto Counts = git({"-C", Result.Root, "diff", "--numstat", "-z",
                     "--no-renames", "--no-ext-diff", "--no-textconv",
                     "--ignore-submodules", From, "--"});
  if (!Counts)
    return Failed(Counts.takeError(), Known);
  for (StringRef Line : llvm::split(*Counts, '\0'))
    if (Line.consume_front("-\t-\t"))
      Result.addWhole(Line);
  auto New = git(
      {"-C", Result.Root, "ls-files", "-z", "--others", "--exclude-standard"});
  if (!New)
    return Failed(New.takeError(), Known);
  for (StringRef Path : llvm::split(*New, '\0'))
    if (!Path.empty())
      Result.addWhole(Path);
  return Result;
}

void ChangedLines::addDiff(StringRef Diff) {
  std::vector<Range> *Of = nullptr;
  unsigned Pending = 0; // lines of the hunk, which may look like anything
  while (!Diff.empty()) {
    StringRef Line;
    std::tie(Line, Diff) = Diff.split('\n');
    if (Pending != 0 && (Line.starts_with("+") || Line.starts_with("-"))) {
      --Pending;
      continue;
    }
    if (Line.starts_with("\\")) // no line feed at the end of the file
      continue;
    Pending = 0;
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
    const auto [Old, Rest] = Line.split(" +");
    unsigned First = 0, OldFirst = 0;
    const unsigned N = Count(Rest.split(' ').first, First);
    Pending = N + Count(Old, OldFirst);
    if (Of && N != 0)
      Of->push_back({First, First + N - 1});
  }
}

void ChangedLines::addWhole(StringRef Path) {
  Lines[Path].push_back({0, LastLine});
}

bool ChangedLines::touch(const Finding &F) const {
  const auto IsOutside = [&](const Location &L) {
    return displayPath(L.File, Root) == L.File;
  };
  return IsOutside(F.Where) || touch(F.Where, F.EndLine) ||
         llvm::any_of(F.Notes, [&](const Note &N) {
           return !IsOutside(N.Where) && touch(N.Where, N.Where.Line);
         });
}

bool ChangedLines::touch(const Location &Where, unsigned EndLine) const {
  const std::string Path = displayPath(Where.File, Root);
  auto It = Lines.find(Path);
  // A file in a package: the package is what git knows.
  if (It == Lines.end())
    It = Lines.find(StringRef(Path).split('!').first);
  return It != Lines.end() && llvm::any_of(It->second, [&](Range R) {
           return R.first <= std::max(EndLine, Where.Line) &&
                  Where.Line <= R.second;
         });
}

} // namespace aoti_tidy
