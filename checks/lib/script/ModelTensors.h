// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MODELTENSORS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MODELTENSORS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy::python {

/// Whether a model has a tensor of that name once, with sizes that stay:
/// 'weight', 'conv_bias', 'w1', 'pos_embed'.
bool isOfModel(llvm::StringRef Name);

/// Whether the names of other parameters say so: 'scales' beside 'qweight',
/// 'pos', the table of positions, beside 'image'.
bool isOfModelBeside(llvm::StringRef Name,
                     llvm::ArrayRef<llvm::StringRef> Others);

} // namespace aoti_tidy::python

#endif
