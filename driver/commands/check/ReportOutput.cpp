// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Diff.h"
#include "driver/base/Errors.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/check/Steps.h"
#include "llvm/Support/Process.h"

namespace aoti_tidy {
namespace {

void writeDiff(const FixPlan &Plan, llvm::raw_ostream &OS) {
  const std::string Root = repositoryRoot(workingDirectory());
  for (const auto &[File, Text] : Plan.Files)
    OS << unifiedDiff(displayPath(File, Root), Text.Before, Text.After);
}

class Output {
public:
  Output(Report R, const FixPlan &Plan, const Options &O)
      : R(std::move(R)), Plan(Plan), O(O) {}

  llvm::Error write() {
    if (O.OutputFile.empty()) {
      writeForm(O.Format, llvm::outs());
    } else {
      if (auto E = writeTo(O.OutputFile, O.Format))
        return E;
      // A report for a program does not keep the findings from the user.
      if (O.Format != ReportFormat::Text && O.OutputFile != "-" && !O.Quiet)
        writeForm(ReportFormat::Text, llvm::outs());
    }
    bool Annotates = annotates();
    for (const auto &[Format, File] : O.Reports)
      if (File.empty())
        Annotates = true;
      else if (auto E = writeTo(File, Format))
        return E;
    if (Annotates)
      writeForm(ReportFormat::Github, llvm::outs());
    llvm::outs().flush();
    for (const std::string &Line : LeftOut)
      say(Line);
    return llvm::Error::success();
  }

private:
  llvm::Error writeTo(const std::string &File, ReportFormat Format) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writeForm(Format, OS);
    return writeFile(File, Text);
  }

  void writeForm(ReportFormat Format, llvm::raw_ostream &OS) {
    // A patch is data: only where a person reads it, it is made printable.
    if (O.Diff && !OS.is_displayed())
      return writeDiff(Plan, OS);
    R.Color = Format == ReportFormat::Text && useColor(OS);
    const FormatInfo *Form = findFormat(Format);
    // Clang's printer writes colours as text, which would be made visible; what
    // it prints is made printable before.
    const bool HasColors = !O.Diff && !O.Runs && R.Color;
    PrintableStream Out(OS, HasColors ? Escapes::Runner
                            : O.Diff  ? Escapes::Visible
                                      : Form->How);
    if (O.Diff)
      writeDiff(Plan, Out);
    else if (O.Runs && Format == ReportFormat::Text)
      writeRuns(R, Out);
    else
      add(Form->Write(R, Out));
  }

  bool useColor(const llvm::raw_ostream &OS) const {
    if (O.Color == ColorMode::Auto)
      return &OS == &llvm::outs() && llvm::sys::Process::StandardOutHasColors();
    return O.Color == ColorMode::Always;
  }

  /// In a workflow of GitHub, whose runner reads what is printed.
  bool annotates() const {
    return !O.HasFormat && !O.Diff && !O.Runs &&
           llvm::sys::Process::GetEnv("GITHUB_ACTIONS") == "true";
  }

  void add(const std::vector<std::string> &Lines) {
    llvm::append_range(LeftOut, Lines);
  }

  Report R;
  const FixPlan &Plan;
  const Options &O;
  std::vector<std::string> LeftOut; ///< by the forms
};

} // namespace

llvm::Error writeOutput(Report R, const FixPlan &Plan, const Options &O) {
  return Output(std::move(R), Plan, O).write();
}

} // namespace aoti_tidy
