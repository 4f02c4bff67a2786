// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/OptionProblem.h"
#include "checks/lib/hosts/TorchHeaders.h"
#include "llvm/Support/YAMLParser.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

AotiCheck::AotiCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context),
      VersionOption(Options.getLocalOrGlobal("TorchVersion", "")) {
  if (!VersionOption.empty() && !TorchVersion::parse(VersionOption))
    configurationDiag("%0") << TorchVersion::optionProblem(VersionOption);
}

void AotiCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                    Preprocessor *) {
  this->PP = PP;
}

void AotiCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "TorchVersion", VersionOption);
}

bool AotiCheck::boolOption(StringRef Name, bool Default) {
  const std::optional<StringRef> Text = Options.get(Name);
  if (!Text)
    return Default;
  if (const auto Value = llvm::yaml::parseBool(*Text))
    return *Value;
  configurationDiag("%0") << boolOptionProblem(Name, *Text);
  return Default;
}

void AotiCheck::storeBoolOption(ClangTidyOptions::OptionMap &Opts,
                                StringRef Name, bool Value) {
  Options.store(Opts, Name, StringRef(Value ? "true" : "false"));
}

std::optional<TorchVersion> AotiCheck::torchVersion() {
  if (auto V = TorchVersion::parse(VersionOption))
    return V;
  if (!LookedInHeaders && PP) {
    FromHeaders = findTorchVersion(*PP);
    LookedInHeaders = true;
  }
  return FromHeaders;
}

} // namespace clang::tidy::aoti
