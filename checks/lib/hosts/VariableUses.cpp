// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/VariableUses.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/tensor/TensorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isStdFunction(const FunctionDecl *F, ArrayRef<StringRef> Names) {
  return F && F->isInStdNamespace() && llvm::is_contained(Names, nameOf(F));
}

/// True for the containers whose accessors and methods are followed.
bool isContainer(QualType T) { return elementKindOf(T) != ElementKind::None; }

/// 'v.begin()', or what it is converted to: the object; null if \p E is none.
const Expr *iteratedContainer(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  // An iterator that becomes a const_iterator.
  if (const auto *Converted = dyn_cast<CXXConstructExpr>(E);
      Converted && Converted->getNumArgs() == 1)
    E = Converted->getArg(0)->IgnoreImplicit()->IgnoreParens();
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
  return Object &&
                 llvm::is_contained({"begin", "end", "cbegin", "cend"},
                                    nameOf(Call->getDirectCallee())) &&
                 isContainer(Object->getType())
             ? Object
             : nullptr;
}

/// 'batch' of 'batch.ids', 'batch->' of 'batch->ids', an optional's; null if
/// \p E is no member of such a struct.
const Expr *accessedStruct(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return nullptr;
  const Expr *Base = Member->getBase();
  const QualType T = Base->getType();
  if (!Member->isArrow())
    return isTensorStruct(T) ? Base : nullptr;
  return optionalBehind(Base->IgnoreParenImpCasts()) &&
                 isTensorStruct(T->getPointeeType())
             ? Base
             : nullptr;
}

/// 'v[0]', 'v.at(0)', 'v.front()', '*x' of an optional: the object of a
/// container's accessor that gives a reference to an element; null if \p E is
/// none.
const Expr *accessedContainer(const Expr *E) {
  if (const auto Access = elementAccess(E))
    return isContainer(Access->Object->getType()) ? Access->Object : nullptr;
  if (const Expr *Optional = optionalBehind(E))
    return Optional;
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && isStdFunction(Call->getDirectCallee(), {"get"}) &&
      Call->getNumArgs() == 1 && isTensorTuple(Call->getArg(0)->getType()))
    return Call->getArg(0);
  return nullptr;
}

} // namespace

bool onlyReadsArguments(const CallExpr &Call) {
  // Their result refers to it; a change of the result is a use of its own.
  if (isStdFunction(Call.getDirectCallee(), {"get", "make_pair", "make_tuple"}))
    return true;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  if (!Member || !Member->getImplicitObjectArgument())
    return false;
  // run(std::vector<at::Tensor> &), of torch 2.3 to 2.5
  const CXXMethodDecl *Method = Member->getMethodDecl();
  if (Method && isInNamespace(Method->getParent(), "torch::inductor"))
    return true;
  const QualType T = Member->getObjectType();
  return isClass(T, "c10", "TensorOptions") ||
         (isContainer(T) && nameOf(Method) != "swap");
}

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(withoutNames(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *rootOf(const Expr *E) {
  while (E) {
    E = withoutNames(E);
    if (const Expr *Container = accessedContainer(E))
      E = Container;
    else if (const Expr *Struct = accessedStruct(E))
      E = Struct;
    else
      return variableOf(E);
  }
  return nullptr;
}

const CXXOperatorCallExpr *elementwiseAssignment(const CXXForRangeStmt &For) {
  const VarDecl *Element = For.getLoopVariable();
  if (!Element->getType()->isLValueReferenceType() ||
      !isTensor(Element->getType()) ||
      Element->getType()->getPointeeType().isConstQualified())
    return nullptr;
  const Stmt *Body = For.getBody();
  if (const auto *Block = dyn_cast<CompoundStmt>(Body);
      Block && Block->size() == 1)
    Body = Block->body_front();
  const auto *E = dyn_cast<Expr>(Body);
  const auto *Assignment =
      dyn_cast_or_null<CXXOperatorCallExpr>(E ? E->IgnoreImplicit() : nullptr);
  return Assignment && Assignment->getOperator() == OO_Equal &&
                 variableOf(Assignment->getArg(0)) == Element
             ? Assignment
             : nullptr;
}

/// 'const auto &x = torch::ones({1});': as good as a variable of its own.
static bool holdsTemporary(const VarDecl &Var) {
  const auto *Full = dyn_cast_or_null<ExprWithCleanups>(Var.getInit());
  const Expr *Init = Full ? Full->getSubExpr() : Var.getInit();
  const auto *Temporary = dyn_cast_or_null<MaterializeTemporaryExpr>(Init);
  return Temporary && Temporary->getExtendingDecl() == &Var;
}

bool isTracked(const VarDecl &Var) {
  const QualType T = Var.getType();
  const bool IsPlace =
      !T->isReferenceType() || isa<ParmVarDecl>(Var) || holdsTemporary(Var);
  return Var.hasLocalStorage() && IsPlace &&
         (isFollowed(T) || isTensorStruct(T)) &&
         !T.getNonReferenceType().isVolatileQualified();
}

bool changesMetadata(StringRef Operator) {
  return (Operator.ends_with("_") && !keepsMetadata(Operator)) ||
         Operator == "set_data";
}

/// Tells of each mention of a variable whether it is one that the variable's
/// value is followed through.
class VariableUses::Walk {
public:
  enum class Use {
    Other, ///< whatever it is: anything may happen to the variable
    Read,
    Write, ///< a change that is followed
  };

  Walk(const FunctionDecl &Function, VariableUses &Uses)
      : Function(Function), Uses(Uses) {}

  void visit(const Stmt *S, Use U = Use::Other) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S)) {
      // A full expression: what it moves from, it has moved when it is done.
      const llvm::SaveAndRestore Whole(FullExpression);
      if (!FullExpression)
        FullExpression = E->IgnoreImplicit()->IgnoreParens();
      return visitExpr(E, U);
    }
    visitStatement(S);
  }

private:
  void visitStatement(const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
      // The CFG has one of its own for each of several declarations.
      FullExpression = Decls->isSingleDecl() ? S : nullptr;
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          visit(Var->getInit(), namedBy(*Var) ? Use::Read : Use::Other);
      FullExpression = nullptr;
      return;
    }
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      FullExpression = S;
      visit(Return->getRetValue());
      FullExpression = nullptr;
      return;
    }
    if (const auto *For = dyn_cast<CXXForRangeStmt>(S)) {
      visit(For->getInit());
      const QualType Element = For->getLoopVariable()->getType();
      const bool IsTensor = isTensor(Element);
      const bool OnlyReads = !Element->isReferenceType() ||
                             Element.getNonReferenceType().isConstQualified();
      if (!OnlyReads && IsTensor)
        Elements[For->getLoopVariable()] = For->getRangeInit();
      Use U = OnlyReads || IsTensor ? Use::Read : Use::Other;
      if ((variableOf(For->getRangeInit()) ||
           ownFieldOf(For->getRangeInit())) &&
          elementwiseAssignment(*For)) {
        Uses.ElementwiseLoops[For->getRangeStmt()] = For;
        U = Use::Write;
      }
      visit(For->getRangeInit(), U);
      visit(For->getBody());
      return;
    }
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  void visitExpr(const Expr *E, Use U) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return mention(Ref, U);
    if (const auto *Paren = dyn_cast<ParenExpr>(E))
      return visit(Paren->getSubExpr(), U);
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return visitCast(*Cast, U);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      return visitLambda(*Lambda);
    // pair.second
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && isTensorTuple(Member->getBase()->getType()))
      return visit(Member->getBase(), U == Use::Read ? U : Use::Other);
    if (const Expr *Struct = accessedStruct(E))
      return visit(Struct, U);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      visit(Choice->getCond());
      visit(Choice->getTrueExpr(), U == Use::Read ? U : Use::Other);
      visit(Choice->getFalseExpr(), U == Use::Read ? U : Use::Other);
      return;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E);
        Binary && Binary->isAssignmentOp()) {
      visit(Binary->getLHS(), Use::Write);
      visit(Binary->getRHS());
      return;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary && Unary->isIncrementDecrementOp())
      return visit(Unary->getSubExpr(), Use::Write);
    if (const Expr *Container = accessedContainer(E)) {
      visit(Container, U);
      for (const Expr *Arg : cast<CallExpr>(E)->arguments())
        if (Arg != Container)
          visit(Arg);
      return;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return visitCall(*Call);
    // TensorOptions(T &&): it takes what it is given by reference, and copies.
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      for (const Expr *Arg : Construct->arguments())
        visitArgument(Arg,
                      isFollowed(E->getType()) && !holdsReferences(E->getType())
                          ? Use::Read
                          : Use::Other);
      return;
    }
    for (const Stmt *Child : E->children())
      visit(Child);
  }

  void visitCast(const CastExpr &Cast, Use U) {
    const bool CopiesOut =
        Cast.isPRValue() && Cast.getCastKind() == CK_LValueToRValue;
    const bool AddsConst =
        Cast.isGLValue() && Cast.getType().isConstQualified();
    // 'return v;' is a move.
    const bool Returns = isa<ImplicitCastExpr>(Cast) && Cast.isXValue();
    visit(Cast.getSubExpr(), CopiesOut || AddsConst || Returns ? Use::Read : U);
  }

  void visitCall(const CallExpr &Call) {
    if (Call.isCallToStdMove()) {
      const VarDecl *Root = rootOf(Call.getArg(0));
      if (Root && isTracked(*Root)) {
        Uses.Moves[FullExpression].push_back(Root);
        visit(Call.getArg(0), Use::Write);
        return;
      }
    }
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
    if (Operator && Operator->isAssignmentOp()) {
      visit(Operator->getArg(0), writeOf(Operator->getArg(0)));
      visit(Operator->getArg(1));
      return;
    }
    unsigned FirstArgument = 0;
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call))
      visitObject(*Method);
    else if (Operator &&
             isa_and_nonnull<CXXMethodDecl>(Operator->getDirectCallee()))
      FirstArgument = 1; // the object
    else if (!Call.getDirectCallee())
      visit(Call.getCallee());
    if (FirstArgument == 1)
      visit(Call.getArg(0));
    const FunctionDecl *Callee = Call.getDirectCallee();
    const bool OnlyReads = onlyReadsArguments(Call);
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    const bool IsList = Member && Member->getImplicitObjectArgument() &&
                        isContainer(Member->getObjectType());
    for (unsigned I = FirstArgument; I < Call.getNumArgs(); ++I) {
      const Expr *Arg = Call.getArg(I);
      // The callee is followed for an argument that it can change.
      const unsigned Param = I - FirstArgument;
      const bool IsOut =
          Callee && !IsList && Param < Callee->getNumParams() &&
          Callee->getParamDecl(Param)->getType()->isLValueReferenceType() &&
          isFollowedOut(Arg->IgnoreParens());
      visitArgument(Arg, OnlyReads ? Use::Read
                         : IsOut   ? Use::Write
                                   : Use::Other);
    }
  }

  /// Whether \p Arg is a variable, by whatever name, and no element of
  /// something.
  bool isFollowedOut(const Expr *Arg) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(Arg);
    return Ref && !Elements.contains(dyn_cast<VarDecl>(Ref->getDecl())) &&
           isa<DeclRefExpr>(withoutNames(Ref));
  }

  /// A copy of a range changes nothing: vector(v.begin(), v.end()). Any other
  /// use of an iterator may change the element it points to.
  void visitArgument(const Expr *Arg, Use U) {
    const Expr *Container = U == Use::Read ? iteratedContainer(Arg) : nullptr;
    visit(Container ? Container : Arg, U);
  }

  void visitObject(const CXXMemberCallExpr &Call) {
    const Expr *Object = Call.getImplicitObjectArgument();
    if (!Object)
      return visit(Call.getCallee());
    const StringRef Name = nameOf(Call.getDirectCallee());
    if (isTensor(Call.getObjectType())) {
      Uses.ChangesTensors |= changesMetadata(Name);
      visit(Object, changesMetadata(Name) ? Use::Write : Use::Read);
      return;
    }
    if ((isOptional(Object->getType()) &&
         llvm::is_contained({"value", "has_value", "value_or"}, Name)) ||
        (Name == "toTensor" && isOfLibrary(Call.getMethodDecl())))
      return visit(Object, Use::Read);
    static constexpr llvm::StringLiteral Followed[] = {
        "push_back", "emplace_back", "pop_back", "clear", "resize",
        "reserve",   "assign",       "insert",   "erase", "shrink_to_fit"};
    const bool IsFollowed =
        isContainer(Object->getType()) && llvm::is_contained(Followed, Name);
    // The element that emplace_back() gives is not followed: it is rarely used.
    visit(Object, IsFollowed ? writeOf(Object) : Use::Other);
  }

  /// A change of \p E is followed if \p E names a variable or its element.
  static Use writeOf(const Expr *E) {
    return rootOf(E) ? Use::Write : Use::Other;
  }

  void visitLambda(const LambdaExpr &Lambda) {
    for (const auto &[Capture, Init] :
         llvm::zip(Lambda.captures(), Lambda.capture_inits()))
      if (!Capture.capturesVariable() ||
          Capture.getCaptureKind() != LCK_ByRef ||
          Lambda.isInitCapture(&Capture))
        visit(Init);
    const llvm::SaveAndRestore In(Within, Within ? Within : &Lambda);
    const llvm::SaveAndRestore<const Stmt *> Whole(FullExpression, nullptr);
    visit(Lambda.getBody());
  }

  /// \p Ref is the name of something else: what is done to it, is done to that.
  void mentionNamed(const DeclRefExpr *Ref, const VarDecl &Name,
                    const Expr &Named, Use U) {
    if (U == Use::Other &&
        Name.getType().getNonReferenceType().isConstQualified())
      U = Use::Read;
    if (NameDepth == MaxNames)
      return;
    const llvm::SaveAndRestore Here(By, By ? By : Ref);
    const llvm::SaveAndRestore Deeper(NameDepth, NameDepth + 1);
    visit(&Named, U);
  }

  void mention(const DeclRefExpr *Ref, Use U) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    // Changes of 'x' in 'auto [x, y] = f()' are not followed.
    if (const auto *Name = dyn_cast<BindingDecl>(Ref->getDecl());
        Name && U != Use::Read) {
      Var = dyn_cast_or_null<VarDecl>(Name->getDecomposedDecl());
      U = Use::Other;
    }
    const Expr *List = Elements.lookup(Var);
    if (const Expr *Named = Var && !List ? namedBy(*Var) : List)
      return mentionNamed(Ref, *Var, *Named, U);
    if (!Var || !isTracked(*Var) || Var->getType().isConstQualified() ||
        U == Use::Read)
      return;
    // A const container, as in in.size(), is only read. A tensor is not: its
    // const methods change it, too.
    const QualType T = Var->getType().getNonReferenceType();
    if (U == Use::Other && T.isConstQualified() && isContainer(T))
      return;
    if (By)
      Ref = By;
    Uses.Changes[Var].push_back(Within ? cast<Stmt>(Within) : Ref);
    // Within a lambda, any change of the function's own variables.
    if (Within && Var->getDeclContext() == &Function)
      Uses.Escapes[Within].push_back(Var);
    else if (!Within && U == Use::Other)
      Uses.Escapes[Ref].push_back(Var);
  }

  const FunctionDecl &Function;
  VariableUses &Uses;
  /// The outermost lambda around.
  const LambdaExpr *Within = nullptr;
  const Stmt *FullExpression = nullptr;
  /// The lists of 'for (auto &x : v)'.
  llvm::DenseMap<const VarDecl *, const Expr *> Elements;
  /// The name by which something is mentioned.
  const DeclRefExpr *By = nullptr;
  unsigned NameDepth = 0;
};

VariableUses::VariableUses(const FunctionDecl &Function) {
  Walk(Function, *this).visit(Function.getBody());
}

} // namespace aoti_tidy
