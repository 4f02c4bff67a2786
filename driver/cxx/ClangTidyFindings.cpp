// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/ClangTidyFindings.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/Path.h"
#include <tuple>

namespace path = llvm::sys::path;
using clang::tooling::DiagnosticMessage;
using clang::tooling::FileByteRange;

namespace aoti_tidy {

std::string diagnosedFile(llvm::StringRef File,
                          llvm::StringRef BuildDirectory) {
  // Built-in buffers: "<command line>".
  if (File.empty() || (BuildDirectory.empty() && path::is_relative(File)))
    return "";
  return absolutePath(File, BuildDirectory);
}

std::set<std::string> filesOf(const clang::tidy::ClangTidyError &Error) {
  std::set<std::string> Files;
  const auto Add = [&](const DiagnosticMessage &M) {
    Files.insert(diagnosedFile(M.FilePath, Error.BuildDirectory));
    for (const auto &[_, Replacements] : M.Fix)
      for (const clang::tooling::Replacement &R : Replacements)
        Files.insert(diagnosedFile(R.getFilePath(), Error.BuildDirectory));
  };
  Add(Error.Message);
  llvm::for_each(Error.Notes, Add);
  Files.erase("");
  return Files;
}

namespace {

std::string absolute(llvm::StringRef File, llvm::StringRef BuildDirectory,
                     SourceTexts &Texts) {
  const std::string Path = diagnosedFile(File, BuildDirectory);
  return Path.empty() ? "" : Texts.nameOf(Path);
}

std::vector<Edit>
toEdits(const llvm::StringMap<clang::tooling::Replacements> &Fix,
        llvm::StringRef BuildDirectory, SourceTexts &Texts) {
  std::vector<Edit> Edits;
  for (const auto &[_, Replacements] : Fix)
    for (const clang::tooling::Replacement &R : Replacements)
      if (R.isApplicable())
        Edits.push_back({{R.getOffset(), R.getOffset() + R.getLength()},
                         R.getReplacementText().str(),
                         absolute(R.getFilePath(), BuildDirectory, Texts)});
  // StringMap has no order.
  llvm::sort(Edits, [](const Edit &A, const Edit &B) {
    return std::tie(A.File, A.Where.Begin) < std::tie(B.File, B.Where.Begin);
  });
  return Edits;
}

/// The ranges to underline in the message's own file. A range in a macro's
/// expansion has no file, and one in a macro's definition may have another.
std::vector<TextRange> toRanges(const DiagnosticMessage &Message) {
  std::vector<TextRange> Result;
  for (const FileByteRange &R : Message.Ranges)
    if (!R.FilePath.empty() && R.FilePath == Message.FilePath)
      Result.push_back({R.FileOffset, R.FileOffset + R.Length});
  return Result;
}

} // namespace

Finding toFinding(const clang::tidy::ClangTidyError &Error,
                  SourceTexts &Texts) {
  const llvm::StringRef Dir = Error.BuildDirectory;
  const DiagnosticMessage &M = Error.Message;
  Finding F;
  F.Check = Error.DiagnosticName;
  if (Error.IsWarningAsError ||
      Error.DiagLevel == clang::tooling::Diagnostic::Error)
    F.Severity = Severity::Error;
  F.Message = M.Message;
  if (!M.FilePath.empty())
    F.Where = Texts.locate(absolute(M.FilePath, Dir, Texts), M.FileOffset);
  F.Ranges = toRanges(M);
  F.Fix = toEdits(M.Fix, Dir, Texts);
  // The range that starts where the message points, else just that place.
  unsigned End = M.FileOffset;
  for (const TextRange R : F.Ranges)
    if (R.Begin <= M.FileOffset)
      End = std::max(End, R.End);
  const Location EndLocation = Texts.locate(F.Where.File, End);
  F.EndLine = EndLocation.Line;
  F.EndColumn = EndLocation.Column;
  for (const DiagnosticMessage &N : Error.Notes) {
    Note Converted(Location(), N.Message);
    if (!N.FilePath.empty())
      Converted.Where =
          Texts.locate(absolute(N.FilePath, Dir, Texts), N.FileOffset);
    Converted.Ranges = toRanges(N);
    Converted.Fix = toEdits(N.Fix, Dir, Texts);
    F.Notes.push_back(std::move(Converted));
  }
  return F;
}

} // namespace aoti_tidy
