// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/example-inputs/ExampleInputsRule.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/UnitIndex.h"
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

/// The variable that a 'for' sets in each turn; null if it has none.
const VarDecl *turnOf(const Stmt &Loop) {
  if (const auto *Each = dyn_cast<CXXForRangeStmt>(&Loop))
    return Each->getLoopVariable();
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  return Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl())
                                      : nullptr;
}

bool names(const Stmt &S, ASTContext &Ctx,
           llvm::function_ref<bool(const VarDecl &)> Fits) {
  return llvm::any_of(
      match(findAll(declRefExpr(to(varDecl().bind("named")))), S, Ctx),
      [&](const BoundNodes &N) {
        return Fits(*N.getNodeAs<VarDecl>("named"));
      });
}

/// Where an expression is executed.
struct Turns {
  const Stmt *Loop = nullptr; ///< the innermost one around it, with a variable
  const Stmt *Inside = nullptr;    ///< its part that the expression is in
  const VarDecl *Holder = nullptr; ///< the variable that gets it
  bool MayBeSkipped = false;       ///< in a branch; or the loop may end with it
};

Turns turnsOf(const Expr &E, ASTContext &Ctx) {
  Turns Result;
  anyAround(E, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    const auto *Decls = dyn_cast<DeclStmt>(&Outer);
    if (Decls && Decls->isSingleDecl())
      Result.Holder = dyn_cast<VarDecl>(Decls->getSingleDecl());
    Result.MayBeSkipped |=
        isa<IfStmt, LambdaExpr, CXXTryStmt, ConditionalOperator>(Outer);
    if (turnOf(Outer)) {
      Result.Loop = &Outer;
      Result.Inside = &Inner;
    }
    return Result.Loop || Result.MayBeSkipped;
  });
  Result.MayBeSkipped |=
      Result.Loop && !match(findAll(stmt(anyOf(breakStmt(), returnStmt()))),
                            *Result.Inside, Ctx)
                          .empty();
  return Result;
}

/// The loop in each turn of which \p C, in \p Function, makes the same loader
/// again, there or in a call of the function.
const Stmt *loopOver(const Construction &C, const FunctionDecl &Function,
                     ASTContext &Ctx) {
  const auto [Loop, Inside, Holder, MayBeSkipped] = turnsOf(*C.Node, Ctx);
  if (!Holder || !Holder->hasLocalStorage() || MayBeSkipped)
    return nullptr;
  const SourceRange Around =
      Loop ? Loop->getSourceRange() : Function.getSourceRange();
  const auto Varies = [&](const VarDecl &Var) {
    return Ctx.getSourceManager().isPointWithin(
        Var.getLocation(), Around.getBegin(), Around.getEnd());
  };
  // pool.push_back(std::move(loader)): it is kept.
  const auto HandsOn =
      callExpr(unless(cxxOperatorCallExpr()),
               hasAnyArgument(ignoringParenImpCasts(
                   declRefExpr(to(varDecl(equalsNode(Holder)))))));
  if (llvm::any_of(C.args(),
                   [&](const Expr *Arg) { return names(*Arg, Ctx, Varies); }) ||
      !match(findAll(HandsOn), *Function.getBody(), Ctx).empty())
    return nullptr;
  const auto UsesTurn = [&](const Turns &Of, const Stmt &In) {
    return Of.Loop && !Of.MayBeSkipped && names(In, Ctx, [&](const VarDecl &V) {
             return &V == turnOf(*Of.Loop);
           });
  };
  if (Loop)
    return UsesTurn({Loop}, *Inside) ? Loop : nullptr;
  // for (auto &x : xs) score(x);
  for (const UnitIndex::Call &Call : UnitIndex::of(Ctx).callsOf(Function))
    for (const Expr *Arg : Call.Args)
      if (const Turns Of = turnsOf(*Arg, Ctx); UsesTurn(Of, *Arg))
        return Of.Loop;
  return nullptr;
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
  // std::stoul(spec.substr(spec.find('[') + 1))
  Finder->addMatcher(
      callExpr(callee(functionDecl(hasAnyName("stoi", "stol", "stoll", "stoul",
                                              "stoull", "atoi", "strtol"))),
               unless(isExpansionInSystemHeader()),
               hasAncestor(functionDecl().bind("parser")))
          .bind("number"),
      this);
}

void ExampleInputsCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Guard = Result.Nodes.getNodeAs<VarDecl>("guard")) {
    if (Guard->getTSCSpec() == TSCS_unspecified)
      diag(Guard->getLocation(), "%0") << staticGuardProblem(
          Guard->getName(), Guard->getType()->getAsCXXRecordDecl()->getName());
    return;
  }
  if (const auto *Number = Result.Nodes.getNodeAs<CallExpr>("number")) {
    const auto TextOf = [&](SourceRange Range) {
      return Lexer::getSourceText(CharSourceRange::getTokenRange(Range),
                                  *Result.SourceManager, getLangOpts());
    };
    const auto *In = Result.Nodes.getNodeAs<FunctionDecl>("parser");
    const StringRef Text = TextOf(Number->getSourceRange());
    if (TextOf(In->getSourceRange()).contains("get_call_spec(") &&
        (Text.contains(".find('[')") || Text.contains(".find(\"[\")")))
      diag(Number->getBeginLoc(), "%0") << CallSpecProblem;
    return;
  }
  const auto C = constructionOf(Result.Nodes.getNodeAs<Expr>("construction"));
  const auto *Function = Result.Nodes.getNodeAs<FunctionDecl>("function");
  if (!C || C->args().empty() || !Function->getBody() ||
      Result.SourceManager->isInSystemHeader(C->Loc))
    return;
  ASTContext &Ctx = *Result.Context;
  if (const Stmt *Loop = loopOver(*C, *Function, Ctx)) {
    diag(C->Loc, "%0") << loadedAgainProblem("for each '" +
                                             turnOf(*Loop)->getName().str() +
                                             "'")
                       << C->Range;
    diag(Loop->getBeginLoc(), "%0", DiagnosticIDs::Note) << LoopsHere;
  }
  const StringRef Path = pathText(C->args().front(), Ctx);
  // std::ofstream file(path); file.write(...); in a block around the loader
  anyAround(*C->Node, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (!isa<CompoundStmt>(Outer))
      return false;
    for (const Stmt *S : Outer.children()) {
      if (S == &Inner)
        break;
      const auto *Decls = dyn_cast<DeclStmt>(S);
      const auto *Var = Decls && Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr;
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

std::unique_ptr<ClangTidyCheck>
makeExampleInputsCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<ExampleInputsCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
