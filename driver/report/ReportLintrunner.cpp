// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "driver/report/Report.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

class MessageWriter {
public:
  MessageWriter(const Report &R, llvm::raw_ostream &OS)
      : R(R), OS(OS), Base(workingDirectory()) {}

  void write() {
    for (const Finding &F : R.Result.Findings)
      write(F);
    for (const Obstacle &O : obstaclesOf(R))
      message(O.Where, "error", "not linted", O.Message, nullptr);
    writeFixes();
  }

private:
  void write(const Finding &F) {
    message(openable(F.Where),
            F.Severity == Severity::Info ? "advice" : name(F.Severity), F.Check,
            textWithNotes(F, Base), nullptr);
  }

  /// lintrunner takes one patch for a file, and that of its whole text.
  void writeFixes() {
    std::vector<std::string> Broken = R.Result.Unparsed;
    llvm::append_range(Broken, R.Result.UnparsedPython);
    const FixPlan Plan = planFixes(R.Result.Findings, /*Unsafe=*/false,
                                   {R.Result.Errors, Broken}, R.Texts);
    for (const auto &[File, Text] : Plan.Files)
      message({File, 0, 0, 0}, "advice", "safe fixes",
              "The safe fixes of this file.", &Text);
  }

  void message(const Location &Where, llvm::StringRef Severity,
               llvm::StringRef Name, llvm::StringRef Text,
               const FixPlan::File *Fixed) {
    llvm::json::OStream J(OS);
    const auto Number = [](unsigned N) {
      return N ? llvm::json::Value(N) : llvm::json::Value(nullptr);
    };
    J.object([&] {
      J.attribute("path", Where.File.empty()
                              ? llvm::json::Value(nullptr)
                              : utf8(displayPath(Where.File, Base)));
      J.attribute("line", Number(Where.Line));
      J.attribute("char", Number(Where.Column));
      J.attribute("code", "AOTI_TIDY");
      J.attribute("severity", Severity);
      J.attribute("name", Name);
      // Text that is not UTF-8 cannot be told in JSON byte by byte.
      const bool IsPatch = Fixed && llvm::json::isUTF8(Fixed->Before) &&
                           llvm::json::isUTF8(Fixed->After);
      J.attribute("original", IsPatch ? llvm::json::Value(Fixed->Before)
                                      : llvm::json::Value(nullptr));
      J.attribute("replacement", IsPatch ? llvm::json::Value(Fixed->After)
                                         : llvm::json::Value(nullptr));
      J.attribute("description", utf8(Text));
    });
    OS << '\n';
  }

  const Report &R;
  llvm::raw_ostream &OS;
  const std::string Base;
};

} // namespace

std::vector<std::string> writeLintrunner(const Report &R,
                                         llvm::raw_ostream &OS) {
  MessageWriter(R, OS).write();
  return {};
}

} // namespace aoti_tidy
