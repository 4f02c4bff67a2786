// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TorchHeaders.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace aoti_tidy {
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

} // namespace

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

} // namespace aoti_tidy
