// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_FUSEDOPERATORS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_FUSEDOPERATORS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace aoti_tidy {

/// The ATen operators in a kernel's name: "add" and "index_put" of
/// "cpp_fused_add_index_put_3". Inductor sorts and joins them with the
/// underscores that many of them have, too (torch/_inductor/utils.py,
/// get_fused_kernel_name). Empty if the name is no such list.
std::vector<llvm::StringRef> fusedOperators(llvm::StringRef Kernel);

} // namespace aoti_tidy

#endif
