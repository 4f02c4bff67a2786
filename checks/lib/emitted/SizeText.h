// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_SIZETEXT_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_SIZETEXT_H

#include "checks/lib/prove/IndexExpr.h"
#include <limits>

namespace aoti_tidy {

/// The text of a size in a contract, a sum of products: "8*s27 + s17 - 1".
/// Equal sums have equal texts; a division is a factor like a symbol.
std::string sizeText(const IndexExpr &Size);

/// Both bounds included.
struct SizeRange {
  int64_t Lower = 0;
  int64_t Upper = std::numeric_limits<int64_t>::max(); ///< then unbounded
};

/// The values of \p Size for symbols with those of \p Of, none negative.
SizeRange
sizeRange(const IndexExpr &Size,
          llvm::function_ref<std::optional<SizeRange>(llvm::StringRef)> Of);

} // namespace aoti_tidy

#endif
