// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagCheck.h"
#include "checks/debug-flag/FirstUse.h"
#include "checks/lib/cxx/ControlFlow.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

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

/// The text a fix may replace: one literal, written out in the file.
std::optional<SourceRange> editable(const StringLiteral *Literal) {
  if (!Literal || Literal->getNumConcatenated() != 1 ||
      Literal->getBeginLoc().isMacroID())
    return std::nullopt;
  return Literal->getSourceRange();
}

/// "value" or, for a putenv, "NAME=value".
std::optional<FixItHint> setTo(const EnvSet &Set, StringRef Value) {
  const auto Range = editable(Set.Literal);
  if (!Range)
    return std::nullopt;
  const std::string Name = Set.LiteralHoldsName ? Set.Name + "=" : "";
  return FixItHint::CreateReplacement(*Range, '"' + Name + Value.str() + '"');
}

/// setenv("NAME", "0", 1) becomes unsetenv("NAME").
SmallVector<FixItHint, 2> unset(const EnvSet &Set, ASTContext &Ctx) {
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Set.Call->getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->getDecl()->getName() != "setenv" ||
      Callee->getLocation().isMacroID() || Set.Call->getRParenLoc().isMacroID())
    return {};
  const CharSourceRange Name = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Set.Call->getArg(0)->getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
  if (Name.isInvalid())
    return {};
  return {FixItHint::CreateReplacement(Callee->getLocation(), "unsetenv"),
          FixItHint::CreateRemoval(CharSourceRange::getCharRange(
              Name.getEnd(), Set.Call->getRParenLoc()))};
}

} // namespace

void DebugFlagCheck::registerMatchers(MatchFinder *Finder) {
  // setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1)
  Finder->addMatcher(
      callExpr(envSetCandidate(),
               optionally(forCallable(functionDecl().bind("function"))))
          .bind("set"),
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
  const auto Set = envSetOf(Result.Nodes.getNodeAs<CallExpr>("set"), *Context);
  const EnvFlag *Flag = Set ? envFlags().find(Set->Name) : nullptr;
  if (Flag)
    Sites.push_back(
        {*Set, Flag, Result.Nodes.getNodeAs<FunctionDecl>("function")});
}

void DebugFlagCheck::onEndOfTranslationUnit() {
  for (const FlagSet &Site : Sites)
    report(Site, *Context);
  // One check object sees every TU of a run.
  Sites.clear();
  Context = nullptr;
  StartsProcesses = false;
}

void DebugFlagCheck::report(const FlagSet &Site, ASTContext &Ctx) {
  const bool IsHost = isAotiHost(Ctx);
  const bool IsForThisProcess =
      !StartsProcesses && !seesPythonOrProcessLibrary(Ctx);
  switch (Site.Flag->Phase) {
  case FlagPhase::Import:
  case FlagPhase::Compile:
    if (IsHost && IsForThisProcess)
      reportCompileFlag(Site);
    return;
  case FlagPhase::Run:
    if (Site.Flag->Name != "AOTI_RUNTIME_CHECK_INPUTS")
      return;
    if (!IsForThisProcess || !reportTooLate(Site, Ctx))
      reportCheckInputsValue(Site, Ctx);
    return;
  case FlagPhase::CudaContext:
  case FlagPhase::CudaAllocator:
    if (!IsHost)
      return;
    if (IsForThisProcess && reportTooLate(Site, Ctx))
      return;
    if (Site.Flag->Phase == FlagPhase::CudaAllocator)
      reportNoCachingValue(Site, Ctx);
    return;
  }
}

void DebugFlagCheck::reportCompileFlag(const FlagSet &Site) {
  const EnvFlag &Flag = *Site.Flag;
  const SourceLocation Loc = Site.Set.Call->getExprLoc();
  const auto Torch = torchVersion();
  if (Torch && !Flag.existsIn(*Torch)) {
    const bool IsTooNew = *Torch < Flag.First;
    diag(Loc,
         "torch %0 does not read '%1', which %select{was last read by|came "
         "with}2 torch %3, so setting it does nothing; remove the call")
        << Torch->str() << Flag.Name << IsTooNew
        << (IsTooNew ? Flag.First : *Flag.Last).str()
        << Site.Set.Call->getSourceRange();
    return;
  }
  diag(Loc, "'%0' is read when the model is compiled, so setting it in the "
            "host does nothing; set it where the export script runs and "
            "compile the package again")
      << Flag.Name << Site.Set.Call->getSourceRange();
  // Up to 2.6 the name promised what is a flag of the host since.
  if (Flag.Name != "AOT_INDUCTOR_DEBUG_COMPILE")
    return;
  if (torchAtLeast({2, 7}))
    diag(Loc,
         "for input checks, set 'AOTI_RUNTIME_CHECK_INPUTS' before the first "
         "run instead: packages compiled with torch 2.7 and newer read it",
         DiagnosticIDs::Note);
  else if (torchAtLeast({2, 4}))
    diag(Loc, "up to torch 2.6 it emits the input checks too",
         DiagnosticIDs::Note);
}

bool DebugFlagCheck::reportTooLate(const FlagSet &Site, ASTContext &Ctx) {
  if (!Site.Function)
    return false;
  const auto Flow = ControlFlow::of(*Site.Function, Ctx);
  if (!Flow)
    return false;

  const EnvFlag &Flag = *Site.Flag;
  const CallExpr *Call = Site.Set.Call;
  if (Flag.Phase == FlagPhase::Run) {
    const Expr *Run = modelRunBefore(Call, *Flow, Ctx);
    if (!Run || !torchAtLeast(Flag.First))
      return false;
    diag(Call->getExprLoc(),
         "'%0' is set after the first run: a loaded model reads it once, at "
         "its first run, so this changes nothing for that model; set it before "
         "that run")
        << Flag.Name << Call->getSourceRange();
    diag(Run->getExprLoc(), "the first run is here", DiagnosticIDs::Note)
        << Run->getSourceRange();
    return true;
  }

  if (Flag.Phase == FlagPhase::CudaContext) {
    const Expr *Use = cudaContextBefore(Call, *Flow, Ctx);
    if (!Use)
      return false;
    diag(Call->getExprLoc(),
         "'%0' is set after the CUDA context was created: the driver reads it "
         "once, before that, so this changes nothing; set it before the first "
         "use of CUDA")
        << Flag.Name << Call->getSourceRange();
    diag(Use->getExprLoc(), "CUDA is in use from here on", DiagnosticIDs::Note)
        << Use->getSourceRange();
    return true;
  }

  const Expr *Allocation = cudaAllocationBefore(Call, *Flow, Ctx);
  if (!Allocation)
    return false;
  diag(Call->getExprLoc(),
       "'%0' is set after the first allocation on a GPU: torch reads it once, "
       "at that allocation, so this changes nothing; set it before the first "
       "CUDA tensor")
      << Flag.Name << Call->getSourceRange();
  diag(Allocation->getExprLoc(), "the first allocation is here",
       DiagnosticIDs::Note)
      << Allocation->getSourceRange();
  return true;
}

void DebugFlagCheck::reportCheckInputsValue(const FlagSet &Site,
                                            ASTContext &Ctx) {
  const EnvSet &Set = Site.Set;
  const TorchVersion Torch = torchVersion().value_or(TorchVersion::newest());
  const SourceLocation Loc = Set.Call->getExprLoc();
  // 'if (on) value = "1";' and other values of run time can't be judged, but
  // a flag that is not there needs no value.
  const FlagEffect Effect = checkInputsEffect(Set.Value.value_or("1"), Torch);
  if (Effect == FlagEffect::NoSuchFlag) {
    diag(Loc, "packages compiled with torch %0 do not read '%1', so setting it "
              "does nothing; %select{compile with torch 2.7 or newer, or with "
              "'AOT_INDUCTOR_DEBUG_COMPILE=1', which emits the input checks up "
              "to torch 2.6|compile with torch 2.7 or newer, which emits the "
              "input checks}2")
        << Torch.str() << Set.Name << (Torch < TorchVersion{2, 4})
        << Set.Call->getSourceRange();
    return;
  }
  if (!Set.Value || Effect != FlagEffect::On || !saysOff(*Set.Value))
    return;

  const bool IsFirstEra = Torch < TorchVersion{2, 8};
  diag(Loc,
       "'%0' set to %select{'%2'|the empty string}1 turns the input checks "
       "on: packages compiled with torch %select{2.8 and newer take every "
       "value that does not begin with '0' for on; set '0'|2.7 take every "
       "value but the empty string for on; call 'unsetenv'}3 instead")
      << Set.Name << Set.Value->empty() << *Set.Value << IsFirstEra
      << Set.Call->getSourceRange();
  // The checks are on today, and someone may live by them.
  if (IsFirstEra) {
    if (const auto Fix = unset(Set, Ctx); !Fix.empty())
      diag(Loc, "to turn the checks off, remove the variable",
           DiagnosticIDs::Note)
          << Fix;
  } else if (const auto Fix = setTo(Set, "0")) {
    diag(Loc, "to turn the checks off, set '0'", DiagnosticIDs::Note) << *Fix;
  }
}

void DebugFlagCheck::reportNoCachingValue(const FlagSet &Site,
                                          ASTContext &Ctx) {
  const EnvSet &Set = Site.Set;
  if (!Set.Value)
    return;
  const TorchVersion Torch = torchVersion().value_or(TorchVersion::newest());
  const SourceLocation Loc = Set.Call->getExprLoc();
  const FlagEffect Effect = noMemoryCachingEffect(*Set.Value, Torch);
  if (Effect == FlagEffect::On && saysOff(*Set.Value)) {
    diag(Loc, "'%0' set to %select{'%2'|the empty string}1 disables memory "
              "caching: torch 2.6 and older take any value for on; call "
              "'unsetenv' instead")
        << Set.Name << Set.Value->empty() << *Set.Value
        << Set.Call->getSourceRange();
    if (const auto Fix = unset(Set, Ctx); !Fix.empty())
      diag(Loc, "to keep memory caching, remove the variable",
           DiagnosticIDs::Note)
          << Fix;
    return;
  }
  if (Effect == FlagEffect::Ignored && saysOn(*Set.Value)) {
    diag(Loc, "'%0' set to '%1' does not disable memory caching: torch 2.7 and "
              "newer take only '1' for on, and warn about the rest; set '1'")
        << Set.Name << *Set.Value << Set.Call->getSourceRange();
    if (const auto Fix = setTo(Set, "1"))
      diag(Loc, "to disable memory caching, set '1'", DiagnosticIDs::Note)
          << *Fix;
  }
}

std::unique_ptr<ClangTidyCheck> makeDebugFlagCheck(StringRef Name,
                                                   ClangTidyContext *Context) {
  return std::make_unique<DebugFlagCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
