// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/AotiCheck.h"

namespace clang::tidy::aoti {

AotiCheck::AotiCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context),
      VersionOption(Options.getLocalOrGlobal("TorchVersion", "")) {
  if (!VersionOption.empty() && !TorchVersion::parse(VersionOption))
    configurationDiag("option 'TorchVersion' is '%0', which is not a torch "
                      "version; write it as X.Y, for example 2.13")
        << VersionOption;
}

void AotiCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                    Preprocessor *) {
  this->PP = PP;
}

void AotiCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "TorchVersion", VersionOption);
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
