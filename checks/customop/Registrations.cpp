// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/Registrations.h"
#include "checks/ast/Names.h"
#include "checks/ast/Values.h"
#include "checks/customop/KernelSignature.h"
#include "checks/customop/LibraryCalls.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

namespace clang::tidy::aoti {

Place placeOf(SourceLocation Loc, const SourceManager &SM) {
  Loc = SM.getFileLoc(Loc);
  llvm::SmallString<256> Path(SM.getFilename(Loc));
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return {Path.str().str(), SM.getFileOffset(Loc)};
}

std::string symbolOf(const FunctionDecl *Function, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->getParent()->isLambda()) {
    const Place P = placeOf(Method->getParent()->getBeginLoc(), SM);
    return fmt::format("lambda@{}:{}", P.File, P.Offset);
  }
  std::string Symbol = ASTNameGenerator(Ctx).getName(Function);
  if (!Function->isExternallyVisible())
    if (const auto File = SM.getFileEntryRefForID(SM.getMainFileID()))
      Symbol += "@" + File->getName().str();
  return Symbol;
}

namespace {

class OpCollector : public RecursiveASTVisitor<OpCollector> {
  using Base = RecursiveASTVisitor<OpCollector>;

public:
  explicit OpCollector(ASTContext &Ctx)
      : Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  FileOps run() {
    TraverseDecl(Ctx.getTranslationUnitDecl());
    llvm::erase_if(Definitions, [&](const FunctionDecl *F) {
      return Registered.contains(F->getCanonicalDecl());
    });
    Ops.Unregistered = std::move(Definitions);
    return std::move(Ops);
  }

  bool TraverseDecl(Decl *D) {
    // Torch's own registrations are not the user's, and its headers are most of
    // the file.
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    return Base::TraverseDecl(D);
  }

  bool VisitVarDecl(VarDecl *Var) {
    if (auto Init = libraryInitOf(Var, Ctx))
      walkBlock(Init->Function, Init->Scope);
    else if (isLibrary(Var->getType()))
      if (auto Scope = libraryScopeOf(Var->getInit(), Ctx))
        Scopes[Var->getCanonicalDecl()] = std::move(*Scope);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    // Another file can only register what it can name and the linker can find.
    if (F->isThisDeclarationADefinition() && F->isExternallyVisible() &&
        !F->isInlined() && !F->isDependentContext() && !F->isInvalidDecl() &&
        !F->isTemplateInstantiation() && !F->isMain() &&
        (!isa<CXXMethodDecl>(F) || cast<CXXMethodDecl>(F)->isStatic()) &&
        llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return takesTensor(P->getType());
        }))
      Definitions.push_back(F);
    return true;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || !Method->getIdentifier() || Call->getNumArgs() == 0)
      return true;
    const QualType Object = Method->getFunctionObjectParameterType();
    const bool IsStable = isStableLibrary(Object);
    if (!IsStable && !isLibrary(Object))
      return true;
    // A call in a helper counts once for each block that calls the helper.
    const LibraryScope *Scope = scopeOf(Call->getImplicitObjectArgument());
    if (!Scope)
      return true;
    if (Method->getName() == "def")
      define(Call, *Scope, IsStable);
    else if (Method->getName() == "impl")
      implement(Call, *Scope, IsStable);
    return true;
  }

private:
  /// The block after TORCH_LIBRARY, or a function that one hands its library
  /// to: what it does to its parameter, it does to that library.
  void walkBlock(const FunctionDecl *Function, const LibraryScope &Scope) {
    const FunctionDecl *Definition = Function->getDefinition();
    if (!Definition || Depth == MaxDepth)
      return;
    for (const ParmVarDecl *P : Definition->parameters())
      if (isLibrary(P->getType()) || isStableLibrary(P->getType()))
        Scopes[P->getCanonicalDecl()] = Scope;
    ++Depth;
    BlockVisitor(*this, Scope).TraverseStmt(Definition->getBody());
    --Depth;
    for (const ParmVarDecl *P : Definition->parameters())
      Scopes.erase(P->getCanonicalDecl());
  }

  /// Finds the calls in a block; OpCollector itself would not see a scope when
  /// it comes by the block in the file's order.
  struct BlockVisitor : RecursiveASTVisitor<BlockVisitor> {
    BlockVisitor(OpCollector &Outer, const LibraryScope &Scope)
        : Outer(Outer), Scope(Scope) {}
    bool shouldVisitTemplateInstantiations() const { return true; }
    bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) {
      return Outer.VisitCXXMemberCallExpr(Call);
    }
    bool VisitCallExpr(CallExpr *Call) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (Callee && !isa<CXXMemberCallExpr>(Call) &&
          llvm::any_of(Call->arguments(), [](const Expr *A) {
            return isLibrary(A->getType()) || isStableLibrary(A->getType());
          }))
        Outer.walkBlock(Callee, LibraryScope(Scope));
      return true;
    }
    OpCollector &Outer;
    const LibraryScope &Scope;
  };

  const LibraryScope *scopeOf(const Expr *Library) {
    Library = Library->IgnoreImplicit()->IgnoreParenCasts();
    // m.def(...).def(...)
    while (const auto *Call = dyn_cast<CXXMemberCallExpr>(Library))
      Library =
          Call->getImplicitObjectArgument()->IgnoreImplicit()->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Library)) {
      const auto It = Scopes.find(Ref->getDecl()->getCanonicalDecl());
      return It == Scopes.end() ? nullptr : &It->second;
    }
    if (auto Scope = libraryScopeOf(Library, Ctx)) {
      Temporary = std::move(*Scope);
      return &Temporary;
    }
    return nullptr;
  }

  std::string qualified(OpName Name, const LibraryScope &Scope) const {
    if (Name.Namespace.empty())
      Name.Namespace = Scope.Namespace;
    return Name.str();
  }

  void define(const CXXMemberCallExpr *Call, const LibraryScope &Scope,
              bool IsStable) {
    const Expr *TextExpr = textArgument(Call->getArg(0));
    const auto Text = evaluateString(TextExpr, Ctx);
    if (!Text)
      return;
    // def(schema, function, tags), def(schema, tags)
    const Expr *Kernel = nullptr;
    const FunctionDecl *Callee = Call->getMethodDecl();
    if (Call->getNumArgs() > 1 && !IsStable &&
        Callee->getNumParams() == Call->getNumArgs() &&
        !isClass(Callee->getParamDecl(1)->getType(), "std", "vector"))
      Kernel = Call->getArg(1);
    const KernelArgument K =
        Kernel ? kernelArgumentOf(Kernel, Ctx) : KernelArgument();

    SchemaSite Site;
    Site.Loc = SM.getFileLoc(TextExpr->getBeginLoc());
    Site.Fact.Where = placeOf(Site.Loc, SM);
    std::optional<OpName> Name;
    if (auto Schema = OpSchema::parse(*Text)) {
      Name = Schema->Name;
      Site.Fact.Schema = std::move(*Schema);
      Site.Text = stringLiteralIn(TextExpr);
    } else if ((Name = OpName::parse(*Text)) && K.Function) {
      Site.Fact.Schema = inferSchema(K.Function);
    }
    if (!Name)
      return;
    Site.Fact.Op = qualified(*Name, Scope);
    const std::string Op = Site.Fact.Op;
    Ops.Schemas.push_back(std::move(Site));
    if (Kernel)
      addKernel(Op, K, K.Key, Call, /*IsStable=*/false);
  }

  void implement(const CXXMemberCallExpr *Call, const LibraryScope &Scope,
                 bool IsStable) {
    // impl(name, f), impl(name, key, f)
    const unsigned Count = Call->getMethodDecl()->getNumParams();
    if (Call->getNumArgs() < 2)
      return;
    const bool HasKey =
        Count == 3 && Call->getArg(1)->getType()->isEnumeralType();
    const Expr *Kernel = Call->getArg(HasKey ? 2 : 1);
    const KernelArgument K = kernelArgumentOf(Kernel, Ctx);
    std::string Key = K.Key;
    if (HasKey)
      Key = dispatchKeyOf(Call->getArg(1), Ctx);
    if (Key.empty())
      Key = Scope.Key;
    std::string Op;
    // A name made in a loop is not known; the function's part is.
    if (auto Text = evaluateString(textArgument(Call->getArg(0)), Ctx))
      if (auto Name = OpName::parse(*Text))
        Op = qualified(std::move(*Name), Scope);
    addKernel(Op, K, Key, Call, IsStable);
  }

  void addKernel(const std::string &Op, const KernelArgument &K,
                 const std::string &Key, const CXXMemberCallExpr *Call,
                 bool IsStable) {
    if (K.IsFallthrough)
      return;
    KernelSite Site;
    Site.Fact.Op = Op;
    Site.Fact.Key = Key.empty() ? "CompositeImplicitAutograd" : Key;
    Site.Loc = SM.getFileLoc(Call->getExprLoc());
    Site.Fact.Where = placeOf(Site.Loc, SM);
    Site.Function = K.Function;
    Site.IsStable = IsStable;
    if (K.Function) {
      Site.Fact.Function = symbolOf(K.Function, Ctx);
      for (const FunctionDecl *D : K.Function->redecls())
        if (D->getLocation().isValid())
          Site.Fact.Declarations.push_back(placeOf(D->getLocation(), SM));
      Registered.insert(K.Function->getCanonicalDecl());
    }
    Ops.Kernels.push_back(std::move(Site));
  }

  static constexpr unsigned MaxDepth = 4;
  ASTContext &Ctx;
  const SourceManager &SM;
  FileOps Ops;
  std::vector<const FunctionDecl *> Definitions;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Registered;
  llvm::DenseMap<const Decl *, LibraryScope> Scopes;
  LibraryScope Temporary;
  unsigned Depth = 0;
};

} // namespace

FileOps collectOps(ASTContext &Ctx) { return OpCollector(Ctx).run(); }

OpFacts FileOps::facts() const {
  OpFacts Facts;
  for (const SchemaSite &S : Schemas)
    Facts.Schemas.push_back(S.Fact);
  for (const KernelSite &K : Kernels)
    Facts.Kernels.push_back(K.Fact);
  return Facts;
}

} // namespace clang::tidy::aoti
