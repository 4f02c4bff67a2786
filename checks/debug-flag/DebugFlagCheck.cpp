// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <vector>

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// A call that sets an environment variable whose name the source tells:
/// setenv, putenv, c10::utils::set_env and their Windows relatives. Removing a
/// variable is not setting it.
struct EnvSet {
  const clang::CallExpr *Call = nullptr;
  std::string Name;
  /// Nothing if it is only known at run time.
  std::optional<std::string> Value;
  /// The literal that says the value, or the "NAME=value" of a putenv; null if
  /// it is not in the call itself.
  const clang::StringLiteral *Literal = nullptr;
  /// putenv: the literal holds the name too.
  bool LiteralHoldsName = false;
};

enum class Setter {
  None,
  NameValue,        ///< (name, value[, overwrite])
  NameValueRemoves, ///< the same; an empty value removes the variable
  Pair,             ///< ("NAME=value"); without '=' it removes
  PairRemoves,      ///< the same; an empty value removes too
};

Setter setterOf(const FunctionDecl *Callee) {
  if (!Callee || !Callee->getIdentifier())
    return Setter::None;
  if (Callee->getName() == "set_env")
    return Callee->getQualifiedNameAsString() == "c10::utils::set_env" &&
                   Callee->getNumParams() >= 2
               ? Setter::NameValue
               : Setter::None;
  // A project's own helpers of these names are C++ functions.
  if (!Callee->isExternC())
    return Setter::None;
  const auto Kind = llvm::StringSwitch<Setter>(Callee->getName())
                        .Case("setenv", Setter::NameValue)
                        .Case("SetEnvironmentVariableA", Setter::NameValue)
                        .Case("_putenv_s", Setter::NameValueRemoves)
                        .Case("putenv", Setter::Pair)
                        .Case("_putenv", Setter::PairRemoves)
                        .Default(Setter::None);
  const bool IsPair = Kind == Setter::Pair || Kind == Setter::PairRemoves;
  return Callee->getNumParams() >= (IsPair ? 1u : 2u) ? Kind : Setter::None;
}

std::optional<EnvSet> pairSet(const CallExpr *Call, bool EmptyRemoves,
                              ASTContext &Ctx) {
  const Expr *Pair = Call->getArg(0)->IgnoreParenCasts();
  const auto Text = evaluateString(Pair, Ctx);
  if (!Text)
    return std::nullopt;
  const auto [Name, Value] = StringRef(*Text).split('=');
  if (Name.size() == Text->size() || (EmptyRemoves && Value.empty()))
    return std::nullopt;
  EnvSet Set;
  Set.Call = Call;
  Set.Name = Name.str();
  Set.Value = Value.str();
  Set.Literal = stringLiteralIn(Pair);
  Set.LiteralHoldsName = true;
  return Set;
}

bool isNull(const Expr *E, ASTContext &Ctx) {
  return E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull) !=
         Expr::NPCK_NotNull;
}

/// Calls that envSetOf() understands; cheap, over-approximate.
StatementMatcher envSetCandidate() {
  // setenv("NAME", "value", 1), putenv(...), c10::utils::set_env(...)
  return callExpr(
      callee(functionDecl(hasAnyName("setenv", "putenv", "_putenv", "_putenv_s",
                                     "SetEnvironmentVariableA", "set_env"))));
}

/// The variable that \p Call, a match of envSetCandidate(), sets; nullopt if it
/// sets none.
std::optional<EnvSet> envSetOf(const CallExpr *Call, ASTContext &Ctx) {
  const Setter Kind = setterOf(Call->getDirectCallee());
  if (Kind == Setter::None)
    return std::nullopt;
  if (Kind == Setter::Pair || Kind == Setter::PairRemoves)
    return Call->getNumArgs() == 1
               ? pairSet(Call, Kind == Setter::PairRemoves, Ctx)
               : std::nullopt;

  if (Call->getNumArgs() < 2 || isNull(Call->getArg(1), Ctx))
    return std::nullopt;
  auto Name = evaluateString(Call->getArg(0), Ctx);
  if (!Name)
    return std::nullopt;
  EnvSet Set;
  Set.Call = Call;
  Set.Name = std::move(*Name);
  Set.Value = evaluateString(Call->getArg(1), Ctx);
  Set.Literal = stringLiteralIn(Call->getArg(1));
  if (Kind == Setter::NameValueRemoves && Set.Value && Set.Value->empty())
    return std::nullopt;
  return Set;
}

/// Finds environment flags of AOTInductor that a program sets too late, in the
/// wrong process, or to a value that means something else.
///
/// Page: docs/checks/aoti-debug-flag.md
class DebugFlagCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  /// A known flag being set.
  struct FlagSet {
    EnvSet Set;
    const aoti_tidy::EnvFlag *Flag;
  };

  void report(const FlagSet &Site, bool IsForThisProcess, ASTContext &Ctx);

  // The translation unit's: whether a flag matters depends on all of it.
  std::vector<FlagSet> Sites;
  /// Names that no torch reads, close to one that some torch reads.
  std::vector<EnvSet> Misspelled;
  llvm::StringSet<> IsRead;
  ASTContext *Context = nullptr;
  bool StartsProcesses = false;
};

/// Whether the TU has seen a declaration of that qualified name.
bool declares(ASTContext &Ctx, std::initializer_list<StringRef> Path) {
  const DeclContext *Scope = Ctx.getTranslationUnitDecl();
  const NamedDecl *Found = nullptr;
  for (StringRef Name : Path) {
    if (!Scope)
      return false;
    const auto Result = Scope->lookup(&Ctx.Idents.get(Name));
    if (Result.empty())
      return false;
    Found = *Result.begin();
    Scope = dyn_cast<NamespaceDecl>(Found);
  }
  return Found != nullptr;
}

/// Whether the TU can load a compiled model.
bool isAotiHost(ASTContext &Ctx) {
  return declares(Ctx, {"torch", "inductor", "AOTIModelPackageLoader"}) ||
         declares(Ctx, {"torch", "inductor", "AOTIModelContainerRunner"}) ||
         declares(Ctx, {"torch", "inductor", "AOTIModelContainerRunnerCpu"}) ||
         declares(Ctx, {"torch", "inductor", "AOTIModelContainerRunnerCuda"}) ||
         declares(Ctx, {"AOTInductorModelContainerCreate"}) ||
         declares(Ctx, {"AOTInductorModelContainerCreateWithDevice"}) ||
         declares(Ctx, {"AOTInductorModelContainerRun"});
}

/// Whether Python can run in this process, or a library that starts others is
/// in use: the flag may be meant for them. A Python extension counts.
bool seesPythonOrProcessLibrary(ASTContext &Ctx) {
  return declares(Ctx, {"Py_Initialize"}) ||
         declares(Ctx, {"Py_IsInitialized"}) ||
         declares(Ctx, {"boost", "process"}) ||
         declares(Ctx, {"folly", "Subprocess"}) ||
         declares(Ctx, {"Poco", "Process"}) || declares(Ctx, {"QProcess"}) ||
         declares(Ctx, {"TinyProcessLib"}) || declares(Ctx, {"reproc"}) ||
         declares(Ctx, {"subprocess"});
}

/// setenv("NAME", "off", 1) becomes setenv("NAME", "0", 1), and
/// putenv("NAME=off") putenv("NAME=0"): one literal, written out in the file.
std::optional<FixItHint> setTo(const EnvSet &Set, StringRef Value) {
  if (!Set.Literal || Set.Literal->getNumConcatenated() != 1 ||
      Set.Literal->getBeginLoc().isMacroID())
    return std::nullopt;
  const std::string Name = Set.LiteralHoldsName ? Set.Name + "=" : "";
  return FixItHint::CreateReplacement(Set.Literal->getSourceRange(),
                                      '"' + Name + Value.str() + '"');
}

/// The object that \p Run runs: a variable, or a model that is a member of
/// '*this'. Null if it cannot be told apart.
const ValueDecl *modelOf(const CallExpr &Run) {
  const auto *OnObject = dyn_cast<CXXMemberCallExpr>(&Run);
  const Expr *E =
      OnObject ? OnObject->getImplicitObjectArgument() : Run.getArg(0);
  E = E->IgnoreParenCasts()->IgnoreImplicit();
  // *loader, smart->run()
  if (const auto *Smart = dyn_cast<CXXOperatorCallExpr>(E);
      Smart &&
      (Smart->getOperator() == OO_Arrow || Smart->getOperator() == OO_Star))
    E = Smart->getArg(0)->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && !Var->hasGlobalStorage() ? Var : nullptr;
  }
  // Behind a member that is a pointer may be another one by now.
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts()) &&
                 isModelClass(E->getType()->getAsCXXRecordDecl())
             ? Member->getMemberDecl()
             : nullptr;
}

/// The runs of models in \p S, and how often it names \p Model.
void collect(const Stmt *S, const ValueDecl *Model,
             std::vector<const CallExpr *> &Runs, unsigned &Uses) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Member = dyn_cast<MemberExpr>(S);
  Uses += Model && ((Ref && Ref->getDecl() == Model) ||
                    (Member && Member->getMemberDecl() == Model));
  if (isModelRun(S))
    Runs.push_back(cast<CallExpr>(S));
  for (const Stmt *Child : S->children())
    if (Child)
      collect(Child, Model, Runs, Uses);
}

/// 'Loader.run(x); setenv(...); Loader.run(x);': the first run, where the three
/// are statements of one block in which nothing else is done with the loader. A
/// member outlives the block: other functions run it again.
const Expr *runBefore(const Stmt &Set, ASTContext &Ctx) {
  const Stmt *Own = &Set;
  const CompoundStmt *Block = nullptr;
  while (!Block) {
    const auto Parents = Ctx.getParents(*Own);
    const Stmt *Above = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (!Above || isa<LambdaExpr>(Above))
      return nullptr;
    Block = dyn_cast<CompoundStmt>(Above);
    if (!Block)
      Own = Above;
  }
  const CallExpr *First = nullptr;
  const ValueDecl *Model = nullptr;
  bool IsBefore = true, RunsAgain = false;
  for (const Stmt *S : Block->body()) {
    IsBefore &= S != Own;
    std::vector<const CallExpr *> Runs;
    unsigned Uses = 0;
    collect(S, Model, Runs, Uses);
    if (!First && IsBefore && !Runs.empty() && isa<Expr, DeclStmt>(S)) {
      First = Runs.front();
      Model = modelOf(*First);
      Uses = 1;
    }
    if (!First)
      continue;
    if (!Model || Uses != Runs.size() ||
        llvm::any_of(Runs, [&](auto *Run) { return modelOf(*Run) != Model; }))
      return nullptr;
    RunsAgain |= !IsBefore && !Runs.empty();
  }
  return RunsAgain || isa_and_nonnull<FieldDecl>(Model) ? First : nullptr;
}

/// Whether the TU has what a flag of that phase acts on. A host that sets a
/// flag of the compiler for other processes is right to do so.
bool matters(const EnvFlag &Flag, bool IsForThisProcess, ASTContext &Ctx) {
  switch (Flag.Phase) {
  case FlagPhase::Import:
  case FlagPhase::Compile:
    return IsForThisProcess && isAotiHost(Ctx);
  case FlagPhase::Run:
    // The others may be set at any time and to anything.
    return Flag.Name == "AOTI_RUNTIME_CHECK_INPUTS";
  case FlagPhase::CudaAllocator:
    return isAotiHost(Ctx);
  }
  llvm_unreachable("all phases are handled");
}

} // namespace

void DebugFlagCheck::registerMatchers(MatchFinder *Finder) {
  // setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1)
  Finder->addMatcher(callExpr(envSetCandidate()).bind("set"), this);
  // getenv("MY_FLAG")
  Finder->addMatcher(callExpr(callee(functionDecl(hasAnyName(
                                  "getenv", "secure_getenv", "get_env",
                                  "has_env", "check_env"))),
                              argumentCountAtLeast(1))
                         .bind("get"),
                     this);
  // system("python export.py"), fork(), posix_spawn(...); C functions all:
  // tensor.clone() and a thread pool's fork() start no process
  const auto CProcess = functionDecl(
      hasAnyName("system", "popen", "_popen", "_wpopen", "_wsystem", "fork",
                 "vfork", "clone", "posix_spawn", "posix_spawnp", "execl",
                 "execlp", "execle", "execv", "execvp", "execvpe", "execve",
                 "fexecve", "execveat", "WinExec", "CreateProcessA",
                 "CreateProcessW", "ShellExecuteA", "ShellExecuteW",
                 "ShellExecuteExA", "ShellExecuteExW", "_spawnl", "_spawnlp",
                 "_spawnv", "_spawnvp", "g_spawn_sync", "g_spawn_async",
                 "g_spawn_command_line_sync", "subprocess_create",
                 "subprocess_create_ex"),
      isExternC());
  // llvm::sys::ExecuteAndWait(...)
  const auto LlvmProcess = functionDecl(
      hasAnyName("::llvm::sys::ExecuteAndWait", "::llvm::sys::ExecuteNoWait"));
  Finder->addMatcher(
      callExpr(unless(isExpansionInSystemHeader()),
               callee(functionDecl(anyOf(CProcess, LlvmProcess))))
          .bind("process"),
      this);
}

void DebugFlagCheck::check(const MatchFinder::MatchResult &Result) {
  Context = Result.Context;
  if (Result.Nodes.getNodeAs<CallExpr>("process")) {
    StartsProcesses = true;
    return;
  }
  if (const auto *Get = Result.Nodes.getNodeAs<CallExpr>("get")) {
    if (const auto Name = evaluateString(Get->getArg(0), *Context))
      IsRead.insert(*Name);
    return;
  }
  const auto Set = envSetOf(Result.Nodes.getNodeAs<CallExpr>("set"), *Context);
  if (!Set)
    return;
  if (const EnvFlag *Flag = envFlags().find(Set->Name))
    Sites.push_back({*Set, Flag});
  else if (misspelledFlagProblem(Set->Name))
    Misspelled.push_back(*Set);
}

void DebugFlagCheck::onEndOfTranslationUnit() {
  if (!Sites.empty()) {
    const bool IsForThisProcess =
        !StartsProcesses && !seesPythonOrProcessLibrary(*Context);
    for (const FlagSet &Site : Sites)
      report(Site, IsForThisProcess, *Context);
  }
  // A variable that the program reads itself is its own.
  for (const EnvSet &Set : Misspelled)
    if (!IsRead.contains(Set.Name))
      diag(Set.Call->getExprLoc(), "%0")
          << misspelledFlagProblem(Set.Name)->Text
          << Set.Call->getSourceRange();
  // One check object sees every TU of a run.
  Sites.clear();
  Misspelled.clear();
  IsRead.clear();
  Context = nullptr;
  StartsProcesses = false;
}

void DebugFlagCheck::report(const FlagSet &Site, bool IsForThisProcess,
                            ASTContext &Ctx) {
  const EnvFlag &Flag = *Site.Flag;
  const CallExpr *Call = Site.Set.Call;
  if (!matters(Flag, IsForThisProcess, Ctx))
    return;
  const Expr *Reader = nullptr;
  const auto Problem =
      flagProblem({Flag, aoti_tidy::Language::Cxx, torchVersion(),
                   Site.Set.Value, IsForThisProcess},
                  [&] {
                    // Code that creates a CUDA context or makes Python import
                    // torch is not looked for.
                    if (Flag.Phase == FlagPhase::Run)
                      Reader = runBefore(*Call, Ctx);
                    return Reader != nullptr;
                  });
  if (!Problem)
    return;

  diag(Call->getExprLoc(), "%0") << Problem->Text << Call->getSourceRange();
  if (Problem->Do != FlagProblem::Cure::None) {
    if (const auto Fix = setTo(Site.Set, Problem->Value))
      diag(Call->getExprLoc(), "%0", DiagnosticIDs::Note)
          << Problem->Note << *Fix;
  } else if (Reader) {
    diag(Reader->getExprLoc(), "%0", DiagnosticIDs::Note)
        << Problem->Note << Reader->getSourceRange();
  } else if (!Problem->Note.empty()) {
    diag(Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem->Note;
  }
}

AOTI_MAKE_CHECK(DebugFlag)

} // namespace clang::tidy::aoti
