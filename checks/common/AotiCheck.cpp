// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/OptionProblem.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

std::optional<unsigned> macroNumber(Preprocessor &PP, llvm::StringRef Name) {
  const MacroInfo *MI = PP.getMacroInfo(PP.getIdentifierInfo(Name));
  unsigned Value = 0;
  if (!MI || MI->getNumTokens() != 1 ||
      PP.getSpelling(MI->tokens()[0]).empty() ||
      llvm::StringRef(PP.getSpelling(MI->tokens()[0])).getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

/// The version that torch's version.h defines: as the TU's macros if it was
/// included, else read from the TU's include path. Hosts that include only the
/// package loader's header never see version.h.
std::optional<TorchVersion> findTorchVersion(Preprocessor &PP) {
  auto Major = macroNumber(PP, "TORCH_VERSION_MAJOR");
  auto Minor = macroNumber(PP, "TORCH_VERSION_MINOR");
  if (Major && Minor)
    return TorchVersion{*Major, *Minor};

  for (const DirectoryLookup &Dir :
       PP.getHeaderSearchInfo().search_dir_range()) {
    if (!Dir.isNormalDir())
      continue;
    for (const char *Name : {"torch/headeronly/version.h", "torch/version.h",
                             "torch/csrc/api/include/torch/version.h"}) {
      llvm::SmallString<256> Path = Dir.getDirRef()->getName();
      llvm::sys::path::append(Path, Name);
      auto Buffer = PP.getFileManager().getBufferForFile(Path);
      if (!Buffer)
        continue;
      if (auto V = torchVersionOfHeader((*Buffer)->getBuffer()))
        return V;
    }
  }
  return std::nullopt;
}

} // namespace

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
