// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H

#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/prove/Prover.h"
#include "driver/base/Config.h"
#include "driver/base/InputLog.h"
#include "driver/package/EmittedResult.h"
#include "driver/package/ModelPrograms.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

class EmittedLint {
public:
  /// \p Log, if not null, records all reads of the disk.
  EmittedLint(const Config &Cfg, bool IgnoreSuppressions,
              const GivenPrograms &Exported, InputLog *Log);

  EmittedResult run(const std::string &Package) {
    return finish(lintPackage(Package));
  }
  EmittedResult run(const EmittedFiles &Files) {
    return finish(lintFiles(Files));
  }

private:
  llvm::Error lintPackage(const std::string &Package);
  llvm::Error lintFiles(const EmittedFiles &Files);
  llvm::Error lint(llvm::StringRef Package, const EmittedModel &Model,
                   llvm::ArrayRef<ExportedProgram> Own);

  EmittedResult finish(llvm::Error E);

  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  const bool IgnoreSuppressions;
  const GivenPrograms &Exported;
  Work OfPackage{Prover::StepsOfPackage};
  SourceTexts Texts;
  EmittedResult Result;
};

} // namespace aoti_tidy

#endif
