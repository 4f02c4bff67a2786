// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk that finds what UnitIndex knows.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitCalls.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/VariableUses.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {
namespace {

using Kind = UnitIndex::Write::Kind;

const FunctionDecl *canonicalDecl(const FunctionDecl *F) {
  return F->getCanonicalDecl();
}

} // namespace

/// Visits each use of a member from the outside in: the code around it decides
/// what becomes of it. A use that no surrounding code explains counts as any
/// change.
class UnitIndex::Walk : public ConstDynamicRecursiveASTVisitor,
                        private CallNotes {
public:
  explicit Walk(UnitIndex &Index) : CallNotes(Index) {
    ShouldVisitTemplateInstantiations = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool TraverseDecl(const Decl *D) override {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
    // A template's pattern says nothing of types; its instances are visited.
    if (F->isDependentContext()) {
      visitPattern(*F);
      return true;
    }
    const llvm::SaveAndRestore Enter(Function, canonicalDecl(F));
    return ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseLambdaExpr(const LambdaExpr *E) override {
    const llvm::SaveAndRestore Enter(Function,
                                     canonicalDecl(E->getCallOperator()));
    return ConstDynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
  }

  bool VisitCXXConstructorDecl(const CXXConstructorDecl *Constructor) override {
    if (!Constructor->isThisDeclarationADefinition() ||
        Constructor->isDependentContext() ||
        Constructor->isCopyOrMoveConstructor())
      return true;
    for (const CXXCtorInitializer *Init : Constructor->inits()) {
      const FieldDecl *Field = Init->getMember();
      if (!Field)
        continue;
      const Expr *Value = Init->getInit();
      if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Value))
        add(*Field, Kind::Whole, Default->getExpr(), nullptr);
      else
        add(*Field, Init->isWritten() ? Kind::Whole : Kind::Default, Value,
            canonicalDecl(Constructor));
    }
    return true;
  }

  bool VisitFieldDecl(const FieldDecl *Field) override {
    const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
    if (!Class || Class->isDependentContext())
      return true;
    if (canUseDefaultInitializers(*Class))
      if (const Expr *Init = Field->getInClassInitializer())
        add(*Field, Kind::Whole, Init, nullptr);
    return true;
  }

  /// Only the form with the conversions: in the other, what is converted stands
  /// alone, and looks as if it were bound to something that may change it.
  bool TraverseInitListExpr(const InitListExpr *E) override {
    if (!E->isSemanticForm())
      E = E->getSemanticForm();
    if (!E)
      return true;
    if (!VisitInitListExpr(E))
      return false;
    return llvm::all_of(E->children(),
                        [&](const Stmt *Child) { return TraverseStmt(Child); });
  }

  bool VisitInitListExpr(const InitListExpr *E) override {
    const auto *Class = E->getType()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->isUnion())
      return true;
    unsigned Next = Class->getNumBases();
    for (const FieldDecl *Field : Class->fields()) {
      if (Field->isUnnamedBitField())
        continue;
      if (Next >= E->getNumInits())
        break;
      const Expr *Value = E->getInit(Next++);
      if (!isa<CXXDefaultInitExpr, ImplicitValueInitExpr>(Value))
        add(*Field, Kind::Whole, Value);
    }
    return true;
  }

  bool VisitImplicitCastExpr(const ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue ||
        (E->isGLValue() && E->getType().isConstQualified()))
      read(E->getSubExpr());
    return true;
  }

  bool VisitBinaryOperator(const BinaryOperator *E) override {
    if (!E->isAssignmentOp())
      return true;
    if (const MemberExpr *Root = memberRootOf(E->getLHS())) {
      Accounted.insert(Root);
      const bool IsWhole = Root == E->getLHS()->IgnoreParens();
      add(fieldOf(Root), IsWhole ? Kind::Whole : Kind::Element,
          E->getOpcode() == BO_Assign ? E->getRHS() : nullptr);
    }
    return true;
  }

  bool VisitVarDecl(const VarDecl *Var) override {
    if (const auto *Lambda = lambdaOf(*Var))
      Named.insert(Lambda);
    // int64_t &rows = sizes_[0];
    if (isMutableReference(Var->getType()) && Var->getInit())
      if (const MemberExpr *Root = memberRootOf(Var->getInit());
          Root && !Var->getType()->getPointeeType()->isRecordType())
        add(fieldOf(Root), Kind::Unknown, nullptr);
    return true;
  }

  bool VisitCXXForRangeStmt(const CXXForRangeStmt *For) override {
    const MemberExpr *Root = memberRootOf(For->getRangeInit());
    if (!Root)
      return true;
    Accounted.insert(Root);
    const VarDecl *Element = For->getLoopVariable();
    if (const auto *Assignment = elementwiseAssignment(*For))
      add(fieldOf(Root), Kind::Element, Assignment->getArg(1));
    else if (isMutableReference(Element->getType()) &&
             ExprMutationAnalyzer(*For->getBody(), *Index.Ctx)
                 .isMutated(Element))
      add(fieldOf(Root), Kind::Unknown, nullptr);
    return true;
  }

  bool VisitMemberExpr(const MemberExpr *E) override {
    // A change of 'a.b' is one of b; 'a.find(x)' may open it to others.
    if (const auto *Base =
            dyn_cast<MemberExpr>(E->getBase()->IgnoreParenImpCasts());
        Base &&
        (isa<FieldDecl>(E->getMemberDecl()) || !holdsTensors(Base->getType())))
      Accounted.insert(Base);
    const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
    if (Field && !Accounted.contains(E) && !E->getType().isConstQualified())
      add(*Field, Kind::Unknown, nullptr);
    return true;
  }

  /// One that is kept anywhere but in a variable of its own may be called by
  /// whoever gets it.
  bool VisitLambdaExpr(const LambdaExpr *E) override {
    if (!Named.contains(E)) {
      Index.Open.insert(canonicalDecl(E->getCallOperator()));
      Kept.push_back(canonicalDecl(E->getCallOperator()));
    }
    return true;
  }

  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    if (const auto *Var = dyn_cast<VarDecl>(E->getDecl());
        Var && !Accounted.contains(E))
      if (const LambdaExpr *Lambda = lambdaOf(*Var))
        Index.Open.insert(canonicalDecl(Lambda->getCallOperator()));
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
        F && !Accounted.contains(E)) {
      Index.Open.insert(canonicalDecl(F));
      leadTo(*F);
    }
    // auto &[ids, mask] = batch_;
    if (const auto *Bound = dyn_cast<BindingDecl>(E->getDecl()))
      if (const auto *Member =
              dyn_cast_or_null<MemberExpr>(Bound->getBinding());
          Member && isa<FieldDecl>(Member->getMemberDecl()) &&
          isMutableReference(Bound->getDecomposedDecl()->getType()))
        add(fieldOf(Member), Kind::Unknown, nullptr);
    // &Server::device, for a binding
    if (const auto *Field = dyn_cast<FieldDecl>(E->getDecl()))
      add(*Field, Kind::Unknown, nullptr);
    return true;
  }

  bool VisitCallExpr(const CallExpr *E) override {
    Accounted.insert(E->getCallee()->IgnoreParenImpCasts());
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee)
      return true;
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    const bool HasObject = Operator && isa<CXXMethodDecl>(Callee);
    const auto Args =
        ArrayRef(E->getArgs(), E->getNumArgs()).drop_front(HasObject ? 1 : 0);
    noteCall(*Callee, Args);
    if (Operator && Operator->getOperator() == OO_Call) {
      const Expr *Object = Operator->getArg(0)->IgnoreParenImpCasts();
      Accounted.insert(Object);
      if (const auto *Called = dyn_cast<LambdaExpr>(Object))
        Named.insert(Called);
      if (isClass(Object->getType(), "std", "function")) {
        leadTo(*Callee);
        Operators.insert(canonicalDecl(Callee));
      }
    }
    if (Operator)
      return visitOperator(*Operator);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      visitObject(*Member);
    passAll(*Callee, Args, onlyReadsArguments(*E));
    madeByLibrary(*Callee, Args);
    return true;
  }

  bool VisitCXXConstructExpr(const CXXConstructExpr *E) override {
    const CXXConstructorDecl &Callee = *E->getConstructor();
    const ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
    noteCall(Callee, Args);
    passAll(Callee, Args,
            isFollowed(E->getType()) && !holdsReferences(E->getType()));
    // std::vector<at::Tensor> copy(list_.begin(), list_.end())
    if (elementKindOf(E->getType()) != ElementKind::None)
      for (const Expr *Arg : Args)
        readRange(Arg);
    // torch::class_<Server>("scope", "Server"), py::class_<Server>(…)
    if (const auto *Made =
            dyn_cast<ClassTemplateSpecializationDecl>(Callee.getParent());
        Made && !Made->isInStdNamespace())
      open(Made->getTemplateArgs(), nullptr, {});
    return true;
  }

  bool VisitCXXMethodDecl(const CXXMethodDecl *Method) override {
    for (const CXXMethodDecl *Overridden : Method->overridden_methods()) {
      Index.Callees[canonicalDecl(Overridden)].push_back(canonicalDecl(Method));
      Index.Overridden.insert(canonicalDecl(Overridden));
    }
    return true;
  }

  /// The operator of a std::function may call any lambda that is kept.
  void finish() {
    for (const FunctionDecl *Operator : Operators)
      llvm::append_range(Index.Callees[Operator], Kept);
  }

private:
  /// A member, or an element of one, that an expression names.
  struct Mention {
    const MemberExpr *Root = nullptr; ///< null: none
    bool IsWhole = false;
  };
  static Mention named(const Expr *E) {
    const MemberExpr *Root = memberRootOf(E);
    return {Root, Root == E->IgnoreParens()};
  }
  void account(const Mention &Of) {
    if (Of.Root)
      Accounted.insert(Of.Root);
  }

  /// The member that \p E names is only looked at.
  void read(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      read(Choice->getTrueExpr());
      read(Choice->getFalseExpr());
      return;
    }
    account(named(E));
  }
  /// 'list_.begin()', which is only read through.
  void readRange(const Expr *E) {
    E = E->IgnoreImplicit();
    // An iterator that becomes a const_iterator.
    if (const auto *Converted = dyn_cast<CXXConstructExpr>(E);
        Converted && Converted->getNumArgs() == 1)
      E = Converted->getArg(0)->IgnoreImplicit();
    const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
    if (Call && Call->getImplicitObjectArgument() &&
        llvm::is_contained({"begin", "rbegin"}, nameOf(Call->getMethodDecl())))
      read(Call->getImplicitObjectArgument());
  }

  /// The lambda of 'auto f = [&](at::Tensor x) { … };'; null if \p Var is
  /// another variable.
  static const LambdaExpr *lambdaOf(const VarDecl &Var) {
    const CXXRecordDecl *Class = Var.getType()->getAsCXXRecordDecl();
    const Expr *Init = Var.isLocalVarDecl() && Class && Class->isLambda()
                           ? Var.getInit()
                           : nullptr;
    const auto *Lambda =
        dyn_cast_or_null<LambdaExpr>(Init ? stripped(Init) : nullptr);
    return Lambda && !Lambda->isGenericLambda() ? Lambda : nullptr;
  }

  /// Notes the members that a method of a template assigns, in a header's
  /// class, too: another file may instantiate it and give them any value.
  void visitPattern(const FunctionDecl &Pattern) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Pattern);
    if (!Method)
      return;
    const bool InTemplate = Method->getParent()->isDependentContext();
    if (!InTemplate && isOfThisFileAlone(*Method->getParent()))
      return;
    const auto *Made = dyn_cast<CXXConstructorDecl>(&Pattern);
    if (Made && InTemplate)
      for (const CXXCtorInitializer *Init : Made->inits())
        if (const auto *One = dyn_cast_or_null<ParenListExpr>(Init->getInit());
            Init->getMember() && One && One->getNumExprs() == 1)
          add(*Init->getMember(), Kind::Whole, One->getExpr(0),
              canonicalDecl(&Pattern));
    const auto AddTo = [&](const Expr *To, Kind What, const Expr *Value) {
      if (const auto *Member = dyn_cast<MemberExpr>(To->IgnoreParens()))
        if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
          add(*Field, What, Value, canonicalDecl(&Pattern));
    };
    llvm::SmallVector<const Stmt *, 16> Work = {Pattern.getBody()};
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      if (!S)
        continue;
      if (const auto *Member = dyn_cast<MemberExpr>(S); Member && !InTemplate)
        AddTo(Member, Kind::Unknown, nullptr);
      else if (const auto *Set = dyn_cast<BinaryOperator>(S);
               Set && Set->getOpcode() == BO_Assign)
        AddTo(Set->getLHS(), Kind::Whole, Set->getRHS());
      else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
               Call && Call->getOperator() == OO_Equal &&
               Call->getNumArgs() == 2)
        AddTo(Call->getArg(0), Kind::Whole, Call->getArg(1));
      Work.append(S->child_begin(), S->child_end());
    }
  }

  static const FieldDecl &fieldOf(const MemberExpr *E) {
    return *cast<FieldDecl>(E->getMemberDecl());
  }

  void add(const FieldDecl &Field, Kind What, const Expr *Value) {
    add(Field, What, Value, Function);
  }
  void add(const FieldDecl &Field, Kind What, const Expr *Value,
           const FunctionDecl *In) {
    if (!Value && What != Kind::Default)
      What = Kind::Unknown;
    // Both forms of an initialiser list, instances of a template.
    if (!Added.insert({{&Field, Value}, {In, static_cast<unsigned>(What)}})
             .second)
      return;
    Index.Writes[&Field].push_back({What, Value, In});
  }

  void passAll(const FunctionDecl &Callee, ArrayRef<const Expr *> Args,
               bool OnlyReads) {
    for (unsigned I = 0; I < Args.size(); ++I) {
      const Mention Of = named(Args[I]);
      if (!Of.Root)
        continue;
      const ParmVarDecl *Param =
          I < Callee.getNumParams() ? Callee.getParamDecl(I) : nullptr;
      const bool Changes = Param && isMutableReference(Param->getType()) &&
                           !OnlyReads && !isForwarded(Callee, *Param);
      const bool IsGiven = Param && Param->getType()->isReferenceType();
      if (Changes)
        add(fieldOf(Of.Root), Kind::Unknown, nullptr);
      if (IsGiven)
        account(Of);
    }
  }

  bool visitOperator(const CXXOperatorCallExpr &E) {
    const Mention Of = named(E.getArg(0));
    if (!E.isAssignmentOp()) {
      // For a tensor, the receiver of the reference decides.
      if (E.getOperator() == OO_Subscript && Of.Root &&
          !holdsTensors(Of.Root->getType()))
        account(Of);
      const FunctionDecl *Callee = E.getDirectCallee();
      const bool HasObject = isa<CXXMethodDecl>(Callee);
      passAll(*Callee,
              ArrayRef(E.getArgs(), E.getNumArgs()).drop_front(HasObject),
              isOfLibrary(Callee) && E.getOperator() != OO_Call);
      return true;
    }
    if (!Of.Root)
      return true;
    account(Of);
    // x_ += y and x_[0] = 1 write a tensor's data.
    if (isTensor(Of.Root->getType()) &&
        (E.getOperator() != OO_Equal || !Of.IsWhole))
      return true;
    add(fieldOf(Of.Root), Of.IsWhole ? Kind::Whole : Kind::Element,
        E.getOperator() == OO_Equal ? E.getArg(1) : nullptr);
    return true;
  }

  void visitObject(const CXXMemberCallExpr &E) {
    const Expr *Object = E.getImplicitObjectArgument();
    const CXXMethodDecl *Method = E.getMethodDecl();
    if (!Method)
      return;
    const StringRef Name = nameOf(Method);
    const Mention Of = named(Object);
    const MemberExpr *Root = Of.Root;
    if (!Root)
      return;
    const bool IsTensor = isTensor(E.getObjectType());
    const bool HoldsTensors = holdsTensors(E.getObjectType());
    // Any other use of an iterator or a reference may set an element.
    if (HoldsTensors && !Method->isConst() &&
        llvm::is_contained({"at", "front", "back", "begin", "data", "find"},
                           Name))
      return;
    account(Of);
    if (HoldsTensors && llvm::is_contained({"insert", "assign", "erase"}, Name))
      for (const Expr *Arg : E.arguments())
        readRange(Arg);
    if (IsTensor) {
      if (changesMetadata(Name))
        add(fieldOf(Root), Kind::Unknown, nullptr);
      return;
    }
    if (Method->isConst())
      return;
    if (isOptional(Object->getType())) {
      if (Name == "emplace" && E.getNumArgs() == 1)
        add(fieldOf(Root), Kind::Whole, E.getArg(0));
      else if (!llvm::is_contained({"value", "reset", "has_value"}, Name))
        add(fieldOf(Root), Kind::Unknown, nullptr);
      return;
    }
    static constexpr llvm::StringLiteral Reads[] = {
        "at",     "front", "back",  "begin",    "end",           "data",
        "cbegin", "cend",  "clear", "pop_back", "shrink_to_fit", "reserve",
        "c_str",  "get",   "find",  "size",     "reset",         "release"};
    if (llvm::is_contained(Reads, Name))
      return;
    const bool IsOne = E.getNumArgs() == 1;
    if (llvm::is_contained({"push_back", "emplace_back"}, Name) && IsOne)
      add(fieldOf(Root), Kind::Element, E.getArg(0));
    else if (!(Name == "resize" && IsOne))
      add(fieldOf(Root), Kind::Unknown, nullptr);
  }

  /// The writes that there are already.
  llvm::DenseSet<std::pair<std::pair<const FieldDecl *, const Expr *>,
                           std::pair<const FunctionDecl *, unsigned>>>
      Added;

  /// Expressions that are known to leave what they name as it is, or that were
  /// seen to by what is around them.
  llvm::DenseSet<const Expr *> Accounted;
  /// Lambdas that are called at once, or by the name of one variable.
  llvm::DenseSet<const LambdaExpr *> Named;
  /// The other lambdas, and the operators that may call them.
  std::vector<const FunctionDecl *> Kept;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Operators;
};

void UnitIndex::walk() {
  const SourceManager &Sources = Ctx->getSourceManager();
  Walk Visitor(*this);
  for (const Decl *D : projectDecls(*Ctx)) {
    const auto *Namespace = dyn_cast<NamespaceDecl>(D);
    const bool IsLibrary =
        Namespace &&
        !Sources.isInMainFile(Sources.getExpansionLoc(D->getLocation())) &&
        llvm::is_contained({"at", "torch", "c10", "caffe2", "std"},
                           nameOf(Namespace));
    if (!IsLibrary)
      Visitor.TraverseDecl(D);
  }
  Visitor.finish();
}

} // namespace aoti_tidy
