// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with tensors beside the runs: operations on tensors of different
// devices, which throw.
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/lib/cxx/LastingWrites.h"
#include "checks/lib/cxx/TensorExpr.h"
#include "checks/lib/cxx/TensorOperands.h"
#include "checks/lib/cxx/UnitIndex.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

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

/// Whether \p E is in the argument of a macro that expects it to throw:
/// EXPECT_THROW(a + b, c10::Error).
bool isExpectedToThrow(const Expr &E, const SourceManager &SM,
                       const LangOptions &Options) {
  SourceLocation Loc = E.getExprLoc();
  for (unsigned Depth = 0; Loc.isMacroID() && Depth < 16; ++Depth) {
    if (Lexer::getImmediateMacroName(Loc, SM, Options)
            .contains_insensitive("throw"))
      return true;
    Loc = SM.getImmediateMacroCallerLoc(Loc);
  }
  return false;
}

/// What the source has for \p E; empty if it is long, or in a macro.
std::string shortTextOf(const Expr &E, ASTContext &Ctx) {
  constexpr size_t MaxLength = 40;
  const auto Range =
      CharSourceRange::getTokenRange(E.IgnoreParenImpCasts()->getSourceRange());
  const StringRef Text =
      Range.getBegin().isMacroID() || Range.getEnd().isMacroID()
          ? StringRef()
          : Lexer::getSourceText(Range, Ctx.getSourceManager(),
                                 Ctx.getLangOpts());
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

/// Two of \p All that no way has on one device; the first is the one to move.
std::optional<std::pair<Operand, Operand>> apart(ArrayRef<Operand> All,
                                                 bool TakesNumbers) {
  const Operand *OnGpu = llvm::find_if(
      All, [](const Operand &O) { return areOn(O.Ways, "cuda"); });
  if (OnGpu == All.end())
    return std::nullopt;
  for (const Operand &Other : All) {
    if (areOn(Other.Ways, "cpu") &&
        (!TakesNumbers || haveDimensions(Other.Ways)))
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
  if (runs().empty())
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
  const auto Look = [&](TensorDataflow &Along, auto Visit) {
    Along.forEachExpr([&](const Expr &E, TensorDataflow::TensorsHere At) {
      const TensorOperands Of = operandsOf(E);
      if (Of.All.empty() ||
          isExpectedToThrow(E, Ctx.getSourceManager(), Ctx.getLangOpts()))
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
         if (const auto Found = apart(All, Of.TakesNumbers))
           reportOperands(E, Of.Name, *Found, *Flow, Ctx);
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
             const auto Found = Open.contains(&E) ? apart(All, Of.TakesNumbers)
                                                  : std::optional<Apart>();
             if (Found)
               reportOperands(E, Of.Name, *Found, *After, Ctx);
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
