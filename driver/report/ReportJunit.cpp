// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Report.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// Text as XML can hold it: whatever is no character of XML is made visible
/// first, since what that takes has brackets itself.
std::string xml(llvm::StringRef Text) {
  std::string Visible, Escaped;
  {
    llvm::raw_string_ostream OS(Visible);
    PrintableStream(OS) << Text;
  }
  llvm::raw_string_ostream OS(Escaped);
  llvm::printHTMLEscaped(utf8(Visible), OS);
  return Escaped;
}

/// The report about one file.
struct Suite {
  std::vector<std::string> Cases;
  unsigned Failures = 0, Errors = 0;
};

class SuiteWriter {
public:
  SuiteWriter() : Root(repositoryRoot(workingDirectory())) {}

  void add(const Finding &F) {
    std::string Text = fmt::format("{}: {}", placeOf(F.Where), F.Message);
    for (const Note &N : F.Notes)
      Text += fmt::format("\n{}: note: {}", placeOf(N.Where), N.Message);
    Suite &S = suiteOf(F.Where);
    S.Cases.push_back(testCase(F.Check, F.Where, "failure", F.Message,
                               name(F.Severity).str(), Text));
    ++S.Failures;
  }

  void add(const Obstacle &O) {
    Suite &S = suiteOf(O.Where);
    S.Cases.push_back(
        testCase("aoti-tidy", O.Where, "error", O.Message, "error",
                 fmt::format("{}: {}", placeOf(O.Where), O.Message)));
    ++S.Errors;
  }

  void write(llvm::raw_ostream &OS) {
    // A run that found nothing is a test that passed.
    if (Suites.empty())
      Suites["aoti-tidy"].Cases.push_back(
          "    <testcase classname=\"aoti-tidy\" name=\"no findings\"/>\n");
    unsigned Tests = 0, Failures = 0, Errors = 0;
    for (const auto &[_, S] : Suites) {
      Tests += S.Cases.size();
      Failures += S.Failures;
      Errors += S.Errors;
    }
    OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << fmt::format("<testsuites name=\"aoti-tidy\" tests=\"{}\" "
                      "failures=\"{}\" errors=\"{}\">\n",
                      Tests, Failures, Errors);
    for (const auto &[File, S] : Suites) {
      OS << fmt::format("  <testsuite name=\"{}\" tests=\"{}\" "
                        "failures=\"{}\" errors=\"{}\">\n",
                        xml(File), S.Cases.size(), S.Failures, S.Errors);
      for (const std::string &Case : S.Cases)
        OS << Case;
      OS << "  </testsuite>\n";
    }
    OS << "</testsuites>\n";
  }

private:
  std::string placeOf(const Location &Where) const {
    return Where.File.empty()
               ? "aoti-tidy"
               : fmt::format("{}:{}:{}", shownPath(Where.File, Root),
                             Where.Line, Where.Column);
  }

  Suite &suiteOf(const Location &Where) {
    return Suites[Where.File.empty() ? "aoti-tidy"
                                     : displayPath(openable(Where).File, Root)];
  }

  std::string testCase(llvm::StringRef Check, const Location &Where,
                       llvm::StringRef Element, llvm::StringRef Message,
                       llvm::StringRef Type, llvm::StringRef Text) const {
    return fmt::format(
        "    <testcase classname=\"{0}\" name=\"{1}\" file=\"{0}\" "
        "line=\"{2}\">\n"
        "      <{3} type=\"{4}\" message=\"{5}\">{6}</{3}>\n"
        "    </testcase>\n",
        xml(displayPath(openable(Where).File, Root)),
        xml(fmt::format("{}:{}:{}", Check.str(), Where.Line, Where.Column)),
        Where.Line, Element.str(), Type.str(), xml(Message), xml(Text));
  }

  const std::string Root;
  llvm::MapVector<std::string, Suite, std::map<std::string, unsigned>> Suites;
};

} // namespace

std::vector<std::string> writeJunit(const Report &R, llvm::raw_ostream &OS) {
  SuiteWriter Writer;
  for (const Finding &F : R.Result.Findings)
    Writer.add(F);
  for (const Obstacle &O : obstaclesOf(R))
    Writer.add(O);
  Writer.write(OS);
  return {};
}

} // namespace aoti_tidy
