// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_CONVERTEDNAN_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_CONVERTEDNAN_H

#include <cstdint>

namespace aoti_tidy {

/// Stands for what x86 converts NaN to: the least int64_t, which, times the
/// bytes of an element, adds nothing to an address.
inline constexpr int64_t NaNMark = -(int64_t(1) << 33);

} // namespace aoti_tidy

#endif
