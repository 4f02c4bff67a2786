// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_AOTICHECK_H
#define AOTI_TIDY_CHECKS_COMMON_AOTICHECK_H

#include "checks/lib/torch/TorchVersion.h"
#include "clang-tidy/ClangTidyCheck.h"

namespace clang::tidy::aoti {

// makeNameCheck() of each check that reads C++.
#define AOTI_CXX(ID, NAME)                                                     \
  std::unique_ptr<ClangTidyCheck> make##NAME##Check(                           \
      llvm::StringRef Id, ClangTidyContext *Context);
#include "checks/Checks.def"

/// Defines makeNameCheck() of the class NameCheck.
#define AOTI_MAKE_CHECK(NAME)                                                  \
  std::unique_ptr<ClangTidyCheck> make##NAME##Check(                           \
      llvm::StringRef Id, ClangTidyContext *Context) {                         \
    return std::make_unique<NAME##Check>(Id, Context);                         \
  }

/// The base of every check: C++ only, and the torch version the code is
/// compiled against.
///
/// Option (global, for all checks): TorchVersion, "X.Y", overrides the version
/// found in the headers.
class AotiCheck : public ClangTidyCheck {
public:
  AotiCheck(StringRef Name, ClangTidyContext *Context);

  bool isLanguageVersionSupported(const LangOptions &LangOpts) const override {
    return LangOpts.CPlusPlus;
  }
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// A check's own option that is true or false. Options.get<bool>() is a
  /// template, of whose instance a host with another standard library has
  /// another name, so the plugin cannot link to it.
  bool boolOption(StringRef Name, bool Default);
  void storeBoolOption(ClangTidyOptions::OptionMap &Opts, StringRef Name,
                       bool Value);

  /// The torch in sight, or nothing if the TU has no torch headers on its
  /// include path. Asked at the end of a TU: before that, version.h may not
  /// have been read.
  std::optional<aoti_tidy::TorchVersion> torchVersion();

  /// Whether the torch in sight is \p V or newer; an unknown torch is taken
  /// to be a current one.
  bool torchAtLeast(aoti_tidy::TorchVersion V) {
    return torchVersion().value_or(aoti_tidy::TorchVersion::newest()) >= V;
  }

private:
  const std::string VersionOption;
  std::optional<aoti_tidy::TorchVersion> FromHeaders;
  bool LookedInHeaders = false;
  Preprocessor *PP = nullptr;
};

} // namespace clang::tidy::aoti

#endif
