// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_MODELLINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_MODELLINT_H

#include "checks/Registry.h"
#include "clang-tidy/GlobList.h"
#include "driver/package/EmittedResult.h"
#include "driver/package/PackageSuppressions.h"

namespace aoti_tidy {

class ModelLint {
public:
  /// \param Package empty: files on disk.
  /// \param ErrorGlobs The checks whose findings are errors.
  ModelLint(llvm::StringRef Package, const EmittedModel &Model,
            const EmittedSettings &Settings, llvm::StringRef ErrorGlobs,
            PackageSuppressions &Silenced, SourceTexts &Texts,
            EmittedResult &Result);

  void run(llvm::ArrayRef<std::string> Checks);

private:
  void add(llvm::StringRef Check, std::vector<Finding> All);
  llvm::StringRef kernelAt(const Location &Where) const;
  bool isRead(unsigned File) const;
  void reportUnread();
  void reportMissing(const IndexSafety &Safety);
  std::string nameOf(llvm::StringRef File) const;
  void place(Location &At);
  void remark(const IndexSafety &Safety);

  llvm::StringRef Package;
  const EmittedModel &Model;
  const EmittedSettings &Settings;
  clang::tidy::GlobList AreErrors;
  PackageSuppressions &Silenced;
  SourceTexts &Texts;
  EmittedResult &Result;
};

} // namespace aoti_tidy

#endif
