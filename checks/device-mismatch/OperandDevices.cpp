// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with tensors beside the runs: operations on tensors of different
// devices, which throw.
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/LastingWrites.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorOperands.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

/// Whether whichever of \p Ways it is, it is on a device of that type.
bool areOn(const TensorValues &Ways, StringRef Type) {
  return !Ways.empty() && llvm::all_of(Ways, [&](const TensorValue &T) {
    return T.Device && T.Device->Value.Type == Type;
  });
}

/// Whether it surely has dimensions.
bool haveDimensions(const TensorValues &Ways) {
  return llvm::all_of(Ways, [](const TensorValue &T) {
    return T.Sizes && !T.Sizes->Value.empty();
  });
}

/// The index that the source says; nothing if it is another one on some way.
std::optional<int64_t> indexOf(const TensorValues &Ways) {
  std::optional<int64_t> Index;
  for (const TensorValue &T : Ways) {
    if (!T.Device || T.Device->Value.IndexKind != DeviceValue::Index::Literal ||
        (Index && *Index != T.Device->Value.IndexValue))
      return std::nullopt;
    Index = T.Device->Value.IndexValue;
  }
  return Index;
}

/// Of a macro or function that expects what it is given to throw: EXPECT_THROW,
/// ASSERT_RAISES, expectThrow.
bool isExpectation(StringRef Name) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"throw", "raise", "death"},
      [&](StringRef Word) { return Name.contains_insensitive(Word); });
}

/// Whether \p E is there to throw, or may: EXPECT_THROW(a + b, c10::Error),
/// 'expectThrow([&] { a + b; })', 'try { c = a + b; } catch (…) { … }'.
bool isExpectedToThrow(const Expr &E, ASTContext &Ctx) {
  constexpr unsigned MaxTried = 2; // statements
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Loc = E.getExprLoc();
  for (unsigned Depth = 0; Loc.isMacroID() && Depth < 16; ++Depth) {
    if (isExpectation(Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts())))
      return true;
    Loc = SM.getImmediateMacroCallerLoc(Loc);
  }
  const Stmt *Inner = &E;
  for (DynTypedNodeList Parents = Ctx.getParents(E); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const auto *Call = Parents[0].get<CallExpr>();
    if (Call && Call->getDirectCallee() &&
        isExpectation(nameOf(Call->getDirectCallee())))
      return true;
    const Stmt *Around = Parents[0].get<Stmt>();
    if (const auto *Try = dyn_cast_or_null<CXXTryStmt>(Around);
        Try && Try->getTryBlock()->size() <= MaxTried &&
        llvm::is_contained(Try->getTryBlock()->body(), Inner))
      return true;
    // The statement of a block that E is in.
    if (Around && !isa<CompoundStmt>(Around))
      Inner = isa<Expr, DeclStmt>(Around) ? Around : nullptr;
    // A lambda is read where it stands, a function by itself.
    const auto *Function = Parents[0].get<FunctionDecl>();
    if (Function && !isa<CXXMethodDecl>(Function))
      break;
  }
  return false;
}

/// The variables and members that \p S names.
void addNamed(const Stmt *S, llvm::SmallPtrSetImpl<const ValueDecl *> &Into) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Into.insert(Ref->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && isa<FieldDecl>(Member->getMemberDecl()))
    Into.insert(Member->getMemberDecl());
  for (const Stmt *Child : S->children())
    addNamed(Child, Into);
}

/// What a function asks the device of, in whatever words: 'x.is_cuda()',
/// 'x.device() == y.device()', 'areTogether(x, y)'. What the flow does not
/// understand may keep such a tensor from an operation.
class Asked {
public:
  explicit Asked(const FunctionDecl &Function) { visit(Function.getBody()); }

  bool isAbout(const Expr *E) const {
    llvm::SmallPtrSet<const ValueDecl *, 8> Named;
    addNamed(E, Named);
    return llvm::any_of(Named,
                        [&](const ValueDecl *D) { return About.contains(D); });
  }

private:
  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && isQuestion(*Call))
      addNamed(Call, About);
    if (const auto *Compare = dyn_cast<BinaryOperator>(S);
        Compare && Compare->isEqualityOp() && isOfDevice(Compare))
      addNamed(Compare, About);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      return visit(Lambda->getBody());
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  /// x.device(), x.options().device(), x.device().type()
  static bool isOfDevice(const Stmt *S) {
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S);
    return (Call && isTensor(Call->getObjectType()) &&
            llvm::is_contained({"device", "options"},
                               nameOf(Call->getMethodDecl()))) ||
           (S && llvm::any_of(S->children(), isOfDevice));
  }

  static bool isQuestion(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return false;
    const StringRef Name = nameOf(Callee);
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
        Method && isTensor(Method->getObjectType()))
      return llvm::is_contained({"is_cuda", "is_cpu", "is_hip", "is_mps",
                                 "is_xpu", "get_device", "key_set"},
                                Name);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
        Operator && llvm::is_contained({OO_EqualEqual, OO_ExclaimEqual},
                                       Operator->getOperator()))
      return isOfDevice(&Call);
    return Callee->getReturnType()->isBooleanType() && !isOfLibrary(Callee);
  }

  llvm::SmallPtrSet<const ValueDecl *, 16> About;
};

/// What the source has for \p E; empty if it is long, or not the source's own.
std::string shortTextOf(const Expr &E, ASTContext &Ctx) {
  constexpr size_t MaxLength = 40;
  const SourceManager &SM = Ctx.getSourceManager();
  // Of a macro's argument, where that is written.
  const auto Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E.IgnoreParenImpCasts()->getSourceRange()),
      SM, Ctx.getLangOpts());
  const StringRef Text =
      Range.isValid() ? Lexer::getSourceText(Range, SM, Ctx.getLangOpts())
                      : StringRef();
  return Text.size() > MaxLength || Text.contains('\n') ? "" : Text.str();
}

/// Whether there is something to look at in \p S.
bool hasOperands(const Stmt *S) {
  if (!S)
    return false;
  const auto *E = dyn_cast<Expr>(S);
  return (E && !operandsOf(*E).All.empty()) ||
         llvm::any_of(S->children(), hasOperands);
}

/// Whether it is what a model returns.
bool areOutputs(const TensorValues &Ways, const TensorDataflow &Flow) {
  return llvm::all_of(Ways, [&](const TensorValue &T) {
    return putBy(T.Device->From, Flow.expressionAt(T.Device->From)) ==
           PutBy::Model;
  });
}

/// Two of \p All that no way has on one device; the first is the one to move.
std::optional<std::pair<Operand, Operand>> apart(ArrayRef<Operand> All,
                                                 const TensorOperands &Of,
                                                 const TensorDataflow &Flow) {
  const Operand *OnGpu = llvm::find_if(
      All, [](const Operand &O) { return areOn(O.Ways, "cuda"); });
  if (OnGpu == All.end())
    return std::nullopt;
  for (const Operand &Other : All) {
    if (areOn(Other.Ways, "cpu") &&
        (!Of.TakesNumbers || haveDimensions(Other.Ways) ||
         (Of.IsComparison && areOutputs(Other.Ways, Flow))))
      return std::pair(Other, *OnGpu);
    const auto First = indexOf(OnGpu->Ways), Second = indexOf(Other.Ways);
    if (areOn(Other.Ways, "cuda") && First && Second && *First != *Second)
      return std::pair(Other, *OnGpu);
  }
  return std::nullopt;
}

} // namespace

// Behind the runs: of what a run gets, that is the place to say so.
void DeviceMismatchCheck::checkOperands(ASTContext &Ctx) {
  // What shares its data with others moves when they do.
  if (runs().empty() || SharesTensors)
    return;
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::SmallVector<const FunctionDecl *, 16> InOrder;
  llvm::DenseSet<const FunctionDecl *> Seen;
  const auto Add = [&](const FunctionDecl &Function) {
    const FunctionDecl *Definition = Function.getDefinition();
    if (Definition && Seen.insert(Definition).second &&
        !Definition->isDependentContext() &&
        !SM.isInSystemHeader(Definition->getLocation()) &&
        hasOperands(Definition->getBody()))
      InOrder.push_back(Definition);
  };
  for (const Run &R : runs())
    Add(*R.Function);
  UnitIndex::of(Ctx).forEachCallee(
      [&](const FunctionDecl &Function, ArrayRef<UnitIndex::Call>) {
        Add(Function);
      });
  // The first use of a tensor is the one that is reported.
  llvm::sort(InOrder, [&](const FunctionDecl *A, const FunctionDecl *B) {
    return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  });
  for (const FunctionDecl *Function : InOrder)
    checkOperandsIn(*Function, Ctx);
}

void DeviceMismatchCheck::checkOperandsIn(const FunctionDecl &Function,
                                          ASTContext &Ctx) {
  const auto Flow = flowOf(Function);
  if (!Flow)
    return;
  std::optional<Asked> Questions; // there are few operations that need them
  const auto Report = [&](const Expr &E, const TensorOperands &Of,
                          const Apart &Found, const TensorDataflow &Along) {
    if (!Questions)
      Questions.emplace(Function);
    if (!Questions->isAbout(Found.first.Given) &&
        !Questions->isAbout(Found.second.Given) && !isExpectedToThrow(E, Ctx))
      reportOperands(E, Of.Name, Found, Along, Ctx);
  };
  const auto Look = [&](TensorDataflow &Along, auto Visit) {
    Along.forEachExpr([&](const Expr &E, TensorDataflow::TensorsHere At) {
      const TensorOperands Of = operandsOf(E);
      if (Of.All.empty())
        return;
      llvm::SmallVector<Operand, 4> All;
      for (const Expr *Given : Of.All)
        All.push_back({Given, At(Given)});
      Visit(E, Of, All);
    });
  };
  llvm::DenseSet<const Expr *> Open;
  Look(*Flow,
       [&](const Expr &E, const TensorOperands &Of, ArrayRef<Operand> All) {
         if (const auto Found = apart(All, Of, *Flow))
           Report(E, Of, *Found, *Flow);
         else if (llvm::any_of(All, [](const Operand &O) {
                    return differInDevice(O.Ways);
                  }))
           Open.insert(&E);
       });
  if (Open.empty())
    return;
  // What a method leaves in a member, beside which its other values do not count.
  constexpr size_t MaxWrites = 16;
  std::vector<LastingWrite> Writes = lastingWrites(Function, Ctx);
  Writes.resize(std::min(Writes.size(), MaxWrites));
  for (const LastingWrite &Write : Writes)
    if (const auto After = flowOf(Function, {}, {nullptr, Write}))
      Look(*After,
           [&](const Expr &E, const TensorOperands &Of, ArrayRef<Operand> All) {
             const auto Found = Open.contains(&E) && !isRunByChoice(E, Ctx)
                                    ? apart(All, Of, *After)
                                    : std::optional<Apart>();
             if (Found)
               Report(E, Of, *Found, *After);
           });
}

void DeviceMismatchCheck::reportOperands(const Expr &E, StringRef Operation,
                                         const Apart &Operands,
                                         const TensorDataflow &Flow,
                                         ASTContext &Ctx) {
  const auto &[Wrong, Beside] = Operands;
  const auto &Device = *Wrong.Ways.front().Device;
  const auto &Other = *Beside.Ways.front().Device;
  const auto PlaceOf = [&](const Known<DeviceValue> &From) {
    return locationOf(From.From, Flow.expressionAt(From.From));
  };
  const auto ByOf = [&](const Known<DeviceValue> &From) {
    return putBy(From.From, Flow.expressionAt(From.From));
  };
  // One tensor that is left behind is one mistake, whatever is done with it, and
  // so is one operation, in however many instances of a template it is.
  if (!ReportedPlaces.insert({E.getExprLoc(), "operands"}).second ||
      (ByOf(Device) != PutBy::Model &&
       !ReportedPlaces.insert({PlaceOf(Device), Other.Value.Type}).second))
    return;
  const OperandProblem Problem = operandProblem(
      Operation, {shortTextOf(*Wrong.Given, Ctx), Device.Value, ByOf(Device)},
      {shortTextOf(*Beside.Given, Ctx), Other.Value, ByOf(Other)});
  diag(E.getExprLoc(), "%0") << Problem.Text << Wrong.Given->getSourceRange();
  diag(PlaceOf(Device), "%0", DiagnosticIDs::Note) << Problem.AtWrong;
  diag(PlaceOf(Other), "%0", DiagnosticIDs::Note) << Problem.AtOther;
}

} // namespace clang::tidy::aoti
