// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_HOSTOPS_H
#define AOTI_TIDY_DRIVER_CXX_HOSTOPS_H

#include "checks/lib/ops/OpTable.h"
#include "driver/base/Finding.h"
#include "driver/cxx/LintSettings.h"

namespace aoti_tidy {

/// The operators that the programs of a run may register, by the words of their
/// sources and build files. Generous: anything that may register an operator would
/// make a finding wrong.
class HostOps {
public:
  /// All must outlive it.
  HostOps(llvm::ArrayRef<std::string> Files, const LintSettings &Settings,
          SourceTexts &Texts)
      : Files(Files), Settings(Settings), Texts(Texts) {}

  /// Takes the operator of \p If, a condition of kind NotLoaded about \p Host,
  /// away if something may register it. Finds it where only a script tells.
  void settle(llvm::StringRef Host, Condition &If);

private:
  bool mayHave(llvm::StringRef Host, llvm::StringRef Op);

  llvm::ArrayRef<std::string> Files;
  const LintSettings &Settings;
  SourceTexts &Texts;
  std::optional<OpFacts> Scripts;
};

} // namespace aoti_tidy

#endif
