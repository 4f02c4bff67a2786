// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Finding.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>
#include <tuple>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

llvm::StringRef lineAt(llvm::StringRef Text, unsigned Offset) {
  if (Offset > Text.size())
    return "";
  const size_t Start = Text.take_front(Offset).find_last_of("\r\n") + 1;
  return Text.slice(Start, Text.find_first_of("\r\n", Start));
}

/// The line breaks in a text, as Clang counts them: \n, \r\n and \r.
size_t countBreaks(llvm::StringRef Text) {
  size_t Breaks = 0;
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n' ||
        (Text[I] == '\r' && !Text.substr(I + 1).starts_with("\n")))
      ++Breaks;
  return Breaks;
}

} // namespace

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readSource(llvm::StringRef File) {
  return llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/true,
                                     /*IsVolatile=*/true);
}

llvm::StringRef SourceTexts::of(llvm::StringRef File) {
  auto [It, New] = Entries.try_emplace(File);
  if (New)
    if (auto Text = readSource(File))
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
  return readSource(File);
}

void SourceTexts::add(llvm::StringRef File, llvm::StringRef Text) {
  addLinted(File, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
}

void SourceTexts::addLinted(llvm::StringRef File,
                            std::unique_ptr<llvm::MemoryBuffer> Text) {
  Entry &E = Entries[File];
  // What findings have been placed in stays.
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
      llvm::vfs::getRealFileSystem());
  All->pushOverlay(std::move(Memory));
  return All;
}

Location SourceTexts::locateLine(llvm::StringRef File, unsigned Line,
                                 unsigned Column) {
  const llvm::StringRef Text = of(File);
  size_t Start = 0;
  for (unsigned Current = 1; Current < Line; ++Current) {
    const size_t End = Text.find('\n', Start);
    if (End == llvm::StringRef::npos)
      break;
    Start = End + 1;
  }
  const unsigned Offset = Start + std::max(Column, 1U) - 1;
  return {File.str(), Offset, Line, Column};
}

Location SourceTexts::locate(llvm::StringRef File, unsigned Offset) {
  const llvm::StringRef Text = of(File);
  if (Offset > Text.size())
    return {File.str(), Offset, 0, 0};
  // find_last_of() is npos on the first line, and npos + 1 is 0.
  const size_t Start = Text.take_front(Offset).find_last_of("\r\n") + 1;
  return {File.str(), Offset,
          static_cast<unsigned>(countBreaks(Text.take_front(Start)) + 1),
          static_cast<unsigned>(Offset - Start + 1)};
}

std::string SourceTexts::nameOf(llvm::StringRef File) {
  fs::UniqueID Id;
  if (fs::getUniqueID(File, Id))
    return File.str();
  return Names.try_emplace(Id, File.str()).first->second;
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

void setFingerprints(std::vector<Finding> &Findings, SourceTexts &Texts) {
  const std::string Root = repositoryRoot(workingDirectory());
  llvm::StringMap<unsigned> Seen;
  for (Finding &F : Findings) {
    const llvm::StringRef Line =
        lineAt(Texts.of(F.Where.File), F.Where.Offset).trim();
    const std::string Key = fmt::format(
        "{}\n{}\n{}", F.Check, displayPath(F.Where.File, Root), Line.str());
    F.Fingerprint = fmt::format(
        "{:016x}", llvm::xxh3_64bits(fmt::format("{}\n{}", Key, Seen[Key]++)));
  }
}

std::string workingDirectory() {
  llvm::SmallString<256> Path;
  // The run has failed before if there is none.
  return fs::current_path(Path) ? "" : Path.str().str();
}

std::string displayPath(llvm::StringRef File, llvm::StringRef Root) {
  llvm::StringRef Rest = File;
  if (Rest.consume_front(Root) &&
      (Root.ends_with("/") || Rest.consume_front("/")))
    return Rest.str();
  return File.str();
}

std::string repositoryRoot(llvm::StringRef Dir) {
  for (llvm::StringRef D = Dir; !D.empty(); D = path::parent_path(D)) {
    llvm::SmallString<256> Git(D);
    path::append(Git, ".git");
    if (fs::exists(Git))
      return D.str();
  }
  return Dir.str();
}

} // namespace aoti_tidy
