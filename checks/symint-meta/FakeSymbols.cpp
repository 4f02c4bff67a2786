// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeSymbols.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeArguments.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 16;

/// Follows a symbol to everything that comes of it.
class Symbol {
public:
  Symbol(const File &F, const FakeValues &V) : F(F), V(V) {}

  /// Whether no result can have the value of \p Expr, the symbol or what is
  /// computed from it, for a dimension; \p IsSum: it has been added to.
  bool isLost(Node Expr, bool IsComputed, bool IsSum, unsigned Depth = 0);
  /// The same for the numbers of \p Expr, a list of symbols.
  bool isLostList(Node Expr, unsigned Depth = 0);
  bool isReduced(Node List) const;

  Node PartOfSize;

private:
  bool computeIsLost(Node Expr, bool IsComputed, bool IsSum, unsigned Depth);
  bool isLostAsName(Node Target, bool IsComputed, bool IsSum, unsigned Depth);
  bool isLostInOperator(Node Expr, bool IsComputed, bool IsSum, unsigned Depth);
  bool isLostInCall(Node Argument, Node Call, bool IsComputed, unsigned Depth);
  /// Whether \p IsLostUse of all uses that have what \p Target was given.
  bool isLostAsName(Node Target,
                    llvm::function_ref<bool(Node)> IsLostUse) const;
  const File &F;
  const FakeValues &V;
  /// By the expression, and how it was computed. A name has many uses, and each
  /// may be given to a name with many uses again.
  struct Answer {
    bool Is;
    unsigned Depth; ///< that it was asked at: deeper, it says no more
  };
  llvm::DenseMap<std::pair<const void *, unsigned>, Answer> Known;
};

bool Symbol::isLost(Node Expr, bool IsComputed, bool IsSum, unsigned Depth) {
  if (Depth > MaxDepth)
    return false;
  const std::pair<const void *, unsigned> Key(Expr.id(),
                                              2 * IsComputed + IsSum);
  // What leads to itself may lead anywhere.
  const auto [At, IsNew] = Known.try_emplace(Key, Answer{false, Depth});
  if (!IsNew) {
    if (At->second.Is || At->second.Depth <= Depth)
      return At->second.Is;
    At->second.Depth = Depth;
  }
  const bool Result = computeIsLost(Expr, IsComputed, IsSum, Depth);
  Known[Key].Is = Result;
  return Result;
}

bool Symbol::computeIsLost(Node Expr, bool IsComputed, bool IsSum,
                           unsigned Depth) {
  const Node Parent = Expr.parent();
  if (Parent.is("parenthesized_expression"))
    return isLost(Parent, IsComputed, IsSum, Depth + 1);
  // The value ends here: a statement by itself, a message, a condition.
  if (Parent.isAnyOf(
          {"expression_statement", "interpolation", "comparison_operator"}))
    return true;
  if (Parent.is("assignment"))
    return Parent.field("right") == Expr &&
           Parent.field("left").is("identifier") &&
           Parent.parent().is("expression_statement") &&
           isLostAsName(Parent.field("left"), IsComputed, IsSum, Depth + 1);
  if (Parent.is("binary_operator"))
    return isLostInOperator(Expr, IsComputed, IsSum, Depth + 1);
  if (Parent.isAnyOf({"list", "tuple"})) {
    // [n + 1, 3], as an argument.
    const Node Arguments = Parent.parent();
    return IsComputed && Arguments.is("argument_list") &&
           isLostInCall(Parent, Arguments.parent(), IsComputed, Depth + 1);
  }
  if (Parent.is("argument_list"))
    return isLostInCall(Expr, Parent.parent(), IsComputed, Depth + 1);
  return false;
}

bool Symbol::isLostAsName(Node Target,
                          llvm::function_ref<bool(Node)> IsLostUse) const {
  for (const Node &Use : F.names().occurrences(Target)) {
    if (Use == Target || Use.parent().is("interpolation"))
      continue;
    if (Names::scopeOf(Use) != Names::scopeOf(Target))
      return false;
    const Node Parent = Use.parent();
    const bool IsTarget =
        Parent.is("assignment") && Parent.field("left") == Use;
    const auto Origins = F.names().originsOf(Use);
    if (!IsTarget && Origins.empty())
      return false;
    if (llvm::any_of(Origins,
                     [&](const Origin &O) { return O.Target == Target; }) &&
        !IsLostUse(Use))
      return false;
  }
  return true;
}

bool Symbol::isLostAsName(Node Target, bool IsComputed, bool IsSum,
                          unsigned Depth) {
  return isLostAsName(Target, [&](Node Use) {
    return isLost(Use, IsComputed, IsSum, Depth + 1);
  });
}

/// Who only counts, sums up or compares them leaves the numbers of a list
/// without a place in the results.
bool Symbol::isLostList(Node Expr, unsigned Depth) {
  if (Depth > MaxDepth)
    return false;
  const Node Parent = Expr.parent();
  if (Parent.isAnyOf(
          {"expression_statement", "interpolation", "comparison_operator"}))
    return true;
  if (Parent.is("subscript"))
    return !Parent.field("subscript").is("slice") &&
           isLost(Parent, /*IsComputed=*/false, /*IsSum=*/false, Depth + 1);
  const Node Left = Parent.field("left");
  if (Parent.is("assignment"))
    return Parent.field("right") == Expr && Left.is("identifier") &&
           Parent.parent().is("expression_statement") &&
           isLostAsName(Left,
                        [&](Node Use) { return isLostList(Use, Depth + 1); });
  // sum(h * w for h, w in x.tolist())
  if (Parent.is("for_in_clause") && Parent.field("right") == Expr &&
      isReduced(Parent.parent()))
    return true;
  // for n in x.tolist(): total += n
  if (Parent.isAnyOf({"for_statement", "for_in_clause"}))
    return Parent.field("right") == Expr && Left.is("identifier") &&
           isLostAsName(Left, [&](Node Use) {
             return (Use.parent().is("augmented_assignment") &&
                     Use.parent().field("operator").text() == "+=") ||
                    isLost(Use, /*IsComputed=*/false, /*IsSum=*/false,
                           Depth + 1);
           });
  if (!Parent.is("argument_list"))
    return false;
  // for a, b in zip(x.tolist(), y.tolist())
  const auto Name = F.names().qualifiedName(Parent.parent().field("function"));
  if (Name == "builtins.zip" || Name == "builtins.enumerate")
    return isLostList(Parent.parent(), Depth + 1);
  return Expr.is("identifier") && isReduced(Expr);
}

/// Whether only one number is left of what \p List has: 'sum(List)'.
bool Symbol::isReduced(Node List) const {
  const Node Parent = List.parent();
  const Node Call = Parent.is("argument_list") ? Parent.parent() : Parent;
  const auto Name = Call.is("call")
                        ? F.names().qualifiedName(Call.field("function"))
                        : std::nullopt;
  return Name && argumentsOf(Call).size() == 1 &&
         llvm::is_contained(
             {StringRef("builtins.len"), StringRef("builtins.max"),
              StringRef("builtins.min"), StringRef("builtins.sum")},
             StringRef(*Name));
}

/// 'n + 1' is no 'n' any more, 'n * 2' is as good as one, and what is added may
/// be taken away again.
bool Symbol::isLostInOperator(Node Expr, bool IsComputed, bool IsSum,
                              unsigned Depth) {
  const Node Operation = Expr.parent();
  const bool IsLeft = Operation.field("left") == Expr;
  const Node Other = Operation.field(IsLeft ? "right" : "left");
  const StringRef Operator = Operation.field("operator").text();
  const auto Number = F.values().integerOf(Other);
  if (Operator == "+" || Operator == "-") {
    const bool Changes = Number ? *Number != 0 : V.isSize(Other);
    return Changes && !IsSum && isLost(Operation, true, true, Depth);
  }
  // (n + 7) // 8 * 8; of 'n // x.shape[1]' a dimension of 1 would leave n.
  const bool Changes =
      Operator == "//" || Operator == "%"
          ? IsLeft && Number && *Number > 1
          : Operator == "*" && IsComputed && (Number || V.isSize(Other));
  return Changes && isLost(Operation, true, IsSum, Depth);
}

bool Symbol::isLostInCall(Node Argument, Node Call, bool IsComputed,
                          unsigned Depth) {
  const auto Name = F.names().qualifiedName(Call.field("function"));
  if (Name && (StringRef(*Name).starts_with(torchname::Check) ||
               StringRef(*Name).starts_with(torchname::SymConstrainRange)))
    return true;
  // max(n, 8)
  const auto Arguments = argumentsOf(Call);
  if (Name && Arguments.size() == 2 &&
      llvm::is_contained({StringRef("builtins.max"), StringRef("builtins.min"),
                          StringRef(torchname::SymMax),
                          StringRef(torchname::SymMin)},
                         StringRef(*Name))) {
    const Node Other = Arguments[Arguments[0] == Argument ? 1 : 0];
    const auto Number = F.values().integerOf(Other);
    return Number && *Number > 0 && isLost(Call, true, true, Depth);
  }
  if (!IsComputed || !llvm::is_contained(sizeArguments(F, V, Call), Argument))
    return false;
  if (!PartOfSize)
    PartOfSize = Argument;
  return true;
}

} // namespace

std::optional<LostSymbol> lostSymbol(const File &F, const FakeValues &V,
                                     Node Call) {
  const Node Callee = Call.field("function");
  bool IsNewSize = false;
  if (llvm::is_contained({"new_dynamic_size", "create_unbacked_symint"},
                         Callee.field("attribute").text())) {
    const Node Context = F.values().resolved(Callee.field("object"));
    const auto Maker = Context.is("call")
                           ? F.names().qualifiedName(Context.field("function"))
                           : std::nullopt;
    IsNewSize = Maker && isIn(*Maker, torchname::Torch) &&
                StringRef(*Maker).ends_with(".get_ctx");
  }
  Symbol S(F, V);
  if (V.isDataList(Call) && S.isLostList(Call))
    return LostSymbol{Node(), /*IsNewSize=*/false};
  if (!(IsNewSize || V.isNewDatum(Call)) ||
      !S.isLost(Call, /*IsComputed=*/false, /*IsSum=*/false))
    return std::nullopt;
  return LostSymbol{S.PartOfSize, IsNewSize};
}

} // namespace aoti_tidy::python
