// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_PACKAGE_COMPATIBILITY_H
#define AOTI_TIDY_DRIVER_COMMANDS_PACKAGE_COMPATIBILITY_H

#include "driver/base/Options.h"
#include "driver/commands/Commands.h"
#include "driver/package/PackageReport.h"

namespace aoti_tidy {

/// What a caller of one package sees break with another one, or on a machine.
struct Break {
  std::string Model,
      Subject;         ///< "input 1, dimension 0"; the model may be empty
  std::string Was, Is; ///< Was is empty for what is new, and for a machine
  std::string Effect;  ///< a clause; may be empty
};

struct Compatibility {
  std::vector<Break> Breaks;
  std::vector<std::string> NotKnown; ///< a sentence each
};

/// What breaks where \p New takes the place of \p Old.
Compatibility replacing(const ShownPackage &Old, const ShownPackage &New);

/// "cpu=x86-64-v3,gpu=sm_80,torch=2.8"
llvm::Expected<Compatibility> onTarget(const Contract &Package,
                                       llvm::StringRef Target);

/// 'package --compatible' and '--target'.
llvm::Expected<Page> compatibilityPage(const Options &O,
                                       llvm::ArrayRef<ShownPackage> Packages);

} // namespace aoti_tidy

#endif
