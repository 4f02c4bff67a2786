// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/LibraryCalls.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/GivenValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Conversions, temporaries, std::make_optional(x), optional(x): what is
/// inside.
const Expr *innermost(const Expr *E) {
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && Construct->getNumArgs() == 1) {
      E = Construct->getArg(0);
      continue;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (Callee && Callee->isInStdNamespace() && Call->getNumArgs() == 1 &&
          llvm::is_contained({"make_optional", "move", "forward"},
                             nameOf(Callee))) {
        E = Call->getArg(0);
        continue;
      }
    }
    return E;
  }
  return nullptr;
}

bool isFunctionOf(const CallExpr *Call, StringRef Namespace, StringRef Name) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return nameOf(Callee) == Name && isInNamespace(Callee, Namespace);
}

const FunctionDecl *withBody(const FunctionDecl *F) {
  const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
  return Definition ? Definition : F;
}

/// The function that runs when an object of the class is called: a lambda's or
/// a functor's operator(); null if there are several.
const FunctionDecl *callOperatorOf(const CXXRecordDecl *Record) {
  if (!Record || !Record->hasDefinition())
    return nullptr;
  const auto Operators = Record->lookup(
      Record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call));
  return Operators.isSingleResult() ? dyn_cast<CXXMethodDecl>(Operators.front())
                                    : nullptr;
}

bool isMemberOfCppFunction(const CallExpr &Call, StringRef Name) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  return nameOf(Method) == Name &&
         Method->getParent()->getName() == "CppFunction";
}

/// F of a class template's arguments <F type, F>: CompileTimeFunctionPointer of
/// TORCH_FN, boxer of TORCH_BOX.
const FunctionDecl *functionAmongArguments(const CXXRecordDecl *Record) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Spec)
    return nullptr;
  for (const TemplateArgument &A : Spec->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Declaration)
      if (const auto *F = dyn_cast<FunctionDecl>(A.getAsDecl()))
        return F;
  return nullptr;
}

} // namespace

bool isLibrary(QualType T) { return isClass(T, "torch", "Library"); }

bool isStableLibrary(QualType T) {
  return isClass(T, "torch::stable::detail", "StableLibrary");
}

std::string dispatchKeyOf(const Expr *E, ASTContext &Ctx) {
  E = innermost(E);
  if (!E)
    return "";
  // A library that is made without a key; the stable ABI has null for it.
  if (isClass(E->getType(), "std", "nullopt_t") ||
      isa<CXXNullPtrLiteralExpr>(E))
    return CatchAllKey.str();
  const auto *Enum = E->getType()->getAs<EnumType>();
  if (!Enum || !llvm::is_contained({"DispatchKey", "DeviceType"},
                                   Enum->getDecl()->getName()))
    return "";
  const auto Value = evaluateInt(E, Ctx);
  if (!Value)
    return "";
  // DeviceType has no 'none'.
  if (*Value == 0 && Enum->getDecl()->getName() == "DispatchKey")
    return CatchAllKey.str();
  for (const EnumConstantDecl *C :
       Enum->getDecl()->getDefinitionOrSelf()->enumerators())
    if (C->getInitVal() == *Value)
      return C->getName().str();
  return "";
}

static std::optional<LibraryScope> scopeOf(const CXXConstructExpr *Construct,
                                           unsigned NamespaceIndex,
                                           ASTContext &Ctx) {
  if (Construct->getNumArgs() < NamespaceIndex + 2)
    return std::nullopt;
  auto Namespace = evaluateString(Construct->getArg(NamespaceIndex), Ctx);
  if (!Namespace)
    return std::nullopt;
  LibraryScope Scope;
  // TORCH_LIBRARY_IMPL(_, Key, m) is for all namespaces: fallbacks.
  if (*Namespace != "_")
    Scope.Namespace = std::move(*Namespace);
  const Expr *Key = Construct->getArg(NamespaceIndex + 1);
  // The stable ABI has it as a text.
  if (auto Text = evaluateString(Key, Ctx))
    Scope.Key = std::move(*Text);
  else
    Scope.Key = dispatchKeyOf(Key, Ctx);
  return Scope;
}

std::optional<LibraryInit> libraryInitOf(const VarDecl *Var, ASTContext &Ctx) {
  const QualType T = Var->getType();
  if (!isClass(T, "torch::detail", "TorchLibraryInit") &&
      !isClass(T, "torch::stable::detail", "StableTorchLibraryInit"))
    return std::nullopt;
  const Expr *Init = Var->getAnyInitializer();
  const auto *Construct =
      Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  if (!Construct || Construct->getNumArgs() < 4)
    return std::nullopt;
  auto Scope = scopeOf(Construct, 2, Ctx);
  if (!Scope)
    return std::nullopt;
  return LibraryInit{std::move(*Scope),
                     kernelArgumentOf(Construct->getArg(1), Ctx).Function};
}

std::optional<LibraryScope> libraryScopeOf(const Expr *Construction,
                                           ASTContext &Ctx) {
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
      Construction ? Construction->IgnoreImplicit()->IgnoreParenCasts()
                   : nullptr);
  if (!Construct || !isLibrary(Construct->getType()) ||
      Construct->getNumArgs() < 3)
    return std::nullopt;
  return scopeOf(Construct, 1, Ctx);
}

KernelArgument kernelArgumentOf(const Expr *E, ASTContext &Ctx) {
  KernelArgument Result;
  // A variable may be initialised with itself.
  for (unsigned Steps = 32; E && Steps > 0; --Steps) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      E = Op->getSubExpr(); // &f, *f, and +[] {}
    } else if (const FunctionDecl *Operator =
                   callOperatorOf(E->getType()->getAsCXXRecordDecl())) {
      Result.Function = withBody(Operator);
      break;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl())) {
        // TORCH_BOX(&f) is the boxed_fn of a class made for f.
        const FunctionDecl *Boxed = functionAmongArguments(
            dyn_cast<CXXRecordDecl>(F->getDeclContext()));
        Result.Function = withBody(Boxed ? Boxed : F);
        break;
      }
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      E = Var ? valueOfVariable(Var, Ctx) : nullptr;
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      // TORCH_FN(f)
      if (const FunctionDecl *F = functionAmongArguments(
              Construct->getType()->getAsCXXRecordDecl())) {
        Result.Function = withBody(F);
        break;
      }
      // torch::CppFunction(f)
      E = Construct->getNumArgs() > 0 ? Construct->getArg(0) : nullptr;
    } else if (const auto *Init = dyn_cast<InitListExpr>(E)) {
      if (const FunctionDecl *F =
              functionAmongArguments(Init->getType()->getAsCXXRecordDecl()))
        Result.Function = withBody(F);
      break;
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      // Up to torch 2.6, TORCH_LIBRARY_IMPL asks in this way whether the build
      // has the dispatch key.
      const auto Condition = evaluateInt(Choice->getCond(), Ctx);
      E = Condition == 0 ? Choice->getFalseExpr() : Choice->getTrueExpr();
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      if (isFunctionOf(Call, "torch", "dispatch") && Call->getNumArgs() == 2) {
        // For the catch-all torch takes the library's own.
        if (std::string Key = dispatchKeyOf(Call->getArg(0), Ctx);
            Key != CatchAllKey)
          Result.Key = std::move(Key);
        E = Call->getArg(1);
      } else if (isa_and_nonnull<CXXConversionDecl>(Call->getCalleeDecl())) {
        // +[] {}, a function pointer from a lambda
        E = cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument();
      } else if (Call->isCallToStdMove() ||
                 isMemberOfCppFunction(*Call, "makeFromUnboxedFunction")) {
        E = Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
      } else {
        Result.IsFallthrough = isMemberOfCppFunction(*Call, "makeFallthrough");
        break;
      }
    } else {
      break;
    }
  }
  return Result;
}

const Expr *textArgument(const Expr *E) {
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    const auto *Call = dyn_cast<CallExpr>(E);
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (Call && isFunctionOf(Call, "torch", "schema") && Call->getNumArgs() > 0)
      E = Call->getArg(0);
    // The conversion of a SelectiveStr to const char *.
    else if (Call && isa_and_nonnull<CXXConversionDecl>(Call->getCalleeDecl()))
      E = cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument();
    else if (Construct && Construct->getNumArgs() > 0 &&
             isClass(Construct->getType(), "torch::detail", "SelectiveStr"))
      E = Construct->getArg(0);
    else
      return E;
  }
  return nullptr;
}

} // namespace aoti_tidy
