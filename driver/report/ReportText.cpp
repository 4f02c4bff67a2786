// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Printable.h"
#include "driver/report/Report.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include <tuple>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Hands findings to Clang's own printer, so that lines, carets, fixes and
/// colours look as in clang-tidy.
class Printer {
public:
  Printer(llvm::raw_ostream &OS, bool Color,
          IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : Files(FileSystemOptions(), std::move(FS)), Client(OS, Options),
        Diags(DiagnosticIDs::create(), Options, &Client,
              /*ShouldOwnClient=*/false),
        Sources(Diags, Files) {
    Options.ShowColors = Color;
    Client.BeginSourceFile(LangOpts, nullptr);
    WorkingDirectory = workingDirectory();
  }

  void print(const Finding &F) {
    emit(F.IsError ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
         printableLine(F.Message) + " [" + F.Check + "]", F.Where, F.Ranges,
         F.Fix);
    for (const Note &N : F.Notes)
      emit(DiagnosticsEngine::Note, printableLine(N.Message), N.Where, N.Ranges,
           N.Fix);
  }

private:
  void emit(DiagnosticsEngine::Level Level, llvm::StringRef Message,
            const Location &Where, llvm::ArrayRef<TextRange> Ranges,
            llvm::ArrayRef<Edit> Fix) {
    auto D = Diags.Report(locate(Where.File, Where.Offset),
                          Diags.getCustomDiagID(Level, "%0"))
             << Message;
    for (const TextRange R : Ranges)
      D << range(Where.File, R);
    for (const Edit &E : shown(Fix, Where))
      // Of one with line feeds, Clang shows nothing.
      D << FixItHint::CreateReplacement(
          range(E.File, E.Where), llvm::StringRef(E.Replacement).contains('\n')
                                      ? E.Replacement
                                      : printableLine(E.Replacement));
  }

  /// Of a fix that rewrites a whole function, what it does to the line that the
  /// message is about; --diff shows all of it.
  std::vector<Edit> shown(llvm::ArrayRef<Edit> Fix, const Location &Where) {
    std::vector<Edit> OnLine;
    llvm::copy_if(Fix, std::back_inserter(OnLine), [&](const Edit &E) {
      const SourceLocation Loc = locate(E.File, E.Where.Begin);
      return E.File == Where.File && Loc.isValid() &&
             Sources.getSpellingLineNumber(Loc) == Where.Line;
    });
    return OnLine.empty() ? Fix.vec() : OnLine;
  }

  SourceLocation locate(llvm::StringRef File, unsigned Offset) {
    if (File.empty())
      return {};
    const FileID Id = idOf(displayPath(File, WorkingDirectory));
    if (Id.isInvalid())
      return {};
    return Sources.getLocForStartOfFile(Id).getLocWithOffset(Offset);
  }

  FileID idOf(const std::string &Name) {
    // Clang makes excerpts printable, but not names, and one with a line feed
    // could look like a finding of its own: its text goes by another name.
    const std::string Shown = printableLine(Name);
    if (Shown == Name) {
      auto Entry = Files.getOptionalFileRef(Name);
      return Entry ? Sources.getOrCreateFileID(*Entry, SrcMgr::C_User)
                   : FileID();
    }
    auto [It, IsNew] = Renamed.try_emplace(Name);
    if (IsNew)
      if (auto Text = Files.getBufferForFile(Name))
        It->second = Sources.createFileID(
            llvm::MemoryBuffer::getMemBufferCopy((*Text)->getBuffer(), Shown));
    return It->second;
  }

  CharSourceRange range(llvm::StringRef File, TextRange R) {
    const SourceLocation Begin = locate(File, R.Begin);
    if (Begin.isInvalid())
      return {};
    return CharSourceRange::getCharRange(Begin,
                                         Begin.getLocWithOffset(R.length()));
  }

  FileManager Files;
  LangOptions LangOpts;
  DiagnosticOptions Options;
  TextDiagnosticPrinter Client;
  DiagnosticsEngine Diags;
  SourceManager Sources;
  std::string WorkingDirectory;
  llvm::StringMap<FileID> Renamed;
};

} // namespace

std::vector<std::string> writeText(const Report &R, llvm::raw_ostream &OS) {
  Printer P(OS, R.Color, R.Texts.fileSystem());
  // In the order of the text; an error before the finding that explains it.
  const Finding *Error = R.Errors.begin();
  auto Place = [](const Finding &F) {
    return std::tie(F.Where.File, F.Where.Offset);
  };
  for (const Finding &F : R.Findings) {
    while (Error != R.Errors.end() && Place(*Error) <= Place(F))
      P.print(*Error++);
    P.print(F);
  }
  for (; Error != R.Errors.end(); ++Error)
    P.print(*Error);
  return {};
}

} // namespace aoti_tidy
