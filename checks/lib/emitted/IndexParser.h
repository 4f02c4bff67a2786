// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_INDEXPARSER_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_INDEXPARSER_H

#include "checks/lib/emitted/EmittedCode.h"
#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// The value of a name in an expression; an element goes by its text,
/// "arg0_1_size[0]".
using NamedValues =
    llvm::function_ref<std::optional<IndexExpr>(llvm::StringRef)>;

enum class Doubles { ConvertToInteger, AreNotRead };

/// Reads an integer expression or condition as sympy's C++ printer writes it:
/// "c10::div_floor_integer(static_cast<int64_t>(s0),
/// static_cast<int64_t>(2L))", "u0 < 0 ? u0 + s77: u0". Floating point on the
/// way, "(1.0/4.0)*n", is read where rounding cannot change the result for
/// sizes below 2^40. Nothing for anything else.
std::optional<IndexExpr> parseIndex(llvm::ArrayRef<CodeToken> Tokens,
                                    NamedValues Named,
                                    Doubles D = Doubles::ConvertToInteger);

} // namespace aoti_tidy

#endif
