// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/Conditions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/GpuQuestions.h"
#include "checks/lib/hosts/ReturnedValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Conditions are as deep as people write them.
constexpr unsigned MaxDepth = 16;

std::string idOf(const void *P) { return fmt::format("{}", fmt::ptr(P)); }

/// "cpu" of 'torch::kCPU', 'torch::Device(torch::kCPU)' and '"cpu"', "1" of
/// true; empty if \p E is no constant.
std::string constantIn(const Expr *E, ASTContext &Ctx, unsigned Depth = 0) {
  if (!E || E->isValueDependent() || Depth > MaxDepth)
    return "";
  const QualType T = E->getType().getNonReferenceType();
  Expr::EvalResult Result;
  if (T->isIntegralOrEnumerationType() && E->EvaluateAsInt(Result, Ctx)) {
    const llvm::APSInt &Int = Result.Val.getInt();
    if (const auto *Enum = T->getAsEnumDecl()) {
      const Value V = valueOfEnumerator(*Enum, Int);
      if (const auto *Device = std::get_if<DeviceValue>(&V))
        return Device->Type;
    }
    return llvm::toString(Int, 10);
  }
  const Expr *Inner = stripped(E);
  const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
  if (Construct && isClass(Inner->getType(), "c10", "Device")) {
    const auto Args = writtenArguments(Construct);
    return Args.size() == 1 ? constantIn(Args[0], Ctx, Depth + 1) : "";
  }
  if (const auto Text = evaluateString(E, Ctx))
    return *Text;
  if (Inner != E)
    return constantIn(Inner, Ctx, Depth + 1);
  return "";
}

/// Whether a condition on \p Field governs one of the places that set it:
/// 'if (!ready_) { …; ready_ = true; }'. Then it does not hold for long.
bool governsItself(const FieldDecl &Field, const UnitIndex &Index,
                   ASTContext &Ctx) {
  const auto Mentions = [&](const Stmt *Condition) {
    class Finder : public ConstDynamicRecursiveASTVisitor {
    public:
      explicit Finder(const FieldDecl &Field) : Field(Field) {}
      bool VisitMemberExpr(const MemberExpr *E) override {
        return E->getMemberDecl() != &Field;
      }
      const FieldDecl &Field;
    };
    return Condition && !Finder(Field).TraverseStmt(Condition);
  };
  return llvm::any_of(Index.writesOf(Field), [&](const UnitIndex::Write &W) {
    if (!W.Value || !W.In)
      return false;
    for (DynTypedNodeList Parents = Ctx.getParents(*W.Value); !Parents.empty();
         Parents = Ctx.getParents(Parents[0])) {
      if (const auto *If = Parents[0].get<IfStmt>();
          If && Mentions(If->getCond()))
        return true;
      if (Parents[0].get<FunctionDecl>())
        return false;
    }
    return false;
  });
}

/// Whether the program finds a GPU. One subject, whichever way it asks.
constexpr StringRef GpuSubject = "a GPU is there";

class Subjects {
public:
  explicit Subjects(ASTContext &Ctx) : Ctx(Ctx) {}

  std::string of(const Expr *E, unsigned Depth) {
    if (!E || Depth > MaxDepth || E->isValueDependent())
      return "";
    E = stripped(E);
    if (isa<CXXThisExpr>(E))
      return "this";
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? ofVariable(*Var, Depth) : "";
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      return Field ? ofField(*Field, *Member->getBase(), Depth) : "";
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      const auto Args = writtenArguments(Construct);
      return Args.size() == 1 ? of(Args[0], Depth + 1) : "";
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
      const auto Kind = Operator->getOperator();
      return Kind == OO_Arrow ||
                     (Kind == OO_Star && Operator->getNumArgs() == 1)
                 ? of(Operator->getArg(0), Depth + 1)
                 : "";
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return ofCall(*Call, Depth);
    return "";
  }

  std::string ofField(const FieldDecl &Field, const Expr &Object,
                      unsigned Depth) {
    // options.gpu, which defaultOptions() has set to is_available()
    if (Field.getType()->isBooleanType() &&
        isGpuQuestion(valueOfMember(Object, Field, Ctx), Depth))
      return GpuSubject.str();
    const UnitIndex &Index = UnitIndex::of(Ctx);
    const Expr *Only = nullptr;
    unsigned Count = 0;
    for (const UnitIndex::Write &W : Index.writesOf(Field)) {
      if (W.What != UnitIndex::Write::Kind::Whole || !W.Value)
        return "";
      Only = W.Value;
      ++Count;
    }
    if (governsItself(Field, Index, Ctx))
      return "";
    // 'use_cuda_' is what the constructor's parameter is.
    if (Count == 1 && !UnitIndex::canChangeUnseen(Field))
      if (std::string Source = of(Only, Depth + 1); !Source.empty())
        return Source;
    const std::string Base = of(&Object, Depth + 1);
    return Base.empty() ? "" : Base + "." + idOf(&Field);
  }

private:
  bool isGpuQuestion(const Expr *E, unsigned Depth) {
    return E && of(E, Depth + 1) == GpuSubject;
  }

  std::string ofVariable(const VarDecl &Var, unsigned Depth) {
    if (Var.hasGlobalStorage())
      return Var.getType().isConstQualified() || isDevice(Var.getType())
                 ? idOf(Var.getCanonicalDecl())
                 : "";
    if (isChangedLater(Var, Ctx))
      return "";
    if (Var.getType()->isReferenceType() && !isa<ParmVarDecl>(Var))
      return of(Var.getInit(), Depth + 1);
    const std::string Init =
        isa<ParmVarDecl>(Var) ? "" : of(Var.getInit(), Depth + 1);
    return Init.empty() ? idOf(&Var) : Init;
  }

  /// 'torch::cuda::is_available()', 'config.device()': they give the same each
  /// time.
  std::string ofCall(const CallExpr &Call, unsigned Depth) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return "";
    // bool useGpu() { return torch::cuda::is_available(); }
    if (asksForGpu(*Callee) || (Callee->getReturnType()->isBooleanType() &&
                                isGpuQuestion(returnedAlone(*Callee), Depth)))
      return GpuSubject.str();
    std::string Result;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
      if (!Member->getMethodDecl() || !Member->getMethodDecl()->isConst())
        return "";
      Result = of(Member->getImplicitObjectArgument(), Depth + 1);
      if (Result.empty())
        return "";
      // The device's type stands for the device.
      if (isDevice(Member->getObjectType()) && nameOf(Callee) == "type")
        return Result;
    } else if (!llvm::is_contained({"is_available", "hasCUDA",
                                    "cudnn_is_available", "device_count",
                                    "getenv"},
                                   nameOf(Callee))) {
      return "";
    }
    Result += "->" + idOf(Callee->getCanonicalDecl());
    for (const Expr *Arg : Call.arguments()) {
      if (isa<CXXDefaultArgExpr>(Arg))
        continue;
      std::string Text = constantIn(Arg, Ctx);
      if (Text.empty())
        Text = of(Arg, Depth + 1);
      if (Text.empty())
        return "";
      Result += "," + Text;
    }
    return Result;
  }

  ASTContext &Ctx;
};

/// The sides of '==' and '!=', and which of them it is.
struct Comparison {
  const Expr *Left, *Right;
  bool IsNegated;
};
std::optional<Comparison> comparisonIn(const Expr *E) {
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    const auto Parts = Rewritten->getDecomposedForm();
    if (Parts.Opcode == BO_EQ || Parts.Opcode == BO_NE)
      return Comparison{Parts.LHS, Parts.RHS, Parts.Opcode == BO_NE};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    if (Binary->isEqualityOp())
      return Comparison{Binary->getLHS(), Binary->getRHS(),
                        Binary->getOpcode() == BO_NE};
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() == 2 &&
      (Operator->getOperator() == OO_EqualEqual ||
       Operator->getOperator() == OO_ExclaimEqual))
    return Comparison{Operator->getArg(0), Operator->getArg(1),
                      Operator->getOperator() == OO_ExclaimEqual};
  return std::nullopt;
}

/// \p E without what changes nothing of its truth.
const Expr *conditionIn(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return Rewritten;
  const auto *Cast = dyn_cast<CastExpr>(E);
  return Cast ? conditionIn(Cast->getSubExpr()) : E;
}

const UnaryOperator *negationIn(const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_LNot ? Unary : nullptr;
}

const BinaryOperator *logicalIn(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && Binary->isLogicalOp() ? Binary : nullptr;
}

} // namespace

std::string subjectOf(const Expr *E, ASTContext &Ctx) {
  return Subjects(Ctx).of(E, 0);
}

std::string subjectOfMember(const Expr &Object, const FieldDecl &Field,
                            ASTContext &Ctx) {
  return Subjects(Ctx).ofField(Field, Object, 0);
}

std::string constantText(const Expr *E, ASTContext &Ctx) {
  return constantIn(E, Ctx);
}

std::optional<ConditionTest> testIn(const Expr *E, ASTContext &Ctx) {
  E = conditionIn(E);
  if (const UnaryOperator *Not = negationIn(E)) {
    auto Test = testIn(Not->getSubExpr(), Ctx);
    if (Test)
      Test->IsNegated = !Test->IsNegated;
    return Test;
  }
  // 'a && b' as a whole: where it is false, neither is known to be.
  if (const BinaryOperator *Logical = logicalIn(E)) {
    const auto Left = testIn(Logical->getLHS(), Ctx);
    const auto Right = Left ? testIn(Logical->getRHS(), Ctx) : std::nullopt;
    if (!Right)
      return std::nullopt;
    const auto Text = [](const ConditionTest &Test) {
      return Test.Subject + (Test.IsNegated ? "!=" : "==") + Test.Value;
    };
    return ConditionTest{fmt::format("({}{}{})", Text(*Left),
                                     Logical->getOpcodeStr().str(),
                                     Text(*Right)),
                         "1"};
  }
  if (const auto Compared = comparisonIn(E)) {
    std::string Value = constantIn(Compared->Right, Ctx);
    const Expr *Side = Compared->Left;
    if (Value.empty()) {
      Value = constantIn(Compared->Left, Ctx);
      Side = Compared->Right;
    }
    std::string Subject = subjectOf(Side, Ctx);
    if (Subject.empty())
      return std::nullopt;
    if (Value.empty()) {
      const std::string Other = subjectOf(Compared->Left, Ctx);
      if (Other.empty())
        return std::nullopt;
      Subject += "==" + Other;
      Value = "1";
    }
    return ConditionTest{Subject, Value, Compared->IsNegated};
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const StringRef Name = nameOf(Call->getMethodDecl());
    const bool IsDeviceTest = Name == "is_cuda" || Name == "is_cpu";
    if (IsDeviceTest && isDevice(Call->getObjectType())) {
      std::string Subject = subjectOf(Call->getImplicitObjectArgument(), Ctx);
      if (!Subject.empty())
        return ConditionTest{Subject, Name.drop_front(3).str()};
    }
  }
  // What is asked whether it is nothing is no number or text.
  if (!E->getType()->isBooleanType() && !E->getType()->isIntegerType())
    return std::nullopt;
  std::string Subject = subjectOf(E, Ctx);
  if (Subject.empty())
    return std::nullopt;
  if (E->getType()->isBooleanType())
    return ConditionTest{Subject, "1"};
  return ConditionTest{Subject, "0", /*IsNegated=*/true};
}

void Conditions::assume(const ConditionTest &Test, bool IsTrue) {
  Fact &Known = Facts[Test.Subject];
  if (IsTrue == Test.IsNegated) {
    Contradict |= Known.Is == Test.Value;
    Known.IsNot.insert(Test.Value);
    return;
  }
  Contradict |=
      (Known.Is && Known.Is != Test.Value) || Known.IsNot.contains(Test.Value);
  Known.Is = Test.Value;
}

void Conditions::assume(const Expr *E, bool IsTrue, ASTContext &Ctx) {
  if (E)
    Asked.push_back({E});
  llvm::SmallVector<std::pair<const Expr *, bool>, 4> Work = {{E, IsTrue}};
  while (!Work.empty()) {
    auto [Next, Holds] = Work.pop_back_val();
    if (!Next || Next->isValueDependent())
      continue;
    Next = conditionIn(Next);
    if (const UnaryOperator *Not = negationIn(Next)) {
      Work.push_back({Not->getSubExpr(), !Holds});
    } else if (const BinaryOperator *Logical = logicalIn(Next)) {
      // Of 'a || b' that is true, neither is known to be.
      if (Holds == (Logical->getOpcode() == BO_LAnd)) {
        Work.push_back({Logical->getLHS(), Holds});
        Work.push_back({Logical->getRHS(), Holds});
      }
      if (const auto Test = testIn(Next, Ctx))
        assume(*Test, Holds);
    } else if (const auto Test = testIn(Next, Ctx)) {
      assume(*Test, Holds);
    }
  }
}

void Conditions::assumeGpu() { assume({GpuSubject.str(), "1"}, true); }

bool Conditions::knowsOfGpu() const { return Facts.contains(GpuSubject.str()); }

bool Conditions::mayDependOnGpu(ASTContext &Ctx) const {
  return llvm::any_of(Asked, [&](const Question &Q) {
    return aoti_tidy::mayDependOnGpu(*Q.Text, Q.Bound, Ctx);
  });
}

void Conditions::bind(const CallExpr &Call, ASTContext &Ctx) {
  if (const FunctionDecl *Callee = Call.getDirectCallee())
    bind(*Callee, ArrayRef(Call.getArgs(), Call.getNumArgs()), Ctx);
}

void Conditions::bind(const FunctionDecl &Callee, ArrayRef<const Expr *> Args,
                      ASTContext &Ctx) {
  const FunctionDecl *Body = Callee.getDefinition();
  if (!Body)
    return;
  for (Question &Q : Asked)
    if (!Q.Bound)
      Q.Bound = Body;
  for (const auto [Param, Arg] : llvm::zip(Body->parameters(), Args)) {
    const std::string Id = idOf(Param);
    const std::string Subject = subjectOf(Arg, Ctx);
    // 'options.backend' of a parameter is that of the argument.
    const std::map<std::string, Fact> Known = Facts;
    if (!Subject.empty())
      for (const auto &[Asked, Answer] : Known)
        if (StringRef Rest = Asked;
            Rest.consume_front(Id) &&
            (Rest.starts_with(".") || Rest.starts_with("->")) &&
            !Rest.contains(Id))
          assumeAs(Answer, Subject + Rest.str());
    const auto It = Known.find(Id);
    if (It == Known.end())
      continue;
    Asked.push_back({Arg});
    const std::string Constant = constantIn(Arg, Ctx);
    if (!Constant.empty())
      Contradict |= (It->second.Is && *It->second.Is != Constant) ||
                    It->second.IsNot.contains(Constant);
    else if (!Subject.empty())
      assumeAs(It->second, Subject);
  }
}

bool Conditions::areSettledBy(const FunctionDecl &Callee,
                              ArrayRef<const Expr *> Args,
                              ASTContext &Ctx) const {
  std::set<std::string> Settled = OfCompiler;
  Settled.insert(GpuSubject.str());
  if (const FunctionDecl *Body = Callee.getDefinition())
    for (const auto [Param, Arg] : llvm::zip(Body->parameters(), Args))
      if (!constantIn(Arg, Ctx).empty())
        Settled.insert(idOf(Param));
  return llvm::all_of(
      Facts, [&](const auto &Fact) { return Settled.contains(Fact.first); });
}

void Conditions::assumeAs(const Fact &Known, const std::string &Subject) {
  if (Known.Is)
    assume({Subject, *Known.Is}, true);
  for (const std::string &Value : Known.IsNot)
    assume({Subject, Value}, false);
}

std::optional<bool> Conditions::decide(const Expr *E, ASTContext &Ctx) const {
  if (Facts.empty() || !E || E->isValueDependent())
    return std::nullopt;
  const auto Test = testIn(E, Ctx);
  if (!Test)
    return std::nullopt;
  if (const std::string *Is = valueOf(Test->Subject))
    return (*Is == Test->Value) != Test->IsNegated;
  if (excludes(Test->Subject, Test->Value))
    return Test->IsNegated;
  return std::nullopt;
}

const std::string *Conditions::valueOf(const std::string &Subject) const {
  const auto It = Facts.find(Subject);
  if (It == Facts.end())
    return nullptr;
  const Fact &Known = It->second;
  if (Known.Is)
    return &*Known.Is;
  return nullptr;
}

bool Conditions::excludes(const Conditions &Other) const {
  return llvm::any_of(Facts, [&](const auto &About) {
    const Fact &Known = About.second;
    const auto It = Other.Facts.find(About.first);
    if (It == Other.Facts.end())
      return false;
    const Fact &Theirs = It->second;
    return (Known.Is && Theirs.Is && *Known.Is != *Theirs.Is) ||
           (Known.Is && Theirs.IsNot.contains(*Known.Is)) ||
           (Theirs.Is && Known.IsNot.contains(*Theirs.Is));
  });
}

std::string Conditions::text() const {
  std::string Result;
  for (const auto &[Subject, Known] : Facts) {
    Result += Subject + (Known.Is ? "=" + *Known.Is : "");
    for (const std::string &Value : Known.IsNot)
      Result += "!" + Value;
    Result += ";";
  }
  return Result;
}

bool Conditions::excludes(const std::string &Subject,
                          const std::string &Value) const {
  const auto It = Facts.find(Subject);
  return It != Facts.end() && It->second.IsNot.contains(Value);
}

} // namespace aoti_tidy
