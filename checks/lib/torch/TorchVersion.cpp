// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchVersion.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

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

/// The number in '#define NAME number'.
std::optional<unsigned> definedNumber(llvm::StringRef Text,
                                      llvm::StringRef Name) {
  auto [_, Rest] = Text.split(("#define " + Name + " ").str());
  unsigned Value = 0;
  if (Rest.ltrim().consumeInteger(10, Value))
    return std::nullopt;
  return Value;
}

} // namespace

std::optional<TorchVersion> TorchVersion::parse(llvm::StringRef Text) {
  TorchVersion V;
  if (Text.consumeInteger(10, V.Major) || !Text.consume_front(".") ||
      Text.consumeInteger(10, V.Minor))
    return std::nullopt;
  if (!Text.empty() && !Text.starts_with(".") && !Text.starts_with("+") &&
      !Text.starts_with("a") && !Text.starts_with("rc"))
    return std::nullopt;
  return V;
}

std::string TorchVersion::str() const {
  return fmt::format("{}.{}", Major, Minor);
}

std::optional<TorchVersion>
torchVersionOfHeader(llvm::StringRef VersionHeader) {
  auto Major = definedNumber(VersionHeader, "TORCH_VERSION_MAJOR");
  auto Minor = definedNumber(VersionHeader, "TORCH_VERSION_MINOR");
  if (!Major || !Minor)
    return std::nullopt;
  return TorchVersion{*Major, *Minor};
}

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

} // namespace clang::tidy::aoti
