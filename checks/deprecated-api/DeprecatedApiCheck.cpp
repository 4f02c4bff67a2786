// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "checks/lib/torch/DeprecatedApi.h"
#include "clang/AST/Attr.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds AOTInductor API that torch has deprecated, renamed or removed.
///
/// Page: docs/checks/aoti-deprecated-api.md
class DeprecatedApiCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  class IncludeCollector;
  /// '#include' of a header that moved; judged when the version is known.
  struct Include {
    size_t Header; ///< in the table of moved headers
    CharSourceRange Range;
    std::string Spelling; ///< as written, without quotes
    bool IsAngled;
    bool IsFound;
  };

  void checkCFunction(const DeclRefExpr &Ref, const FunctionDecl &Function,
                      ASTContext &Ctx);
  void checkShim(const DeclRefExpr &Ref, const FunctionDecl &Function,
                 const SourceManager &SM);

  std::vector<Include> Includes;
};

std::string fileOf(SourceLocation Loc, const SourceManager &SM) {
  return llvm::sys::path::convert_to_slash(
      SM.getFilename(SM.getExpansionLoc(Loc)));
}

bool isDeclaredInFile(const FunctionDecl &F, const SourceManager &SM,
                      llvm::function_ref<bool(StringRef)> IsFile) {
  return llvm::any_of(F.redecls(), [&](const FunctionDecl *Redecl) {
    return IsFile(fileOf(Redecl->getLocation(), SM));
  });
}

bool isOfModelInterface(const FunctionDecl &F, const SourceManager &SM) {
  return isDeclaredInFile(F, SM, [](StringRef File) {
    return File.ends_with("torch/csrc/inductor/aoti_runtime/interface.h");
  });
}

} // namespace

class DeprecatedApiCheck::IncludeCollector : public PPCallbacks {
public:
  explicit IncludeCollector(DeprecatedApiCheck &Check) : Check(Check) {}

  void InclusionDirective(SourceLocation, const Token &, StringRef FileName,
                          bool IsAngled, CharSourceRange FilenameRange,
                          OptionalFileEntryRef File, StringRef, StringRef,
                          const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    for (const auto &[I, Header] : llvm::enumerate(movedHeaders()))
      if (FileName == Header.Name ||
          FileName.ends_with(("/" + Header.Name).str()))
        Check.Includes.push_back(
            {I, FilenameRange, FileName.str(), IsAngled, File.has_value()});
  }

private:
  DeprecatedApiCheck &Check;
};

void DeprecatedApiCheck::registerPPCallbacks(const SourceManager &SM,
                                             Preprocessor *PP,
                                             Preprocessor *ModuleExpanderPP) {
  AotiCheck::registerPPCallbacks(SM, PP, ModuleExpanderPP);
  PP->addPPCallbacks(std::make_unique<IncludeCollector>(*this));
}

void DeprecatedApiCheck::registerMatchers(MatchFinder *Finder) {
  std::vector<StringRef> Names;
  for (const DeprecatedFunction &F : deprecatedCFunctions())
    Names.push_back(F.Name);
  // AOTInductorModelContainerCreate(...), &AOTInductorModelCreate
  Finder->addMatcher(
      declRefExpr(
          to(functionDecl(hasAnyName(Names)).bind("c-function")),
          // Torch's own wrapper implements some of them by others.
          optionally(hasAncestor(
              functionDecl(matchesName("::AOTInductor")).bind("within"))))
          .bind("ref"),
      this);
  // aoti_torch_bmm_out(...)
  Finder->addMatcher(
      declRefExpr(to(functionDecl(hasAttr(attr::Deprecated)).bind("shim")))
          .bind("ref"),
      this);
}

void DeprecatedApiCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Ctx = *Result.Context;
  const SourceManager &SM = *Result.SourceManager;
  const auto *Ref = Result.Nodes.getNodeAs<DeclRefExpr>("ref");
  // decltype(&AOTInductorModelContainerCreate) types a pointer from dlsym.
  if (Ref->isNonOdrUse() == NOUR_Unevaluated)
    return;
  if (const auto *Shim = Result.Nodes.getNodeAs<FunctionDecl>("shim"))
    return checkShim(*Ref, *Shim, SM);
  const auto *Within = Result.Nodes.getNodeAs<FunctionDecl>("within");
  if (Within && isOfModelInterface(*Within, SM))
    return;
  checkCFunction(*Ref, *Result.Nodes.getNodeAs<FunctionDecl>("c-function"),
                 Ctx);
}

void DeprecatedApiCheck::checkCFunction(const DeclRefExpr &Ref,
                                        const FunctionDecl &Function,
                                        ASTContext &Ctx) {
  const DeprecatedFunction *Entry =
      deprecatedCFunctions().find(Function.getName());
  if (!Entry || !Function.isExternC() || Function.isDefined() ||
      !isOfModelInterface(Function, Ctx.getSourceManager()) ||
      !torchAtLeast(Entry->Since))
    return;
  // A header without the replacement is older than the version we were told.
  if (Ctx.getTranslationUnitDecl()
          ->lookup(&Ctx.Idents.get(Entry->Replacement))
          .empty())
    return;
  diag(Ref.getLocation(), "%0") << deprecatedCFunctionText(*Entry);
}

void DeprecatedApiCheck::checkShim(const DeclRefExpr &Ref,
                                   const FunctionDecl &Function,
                                   const SourceManager &SM) {
  if (!Function.getIdentifier() || !Function.getName().starts_with("aoti_") ||
      !isDeclaredInFile(Function, SM, [](StringRef File) {
        return File.contains("torch/csrc/inductor/aoti_torch/");
      }))
    return;
  const auto *Attr = Function.getAttr<DeprecatedAttr>();
  diag(Ref.getLocation(), "%0")
      << deprecatedShimText(Function.getName(), Attr->getMessage());
}

void DeprecatedApiCheck::onEndOfTranslationUnit() {
  for (const Include &I : Includes) {
    const MovedHeader &Header = movedHeaders()[I.Header];
    // A header that is found in a torch of unknown age is where it belongs.
    if (!torchAtLeast(Header.Since) || (I.IsFound && !torchVersion()))
      continue;
    auto Diag = diag(I.Range.getBegin(), "%0") << movedHeaderText(Header);
    if (I.Range.getBegin().isMacroID())
      continue;
    const std::string New =
        StringRef(I.Spelling).drop_back(Header.Name.size()).str() +
        Header.Replacement.str();
    Diag << FixItHint::CreateReplacement(
        I.Range, (I.IsAngled ? "<" : "\"") + New + (I.IsAngled ? ">" : "\""));
  }
}

AOTI_MAKE_CHECK(DeprecatedApi)

} // namespace clang::tidy::aoti
