// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CXXRECORD_H
#define AOTI_TIDY_DRIVER_CXX_CXXRECORD_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/RunFacts.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "driver/base/Record.h"
#include "driver/cxx/ClangArguments.h"
#include "clang/Tooling/Core/Replacement.h"
#include <tuple>

/// Records of clang-tidy's findings in a C++ file, and of the file's facts.
namespace aoti_tidy {

/// A fix, taken apart.
struct ReplacementRecord {
  std::string Key, File;
  unsigned Offset, Length;
  std::string Text;
};

template <typename Record>
void fields(Record &R, llvm::StringMap<clang::tooling::Replacements> &X) {
  std::vector<ReplacementRecord> All;
  for (const auto &[Key, Replacements] : X)
    for (const clang::tooling::Replacement &Of : Replacements)
      All.push_back({Key.str(), Of.getFilePath().str(), Of.getOffset(),
                     Of.getLength(), Of.getReplacementText().str()});
  // The order of a StringMap is that of hashes of paths: facts would depend on
  // where the checkout lies.
  llvm::sort(All, [](const ReplacementRecord &A, const ReplacementRecord &B) {
    return std::tie(A.Key, A.Offset, A.Length, A.Text) <
           std::tie(B.Key, B.Offset, B.Length, B.Text);
  });
  R(All);
  if constexpr (Record::IsReader)
    for (const ReplacementRecord &Of : All)
      if (auto E = X[Of.Key].add({Of.File, Of.Offset, Of.Length, Of.Text})) {
        // They were together before.
        llvm::consumeError(std::move(E));
        R.fail();
      }
}

template <> struct record::Blank<clang::tidy::ClangTidyError> {
  static clang::tidy::ClangTidyError make() {
    return {"", clang::tidy::ClangTidyError::Warning, "", false};
  }
};

template <typename Record>
void fields(Record &R, clang::tidy::ClangTidyError &X) {
  R(X.DiagnosticName, X.Message, X.Notes, X.DiagLevel, X.BuildDirectory,
    X.IsWarningAsError, X.EnabledDiagnosticAliases);
}

template <typename Record> void fields(Record &R, llvm::sys::fs::UniqueID &X) {
  uint64_t Device = X.getDevice(), File = X.getFile();
  R(Device, File);
  X = {Device, File};
}

template <typename Record> void fields(Record &R, llvm::StringSet<> &X) {
  std::vector<std::string> All;
  for (llvm::StringRef Key : X.keys())
    All.push_back(Key.str());
  R(All);
  X.insert_range(All);
}

} // namespace aoti_tidy

#endif
