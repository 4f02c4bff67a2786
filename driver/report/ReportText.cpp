// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Printable.h"
#include "driver/documents/PythonExcerpt.h"
#include "driver/report/Report.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include <tuple>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Hands findings to Clang's own printer, so that lines, carets, fixes and
/// colours look as in clang-tidy.
class Printer {
public:
  /// \p OS holds one finding at a time, on its way to \p To.
  Printer(llvm::raw_string_ostream &OS, llvm::raw_ostream &To,
          IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : OS(OS), To(To), Files(FileSystemOptions(), std::move(FS)),
        Client(OS, Options), Diags(DiagnosticIDs::create(), Options, &Client,
                                   /*ShouldOwnClient=*/false),
        Sources(Diags, Files), Clang(OS, LangOpts, Options) {
    Options.ShowColors = OS.colors_enabled();
    // Long messages break between words.
    if (To.is_displayed())
      Options.MessageLength = llvm::sys::Process::StandardOutColumns();
    Client.BeginSourceFile(LangOpts, nullptr);
    WorkingDirectory = workingDirectory();
  }

  /// \p Columns: of the message's first line, without limit if 0. The rest is a note.
  void print(const Finding &F, size_t Columns = 0) {
    constexpr DiagnosticsEngine::Level Levels[] = {DiagnosticsEngine::Remark,
                                                   DiagnosticsEngine::Warning,
                                                   DiagnosticsEngine::Error};
    const std::string Check = " [" + F.Check + "]";
    const auto [Head, Rest] = splitMessage(
        F.Message, Columns > Check.size() ? Columns - Check.size() : Columns);
    emit(Levels[static_cast<int>(F.Severity)], printableLine(Head) + Check,
         F.Where, F.Ranges, F.Fix);
    linkPage(F);
    if (!Rest.empty())
      emit(DiagnosticsEngine::Note, printableLine(Rest), {}, {}, {});
    for (const Note &N : F.Notes)
      emit(DiagnosticsEngine::Note, printableLine(N.Message), N.Where, N.Ranges,
           N.Fix);
    To << OS.str();
    OS.str().clear();
  }

private:
  /// On a terminal, the name of a check leads to its page.
  void linkPage(const Finding &F) {
    const CheckInfo *Check =
        Options.ShowColors && To.is_displayed() ? findRule(F.Check) : nullptr;
    const std::string Page = Check ? Check->address() : "";
    const size_t At = OS.str().find("[" + F.Check + "]");
    if (!Page.empty() && At != std::string::npos)
      OS.str().replace(
          At + 1, F.Check.size(),
          fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", Page, F.Check));
  }

  void emit(DiagnosticsEngine::Level Level, llvm::StringRef Message,
            const Location &Where, llvm::ArrayRef<TextRange> Ranges,
            llvm::ArrayRef<Edit> Fix) {
    const SourceLocation At = locate(Where.File, Where.Offset);
    llvm::SmallString<256> Escaped;
    EscapeStringForDiagnostic(Message, Escaped);
    if (At.isInvalid()) {
      const uint64_t Begin = OS.tell();
      TextDiagnostic::printDiagnosticLevel(OS, Level, Options.ShowColors);
      TextDiagnostic::printDiagnosticMessage(
          OS, /*IsSupplemental=*/Level == DiagnosticsEngine::Note, Escaped,
          OS.tell() - Begin, Options.MessageLength, Options.ShowColors);
      return;
    }
    llvm::SmallVector<CharSourceRange> Underlined;
    for (const TextRange R : Ranges)
      Underlined.push_back(range(Where.File, R));
    llvm::SmallVector<FixItHint> Hints;
    for (const Edit &E : shown(Fix, Where)) {
      // Clang shows nothing of a hint with line feeds.
      auto Hint =
          FixItHint::CreateReplacement(range(E.File, E.Where), textOf(E));
      if (!Hint.isNull())
        Hints.push_back(std::move(Hint));
    }
    Clang.emitDiagnostic(FullSourceLoc(At, Sources), Level, Escaped, Underlined,
                         Hints);
  }

  static std::string textOf(const Edit &E) {
    std::string Text = E.Replacement;
    // It is written as JSON has it, maybe over several strings.
    if (isNotebookFile(E.File)) {
      auto Inside = llvm::json::parse("\"" + Text + "\"");
      if (Inside)
        Text = Inside->getAsString().value_or(Text).str();
      else
        llvm::consumeError(Inside.takeError());
    }
    return llvm::StringRef(Text).contains('\n') ? Text : printableLine(Text);
  }

  /// The part of a fix that rewrites a whole function which is in the line that
  /// the message is about; --diff shows all of it.
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
    if (isNotebookFile(File))
      return inCell(File, Offset);
    const FileID Id = idOf(displayPath(File, WorkingDirectory));
    if (Id.isInvalid())
      return {};
    return Sources.getLocForStartOfFile(Id).getLocWithOffset(Offset);
  }

  /// A notebook's reader knows cells and their lines, not the file's.
  SourceLocation inCell(llvm::StringRef File, unsigned Offset) {
    const std::string Name = displayPath(File, WorkingDirectory);
    auto &Cells = Notebooks[Name];
    if (!Cells) {
      auto Text = Files.getBufferForFile(Name);
      Cells.emplace(Text ? (*Text)->getBuffer() : "");
    }
    const auto Place = Cells->placeOf(Offset);
    if (!Place) { // what is wrong with the file as a whole
      const FileID Id = idOf(Name);
      return Id.isValid()
                 ? Sources.getLocForStartOfFile(Id).getLocWithOffset(Offset)
                 : SourceLocation();
    }
    FileID &Id = CellIds[{Name, Place->Cell}];
    if (Id.isInvalid())
      Id = Sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(
          Cells->textOf(Place->Cell),
          fmt::format("{}:cell {}", printableName(Name), Place->Cell)));
    return Sources.getLocForStartOfFile(Id).getLocWithOffset(Place->Offset);
  }

  /// Clang makes excerpts printable, but not names, and one with a line feed
  /// could look like a finding of its own.
  FileID idOf(const std::string &Name) {
    // Where it is shown otherwise, its text goes by another name.
    const std::string Shown = printableName(shownPath(Name, ""));
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
    const SourceLocation End = locate(File, R.End);
    if (Begin.isInvalid() || End.isInvalid())
      return {};
    return CharSourceRange::getCharRange(Begin, End);
  }

  llvm::raw_string_ostream &OS;
  llvm::raw_ostream &To;
  FileManager Files;
  LangOptions LangOpts;
  DiagnosticOptions Options;
  TextDiagnosticPrinter Client; ///< of what Clang itself says of a file
  DiagnosticsEngine Diags;
  SourceManager Sources;
  TextDiagnostic Clang;
  std::string WorkingDirectory;
  llvm::StringMap<FileID> Renamed;
  std::map<std::string, std::optional<NotebookCells>> Notebooks;
  std::map<std::pair<std::string, unsigned>, FileID> CellIds;
};

} // namespace

std::vector<std::string> writeText(const Report &R, llvm::raw_ostream &OS) {
  std::string Lines;
  llvm::raw_string_ostream One(Lines);
  One.enable_colors(R.Color);
  Printer P(One, OS, R.Texts.fileSystem());
  const auto PrintError = [&](const Finding &E) {
    if (R.QuotesErrors || E.Lang != Language::Cxx)
      P.print(E);
  };
  // In the order of the text; an error before the finding that explains it.
  auto Error = R.Result.Errors.begin();
  auto Place = [](const Finding &F) {
    return std::tie(F.Where.File, F.Where.Offset);
  };
  for (const Finding &F : R.Result.Findings) {
    while (Error != R.Result.Errors.end() && Place(*Error) <= Place(F))
      PrintError(*Error++);
    P.print(F, R.MessageLength);
  }
  for (; Error != R.Result.Errors.end(); ++Error)
    PrintError(*Error);
  return {};
}

} // namespace aoti_tidy
