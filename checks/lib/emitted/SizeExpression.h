// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_SIZEEXPRESSION_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_SIZEEXPRESSION_H

#include "checks/lib/emitted/EmittedCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A size or stride in emitted code, "8L*s27 + 1L": a sum of products of
/// symbols. Calls, divisions among them, are symbols, too: equal if their text
/// is.
class SizeExpression {
public:
  /// The symbols of a product, sorted.
  using Product = std::vector<std::string>;

  SizeExpression() = default; ///< 0
  explicit SizeExpression(int64_t Constant);
  static SizeExpression named(std::string Symbol);

  /// Nothing if it is something else, or too large.
  static std::optional<SizeExpression>
  parse(llvm::ArrayRef<CodeToken> Tokens,
        const std::map<std::string, std::string, std::less<>> &Aliases);

  std::optional<int64_t> constant() const;
  /// The symbol if it is just that; empty otherwise.
  llvm::StringRef symbol() const;
  std::string str() const; ///< "8*s27 + 1"

  struct Range {
    int64_t Lower, Upper;
  };
  /// What values it can take if its symbols, none of them negative, take those
  /// of \p Of; the largest int64_t stands for no bound.
  Range
  range(llvm::function_ref<std::optional<Range>(llvm::StringRef)> Of) const;

  /// Nothing if a factor does not fit.
  static std::optional<SizeExpression> sum(const SizeExpression &L,
                                           const SizeExpression &R);
  static std::optional<SizeExpression> product(const SizeExpression &L,
                                               const SizeExpression &R);

  friend bool operator==(const SizeExpression &,
                         const SizeExpression &) = default;

private:
  std::map<Product, int64_t> Products; ///< no factor is 0
};

} // namespace aoti_tidy

#endif
