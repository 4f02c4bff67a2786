// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/MetaCondition.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Conditions refer to locals that are conditions in turn.
constexpr unsigned MaxDepth = 8;

/// The value of a local that is never changed, else \p E itself.
const Expr *behindLocals(const Expr *E, ASTContext &Ctx) {
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    E = E->IgnoreImplicit()->IgnoreParenImpCasts()->IgnoreImplicit();
    // A copy: auto device = x.device();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
        Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor()) {
      E = Copy->getArg(0);
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const Expr *Value = Var ? valueOfVariable(Var, Ctx) : nullptr;
    if (!Value)
      return E;
    E = Value;
  }
  return E;
}

/// A call of a member, and what it is called on.
struct MemberCall {
  StringRef Name;
  QualType Class;
  const Expr *Object = nullptr;
};

MemberCall memberCall(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !Call->getMethodDecl())
    return {};
  QualType Class = Call->getObjectType();
  return {nameOf(Call->getMethodDecl()), Class,
          Call->getImplicitObjectArgument()};
}

/// Members of at::TensorBase and c10::Device that ask where a tensor lives.
std::optional<bool> placeTest(StringRef Name) {
  if (Name == "is_meta")
    return true;
  if (llvm::is_contained({"is_cpu", "is_cuda", "is_hip", "is_hpu", "is_ipu",
                          "is_lazy", "is_maia", "is_metal", "is_mps", "is_mtia",
                          "is_ort", "is_privateuseone", "is_ve", "is_vulkan",
                          "is_xla", "is_xpu"},
                         Name))
    return false;
  return std::nullopt;
}

class Evaluator {
public:
  Evaluator(const KnownArguments &Known, ASTContext &Ctx,
            bool SymIntsAreSymbolic)
      : Known(Known), Ctx(Ctx), SymIntsAreSymbolic(SymIntsAreSymbolic) {}

  std::optional<bool> visit(const Expr *E, unsigned Depth = 0) {
    if (!E || E->containsErrors() || E->isTypeDependent() ||
        E->isValueDependent() || Depth == MaxDepth)
      return std::nullopt;
    bool Constant = false;
    if (E->EvaluateAsBooleanCondition(Constant, Ctx))
      return Constant;
    // Casts to bool, explicit ones in macros.
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Not = dyn_cast<UnaryOperator>(E);
        Not && Not->getOpcode() == UO_LNot) {
      const auto Value = visit(Not->getSubExpr(), Depth + 1);
      return Value ? std::optional(!*Value) : std::nullopt;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return visitBinary(*Binary, Depth);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return visitOperator(*Operator);
    if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
      return visit(Rewritten->getSemanticForm(), Depth + 1);
    if (isa<CXXMemberCallExpr>(E))
      return visitMemberCall(E);
    // The optional itself, as a condition: 'if (auto v = n.maybe_as_int())'.
    if (isEmptyOptional(E))
      return false;
    // TORCH_CHECK's __builtin_expect(cond, 0)
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return Call->getBuiltinCallee() == Builtin::BI__builtin_expect
                 ? visit(Call->getArg(0), Depth + 1)
                 : std::nullopt;
    if (const Expr *Value = behindLocals(E, Ctx); Value != E)
      return visit(Value, Depth + 1);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto Value = Known.of(Ref->getDecl()))
        return *Value != 0;
    return std::nullopt;
  }

private:
  std::optional<bool> visitBinary(const BinaryOperator &E, unsigned Depth) {
    if (E.isLogicalOp()) {
      const bool Decides = E.getOpcode() == BO_LOr;
      const auto Left = visit(E.getLHS(), Depth + 1);
      const auto Right = visit(E.getRHS(), Depth + 1);
      if (Left == Decides || Right == Decides)
        return Decides;
      return Left && Right ? std::optional(!Decides) : std::nullopt;
    }
    // mode == Mode::Fast, with a known mode
    if (E.isComparisonOp())
      if (const auto Value = visitComparison(E))
        return Value;
    if (E.isEqualityOp())
      return visitEquality(E.getLHS(), E.getRHS(), E.getOpcode() == BO_EQ);
    return std::nullopt;
  }

  std::optional<bool> visitComparison(const BinaryOperator &E) {
    if (Known.Values.empty())
      return std::nullopt;
    const auto Left = intFor(E.getLHS(), Known, Ctx);
    const auto Right = Left ? intFor(E.getRHS(), Known, Ctx) : std::nullopt;
    if (!Right)
      return std::nullopt;
    switch (E.getOpcode()) {
    case BO_EQ:
      return *Left == *Right;
    case BO_NE:
      return *Left != *Right;
    case BO_LT:
      return *Left < *Right;
    case BO_LE:
      return *Left <= *Right;
    case BO_GT:
      return *Left > *Right;
    case BO_GE:
      return *Left >= *Right;
    default:
      return std::nullopt;
    }
  }

  std::optional<bool> visitOperator(const CXXOperatorCallExpr &E) {
    const auto Operator = E.getOperator();
    if (E.getNumArgs() != 2 ||
        (Operator != OO_EqualEqual && Operator != OO_ExclaimEqual))
      return std::nullopt;
    return visitEquality(E.getArg(0), E.getArg(1), Operator == OO_EqualEqual);
  }

  /// x.device().type() == at::kCUDA, x.device() != at::kMeta
  std::optional<bool> visitEquality(const Expr *A, const Expr *B, bool Equal) {
    if (!isPlaceOfTensor(A))
      std::swap(A, B);
    if (!isPlaceOfTensor(A))
      return std::nullopt;
    const auto IsMeta = namesMeta(B);
    return IsMeta ? std::optional(*IsMeta == Equal) : std::nullopt;
  }

  /// x.device(), x.device().type()
  bool isPlaceOfTensor(const Expr *E) {
    // Most comparisons are of numbers; what is behind a local takes long to
    // see.
    if (E->getType()->isBuiltinType())
      return false;
    const MemberCall Call = memberCall(behindLocals(E, Ctx));
    if (!Call.Object)
      return false;
    if (Call.Name == "type" && isClass(Call.Class, "c10", "Device"))
      return isPlaceOfTensor(Call.Object);
    return Call.Name == "device" && isTensor(Call.Class);
  }

  /// Whether a constant of type c10::DeviceType, or a c10::Device made of one,
  /// is Meta.
  std::optional<bool> namesMeta(const Expr *E) {
    E = behindLocals(E, Ctx);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && Construct->getNumArgs() > 0 &&
        isClass(Construct->getType(), "c10", "Device"))
      E = behindLocals(Construct->getArg(0), Ctx);
    const auto *Enum = E->getType()->getAs<EnumType>();
    if (!Enum || nameOf(Enum->getDecl()) != "DeviceType")
      return std::nullopt;
    const auto Value = evaluateInt(E, Ctx);
    if (!Value)
      return std::nullopt;
    for (const EnumConstantDecl *C :
         Enum->getDecl()->getDefinitionOrSelf()->enumerators())
      if (C->getInitVal() == *Value)
        return C->getName() == "Meta";
    return std::nullopt;
  }

  std::optional<bool> visitMemberCall(const Expr *E) {
    const MemberCall Call = memberCall(E);
    if (!Call.Object)
      return std::nullopt;
    if (isTensor(Call.Class))
      return placeTest(Call.Name);
    if (isClass(Call.Class, "c10", "Device"))
      return isPlaceOfTensor(Call.Object) ? placeTest(Call.Name) : std::nullopt;
    if (isClass(Call.Class, "c10", "TensorImpl"))
      return Call.Name == "has_symbolic_sizes_strides" ? std::optional(true)
                                                       : placeTest(Call.Name);
    if (!SymIntsAreSymbolic)
      return std::nullopt;
    // A large negative constant is on the heap too, but no size is negative.
    if (isClass(Call.Class, "c10", "SymInt") &&
        (Call.Name == "is_symbolic" || Call.Name == "is_heap_allocated"))
      return true;
    // optional::has_value(), optional::operator bool()
    const bool IsTest =
        Call.Name == "has_value" ||
        isa<CXXConversionDecl>(cast<CXXMemberCallExpr>(E)->getMethodDecl());
    return IsTest && isEmptyOptional(Call.Object) ? std::optional(false)
                                                  : std::nullopt;
  }

  /// What asks for a concrete value and does not insist.
  bool isEmptyOptional(const Expr *E) {
    if (!SymIntsAreSymbolic)
      return false;
    E = behindLocals(E, Ctx);
    if (const MemberCall Call = memberCall(E); Call.Object)
      return isClass(Call.Class, "c10", "SymInt") &&
             Call.Name == "maybe_as_int";
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return nameOf(Callee) == "asIntArrayRefSlowOpt" &&
           isInNamespace(Callee, "c10");
  }

  const KnownArguments &Known;
  ASTContext &Ctx;
  const bool SymIntsAreSymbolic;
};

} // namespace

std::optional<int64_t> KnownArguments::of(const ValueDecl *D) const {
  const auto *P = dyn_cast<ParmVarDecl>(D);
  // A lambda's parameter is none of the function's.
  if (!P || !Function || P->getDeclContext() != Function ||
      P->getFunctionScopeIndex() >= Values.size())
    return std::nullopt;
  return Values[P->getFunctionScopeIndex()];
}

std::optional<int64_t> intFor(const Expr *E, const KnownArguments &Known,
                              ASTContext &Ctx) {
  if (!E || E->containsErrors() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  // 'uint8_t(mode)' may be another number; what is promoted is the same.
  const Expr *Inner = behindLocals(E, Ctx);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner))
    if (const auto Value = Known.of(Ref->getDecl()))
      return Ctx.getIntWidth(E->getType()) >= Ctx.getIntWidth(Inner->getType())
                 ? Value
                 : std::nullopt;
  return evaluateInt(E, Ctx);
}

std::optional<bool> valueForMeta(const Expr *Condition,
                                 const KnownArguments &Known, ASTContext &Ctx) {
  return Evaluator(Known, Ctx, /*SymIntsAreSymbolic=*/false).visit(Condition);
}

std::optional<bool> valueForSymbolic(const Expr *Condition,
                                     const KnownArguments &Known,
                                     ASTContext &Ctx) {
  return Evaluator(Known, Ctx, /*SymIntsAreSymbolic=*/true).visit(Condition);
}

} // namespace aoti_tidy
