// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SymIntFix.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/symint-meta/SymIntFlow.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The function as it is written: of an instantiation, the template's.
const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? Pattern : F;
}

/// Finds what the user does with a function other than declare it.
class UsesOfFunction : public DynamicRecursiveASTVisitor {
public:
  UsesOfFunction(const FunctionDecl *Of)
      : Of(patternOf(Of)->getCanonicalDecl()) {
    // Templates are read once, as they are written, and once as they are used.
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = false;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    note(E->getDecl(), E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    note(E->getMemberDecl(), E);
    return true;
  }

  std::vector<const Expr *> Uses;

private:
  void note(const ValueDecl *D, const Expr *E) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (F && patternOf(F)->getCanonicalDecl() == Of)
      Uses.push_back(E);
  }

  const FunctionDecl *Of;
};

/// Whether an argument for that parameter takes whatever function it is given:
/// m.impl("f", &kernel).
bool isDeduced(const FunctionDecl *Callee, unsigned Index) {
  const FunctionTemplateDecl *Template =
      Callee ? Callee->getPrimaryTemplate() : nullptr;
  if (!Template)
    return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  const unsigned Last = Pattern->getNumParams();
  return Last && Pattern->getParamDecl(std::min(Index, Last - 1))
                     ->getType()
                     ->isDependentType();
}

template <typename Call>
bool isDeducedArgument(const Call *C, const FunctionDecl *Callee,
                       const Stmt *Argument) {
  for (const auto [Index, Arg] : llvm::enumerate(C->arguments()))
    if (Arg == Argument)
      return isDeduced(Callee, static_cast<unsigned>(Index));
  return false;
}

/// Whether what the user does with the function at \p Use goes on to compile
/// when its parameters change their types: it is registered, and not called.
bool survives(const Expr *Use, ASTContext &Ctx) {
  const Stmt *At = Use;
  while (true) {
    const DynTypedNodeList Parents = Ctx.getParents(*At);
    if (Parents.size() != 1)
      // Several: written in a template, and one text serves all.
      return false;
    const DynTypedNode &Parent = Parents[0];
    // TORCH_FN(kernel): a template argument, decltype(kernel).
    if (Parent.get<TypeLoc>() || Parent.get<TemplateArgumentLoc>())
      return true;
    const auto *S = Parent.get<Stmt>();
    if (!S)
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return isDeducedArgument(Call, Call->getDirectCallee(), At);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      return isDeducedArgument(Construct, Construct->getConstructor(), At);
    if (isa<DeclRefExpr>(S))
      return true; // a template argument of that name
    if (!isa<ImplicitCastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr>(
            S) &&
        !(isa<UnaryOperator>(S) &&
          cast<UnaryOperator>(S)->getOpcode() == UO_AddrOf))
      return false;
    At = S;
  }
}

/// Edits all declarations of \p Kernel, if nothing else in the file depends
/// on its type.
bool editSignature(const FunctionDecl *Kernel,
                   const llvm::SmallBitVector &Symbolic, SourceEdits &Edits,
                   ASTContext &Ctx) {
  // Of a template others repeat the types; an overrider would override nothing.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Kernel);
      patternOf(Kernel) != Kernel || Kernel->getPrimaryTemplate() ||
      (Method && Method->isVirtual()))
    return false;
  for (const FunctionDecl *D : Kernel->redecls())
    for (const unsigned Index : Symbolic.set_bits())
      if (Index >= D->getNumParams() ||
          !Edits.makeParameterSymbolic(D->getParamDecl(Index)))
        return false;
  UsesOfFunction Finder(Kernel);
  for (Decl *D : projectDecls(Ctx))
    Finder.TraverseDecl(D);
  return llvm::all_of(Finder.Uses,
                      [&](const Expr *Use) { return survives(Use, Ctx); });
}

/// Keeps names from being changed that mean something else in another
/// instantiation of the template.
class DependentNames : public DynamicRecursiveASTVisitor {
public:
  explicit DependentNames(SourceEdits &Edits) : Edits(Edits) {}
  bool
  VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    Edits.protect(E->getMemberLoc());
    return true;
  }

private:
  SourceEdits &Edits;
};

} // namespace

std::optional<OpFix>
planSymIntFix(const FunctionDecl *Kernel, const KernelScan &Scan,
              const llvm::SmallBitVector &SymbolicParameters, ASTContext &Ctx) {
  if (!Kernel->hasBody() || Kernel->isInvalidDecl())
    return std::nullopt;
  SymIntFlow Flow(Ctx, Scan);
  llvm::SmallBitVector Changing(Kernel->getNumParams());
  for (const unsigned Index : SymbolicParameters.set_bits()) {
    const ParmVarDecl *Parameter = Kernel->getParamDecl(Index);
    const SizeType Size = sizeTypeOf(Parameter->getType());
    if (Size.Symbolic)
      continue;
    if (!Size.isConcrete())
      return std::nullopt;
    Changing.set(Index);
    Flow.addParameter(Parameter);
  }
  if (Changing.none() && Scan.Defects.empty())
    return std::nullopt;

  llvm::SmallSetVector<const FunctionDecl *, 4> Functions;
  Functions.insert(Kernel->getDefinition());
  for (const Defect &D : Scan.Defects)
    Functions.insert(D.In);

  SourceEdits Edits(Ctx);
  DependentNames Names(Edits);
  for (const FunctionDecl *F : Functions)
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      Names.TraverseStmt(Pattern->getBody());
  if ((Changing.any() && !editSignature(Kernel, Changing, Edits, Ctx)) ||
      !Flow.run(Functions.getArrayRef(), Edits))
    return std::nullopt;
  auto Hints = Edits.takeFixIts();
  if (!Hints || Hints->empty())
    return std::nullopt;
  return OpFix{std::move(*Hints), Changing.any()};
}

} // namespace aoti_tidy
