// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/UnitIndex.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The calls and members of the file.
class GivenValues final : public ValueSource {
public:
  explicit GivenValues(ASTContext &Ctx) : Ctx(Ctx) {}

  llvm::SmallVector<const Expr *, 2>
  valuesOf(const ValueDecl &Place) const override {
    const UnitIndex &Index = UnitIndex::of(Ctx);
    if (const auto *Field = dyn_cast<FieldDecl>(&Place))
      return Index.allValuesOf(*Field);
    return Index.argumentsFor(cast<ParmVarDecl>(Place));
  }

private:
  ASTContext &Ctx;
};

} // namespace

std::optional<std::string> evaluateString(const Expr *E, ASTContext &Ctx) {
  auto Known = textOf(E, Ctx, GivenValues(Ctx));
  return Known && Known->IsComplete ? std::optional(std::move(Known->Text))
                                    : std::nullopt;
}

std::optional<std::string> evaluateSuffix(const Expr *E, ASTContext &Ctx) {
  auto Known = textOf(E, Ctx, GivenValues(Ctx));
  return Known ? std::optional(std::move(Known->Text)) : std::nullopt;
}

} // namespace aoti_tidy
