// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/example-inputs/ExampleInputsRule.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/AotiApi.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// 'path' of path, path.c_str() and path.string(), as the source has it.
StringRef pathText(const Expr *E, const ASTContext &Ctx) {
  StringRef Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(E->getSourceRange()),
                           Ctx.getSourceManager(), Ctx.getLangOpts());
  Text.consume_back(".c_str()");
  Text.consume_back(".string()");
  return Text;
}

/// Whether \p Var is a std::ofstream or std::fstream that is opened on \p Path.
bool isStreamOn(const VarDecl &Var, StringRef Path, const ASTContext &Ctx) {
  const auto *Class = Var.getType()->getAsCXXRecordDecl();
  const Expr *Init = Var.getInit();
  if (!Class || !Init || !Class->isInStdNamespace() ||
      (Class->getName() != "basic_ofstream" &&
       Class->getName() != "basic_fstream"))
    return false;
  const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return Made && Made->getNumArgs() > 0 &&
         pathText(Made->getArg(0), Ctx) == Path;
}

/// What is done with \p Stream before \p End: whether something is written that
/// nothing surely brought to the file.
bool isUnflushed(const VarDecl &Stream, const Stmt &Body, SourceLocation End,
                 const ASTContext &Ctx) {
  bool IsDirty = false;
  const auto Uses =
      match(findAll(declRefExpr(to(varDecl(equalsNode(&Stream)))).bind("use")),
            Body, const_cast<ASTContext &>(Ctx));
  for (const auto &Use : Uses) {
    const auto *Ref = Use.getNodeAs<DeclRefExpr>("use");
    const SourceManager &SM = Ctx.getSourceManager();
    if (!SM.isBeforeInTranslationUnit(Ref->getBeginLoc(), End))
      continue;
    // file.close(), file << std::flush; in other hands, it may be closed.
    const auto [File, Offset] = SM.getDecomposedSpellingLoc(Ref->getEndLoc());
    const StringRef Rest =
        SM.getBufferData(File).substr(Offset + Stream.getName().size()).ltrim();
    if (Rest.starts_with(".write(") || Rest.starts_with("<<"))
      IsDirty = !Rest.split(';').first.contains("flush") &&
                !Rest.split(';').first.contains("endl");
    else if (!Rest.starts_with(".is_open()") && !Rest.starts_with(".good()") &&
             !Rest.starts_with(")"))
      return false;
  }
  return IsDirty;
}

/// The variable that \p S declares; null if it does something else.
const VarDecl *declaredBy(const Stmt &S) {
  const auto *Decls = dyn_cast<DeclStmt>(&S);
  return Decls && Decls->isSingleDecl()
             ? dyn_cast<VarDecl>(Decls->getSingleDecl())
             : nullptr;
}

/// The loop that makes the same loader in each turn and drops it: for (auto
/// &image : images) { Loader loader("m.pt2"); loader.run({image}); }. Only
/// tensors come before it there: what else does may skip the turn, choose a
/// device or write the package.
const CXXForRangeStmt *loopAround(const Construction &C, ASTContext &Ctx) {
  const CXXForRangeStmt *Loop = nullptr;
  const VarDecl *Holder = nullptr;
  anyAround(*C.Node, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (isa<Expr>(Outer))
      return isa<LambdaExpr, ConditionalOperator>(Outer);
    if (!Holder)
      return !(Holder = declaredBy(Outer));
    if (!isa<CompoundStmt>(Outer)) {
      Loop = dyn_cast<CXXForRangeStmt>(&Outer);
      return true;
    }
    const auto Before = llvm::make_range(Outer.child_begin(),
                                         llvm::find(Outer.children(), &Inner));
    return llvm::any_of(Before, [](const Stmt *S) {
      const VarDecl *Var = declaredBy(*S);
      return !Var ||
             !StringRef(Var->getType().getAsString()).contains("Tensor");
    });
  });
  if (!Loop || !Holder->hasLocalStorage())
    return nullptr;
  const auto Element = varDecl(equalsNode(Loop->getLoopVariable()));
  const auto IsConst = qualType(isConstQualified());
  // A variable or member that may be given anew, path = next(); nextPath().
  const auto MayVary = expr(
      anyOf(cxxThisExpr(),
            callExpr(unless(anyOf(cxxMemberCallExpr(), cxxOperatorCallExpr()))),
            declRefExpr(unless(to(decl(anyOf(
                enumConstantDecl(), functionDecl(),
                varDecl(hasType(qualType(anyOf(IsConst, references(IsConst)))),
                        unless(Element)))))))));
  // loader.run(); no pool[i] = loader, pool.push_back(std::move(loader))
  const auto Member = expr(
      anyOf(memberExpr(unless(member(hasAnyName("get", "release", "swap")))),
            cxxOperatorCallExpr(hasOverloadedOperatorName("->"))));
  const auto Other = stmt(
      anyOf(breakStmt(), returnStmt(),
            declRefExpr(to(varDecl(equalsNode(Holder))),
                        unless(hasParent(expr(anyOf(
                            Member, implicitCastExpr(hasParent(Member)))))))));
  const Stmt &Body = *Loop->getBody();
  const StringRef Text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Body.getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
  return Text.count(pathText(C.args().front(), Ctx)) == 1 &&
                 match(findAll(Other), Body, Ctx).empty() &&
                 !match(findAll(declRefExpr(to(Element))), Body, Ctx).empty() &&
                 llvm::all_of(
                     C.args(),
                     [&](const Expr *Arg) {
                       return match(findAll(MayVary), *Arg, Ctx).empty();
                     })
             ? Loop
             : nullptr;
}

/// Finds example inputs that make another package than its calls need, and
/// packages that are loaded before they are whole.
///
/// Page: docs/checks/aoti-example-inputs.md
class ExampleInputsCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace

void ExampleInputsCheck::registerMatchers(MatchFinder *Finder) {
  // AOTIModelPackageLoader Loader(path)
  Finder->addMatcher(expr(constructionCandidate(),
                          unless(isInTemplateInstantiation()),
                          hasAncestor(functionDecl().bind("function")))
                         .bind("construction"),
                     this);
  // static c10::InferenceMode mode;
  Finder->addMatcher(
      varDecl(isStaticLocal(), unless(isExpansionInSystemHeader()),
              hasType(cxxRecordDecl(hasAnyName("::c10::InferenceMode",
                                               "::c10::NoGradGuard",
                                               "::at::NoGradGuard"))),
              hasAncestor(functionDecl(unless(isMain()))))
          .bind("guard"),
      this);
}

void ExampleInputsCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Guard = Result.Nodes.getNodeAs<VarDecl>("guard")) {
    if (Guard->getTSCSpec() == TSCS_unspecified)
      diag(Guard->getLocation(), "%0") << staticGuardProblem(
          Guard->getName(), Guard->getType()->getAsCXXRecordDecl()->getName());
    return;
  }
  const auto C = constructionOf(Result.Nodes.getNodeAs<Expr>("construction"));
  const auto *Function = Result.Nodes.getNodeAs<FunctionDecl>("function");
  if (!C || C->args().empty() || !Function->getBody() ||
      Result.SourceManager->isInSystemHeader(C->Loc))
    return;
  ASTContext &Ctx = *Result.Context;
  if (const CXXForRangeStmt *Loop = loopAround(*C, Ctx))
    diag(C->Loc, "%0") << loadedAgainProblem(
                              "for each '" +
                                  Loop->getLoopVariable()->getName().str() +
                                  "'",
                              "before the loop")
                       << C->Range;
  const StringRef Path = pathText(C->args().front(), Ctx);
  // std::ofstream file(path); file.write(...); in a block around the loader
  anyAround(*C->Node, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (!isa<CompoundStmt>(Outer))
      return false;
    for (const Stmt *S : Outer.children()) {
      if (S == &Inner)
        break;
      const VarDecl *Var = declaredBy(*S);
      if (!Var || !isStreamOn(*Var, Path, Ctx) ||
          !isUnflushed(*Var, *Function->getBody(), C->Loc, Ctx))
        continue;
      diag(C->Loc, "%0") << openStreamProblem(Var->getName(),
                                              aoti_tidy::Language::Cxx)
                         << C->Range;
      diag(Var->getLocation(), "%0", DiagnosticIDs::Note) << OpenedHere;
      return true;
    }
    return false;
  });
}

AOTI_MAKE_CHECK(ExampleInputs)

} // namespace clang::tidy::aoti
