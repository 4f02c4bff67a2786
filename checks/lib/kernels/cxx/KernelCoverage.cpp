// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts uses of memory that the interpreter did not reach as not followed: in
// a lambda that a function gets, in a loop that is not followed, behind code
// that does not parse.
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {

namespace {

struct Origin {
  const DeclRefExpr *Name = nullptr; ///< null if it is no variable
  bool IsLocal = false;              ///< memory that the kernel itself has
};

Origin originOf(const Expr *E,
                const llvm::DenseSet<const ValueDecl *> &Changing,
                unsigned Depth = 0) {
  constexpr unsigned MaxSteps = 20;
  E = E->IgnoreParenCasts();
  if (Depth > MaxSteps)
    return {};
  const auto Next = [&](const Expr *Of) {
    return originOf(Of, Changing, Depth + 1);
  };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || isa<ParmVarDecl>(V))
      return {Ref};
    const QualType T = V->getType();
    // std::array<float, 8> tmpbuf; auto in_ptr1 = b_idx.data();
    const bool IsPointer = T->isPointerType() || T->isDependentType();
    return {Ref, !IsPointer || (V->getInit() && !Changing.contains(V) &&
                                Next(V->getInit()).IsLocal)};
  }
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return Next(Sum->getRHS()->getType()->isPointerType() ? Sum->getRHS()
                                                          : Sum->getLHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Next(Unary->getSubExpr());
  // is_reduced_type ? buf_reduced_data + i : nullptr
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const Origin First = Next(Choice->getTrueExpr());
    return First.IsLocal ? Next(Choice->getFalseExpr()) : First;
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Next(Element->getBase());
  // tmpbuf.data(), tmpbuf[x1_inner]
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return Next(Call->getImplicitObjectArgument());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return Next(Call->getArg(0));
  return {nullptr, isa<StringLiteral, LambdaExpr, CXXNullPtrLiteralExpr>(E)};
}

/// Finds accesses through pointers, and calls that may make some.
class AccessFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    if (!Addressed.contains(E) && mayHoldNumbers(E->getBase()->getType()))
      Accesses.push_back(E);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    const Expr *Of = E->getSubExpr();
    // &(X[k_start])
    if (E->getOpcode() == UO_AddrOf)
      Addressed.insert(Of->IgnoreParens());
    if (E->getOpcode() == UO_Deref && !Addressed.contains(E) &&
        mayHoldNumbers(Of->getType()))
      Accesses.push_back(Of);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    for (const Expr *Argument : E->arguments())
      pass(*Argument);
    return true;
  }
  bool VisitRecoveryExpr(RecoveryExpr *E) override {
    for (const Expr *Part : E->subExpressions())
      pass(*Part);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Names.insert(E->getLocation());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) override {
    Names.insert(D->getLocation());
    if (mayHoldNumbers(D->getType()))
      Pointers.push_back(D);
    return true;
  }

  std::vector<const Expr *> Accesses; ///< the addresses
  std::vector<const VarDecl *> Pointers;
  llvm::DenseSet<SourceLocation>
      Names; ///< of variables, where the tree has one

private:
  /// Whether a tensor can hold the pointee, at::Half included.
  static bool mayHoldNumbers(QualType T) {
    if (T.isNull() || !T->isPointerType() || T->isFunctionPointerType())
      return false;
    const CXXRecordDecl *Record = T->getPointeeCXXRecordDecl();
    return !Record ||
           (Record->getIdentifier() &&
            (Record->getName() == "complex" || parseDType(Record->getName())));
  }
  void pass(const Expr &E) {
    if (mayHoldNumbers(E.getType()) && !isa<CXXDefaultArgExpr>(E))
      Accesses.push_back(&E);
  }

  llvm::DenseSet<const Expr *> Addressed;
};

} // namespace

void KernelInterpreter::notModelledElsewhere(const FunctionDecl &F) {
  const SourceManager &SM = Ctx.getSourceManager();
  AccessFinder Finder;
  Finder.TraverseDecl(const_cast<FunctionDecl *>(&F));
  const auto IsCounted = [&](const Expr &E) {
    return Counted.contains(SM.getFileLoc(E.getBeginLoc()));
  };
  for (const Expr *E : Finder.Accesses) {
    const Origin From = originOf(E, Changing);
    if (From.IsLocal || IsCounted(*E) || (From.Name && IsCounted(*From.Name)))
      continue;
    notModelled(
        *E, From.Name ? fmt::format("'{}' is used in code that is not followed",
                                    From.Name->getDecl()->getNameAsString())
                      : "a pointer is used in code that is not followed");
  }

  // Accesses that the tree lacks, since the code around them has an error.
  llvm::StringSet<> Pointers;
  for (const VarDecl *P : Finder.Pointers)
    if (isa<ParmVarDecl>(P) || !P->getInit() || Changing.contains(P) ||
        !originOf(P->getInit(), Changing).IsLocal)
      Pointers.insert(P->getName());
  const SourceLocation Begin = SM.getFileLoc(F.getBody()->getBeginLoc());
  const SourceLocation End = SM.getFileLoc(F.getBody()->getEndLoc());
  const auto [InFile, Offset] = SM.getDecomposedLoc(Begin);
  const llvm::StringRef Text = SM.getBufferData(InFile);
  Lexer Tokens(SM.getLocForStartOfFile(InFile), Ctx.getLangOpts(), Text.begin(),
               Text.begin() + Offset, Text.end());
  for (Token T; !Tokens.LexFromRawLexer(T) && T.getLocation() < End;) {
    if (T.isNot(tok::raw_identifier) ||
        !Pointers.contains(T.getRawIdentifier()) ||
        Finder.Names.contains(T.getLocation()))
      continue;
    Result.NotModelled.push_back(
        {{File, SM.getSpellingLineNumber(T.getLocation()),
          SM.getSpellingColumnNumber(T.getLocation())},
         fmt::format("'{}' is used in code that does not parse",
                     T.getRawIdentifier().str())});
  }
}

} // namespace aoti_tidy
