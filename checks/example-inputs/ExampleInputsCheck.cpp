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

/// The loop over what the program is asked for in whose body \p C makes the same
/// loader each time: for (auto &image : images) { Loader loader("m.pt2"); ... }
const CXXForRangeStmt *loopAround(const Construction &C, ASTContext &Ctx) {
  const CXXForRangeStmt *Loop = nullptr;
  bool IsLocal = false, MayEnd = false;
  anyAround(*C.Node, Ctx, [&](const Stmt &Outer, const Stmt &) {
    const auto *Decls = dyn_cast<DeclStmt>(&Outer);
    const auto *Var = Decls && Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    IsLocal |= Var && Var->hasLocalStorage();
    // if (!loader) loader = ...; what is run later; what ends with the first
    MayEnd |= isa<IfStmt, LambdaExpr, CXXTryStmt, ConditionalOperator>(Outer);
    Loop = dyn_cast<CXXForRangeStmt>(&Outer);
    return Loop || MayEnd;
  });
  if (!Loop || !IsLocal || MayEnd)
    return nullptr;
  const auto UsesIn = [&](const Stmt &S) {
    return match(findAll(declRefExpr(to(varDecl().bind("named")))), S, Ctx);
  };
  const auto IsOfLoop = [&](const BoundNodes &N) {
    const SourceLocation At = N.getNodeAs<VarDecl>("named")->getLocation();
    return Ctx.getSourceManager().isPointWithin(At, Loop->getBeginLoc(),
                                                Loop->getEndLoc());
  };
  const auto IsElement = [&](const BoundNodes &N) {
    return N.getNodeAs<VarDecl>("named") == Loop->getLoopVariable();
  };
  return llvm::any_of(UsesIn(*Loop->getBody()), IsElement) &&
                 llvm::none_of(C.args(),
                               [&](const Expr *Arg) {
                                 return llvm::any_of(UsesIn(*Arg), IsOfLoop);
                               }) &&
                 match(findAll(stmt(anyOf(breakStmt(), returnStmt()))),
                       *Loop->getBody(), Ctx)
                     .empty()
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
  if (const CXXForRangeStmt *Loop = loopAround(*C, Ctx))
    diag(C->Loc, "%0")
        << loadedAgainProblem(
               ("for each '" + Loop->getLoopVariable()->getName() + "'").str())
        << C->Range;
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
