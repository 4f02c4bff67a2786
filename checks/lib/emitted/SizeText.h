// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_SIZETEXT_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_SIZETEXT_H

#include "checks/lib/prove/IndexExpr.h"
#include <limits>

namespace aoti_tidy {

/// The text of a size in a contract, "8*s27 + s17 - 1": a sum of products. Two
/// sizes that are the same sum have the same text, in whatever order they are
/// written; a division, for one, is a factor like a symbol.
std::string sizeText(const IndexExpr &Size);

/// The values of a size, both bounds included.
struct SizeRange {
  int64_t Lower = 0;
  int64_t Upper = std::numeric_limits<int64_t>::max(); ///< then unbounded
};

/// The values of \p Size if its symbols, none of them negative, have those of
/// \p Of.
SizeRange
sizeRange(const IndexExpr &Size,
          llvm::function_ref<std::optional<SizeRange>(llvm::StringRef)> Of);

} // namespace aoti_tidy

#endif
