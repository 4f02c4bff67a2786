// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGECOMMAND_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGECOMMAND_H

#include "driver/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// 'aoti-tidy package': what packages promise to the program that loads them.
llvm::Error runPackage(const Options &O, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
