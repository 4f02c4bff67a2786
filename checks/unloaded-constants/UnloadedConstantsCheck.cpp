// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/LoaderUses.h"
#include "checks/unloaded-constants/UnloadedConstantsRule.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace aoti_tidy;
using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

/// A call of a loader or runner that gives the model constants.
struct CxxLoad {
  LoaderCall At = {};
  ConstantLoad Load;
  /// Where each of the names is written.
  std::vector<const clang::Expr *> Places;
};

/// The effect of a method of loaders and runners on constants.
enum class ConstantMethod {
  None,  ///< it leaves them as they are
  Load,  ///< load_constants(map, ...)
  Swap,  ///< swap_constant_buffer()
  Other, ///< it may load any: update_constant_buffer_from_blob(path)
};

StringRef nameOf(const CallExpr &Call) {
  return aoti_tidy::nameOf(Call.getDirectCallee());
}

ConstantMethod constantMethod(const CXXMemberCallExpr &Call) {
  const StringRef Name = nameOf(Call);
  if (llvm::is_contained({"load_constants", "update_constant_buffer",
                          "update_constant_buffer_from_cpu",
                          "update_inactive_constant_buffer"},
                         Name))
    return ConstantMethod::Load;
  if (Name == "swap_constant_buffer")
    return ConstantMethod::Swap;
  static constexpr StringRef Others[] = {
      "boxed_run",
      "did_call_load_constants",
      "extract_constants_map",
      "free_inactive_constant_buffer",
      "getConstantNamesToDtypes",
      "getConstantNamesToOriginalFQNs",
      "get_call_spec",
      "get_constant_fqns",
      "get_custom_objs",
      "get_input_names",
      "get_metadata",
      "get_output_names",
      "run",
      "run_const_fold",
      "run_with_cuda_stream",
  };
  return llvm::is_contained(Others, Name) ? ConstantMethod::None
                                          : ConstantMethod::Other;
}

/// The argument for the parameter that has one of \p Names; null if there is
/// none.
const Expr *argument(const CallExpr &Call, ArrayRef<StringRef> Names) {
  for (auto [Arg, Parameter] :
       llvm::zip(Call.arguments(), Call.getDirectCallee()->parameters()))
    if (Parameter->getIdentifier() &&
        llvm::is_contained(Names, Parameter->getName()))
      return Arg;
  return nullptr;
}

bool isTrue(const Expr *E, ASTContext &Ctx) {
  if (const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(E))
    E = Default->getExpr();
  const auto Value = E ? evaluateInt(E, Ctx) : std::nullopt;
  return Value && *Value != 0;
}

/// The names that one map has when a call loads them.
class MapReader {
public:
  MapReader(CxxLoad &Into, const ControlFlow *Flow, ASTContext &Ctx)
      : Into(Into), Flow(Flow), Ctx(Ctx) {}

  void read(const Expr *Map) {
    Into.Load.HasAllNames = true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Map->IgnoreUnlessSpelledInSource());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var ? readVariable(*Var) : readInit(Map))
      return;
    Into.Load.HasAllNames = false;
    Into.Load.Names.clear();
    Into.Places.clear();
  }

private:
  bool readVariable(const VarDecl &Var) {
    if (!Flow || !Var.hasLocalStorage() || isa<ParmVarDecl>(Var) ||
        !isMap(Var.getType()->getAsCXXRecordDecl()) ||
        Var.getDeclContext() != Into.At.Function)
      return false;
    const auto Uses = referencesTo(Var, Ctx);
    return Uses && readInit(Var.getInit()) &&
           llvm::all_of(*Uses, [&](const Expr *E) { return readUse(*E); });
  }

  /// Adds what \p Key is; \p By, which puts it into the map, is null for the
  /// initialiser.
  void add(const Expr *Key, const Expr *By) {
    if (By && !Flow->canFollow(By, Into.At.Call))
      return;
    const auto Text = evaluateString(Key, Ctx);
    if (!Text) {
      Into.Load.HasAllNames = false;
      return;
    }
    const bool IsSure = !By || Flow->surelyPrecedes(By, Into.At.Call);
    Into.Load.Names.push_back({*Text, IsSure});
    Into.Places.push_back(Key);
  }

  /// map m; map m = {{"fc.weight", w}, ...};
  bool readInit(const Expr *Init) {
    if (!Init)
      return true;
    Init = Init->IgnoreImplicit();
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Init))
      return readInit(List->getSubExpr());
    if (const auto *List = dyn_cast<InitListExpr>(Init))
      return llvm::all_of(List->inits(),
                          [&](const Expr *E) { return readPair(E); });
    const auto *Made = dyn_cast<CXXConstructExpr>(Init);
    if (!Made || !isMap(Made->getType()->getAsCXXRecordDecl()))
      return false;
    if (Made->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Made->getArg(0)))
      return true;
    const Expr *First = Made->getArg(0)->IgnoreImplicit();
    // A copy of another map is not followed.
    return (isa<CXXStdInitializerListExpr, InitListExpr>(First) ||
            Made->isElidable()) &&
           readInit(First);
  }

  /// {"fc.weight", w}, std::pair(...)
  bool readPair(const Expr *Pair) {
    const auto *Made = dyn_cast<CXXConstructExpr>(Pair->IgnoreImplicit());
    if (!Made || Made->getNumArgs() != 2)
      return false;
    add(Made->getArg(0), nullptr);
    return true;
  }

  /// Whether what is done with the map at \p Use is understood.
  bool readUse(const Expr &Use) {
    DynTypedNodeList Parents = Ctx.getParents(Use);
    while (Parents.size() == 1 && Parents[0].get<ImplicitCastExpr>() != nullptr)
      Parents = Ctx.getParents(Parents[0]);
    if (Parents.size() != 1)
      return false;
    // m["fc.weight"] = w;
    if (const auto *Operator = Parents[0].get<CXXOperatorCallExpr>()) {
      if (Operator->getOperator() != OO_Subscript)
        return false;
      add(Operator->getArg(1), Operator);
      return true;
    }
    if (const auto *Member = Parents[0].get<MemberExpr>()) {
      Parents = Ctx.getParents(*Member);
      const auto *Call =
          Parents.size() == 1 ? Parents[0].get<CXXMemberCallExpr>() : nullptr;
      return Call && readMethod(*Call);
    }
    const auto *Call = Parents[0].get<CXXMemberCallExpr>();
    return Call && constantMethod(*Call) == ConstantMethod::Load;
  }

  bool readMethod(const CXXMemberCallExpr &Call) {
    const StringRef Name = nameOf(Call);
    if (llvm::is_contained({"emplace", "try_emplace", "insert_or_assign"},
                           Name) &&
        Call.getNumArgs() > 1) {
      add(Call.getArg(0), &Call);
      return true;
    }
    return llvm::is_contained({"size", "empty", "count", "contains", "reserve"},
                              Name);
  }

  CxxLoad &Into;
  const ControlFlow *Flow;
  ASTContext &Ctx;
};

/// The constants that \p Call loads: the names in a map that the function
/// fills, as far as they are constant.
CxxLoad loadBy(const LoaderCall &Call, const ControlFlow *Flow,
               ASTContext &Ctx) {
  CxxLoad Result;
  Result.At = Call;
  const StringRef Name = nameOf(*Call.Call);
  ConstantLoad &Load = Result.Load;
  Load.By = Name == "load_constants" ? ConstantLoad::Key::Original
                                     : ConstantLoad::Key::Emitted;
  Load.ChecksAll = isTrue(
      argument(*Call.Call, {"check_full_update", "validate_full_updates"}),
      Ctx);
  Load.IsForInactive = Name == "update_inactive_constant_buffer" ||
                       isTrue(argument(*Call.Call, {"use_inactive"}), Ctx);
  if (Call.Call->getNumArgs() > 0)
    MapReader(Result, Flow, Ctx).read(Call.Call->getArg(0));
  return Result;
}

} // namespace
} // namespace aoti_tidy

namespace clang::tidy::aoti {
namespace {

/// How the loader or runner of \p Run is spelt, with what comes before its
/// method: "loader.", "models_[0]->"; empty if that is long.
std::string objectOf(const CXXMemberCallExpr &Run, ASTContext &Ctx) {
  const auto *Member = dyn_cast<MemberExpr>(Run.getCallee()->IgnoreParens());
  if (!Member || Member->isImplicitAccess())
    return "";
  const auto Text = Lexer::getSourceText(
      CharSourceRange::getCharRange(Run.getBeginLoc(), Member->getMemberLoc()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
  constexpr size_t MaxLength = 40;
  return Text.size() <= MaxLength && !Text.contains('\n') ? Text.str() : "";
}

/// The call that would load what \p Run needs.
std::string cureAt(const CXXMemberCallExpr &Run, ASTContext &Ctx) {
  const bool IsRunner =
      Run.getRecordDecl()->getName().starts_with("AOTIModelContainerRunner");
  return objectOf(Run, Ctx) +
         (IsRunner ? "update_constant_buffer(...)" : "load_constants(...)");
}

/// Finds runs of models whose weights are not in the package and not loaded,
/// and loads of constants that the model does not have.
///
/// Page: docs/checks/aoti-unloaded-constants.md
class UnloadedConstantsCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

protected:
  void checkFile(ASTContext &Ctx) override;
  void checkRun(const Run &R, ASTContext &Ctx) override;

private:
  /// What is wrong at one place with the constants of one loader.
  struct Problem {
    SourceLocation Loc;
    SourceRange Range;
    std::string Text;
    bool IsRun = false;
    std::vector<std::pair<SourceLocation, std::string>> Notes = {};
  };
  /// Those of one loader, which are told as one.
  struct OfLoader {
    aoti_tidy::Construction Made;
    aoti_tidy::LoadedModel Loaded;
    std::vector<Problem> Problems;
  };
  void add(const aoti_tidy::Construction &C,
           const aoti_tidy::LoadedModel &Loaded, Problem P);
  void report(const OfLoader &L);

  /// callsOf() \p C.
  const std::optional<std::vector<aoti_tidy::LoaderCall>> &
  callsOf(const aoti_tidy::Construction &C, ASTContext &Ctx);
  const aoti_tidy::CxxLoad &loadBy(const aoti_tidy::LoaderCall &Call,
                                   ASTContext &Ctx);

  // The file's.
  std::vector<aoti_tidy::LoaderCall> Loads;
  std::vector<OfLoader> Found;
  std::optional<aoti_tidy::CallOrder> Order;
  std::map<const Expr *, std::optional<std::vector<aoti_tidy::LoaderCall>>>
      Calls; ///< by the construction
  std::map<const Expr *, aoti_tidy::CxxLoad> KnownLoads; ///< by the call
};

} // namespace

void UnloadedConstantsCheck::registerMatchers(MatchFinder *Finder) {
  PackageCheck::registerMatchers(Finder);
  // loader.load_constants(map, false, true),
  // runner->update_constant_buffer(...)
  Finder->addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasAnyName(
                            "load_constants", "update_constant_buffer",
                            "update_constant_buffer_from_cpu",
                            "update_inactive_constant_buffer"))),
                        forFunction(functionDecl().bind("function")))
          .bind("load"),
      this);
}

void UnloadedConstantsCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Load = Result.Nodes.getNodeAs<CXXMemberCallExpr>("load"))
    Loads.push_back({Load, Result.Nodes.getNodeAs<FunctionDecl>("function")});
  else
    PackageCheck::check(Result);
}

void UnloadedConstantsCheck::onEndOfTranslationUnit() {
  PackageCheck::onEndOfTranslationUnit();
  for (OfLoader &L : Found)
    report(L);
  Loads.clear();
  Found.clear();
  Order.reset();
  Calls.clear();
  KnownLoads.clear();
}

// loader.load_constants(map, ...) with a name that the package does not have
void UnloadedConstantsCheck::checkFile(ASTContext &Ctx) {
  Order.emplace(Ctx);
  for (const LoaderCall &Call : Loads) {
    const auto Loaders =
        bindings().loadersOf(Call.Call->getImplicitObjectArgument());
    const auto Loaded = modelOf(Loaders, Ctx);
    if (!Loaded)
      continue;
    const CxxLoad &L = loadBy(Call, Ctx);
    auto Bad = loadProblem(*Loaded->Model, L.Load, Loaded->quotedName(),
                           aoti_tidy::Language::Cxx);
    if (!Bad)
      continue;
    const Expr *At = Bad->Name ? L.Places[*Bad->Name] : Call.Call;
    Problem P{At->getExprLoc(), At->getSourceRange(), std::move(Bad->Text)};
    if (!Bad->Note.empty())
      P.Notes.emplace_back(Call.Call->getExprLoc(), std::move(Bad->Note));
    add(Loaders.front(), *Loaded, std::move(P));
  }
}

// Loader loader("without-weights.pt2"); loader.run(x);
void UnloadedConstantsCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || R.Loaders.empty() || !needsConstants(*R.Loaded->Model))
    return;
  const LoaderCall At{R.Call, R.Function};
  std::vector<ConstantLoad> Before;
  bool HasSwap = false;
  Problem P{R.Call->getExprLoc(), R.Call->getSourceRange(), "",
            /*IsRun=*/true};
  for (const Construction &C : R.Loaders) {
    const auto &All = callsOf(C, Ctx);
    if (!All || llvm::none_of(*All, [&](const LoaderCall &Call) {
          return Call.Call == R.Call;
        }))
      return;
    for (const LoaderCall &Call : *All) {
      const ConstantMethod Does = constantMethod(*Call.Call);
      if (Does == ConstantMethod::None || !Order->mayPrecede(Call, At))
        continue;
      if (Does == ConstantMethod::Other)
        return;
      HasSwap |= Does == ConstantMethod::Swap;
      if (Does == ConstantMethod::Swap)
        continue;
      Before.push_back(loadBy(Call, Ctx).Load);
      if (std::string Note = loadNote(*R.Loaded->Model, Before.back());
          !Note.empty())
        P.Notes.emplace_back(Call.Call->getExprLoc(), std::move(Note));
    }
  }
  auto Text = runProblem(*R.Loaded->Model, Before, HasSwap,
                         R.Loaded->quotedName(), cureAt(*R.Call, Ctx));
  if (!Text)
    return;
  P.Text = std::move(*Text);
  add(R.Loaders.front(), *R.Loaded, std::move(P));
}

const std::optional<std::vector<LoaderCall>> &
UnloadedConstantsCheck::callsOf(const Construction &C, ASTContext &Ctx) {
  const auto [It, IsNew] = Calls.try_emplace(C.Node);
  if (IsNew)
    It->second = aoti_tidy::callsOf(C, Ctx);
  return It->second;
}

const CxxLoad &UnloadedConstantsCheck::loadBy(const LoaderCall &Call,
                                              ASTContext &Ctx) {
  const auto [It, IsNew] = KnownLoads.try_emplace(Call.Call);
  if (IsNew)
    It->second = aoti_tidy::loadBy(Call, Order->flowOf(*Call.Function), Ctx);
  return It->second;
}

void UnloadedConstantsCheck::add(const Construction &C,
                                 const LoadedModel &Loaded, Problem P) {
  auto It = llvm::find_if(
      Found, [&](const OfLoader &L) { return L.Made.Node == C.Node; });
  if (It == Found.end())
    It = Found.insert(Found.end(), {C, Loaded, {}});
  // A load that throws ends what would come after it.
  if (!P.IsRun || It->Problems.empty() || It->Problems.front().IsRun)
    It->Problems.push_back(std::move(P));
}

void UnloadedConstantsCheck::report(const OfLoader &L) {
  const Problem &First = L.Problems.front();
  diag(First.Loc, "%0") << First.Text << First.Range;
  for (const auto &[Loc, Text] : First.Notes)
    diag(Loc, "%0", DiagnosticIDs::Note) << Text;
  for (const Problem &Other : llvm::drop_begin(L.Problems))
    diag(Other.Loc, "%0", DiagnosticIDs::Note) << alsoNote(Other.IsRun);
  diag(L.Made.Loc, "%0", DiagnosticIDs::Note)
      << sourceNote(*L.Loaded.Model, L.Loaded.quotedName());
}

AOTI_MAKE_CHECK(UnloadedConstants)

} // namespace clang::tidy::aoti
