// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

llvm::StringRef severityOf(const Finding &F) {
  constexpr llvm::StringLiteral Names[] = {"info", "minor", "major"};
  return Names[static_cast<int>(F.Severity)];
}

} // namespace

std::vector<std::string> writeGitlab(const Report &R, llvm::raw_ostream &OS) {
  const std::string Root = repositoryRoot(workingDirectory());
  llvm::json::OStream J(OS, 2);
  const auto Issue = [&](llvm::StringRef Text, llvm::StringRef Check,
                         llvm::StringRef Severity, const Location &Where,
                         unsigned EndLine, llvm::StringRef Fingerprint) {
    J.object([&] {
      J.attribute("type", "issue");
      J.attribute("description", utf8(Text));
      J.attribute("check_name", Check);
      J.attribute("severity", Severity);
      J.attribute("fingerprint", Fingerprint);
      J.attributeObject("location", [&] {
        J.attribute("path", utf8(displayPath(Where.File, Root)));
        J.attributeObject("lines", [&] {
          // There must be one.
          J.attribute("begin", std::max(Where.Line, 1U));
          if (Where.Line && EndLine > Where.Line)
            J.attribute("end", EndLine);
        });
      });
    });
  };
  J.array([&] {
    for (const Finding &F : R.Result.Findings)
      Issue(textWithPlace(F.Where, F.Message), F.Check, severityOf(F),
            openable(F.Where), F.EndLine, F.Fingerprint);
    llvm::StringMap<unsigned> Seen;
    for (const Obstacle &O : obstaclesOf(R)) {
      const std::string Key =
          fmt::format("{}\n{}", displayPath(O.Where.File, Root), O.Message);
      Issue(O.Message, "aoti-tidy", "critical", O.Where, 0,
            fmt::format("{:016x}", llvm::xxh3_64bits(fmt::format(
                                       "{}\n{}", Key, Seen[Key]++))));
    }
  });
  OS << '\n';
  return {};
}

} // namespace aoti_tidy
