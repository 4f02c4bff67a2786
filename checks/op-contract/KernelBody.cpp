// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/KernelBody.h"
#include "checks/lib/cxx/Names.h"
#include "checks/op-contract/TensorMethods.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace clang::ast_matchers;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr unsigned MaxDepth = 16; ///< 'x.view(-1)[0].t()', names for names

constexpr StringRef Pointers[] = {
    "accessor",        "data_ptr",          "mutable_data_ptr",
    "packed_accessor", "packed_accessor32", "packed_accessor64",
};

const Expr *plain(const Expr *E) {
  for (;;) {
    E = E->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts();
    const auto *Copy = dyn_cast<CXXConstructExpr>(E);
    if (!Copy || Copy->getNumArgs() != 1 || !isTensor(Copy->getType()) ||
        !isTensor(Copy->getArg(0)->getType()))
      return E;
    E = Copy->getArg(0);
  }
}

class Reader : public DynamicRecursiveASTVisitor {
public:
  explicit Reader(const FunctionDecl &Function) : Function(Function) {}

  KernelBody read() {
    TraverseStmt(Function.getBody());
    if (Result.Result && Returned == 1)
      Result.Type = typeOf(Result.Result, 0);
    else
      Result.Result = nullptr;
    return std::move(Result);
  }

  // What a lambda writes, it does when somebody calls it; at::parallel_for does.
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
    const StringRef Name = nameOf(Call->getMethodDecl());
    const Expr *Object = Call->getImplicitObjectArgument();
    if (Object && isTensor(Object->getType()) && writesData(Name))
      write(Call, Object);
    return true;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) override {
    if (Call->getNumArgs() != 2 || !isTensor(Call->getArg(0)->getType()))
      return true;
    const Expr *Left = plain(Call->getArg(0));
    // x += 1, x[0] = y
    if (Call->isAssignmentOp() &&
        (Call->getOperator() != OO_Equal || !isa<DeclRefExpr>(Left)))
      write(Call, Left);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    // at::add_out(x, a, b), at::add_outf(a, b, x)
    const FunctionDecl *Callee = Call->getDirectCallee();
    const StringRef Name = nameOf(Callee);
    if (!Callee || Call->getNumArgs() == 0 || !isInNamespace(Callee, "at"))
      return true;
    if (Name.ends_with("_out"))
      write(Call, Call->getArg(0));
    else if (Name.ends_with("_outf"))
      write(Call, Call->getArg(Call->getNumArgs() - 1));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Op) override {
    // A name is given another value, which writes nothing.
    if (Op->isAssignmentOp() && !isa<DeclRefExpr>(plain(Op->getLHS())))
      if (const Expr *Tensor = tensorBehind(Op->getLHS(), 0))
        write(Op, Tensor);
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *Return) override {
    if (Return->getRetValue() && InLambda == 0) {
      ++Returned;
      Result.Result = plain(Return->getRetValue());
      returned(Return->getRetValue(), 0);
    }
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *L) override {
    ++InLambda;
    const bool Goes = DynamicRecursiveASTVisitor::TraverseLambdaExpr(L);
    --InLambda;
    return Goes;
  }

private:
  void write(const Expr *At, const Expr *Tensor) {
    if (const ParmVarDecl *P = parameterOf(Tensor, 0))
      Result.Writes.push_back({At, P});
  }

  void returned(const Expr *E, unsigned Depth) {
    E = plain(E);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E);
        Choice && Depth < MaxDepth) {
      returned(Choice->getTrueExpr(), Depth + 1);
      returned(Choice->getFalseExpr(), Depth + 1);
    } else if (isTensor(E->getType())) {
      if (const ParmVarDecl *P = parameterOf(E, 0))
        Result.Returns.push_back({E, P});
    }
  }

  /// The initialiser of a local that nothing changes.
  const Expr *valueOf(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && !isa<ParmVarDecl>(Var) && Var->hasLocalStorage() &&
                   !isGivenAgain(*Var)
               ? Var->getInit()
               : nullptr;
  }

  /// Whether 'Var = something' is in the function, or swap(Var, x). That it is
  /// written through says nothing of which tensor it is.
  bool isGivenAgain(const VarDecl &Var) const {
    const auto Ref =
        ignoringParenImpCasts(declRefExpr(to(varDecl(equalsNode(&Var)))));
    const auto IsOther = callee(functionDecl(unless(
        anyOf(cxxMethodDecl(), hasAncestor(namespaceDecl(hasName("at")))))));
    const auto IsMutable = references(qualType(unless(isConstQualified())));
    const auto GivesAgain = expr(
        anyOf(binaryOperator(isAssignmentOperator(), hasLHS(Ref)),
              unaryOperator(hasAnyOperatorName("++", "--", "&"),
                            hasUnaryOperand(Ref)),
              cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                                  hasArgument(0, Ref)),
              callExpr(IsOther, forEachArgumentWithParamType(Ref, IsMutable))));
    return !match(findAll(GivesAgain), *Function.getBody(),
                  Function.getASTContext())
                .empty();
  }

  const ParmVarDecl *parameterOf(const Expr *E, unsigned Depth) const {
    E = plain(E);
    if (Depth > MaxDepth)
      return nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *P = dyn_cast<ParmVarDecl>(Ref->getDecl()))
        return P->getDeclContext() == &Function && isTensor(P->getType()) &&
                       !isGivenAgain(*P)
                   ? P
                   : nullptr;
      const Expr *Value = valueOf(E);
      return Value && isTensor(Value->getType()) ? parameterOf(Value, Depth + 1)
                                                 : nullptr;
    }
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      return isView(nameOf(Call->getMethodDecl())) &&
                     isTensor(Call->getImplicitObjectArgument()->getType())
                 ? parameterOf(Call->getImplicitObjectArgument(), Depth + 1)
                 : nullptr;
    // x[0]
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
    return Call && Call->getOperator() == OO_Subscript &&
                   isTensor(Call->getArg(0)->getType()) &&
                   Call->getArg(1)->getType()->isIntegerType()
               ? parameterOf(Call->getArg(0), Depth + 1)
               : nullptr;
  }

  /// The dtype of 'x', 'at::empty_like(x)', 'x.new_empty({4})' is that of x;
  /// 'x.to(at::kFloat) * s' is float32, or float64 if s is.
  ResultType typeOf(const Expr *E, unsigned Depth) const {
    E = plain(E);
    if (++Depth > MaxDepth || !isTensor(E->getType()))
      return {};
    if (isa<DeclRefExpr>(E)) {
      if (const ParmVarDecl *P = parameterOf(E, Depth))
        return {P, nullptr, std::nullopt};
      const Expr *Value = valueOf(E);
      return Value ? typeOf(Value, Depth) : ResultType();
    }
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (!llvm::is_contained({OO_Plus, OO_Minus, OO_Star, OO_Slash},
                              Op->getOperator()))
        return {};
      for (const Expr *Side : Op->arguments())
        if (ResultType T = typeOf(Side, Depth);
            Op->getNumArgs() == 2 && T.Converted && T.To == DType::Float)
          return T;
      return {};
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const StringRef Name = Call ? nameOf(Call->getDirectCallee()) : "";
    // Options may say another dtype.
    const size_t Given =
        !Call ? 0 : llvm::count_if(Call->arguments(), [](const Expr *A) {
          return !isa<CXXDefaultArgExpr>(A);
        });
    if (const auto *Method = dyn_cast_or_null<CXXMemberCallExpr>(Call)) {
      const Expr *Object = Method->getImplicitObjectArgument();
      if (Given == 1 && (Name == "new_empty" || Name == "new_zeros"))
        return typeOf(Object, Depth);
      const auto To = Given == 1 && Name == "to" ? constantType(Call->getArg(0))
                                                 : std::nullopt;
      const ParmVarDecl *P = To ? typeOf(Object, Depth).Of : nullptr;
      return P && !asksForType() ? ResultType{nullptr, P, To} : ResultType();
    }
    return Given == 1 && Name.ends_with("_like") &&
                   isInNamespace(Call->getDirectCallee(), "at")
               ? typeOf(Call->getArg(0), Depth)
               : ResultType();
  }

  /// Whether the function may refuse other dtypes: TORCH_CHECK(x.scalar_type()
  /// == at::kFloat).
  bool asksForType() const {
    return !match(findAll(cxxMemberCallExpr(callee(
                      cxxMethodDecl(hasAnyName("scalar_type", "dtype"))))),
                  *Function.getBody(), Function.getASTContext())
                .empty();
  }

  /// float32 of 'at::kFloat', 'at::ScalarType::Float'
  static std::optional<DType> constantType(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    StringRef Name = Ref ? nameOf(Ref->getDecl()) : "";
    if (!isa_and_nonnull<EnumConstantDecl>(Ref ? Ref->getDecl() : nullptr) &&
        !Name.consume_front("k"))
      return std::nullopt;
    return parseDType(Name.lower());
  }

  /// x of 'x.data_ptr<float>()[i]', 'a[i][j]' where a is its accessor, '*p'.
  const Expr *tensorBehind(const Expr *E, unsigned Depth) const {
    E = plain(E);
    if (!E || ++Depth > MaxDepth)
      return nullptr;
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(E))
      return tensorBehind(Index->getBase(), Depth);
    if (const auto *Deref = dyn_cast<UnaryOperator>(E))
      return Deref->getOpcode() == UO_Deref
                 ? tensorBehind(Deref->getSubExpr(), Depth)
                 : nullptr;
    if (const auto *Sum = dyn_cast<BinaryOperator>(E))
      return Sum->getOpcode() == BO_Add && Sum->getType()->isPointerType()
                 ? tensorBehind(Sum->getLHS()->getType()->isPointerType()
                                    ? Sum->getLHS()
                                    : Sum->getRHS(),
                                Depth)
                 : nullptr;
    if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
      return Call->getOperator() == OO_Subscript
                 ? tensorBehind(Call->getArg(0), Depth)
                 : nullptr;
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      const Expr *Object = Call->getImplicitObjectArgument();
      return isTensor(Object->getType()) &&
                     llvm::is_contained(Pointers, nameOf(Call->getMethodDecl()))
                 ? Object
                 : nullptr;
    }
    const Expr *Value = valueOf(E);
    return Value ? tensorBehind(Value, Depth) : nullptr;
  }

  const FunctionDecl &Function;
  unsigned InLambda = 0, Returned = 0;
  KernelBody Result;
};

} // namespace

KernelBody kernelBody(const FunctionDecl &Function) {
  return Reader(Function).read();
}

} // namespace aoti_tidy
