// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/ops/cxx/LiveCode.h"
#include "checks/lib/ops/cxx/SizeFlow.h"
#include "checks/lib/ops/cxx/SizedCall.h"
#include "checks/lib/ops/cxx/TensorReads.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// A function that a kernel calls, seen from the kernel.
struct Callee {
  enum class Kind {
    Known,  ///< torch's own, std, builtins, and lambdas of the caller itself
    Helper, ///< the user's, with a body in sight; also the 'forward' that a
            ///< torch::autograd::Function's 'apply' runs
    Opaque, ///< anything else: nobody knows what it does
  };
  Kind K;
  const clang::FunctionDecl *Body = nullptr; ///< of a Helper
  /// Parameters of Body before the one that the call's first argument is for.
  unsigned LeadingParameters = 0;
};

/// The names of the namespaces around \p D, outermost first.
SmallVector<StringRef, 4> namespacesOf(const Decl &D) {
  SmallVector<StringRef, 4> Names;
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && !N->isInline())
      Names.push_back(N->getName());
  std::reverse(Names.begin(), Names.end());
  return Names;
}

/// Declared by torch's headers, which may be included without -isystem. A
/// user's file may put operators into torch's namespaces.
bool isOfTorch(const FunctionDecl &F, ArrayRef<StringRef> Namespaces,
               const SourceManager &SM) {
  return !Namespaces.empty() &&
         llvm::is_contained({"at", "c10", "torch", "caffe2"},
                            Namespaces.front()) &&
         !SM.isInMainFile(SM.getExpansionLoc(F.getLocation()));
}

/// Torch's own ways to do something that cannot be seen: kernels for a device,
/// and calls of functions that are registered elsewhere.
bool isTorchsDoor(const FunctionDecl &F, ArrayRef<StringRef> Namespaces) {
  if (llvm::is_contained(Namespaces, "cuda") ||
      llvm::is_contained(Namespaces, "hip"))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const IdentifierInfo *Class =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  if (!Class)
    return false;
  // struct my_stub : at::native::DispatchStub<...>; MyFunction::apply(x), where
  // MyFunction::forward is not in sight; what reads the data of its operands.
  return Class->getName() == "DispatchStub" ||
         Class->getName().starts_with("TensorIterator") ||
         (Class->getName() == "Function" &&
          llvm::is_contained(Namespaces, "autograd"));
}

/// std::function, std::move_only_function …
bool isFunctionWrapper(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const IdentifierInfo *Class =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  return Class && F.getOverloadedOperator() == OO_Call &&
         Class->getName().ends_with("function");
}

/// The 'forward' of MyFunction, which MyFunction::apply(x) runs with a context
/// before the arguments; null if \p F is no apply() of a
/// torch::autograd::Function, or which one it runs cannot be told.
const FunctionDecl *forwardOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const auto *Base =
      Method ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent())
             : nullptr;
  if (!Base || !Method->getIdentifier() || Method->getName() != "apply" ||
      Base->getName() != "Function" ||
      !isInNamespace(Base, "torch::autograd") ||
      Base->getTemplateArgs().get(0).getKind() != TemplateArgument::Type)
    return nullptr;
  const auto *Derived =
      Base->getTemplateArgs().get(0).getAsType()->getAsCXXRecordDecl();
  const FunctionDecl *Forward = nullptr;
  if (Derived)
    for (const NamedDecl *D :
         Derived->lookup(&F.getASTContext().Idents.get("forward"))) {
      if (Forward || !isa<CXXMethodDecl>(D))
        return nullptr;
      Forward = cast<CXXMethodDecl>(D);
    }
  return Forward;
}

bool isInside(const DeclContext *Inner, const FunctionDecl &Outer) {
  const auto *Target = Outer.getCanonicalDecl();
  for (; Inner; Inner = Inner->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(Inner);
        F && F->getCanonicalDecl() == Target)
      return true;
  return false;
}

Callee helperOrOpaque(const FunctionDecl &F, const SourceManager &SM) {
  const FunctionDecl *Definition = nullptr;
  if (!F.hasBody(Definition) || Definition->isInvalidDecl() ||
      Definition->isDependentContext() ||
      SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())))
    return {Callee::Kind::Opaque};
  return {Callee::Kind::Helper, Definition};
}

Callee functionCallee(const FunctionDecl &F, const FunctionDecl &Caller,
                      const SourceManager &SM) {
  if (F.getBuiltinID() != 0)
    return {Callee::Kind::Known};
  const auto Namespaces = namespacesOf(F);
  if (F.isInStdNamespace() ||
      (!Namespaces.empty() && Namespaces.front() == "std"))
    return {isFunctionWrapper(F) ? Callee::Kind::Opaque : Callee::Kind::Known};
  if (const FunctionDecl *Forward = forwardOf(F)) {
    Callee C = helperOrOpaque(*Forward, SM);
    C.LeadingParameters = 1;
    return C;
  }
  if (isOfTorch(F, Namespaces, SM))
    return {isTorchsDoor(F, Namespaces) ? Callee::Kind::Opaque
                                        : Callee::Kind::Known};
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && (F.isImplicit() || F.isDefaulted()))
    return {Callee::Kind::Known};
  // Its body is part of the caller's. A generic lambda's instances are not.
  if (Method && Method->getParent()->isLambda() &&
      !Method->isTemplateInstantiation() &&
      isInside(Method->getParent()->getDeclContext(), Caller))
    return {Callee::Kind::Known};
  if (Method && Method->isVirtual())
    return {Callee::Kind::Opaque};
  return helperOrOpaque(F, SM);
}

/// The callee of \p S, a statement of \p Caller. Known if it calls nothing.
Callee calleeOf(const Stmt &S, const FunctionDecl &Caller,
                const SourceManager &SM) {
  if (isa<AsmStmt, CUDAKernelCallExpr>(S))
    return {Callee::Kind::Opaque};
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    // Bodies of constructors are not followed.
    const Callee C = functionCallee(*Construct->getConstructor(), Caller, SM);
    return {C.K == Callee::Kind::Known ? C.K : Callee::Kind::Opaque};
  }
  const auto *Call = dyn_cast<CallExpr>(&S);
  if (!Call ||
      isa<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParenImpCasts()))
    return {Callee::Kind::Known};
  const FunctionDecl *F = Call->getDirectCallee();
  return F ? functionCallee(*F, Caller, SM) : Callee{Callee::Kind::Opaque};
}

/// Calls deep that helpers are followed: real defects sit one or two down.
constexpr unsigned MaxDepth = 4;

struct HelperCall {
  const CallExpr *Call;
  const FunctionDecl *Helper;
  /// Which parameters of the caller each parameter of the helper is made of.
  std::vector<ParameterBits> Arguments;
};

/// One function, without what it calls.
struct BodyScan {
  std::vector<Defect> Defects; ///< in source order, without chains
  std::vector<HelperCall> Helpers;
  std::vector<const Expr *> SizeUses; ///< by parameter
  llvm::SmallBitVector Shapes;        ///< by parameter
  bool Opaque = false;
};

class BodyScanner {
public:
  BodyScanner(const FunctionDecl &Function, bool IsHelper)
      : Function(Function), Ctx(Function.getASTContext()),
        Code(liveCode(Function, IsHelper)) {}

  BodyScan scan() {
    Result.SizeUses.resize(Function.getNumParams());
    Result.Shapes.resize(Function.getNumParams());
    Result.Opaque = Code.Broken;
    for (const LiveStmt &L : Code.Stmts) {
      noteContext(*L.S);
      if (const auto *Call = dyn_cast<CallExpr>(L.S))
        scanRead(*Call, L.IsJudged);
    }
    const SizeFlow Flow(Function, Code);
    for (const LiveStmt &L : Code.Stmts) {
      scanCallee(*L.S, L.IsJudged, Flow);
      if (L.IsJudged)
        scanSizes(*L.S, Flow);
    }
    const SourceManager &SM = Ctx.getSourceManager();
    llvm::sort(Result.Defects, [&](const Defect &A, const Defect &B) {
      return A.Loc != B.Loc ? SM.isBeforeInTranslationUnit(A.Loc, B.Loc)
                            : A.What < B.What;
    });
    return std::move(Result);
  }

private:
  /// The use of an operand is seen at its parent.
  void noteContext(const Stmt &S) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(&S);
        Binary && Binary->isComparisonOp()) {
      noteComparison(*strip(Binary->getLHS()), *Binary->getRHS());
      noteComparison(*strip(Binary->getRHS()), *Binary->getLHS());
    }
    // x.sizes().size()
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&S);
    if (Member && nameOf(Member->getMethodDecl()) == "size" &&
        Member->getImplicitObjectArgument() &&
        isClass(Member->getObjectType(), "c10", "ArrayRef"))
      Contexts[strip(Member->getImplicitObjectArgument())] =
          ReadContext::Counted;
  }

  void noteComparison(const Expr &Operand, const Expr &Other) {
    // Whether something is constant takes long to find out.
    if (isa<CallExpr>(Operand) && evaluateInt(&Other, Ctx))
      Contexts[&Operand] = ReadContext::Compared;
  }

  void scanRead(const CallExpr &Call, bool IsJudged) {
    auto Read =
        tensorRead(Call, Contexts.lookup_or(&Call, ReadContext::Any), Ctx);
    if (!Read)
      return;
    Result.Opaque |= Read->K == DefectFacts::Kind::Data;
    if (!IsJudged)
      return;
    const SourceLocation Loc =
        reportableLoc(Call.getExprLoc(), Function, Ctx.getSourceManager());
    if (Loc.isInvalid())
      return;
    Result.Defects.push_back({std::move(*Read), &Call, &Function, Loc, {}});
  }

  void scanCallee(const Stmt &S, bool IsJudged, const SizeFlow &Flow) {
    const Callee C = calleeOf(S, Function, Ctx.getSourceManager());
    // A helper that is not judged is not followed, and may do anything.
    Result.Opaque |= C.K == Callee::Kind::Opaque ||
                     (!IsJudged && C.K == Callee::Kind::Helper);
    if (!IsJudged || C.K != Callee::Kind::Helper)
      return;
    const auto *Call = cast<CallExpr>(&S);
    HelperCall H{Call, C.Body, {}};
    H.Arguments.resize(C.LeadingParameters);
    // The object of an operator is its first operand.
    const bool IsMemberOperator =
        isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(C.Body);
    for (const Expr *Arg :
         llvm::drop_begin(Call->arguments(), IsMemberOperator ? 1 : 0))
      H.Arguments.push_back(Flow.of(Arg));
    Result.Helpers.push_back(std::move(H));
  }

  void scanSizes(const Stmt &S, const SizeFlow &Flow) {
    // x.index({Slice(0, n)})
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S);
        Construct && isClass(Construct->getType(), "at::indexing", "Slice"))
      for (const Expr *Arg : Construct->arguments())
        noteSizeUse(*Arg, Flow.of(Arg));
    const auto *Call = dyn_cast<CallExpr>(&S);
    const auto Sized = Call ? sizedCall(*Call) : std::nullopt;
    if (!Sized)
      return;
    for (const Expr *Size : Sized->Sizes)
      noteSizeUse(*Size, Flow.of(Size));
    if (Sized->Shape)
      noteShape(*Sized->Shape);
  }

  void noteSizeUse(const Expr &Size, ParameterBits From) {
    for (size_t I = 0; I < Result.SizeUses.size() && From >> I; ++I)
      if ((From >> I & 1) && !Result.SizeUses[I])
        Result.SizeUses[I] = &Size;
  }

  void noteShape(const Expr &Shape) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Shape.IgnoreUnlessSpelledInSource());
    const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    // A lambda's parameter is none of the function's.
    if (P && P->getDeclContext() == &Function)
      Result.Shapes.set(P->getFunctionScopeIndex());
  }

  const FunctionDecl &Function;
  ASTContext &Ctx;
  const LiveCode Code;
  BodyScan Result;
  llvm::DenseMap<const Expr *, ReadContext> Contexts;
};

/// A function that is reached from the kernel.
struct Reached {
  const BodyScan *Body;
  std::vector<const Expr *> SizeUses;           ///< also those in helpers
  llvm::SmallVector<const CallExpr *, 2> Chain; ///< from the kernel
};
/// In the order in which they are reached.
struct ReachedFunctions {
  std::vector<Reached> All;
  std::map<const FunctionDecl *, size_t> Numbers;

  Reached *find(const FunctionDecl *F) {
    const auto At = Numbers.find(F);
    return At == Numbers.end() ? nullptr : &All[At->second];
  }
};

/// A parameter of a helper that becomes a size makes sizes of what is passed
/// for it.
void spreadSizeUses(ReachedFunctions &Functions) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Reached &Caller : Functions.All)
      for (const HelperCall &H : Caller.Body->Helpers) {
        const Reached *Callee = Functions.find(H.Helper);
        if (!Callee)
          continue;
        const auto &Uses = Callee->SizeUses;
        auto &Own = Caller.SizeUses;
        for (size_t P = 0; P < std::min(Uses.size(), H.Arguments.size()); ++P)
          for (size_t I = 0; Uses[P] && I < Own.size() && H.Arguments[P] >> I;
               ++I)
            if ((H.Arguments[P] >> I & 1) && !Own[I]) {
              Own[I] = Uses[P];
              Changed = true;
            }
      }
  }
}

} // namespace

struct KernelScanner::Body : BodyScan {};

KernelScanner::KernelScanner() = default;
KernelScanner::~KernelScanner() = default;

KernelScanner::Body &KernelScanner::bodyOf(const FunctionDecl &Function,
                                           bool IsHelper) {
  auto &Slot = Bodies[{&Function, IsHelper}];
  if (!Slot)
    Slot = std::make_unique<Body>(Body{BodyScanner(Function, IsHelper).scan()});
  return *Slot;
}

KernelScan KernelScanner::scan(const FunctionDecl *Kernel) {
  const FunctionDecl *Definition = nullptr;
  KernelScan Result;
  if (!Kernel->hasBody(Definition)) {
    Result.Traceable = false;
    Result.SizeUses.resize(Kernel->getNumParams());
    Result.Shapes.resize(Kernel->getNumParams());
    return Result;
  }
  ReachedFunctions Functions;
  auto Reach = [&](const FunctionDecl *F,
                   llvm::SmallVector<const CallExpr *, 2> Chain) {
    const BodyScan &Body = bodyOf(*F, /*IsHelper=*/!Chain.empty());
    Functions.Numbers.emplace(F, Functions.All.size());
    Functions.All.push_back({&Body, Body.SizeUses, std::move(Chain)});
  };
  // Breadth first: each helper once, by the shortest way there.
  Reach(Definition, {});
  for (size_t Next = 0; Next < Functions.All.size(); ++Next) {
    // The list grows in the loop.
    const Reached Caller = Functions.All[Next];
    for (const HelperCall &H : Caller.Body->Helpers) {
      if (Functions.find(H.Helper))
        continue;
      if (Caller.Chain.size() == MaxDepth) {
        Result.Traceable = false;
        continue;
      }
      auto Chain = Caller.Chain;
      Chain.push_back(H.Call);
      Reach(H.Helper, std::move(Chain));
    }
  }
  spreadSizeUses(Functions);

  // A template's instantiations, and a macro's argument that is expanded more
  // than once, are one place.
  std::set<std::pair<SourceLocation, DefectFacts>> Seen;
  for (const Reached &R : Functions.All) {
    Result.Traceable &= !R.Body->Opaque;
    for (const Defect &D : R.Body->Defects)
      if (Seen.emplace(D.Loc, D.What).second) {
        Result.Defects.push_back(D);
        Result.Defects.back().Chain = R.Chain;
      }
  }
  Result.SizeUses = std::move(Functions.All.front().SizeUses);
  Result.Shapes = Functions.All.front().Body->Shapes;
  return Result;
}

} // namespace aoti_tidy
