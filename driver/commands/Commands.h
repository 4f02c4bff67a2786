// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_COMMANDS_H
#define AOTI_TIDY_DRIVER_COMMANDS_COMMANDS_H

#include "driver/base/ExitCode.h"
#include "driver/base/FactsFile.h"
#include "driver/base/Options.h"
#include "driver/base/Printable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

struct Report;

/// 'check', the default: lints, reports, fixes. \p Facts are what the shards of this
/// run have found, which is not looked for again. \p Take, if given, gets the report
/// instead of its being written.
llvm::Expected<ExitCode>
runCheck(const Options &O, llvm::StringRef Argv0,
         std::vector<FactsFile> Facts = {},
         llvm::function_ref<void(const Report &)> Take = nullptr);
/// 'merge': reports what the shards of a run have found.
llvm::Expected<ExitCode> runMerge(const Options &O, llvm::StringRef Argv0);
/// 'server': the Language Server Protocol on standard input and output.
llvm::Expected<ExitCode> runServer(const Options &O, llvm::StringRef Argv0);
/// 'skill': what a coding agent is to know, in Markdown.
llvm::StringRef skillPage();
/// 'cache': says what is in the cache, or empties it.
llvm::Error runCache(const Options &O, llvm::raw_ostream &OS);
/// 'init': begins a configuration with what a repository has.
llvm::Error runInit(const Options &O, llvm::raw_ostream &OS);
/// 'rule': the pages of the named checks, or the list of all.
llvm::Error runRule(const Options &O, llvm::raw_ostream &OS);

/// Prints what a command says. On a terminal, text has its headings and code in
/// colours and goes through the user's pager.
void showPage(llvm::StringRef Text, const Options &O);

/// A command's output about the packages in its options.
struct Page {
  std::string Text;
  /// The parts that could not be read, a sentence each.
  std::vector<std::string> Unread;
  ExitCode Exit = ExitCode::Clean; ///< if nothing is Unread
};
/// What \p Write writes, printable in the form of \p O.
inline std::string
pageText(const Options &O,
         llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  std::string Text;
  llvm::raw_string_ostream Buffer(Text);
  {
    const bool IsJson = O.Format == ReportFormat::Json;
    PrintableStream Page(Buffer, IsJson ? Escapes::Json : Escapes::Visible);
    Write(Page);
  }
  return Text;
}
/// 'explain': the cause of a failure from its log. Exits with Findings if nothing was
/// recognised.
llvm::Expected<Page> explainPage(const Options &O);
/// 'package': the promises of packages.
llvm::Expected<Page> packagePage(const Options &O);
/// 'guard': code that checks inputs as a package needs them.
llvm::Expected<Page> guardPage(const Options &O);
/// 'trace': where indices in kernels come from. Missing code is among Unread.
llvm::Expected<Page> tracePage(const Options &O);

/// Prints a page, to -o FILE as a whole or to standard output. It is made where
/// a crash over a package is survived, and named. What could not be read is said,
/// and makes the exit code ParseErrors.
llvm::Expected<ExitCode>
printPage(const Options &O,
          llvm::function_ref<llvm::Expected<Page>(const Options &)> Make);

} // namespace aoti_tidy

#endif
