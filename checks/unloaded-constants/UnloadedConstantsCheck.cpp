// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/unloaded-constants/ConstantMap.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

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
