// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Finding.h"
#include "checks/lib/package/PackageLayout.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>
#include <tuple>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {

llvm::StringRef SourceTexts::of(llvm::StringRef File) {
  auto [It, New] = Entries.try_emplace(File);
  if (New)
    if (auto Text = readPlainFile(File))
      It->second.Text = std::move(*Text);
  return It->second.Text ? It->second.Text->getBuffer() : llvm::StringRef();
}

std::optional<llvm::StringRef> SourceTexts::linted(llvm::StringRef File) const {
  const auto It = Entries.find(File);
  if (It == Entries.end() || !It->second.IsLinted || It->second.HasChanged)
    return std::nullopt;
  return It->second.Text->getBuffer();
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
SourceTexts::open(llvm::StringRef File) const {
  if (const auto It = Entries.find(File);
      It != Entries.end() && It->second.Text)
    return llvm::MemoryBuffer::getMemBuffer(It->second.Text->getMemBufferRef());
  return readPlainFile(File);
}

void SourceTexts::add(llvm::StringRef File, llvm::StringRef Text) {
  addLinted(File, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
}

void SourceTexts::addLinted(llvm::StringRef File,
                            std::unique_ptr<llvm::MemoryBuffer> Text) {
  Entry &E = Entries[File];
  // The text in which findings have been placed stays.
  if (!E.Text)
    E.Text = std::move(Text);
  else if (E.Text->getBuffer() != Text->getBuffer())
    E.HasChanged = true;
  E.IsLinted = true;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
SourceTexts::fileSystem() const {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  // In memory it takes any.
  (void)Memory->setCurrentWorkingDirectory(workingDirectory());
  for (const auto &E : Entries)
    if (E.second.Text)
      Memory->addFile(
          E.first(), 0,
          llvm::MemoryBuffer::getMemBuffer(E.second.Text->getMemBufferRef()));
  auto All = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      plainFiles(AnySize));
  All->pushOverlay(std::move(Memory));
  return All;
}

const SourceTexts::Lines &SourceTexts::linesOf(llvm::StringRef File) {
  const auto [It, IsNew] = Begins.try_emplace(File);
  Lines &L = It->second;
  if (!IsNew)
    return L;
  L.OfClang.push_back(0);
  L.OfFeeds.push_back(0);
  const llvm::StringRef Text = of(File);
  // For one character, the whole text is searched at the speed of memory; for
  // either of two, byte by byte.
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t Feed = std::min(Text.find('\n', Begin), Text.size());
    const llvm::StringRef Line = Text.slice(Begin, Feed);
    for (size_t I = Line.find('\r'); I != llvm::StringRef::npos;
         I = Line.find('\r', I + 1))
      if (Begin + I + 1 != Feed || Feed == Text.size())
        L.OfClang.push_back(Begin + I + 1);
    Begin = Feed + 1;
    if (Feed == Text.size())
      break;
    L.OfClang.push_back(Begin);
    L.OfFeeds.push_back(Begin);
  }
  return L;
}

llvm::StringRef SourceTexts::lineAt(llvm::StringRef File, unsigned Offset) {
  const llvm::StringRef Text = of(File);
  if (Offset > Text.size())
    return "";
  const auto &Begins = linesOf(File).OfClang;
  const auto Next = llvm::upper_bound(Begins, Offset);
  const size_t End = Next == Begins.end() ? Text.size() : *Next;
  return Text.slice(*std::prev(Next), End).rtrim("\r\n");
}

Location SourceTexts::locateLine(llvm::StringRef File, unsigned Line,
                                 unsigned Column) {
  const auto &Begins = linesOf(File).OfFeeds;
  const size_t Number = std::min<size_t>(std::max(Line, 1U), Begins.size());
  const unsigned Offset = Begins[Number - 1] + std::max(Column, 1U) - 1;
  return {File.str(), Offset, Line, Column};
}

Location SourceTexts::locate(llvm::StringRef File, unsigned Offset) {
  if (Offset > of(File).size())
    return {File.str(), Offset, 0, 0};
  const auto &Begins = linesOf(File).OfClang;
  const auto Next = llvm::upper_bound(Begins, Offset);
  return {File.str(), Offset, static_cast<unsigned>(Next - Begins.begin()),
          Offset - *std::prev(Next) + 1};
}

Location SourceTexts::lineStart(llvm::StringRef File, unsigned Line) {
  const auto &Begins = linesOf(File).OfClang;
  const size_t Number = std::min<size_t>(std::max(Line, 1U), Begins.size());
  return {File.str(), Begins[Number - 1], static_cast<unsigned>(Number), 1};
}

std::string SourceTexts::nameOf(llvm::StringRef File) {
  fs::UniqueID Id;
  if (fs::getUniqueID(File, Id))
    return File.str();
  return Names.try_emplace(Id, File.str()).first->second;
}

llvm::StringRef name(Severity S) {
  constexpr llvm::StringLiteral Names[] = {"info", "warning", "error"};
  return Names[static_cast<int>(S)];
}

void sortAndUnique(std::vector<Finding> &Findings) {
  auto Key = [](const Finding &F) {
    return std::tie(F.Where.File, F.Where.Offset, F.Check, F.Message);
  };
  // Equal findings of two files differ in their notes, and in the fix if one
  // file knows that it would break something. The one without comes first and
  // stays; beyond that the order of the files must not matter.
  auto Rank = [&](const Finding &F) {
    const Location Evidence = F.Notes.empty() ? Location() : F.Notes[0].Where;
    return std::tuple(Key(F), !F.Fix.empty(), F.Notes.empty(), Evidence.File,
                      Evidence.Offset);
  };
  llvm::sort(Findings, [&](const Finding &A, const Finding &B) {
    return Key(A) == Key(B) ? Rank(A) < Rank(B) : Key(A) < Key(B);
  });
  Findings.erase(llvm::unique(Findings,
                              [&](const Finding &A, const Finding &B) {
                                return Key(A) == Key(B);
                              }),
                 Findings.end());
}

/// A line as people write it; a longer one is known by its hash.
static constexpr size_t MaxLine = 4096;

/// The first line of what a finding underlines.
static llvm::StringRef underlined(const Finding &F, SourceTexts &Texts) {
  if (F.Ranges.empty())
    return "";
  const TextRange Range = F.Ranges.front();
  return Texts.of(F.Where.File)
      .slice(Range.Begin, Range.End)
      .take_until([](char C) { return C == '\n' || C == '\r'; })
      .take_front(MaxLine);
}

/// Without the blanks, which a formatter may change.
static std::string withoutBlanks(llvm::StringRef Text) {
  std::string Result = Text.str();
  llvm::erase_if(Result, [](char C) { return llvm::isSpace(C); });
  return Result;
}

/// torch names emitted files by a hash of their text: 'c' and 51 characters in base
/// 32.
static const llvm::Regex &hashOfText() {
  static const llvm::Regex Hash("(^|[/!.])c[a-z2-7]{51}($|[/.])");
  return Hash;
}

/// A file's path as long as nobody moves it within its repository, wherever
/// that lies.
static std::string pathInRepository(llvm::StringRef File,
                                    llvm::StringRef Root) {
  std::string Path = displayPath(File, Root);
  // Seen from elsewhere, the file's own repository counts.
  if (path::is_absolute(Path) || !isRepository(Root)) {
    const std::string Own =
        repositoryRoot(path::parent_path(File.take_front(File.find('!'))));
    if (isRepository(Own))
      Path = displayPath(File, Own);
  }
  std::string Stable = Path;
  for (std::string Before; Before != Stable;) {
    Before = Stable;
    Stable = hashOfText().sub("\\1*\\2", Before);
  }
  return Stable;
}

void setFingerprints(std::vector<Finding> &Findings, SourceTexts &Texts) {
  const std::string Root = repositoryRoot(workingDirectory());
  llvm::StringMap<unsigned> Seen;
  llvm::StringMap<std::string> Paths;
  llvm::DenseMap<const char *, std::string> LongLines;
  // A long line may have as many findings.
  const auto NameOf = [&](llvm::StringRef Line) {
    if (Line.size() <= MaxLine)
      return withoutBlanks(Line);
    const auto [It, IsNew] = LongLines.try_emplace(Line.data());
    if (IsNew)
      It->second = fmt::format("{:016x}", llvm::xxh3_64bits(Line));
    return It->second;
  };
  for (Finding &F : Findings) {
    const auto [Path, IsNew] = Paths.try_emplace(F.Where.File);
    if (IsNew)
      Path->second = pathInRepository(F.Where.File, Root);
    const std::string Group = fmt::format(
        "{:016x}",
        llvm::xxh3_64bits(fmt::format(
            "{}\n{}\n{}\n{}", F.Check, Path->second,
            NameOf(Texts.lineAt(F.Where.File, F.Where.Offset).trim()),
            withoutBlanks(underlined(F, Texts)))));
    const unsigned Rank = ++Seen[Group];
    F.Fingerprint = Rank == 1 ? Group : fmt::format("{}-{}", Group, Rank);
  }
}

std::string workingDirectory() {
  llvm::SmallString<256> Path;
  // The run has failed before if there is none.
  return fs::current_path(Path) ? "" : Path.str().str();
}

std::string absolutePath(llvm::StringRef Path) {
  return absolutePath(Path, workingDirectory());
}

std::string absolutePath(llvm::StringRef Path, llvm::StringRef Base) {
  llvm::SmallString<256> Absolute(Path);
  path::make_absolute(Base, Absolute);
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

bool isInFolder(llvm::StringRef Path, llvm::StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.empty() || Path.starts_with("/") || Folder.ends_with("/"));
}

std::string displayPath(llvm::StringRef File, llvm::StringRef Root) {
  llvm::StringRef Rest = File;
  if (!Root.empty() && Rest.consume_front(Root) &&
      (Root.ends_with("/") || Rest.consume_front("/")))
    return Rest.str();
  return File.str();
}

/// 'wrapper.cpp' for 'm/data/aotinductor/model/c....wrapper.cpp'.
static std::string shownMember(llvm::StringRef Member) {
  const auto File = modelFile(Member);
  if (!File)
    return Member.str();
  std::string Name = hashOfText().sub("", File->Name);
  // Up to torch 2.6, the wrapper's name is the hash alone.
  if (Name.size() < File->Name.size() && !llvm::StringRef(Name).contains('.'))
    Name = "wrapper." + Name;
  return File->Model.empty() || File->Model == "model"
             ? Name
             : (File->Model + "/" + Name).str();
}

std::string shownPath(llvm::StringRef File, llvm::StringRef Root) {
  const llvm::StringRef OnDisk = fileOnDisk(File);
  if (OnDisk.size() == File.size())
    return displayPath(File, Root);
  return fmt::format("{}: {}", displayPath(OnDisk, Root),
                     shownMember(File.drop_front(OnDisk.size() + 1)));
}

std::string placeInPackage(const Location &Where) {
  const llvm::StringRef File = Where.File, OnDisk = fileOnDisk(File);
  return OnDisk.size() == File.size()
             ? ""
             : fmt::format("{}:{}",
                           shownMember(File.drop_front(OnDisk.size() + 1)),
                           Where.Line);
}

llvm::StringRef fileOnDisk(llvm::StringRef Path) {
  const size_t First = Path.find('!');
  if (First == llvm::StringRef::npos || fs::exists(Path))
    return Path;
  // A folder may have the letter in its name, too.
  for (size_t At = First; At != llvm::StringRef::npos;
       At = Path.find('!', At + 1))
    if (fs::is_regular_file(Path.take_front(At)))
      return Path.take_front(At);
  return Path.take_front(First);
}

std::string repositoryRoot(llvm::StringRef Dir) {
  for (llvm::StringRef D = Dir; !D.empty(); D = path::parent_path(D))
    if (isRepository(D))
      return D.str();
  return Dir.str();
}

} // namespace aoti_tidy
