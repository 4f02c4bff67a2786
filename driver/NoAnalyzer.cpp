// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang/StaticAnalyzer/Core/PathDiagnosticConsumers.h"
#include "clang/StaticAnalyzer/Frontend/AnalysisConsumer.h"

using namespace clang;

namespace {

/// What clang-tidy runs for the checks 'clang-analyzer-*'.
class NoAnalysis : public ento::AnalysisASTConsumer {
public:
  void AddDiagnosticConsumer(
      std::unique_ptr<ento::PathDiagnosticConsumer>) override {}
  void AddCheckerRegistrationFn(
      std::function<void(ento::CheckerRegistry &)>) override {}
};

} // namespace

// A configuration that is shared with clang-tidy may ask for the static
// analyzer. None of its findings is reported here, it takes longer than all
// checks, and it would be a tenth of the program. A linker that has this does
// not take the archives' own.
std::unique_ptr<ento::AnalysisASTConsumer>
ento::CreateAnalysisConsumer(CompilerInstance &) {
  return std::make_unique<NoAnalysis>();
}
