// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/Registrations.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/ops/cxx/KernelSignature.h"
#include "checks/lib/ops/cxx/LibraryCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>
#include <set>

using namespace clang;

namespace aoti_tidy {

FilePlace placeOf(SourceLocation Loc, const SourceManager &SM) {
  Loc = SM.getFileLoc(Loc);
  llvm::SmallString<256> Path(SM.getFilename(Loc));
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return {Path.str().str(), SM.getFileOffset(Loc)};
}

std::string symbolOf(const FunctionDecl *Function, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const std::string Unit =
      placeOf(SM.getLocForStartOfFile(SM.getMainFileID()), SM).File;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  // One macro may expand to several lambdas: each has a location of its own in
  // this file's numbering, but not in the text.
  if (Method && Method->getParent()->isLambda())
    return fmt::format("lambda@{}:{}", Unit,
                       Method->getParent()->getBeginLoc().getRawEncoding());
  std::string Symbol = ASTNameGenerator(Ctx).getName(Function);
  return Function->isExternallyVisible() ? Symbol : Symbol + "@" + Unit;
}

namespace {

class OpCollector : public DynamicRecursiveASTVisitor {
public:
  explicit OpCollector(ASTContext &Ctx)
      : Ctx(Ctx), SM(Ctx.getSourceManager()) {}

  FileOps run() {
    for (Decl *D : projectDecls(Ctx))
      TraverseDecl(D);
    llvm::erase_if(Definitions, [&](const FunctionDecl *F) {
      return Registered.contains(F->getCanonicalDecl());
    });
    Ops.Unregistered = std::move(Definitions);
    return std::move(Ops);
  }

  bool TraverseDecl(Decl *D) override {
    // Torch's own registrations are not the user's, and its headers are most of
    // the file.
    if (D && D->getLocation().isValid() &&
        SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitVarDecl(VarDecl *Var) override {
    if (auto Init = libraryInitOf(Var, Ctx))
      if (Init->Block)
        walkBlock(Init->Block, Init->Scope);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    // Another file can only register what it can name and the linker can find;
    // in code that the compiler does not understand, this one may do so.
    if (F->isThisDeclarationADefinition() &&
        (F->isExternallyVisible() || Ctx.getDiagnostics().hasErrorOccurred()) &&
        !F->isInlined() && !F->isDependentContext() && !F->isInvalidDecl() &&
        !F->isTemplateInstantiation() && !F->isMain() &&
        (!isa<CXXMethodDecl>(F) || cast<CXXMethodDecl>(F)->isStatic()) &&
        (takesTensor(F->getReturnType()) ||
         llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
           return takesTensor(P->getType());
         })))
      Definitions.push_back(F);
    return true;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || !Method->getIdentifier() || Call->getNumArgs() == 0)
      return true;
    const QualType Object = Method->getFunctionObjectParameterType();
    const bool IsStable = isStableLibrary(Object);
    if (!IsStable && !isLibrary(Object))
      return true;
    // A call in a helper counts once for each block that calls the helper.
    const auto Scope = scopeOf(Call->getImplicitObjectArgument());
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
    // A second call does the same, as far as can be told.
    if (!Definition ||
        !Walked.insert({Definition, Scope.Namespace, Scope.Key}).second)
      return;
    const auto Outer = Scopes;
    for (const ParmVarDecl *P : Definition->parameters())
      if (isLibraryOrPointer(P->getType()))
        Scopes[P->getCanonicalDecl()] = Scope;
    BlockVisitor(*this).TraverseStmt(Definition->getBody());
    Scopes = Outer;
  }

  static bool isLibraryOrPointer(QualType T) {
    if (T->isPointerType())
      T = T->getPointeeType();
    return isLibrary(T) || isStableLibrary(T);
  }

  /// Finds the calls in a block; OpCollector itself would not see a scope when
  /// it comes by the block in the file's order.
  struct BlockVisitor : DynamicRecursiveASTVisitor {
    explicit BlockVisitor(OpCollector &Outer) : Outer(Outer) {
      ShouldVisitTemplateInstantiations = true;
    }
    bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
      return Outer.VisitCXXMemberCallExpr(Call);
    }
    bool VisitCallExpr(CallExpr *Call) override {
      const FunctionDecl *Callee = Call->getDirectCallee();
      for (const Expr *Arg : Call->arguments())
        if (Callee && isLibraryOrPointer(Arg->getType()))
          if (const auto Scope = Outer.scopeOf(Arg))
            Outer.walkBlock(Callee, *Scope);
      return true;
    }
    OpCollector &Outer;
  };

  std::optional<LibraryScope> scopeOf(const Expr *Library) const {
    // Aliases of aliases; one may be initialised with itself.
    for (unsigned Depth = 0; Depth < 8; ++Depth) {
      const ValueDecl *Variable = nullptr;
      while (Library && !Variable) {
        Library = Library->IgnoreImplicit()->IgnoreParenCasts();
        if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Library))
          Library = Call->getImplicitObjectArgument(); // m.def(...).def(...)
        else if (const auto *Unary = dyn_cast<UnaryOperator>(Library))
          Library = Unary->getSubExpr(); // &m, *m
        else if (const auto *Ref = dyn_cast<DeclRefExpr>(Library))
          Variable = Ref->getDecl();
        else if (const auto *Member = dyn_cast<MemberExpr>(Library))
          Variable = Member->getMemberDecl();
        else
          return libraryScopeOf(Library, Ctx);
      }
      if (!Variable)
        return std::nullopt;
      if (const auto It = Scopes.find(Variable->getCanonicalDecl());
          It != Scopes.end())
        return It->second;
      // auto &alias = m; torch::Library lib(...); a member with an initialiser.
      if (const auto *Var = dyn_cast<VarDecl>(Variable))
        Library = Var->getAnyInitializer();
      else if (const auto *Field = dyn_cast<FieldDecl>(Variable))
        Library = Field->getInClassInitializer();
      else
        return std::nullopt;
    }
    return std::nullopt;
  }

  std::string qualified(OpName Name, const LibraryScope &Scope) const {
    if (Name.Namespace.empty())
      Name.Namespace = Scope.Namespace;
    return Name.str();
  }

  void define(const CXXMemberCallExpr *Call, const LibraryScope &Scope,
              bool IsStable) {
    // def(schema, function, tags), def(schema, tags)
    const Expr *Kernel = nullptr;
    const FunctionDecl *Callee = Call->getMethodDecl();
    if (Call->getNumArgs() > 1 && !IsStable &&
        Callee->getNumParams() == Call->getNumArgs() &&
        !isClass(Callee->getParamDecl(1)->getType(), "std", "vector"))
      Kernel = Call->getArg(1);
    const KernelArgument Given =
        Kernel ? kernelArgumentOf(Kernel, Ctx) : KernelArgument();

    const Expr *TextExpr = textArgument(Call->getArg(0));
    SchemaSite Site;
    Site.Loc = SM.getFileLoc(TextExpr->getBeginLoc());
    Site.Fact.Where = placeOf(Site.Loc, SM);
    std::optional<OpName> Name;
    if (const auto Text = evaluateString(TextExpr, Ctx)) {
      if (auto Schema = OpSchema::parse(*Text)) {
        Name = Schema->Name;
        Site.Fact.Schema = std::move(*Schema);
      } else {
        Name = OpName::parse(*Text);
        if (Name && Given.Function)
          Site.Fact.Schema = inferSchema(Given.Function);
      }
    }
    if (Name) {
      Site.Fact.Op = qualified(*Name, Scope);
      Ops.Schemas.push_back(std::move(Site));
    }
    if (Kernel)
      addKernel(Name, Given, Given.Key.value_or(CatchAllKey.str()), Scope, Call,
                /*IsStable=*/false);
  }

  void implement(const CXXMemberCallExpr *Call, const LibraryScope &Scope,
                 bool IsStable) {
    // impl(name, f), impl(name, key, f)
    const unsigned Count = Call->getMethodDecl()->getNumParams();
    if (Call->getNumArgs() < 2)
      return;
    const bool HasKey =
        Count == 3 && Call->getArg(1)->getType()->isEnumeralType();
    std::optional<OpName> Name;
    if (auto Text = evaluateString(textArgument(Call->getArg(0)), Ctx))
      Name = OpName::parse(*Text);
    // impl() makes a torch::dispatch() of it.
    const std::string Own =
        HasKey ? dispatchKeyOf(Call->getArg(1), Ctx) : CatchAllKey.str();
    const KernelArgument K =
        kernelArgumentOf(Call->getArg(HasKey ? 2 : 1), Ctx);
    addKernel(Name, K, Own != CatchAllKey ? Own : K.Key.value_or(Scope.Key),
              Scope, Call, IsStable);
  }

  /// A name made in a loop is not known; the function's part is.
  void addKernel(const std::optional<OpName> &Name, const KernelArgument &K,
                 StringRef Key, const LibraryScope &Scope,
                 const CXXMemberCallExpr *Call, bool IsStable) {
    if (K.IsFallthrough)
      return;
    KernelSite Site;
    if (Name)
      Site.Fact.Op = qualified(*Name, Scope);
    Site.Fact.Key =
        Key == CatchAllKey ? "CompositeImplicitAutograd" : Key.str();
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
    // Any operator of the namespace may have got what export can run.
    if (!Name && OpTable::mayServeExport(Site.Fact.Key))
      Ops.Fakes.push_back({Scope.Namespace, "", ""});
    Ops.Kernels.push_back(std::move(Site));
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  FileOps Ops;
  std::vector<const FunctionDecl *> Definitions;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Registered;
  /// The scopes of the parameters of the blocks around.
  llvm::DenseMap<const Decl *, LibraryScope> Scopes;
  std::set<std::tuple<const FunctionDecl *, std::string, std::string>> Walked;
};

} // namespace

FileOps collectOps(ASTContext &Ctx) { return OpCollector(Ctx).run(); }

OpFacts FileOps::facts() const {
  OpFacts Facts;
  for (const SchemaSite &S : Schemas)
    Facts.Schemas.push_back(S.Fact);
  for (const KernelSite &K : Kernels)
    Facts.Kernels.push_back(K.Fact);
  Facts.Fakes = Fakes;
  return Facts;
}

} // namespace aoti_tidy
