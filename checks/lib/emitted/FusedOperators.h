// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_FUSEDOPERATORS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_FUSEDOPERATORS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace aoti_tidy {

/// The operators of ATen in the name of a kernel: of "cpp_fused_add_index_put_3"
/// they are "add" and "index_put". Inductor joins them, sorted and each once, with
/// the underscores that are in many of them, too (torch 2.13,
/// torch/_inductor/utils.py, get_fused_kernel_name). Empty if the name is not one
/// of a fused kernel, or cannot be such a list.
std::vector<llvm::StringRef> fusedOperators(llvm::StringRef Kernel);

} // namespace aoti_tidy

#endif
