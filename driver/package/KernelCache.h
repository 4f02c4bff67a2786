// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_KERNELCACHE_H
#define AOTI_TIDY_DRIVER_PACKAGE_KERNELCACHE_H

#include "checks/lib/kernels/cxx/KernelFile.h"
#include "driver/cache/CacheFolder.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

/// Models of kernels, kept for later runs and for other packages: those of one
/// family share most of their kernels, and a package that is made again has
/// few new ones.
///
/// An entry's key is the program and all of the text that the model depends on,
/// so that none is ever out of date. It belongs to no package: names, places
/// and what the wrapper calls the kernel with are put to it by each.
class KernelCache : public KnownKernels {
public:
  /// \param Folder null: nothing is kept.
  explicit KernelCache(const CacheFolder *Folder);

  /// Null if nothing is kept.
  KnownKernels *orNull() { return Folder ? this : nullptr; }

  std::optional<Kernel> find(llvm::StringRef Text) override;
  void keep(llvm::StringRef Text, const Kernel &Model) override;

  const KernelCounts &counts() const { return Counts; }

private:
  const CacheFolder *const Folder;
  KernelCounts Counts;
};

} // namespace aoti_tidy

#endif
