// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEOPS_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGEOPS_H

#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

/// An operator that torch does not bring along: a model that calls it can only be
/// loaded where it is registered.
struct PackageOp {
  std::string Name;        ///< "mylib::shift", without the overload
  bool IsOfPython = false; ///< made by torch.library.custom_op
};

/// The operators that the model \p Model of \p Package calls by name, each once.
/// None of a package that cannot be read.
std::vector<PackageOp> customOpsOf(const Contract &Package,
                                   llvm::StringRef Model,
                                   llvm::vfs::FileSystem &FS);

} // namespace aoti_tidy

#endif
