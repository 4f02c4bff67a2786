// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/FileLint.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyModule.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Record.h"
#include "driver/base/RunReads.h"
#include "driver/cxx/BrokenTemplates.h"
#include "driver/cxx/CheckTimes.h"
#include "driver/cxx/ClangTidyFindings.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/HeaderStandIns.h"
#include "driver/cxx/HiddenHosts.h"
#include "driver/cxx/IncludeGraph.h"
#include "driver/cxx/PrecompiledInputs.h"
#include "driver/cxx/SlicedParse.h"
#include "driver/cxx/SourceFlags.h"
#include "driver/cxx/WarmParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"

using namespace clang;
using clang::tidy::ClangTidyContext;
using clang::tidy::ClangTidyError;

namespace aoti_tidy {
namespace {

/// Keeps to what is the project's own: the bodies of functions of system headers
/// need not be parsed, nor need the checks look at what is there. Where several
/// consumers share a parse their answers are ANDed, and clang-tidy's own is "skip
/// everything", so this one decides.
class SystemSkipper : public ASTConsumer {
public:
  void Initialize(ASTContext &Context) override {
    SM = &Context.getSourceManager();
  }
  bool shouldSkipFunctionBody(Decl *D) override {
    return SM->isInSystemHeader(D->getLocation());
  }
  /// Comes before the checks, which are behind this consumer.
  void HandleTranslationUnit(ASTContext &Context) override {
    keepToProject(Context);
  }

private:
  const SourceManager *SM = nullptr;
};

/// Nothing but parsing, whatever flags asked for: no file is written, nothing is
/// loaded. fitForClang() lets no such flag through; this holds if one slips by.
void onlyParse(CompilerInvocation &Invocation) {
  FrontendOptions &Frontend = Invocation.getFrontendOpts();
  FrontendOptions Plain;
  // Clang 22 leaves these as the memory was, and keys of the header cache are
  // made of them.
  Plain.PrintSupportedCPUs = Plain.PrintSupportedExtensions =
      Plain.PrintEnabledExtensions = false;
  Plain.ASTDumpAll = Plain.ASTDumpDeclTypes = Plain.IsSystemModule = false;
  Plain.Inputs = std::move(Frontend.Inputs);
  Plain.DashX = Frontend.DashX;
  Plain.AuxTriple = std::move(Frontend.AuxTriple);
  Plain.AuxTargetCPU = std::move(Frontend.AuxTargetCPU);
  Plain.AuxTargetFeatures = std::move(Frontend.AuxTargetFeatures);
  Plain.ProgramAction = frontend::ParseSyntaxOnly;
  Plain.SkipFunctionBodies = true;
  Frontend = std::move(Plain);
  Invocation.getDependencyOutputOpts() = {};
  Invocation.getPreprocessorOutputOpts() = {};
  Invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
  Invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  Invocation.getHeaderSearchOpts().ModuleCachePath.clear();
  Invocation.getLangOpts().Modules = false;
}

class LintAction : public ASTFrontendAction {
public:
  /// \param Sliced Null: all headers are as they are.
  /// \param Waits Whether others send the texts to parse.
  LintAction(tidy::ClangTidyASTConsumerFactory &Factory, bool &Ran,
             SlicedParse *Sliced, bool Waits)
      : Factory(Factory), Ran(Ran), Sliced(Sliced), Waits(Waits) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    Ran = true;
    // In an encoding that Clang does not read, which it has said by now.
    const SourceManager &SM = Compiler.getSourceManager();
    if (!SM.getBufferOrNone(SM.getMainFileID()))
      return nullptr;
    // A missing include is a fatal error, after which Clang instantiates no
    // template, and brings many more, after which Clang gives up: most findings
    // would be lost.
    Compiler.getDiagnostics().setFatalsAsError(true);
    Compiler.getDiagnostics().setErrorLimit(0);
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<SystemSkipper>());
    Consumers.push_back(makeBrokenTemplatesConsumer(Compiler.getDiagnostics()));
    Consumers.push_back(Factory.createASTConsumer(Compiler, File));
    if (Sliced)
      Consumers.push_back(Sliced->makeConsumer(Compiler));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

  void ExecuteAction() override {
    if (Waits)
      WarmParse::get().wait(getCompilerInstance());
    ASTFrontendAction::ExecuteAction();
  }

private:
  tidy::ClangTidyASTConsumerFactory &Factory;
  bool &Ran;
  SlicedParse *const Sliced;
  const bool Waits;
};

/// The words of a file and of what it includes of its project; nothing if it is
/// not known what that is.
using FindMentionedWords = std::function<std::optional<MentionedWords>()>;

class LintActionFactory : public tooling::FrontendActionFactory {
public:
  /// \param Mentioned Empty: no header is sliced.
  /// \param Typed Nobody else's, and no more than this command's; null: it is not.
  LintActionFactory(ClangTidyContext &Context, HeaderCache *Cache,
                    FindMentionedWords Mentioned, const std::string *Typed)
      : Factory(Context), Cache(Cache), Mentioned(std::move(Mentioned)),
        Typed(Typed) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<LintAction>(Factory, Ran, Sliced.get(),
                                        Typed && Precompiled &&
                                            WarmParse::get().Socket >= 0);
  }
  /// Whether anything was parsed: there are flags with which Clang's driver
  /// does something else, and succeeds.
  bool ran() const { return Ran; }

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> PCH,
                     DiagnosticConsumer *Consumer) override {
    onlyParse(*Invocation);
    // No "37 warnings generated." on standard error.
    Invocation->getDiagnosticOpts().ShowCarets = false;
    // clang-tidy defines __clang_analyzer__, and code tests for it.
    Invocation->getPreprocessorOpts().SetUpStaticAnalyzer = true;
    if (Cache)
      Precompiled = Cache->find(*Invocation, *Files);
    if (Precompiled) {
      if (Typed && askWarm())
        return Ran = true;
      Invocation = Precompiled->Invocation;
      Files = Precompiled->Files.get();
    } else if (Mentioned) {
      if (auto Words = Mentioned())
        Sliced = SlicedParse::begin(*Invocation, *Files, std::move(*Words));
      if (Sliced)
        Files = &Sliced->files();
    }
    return FrontendActionFactory::runInvocation(std::move(Invocation), Files,
                                                std::move(PCH), Consumer);
  }
  /// The headers that the parse took from the cache.
  const std::optional<HeaderCache::Parse> &precompiled() const {
    return Precompiled;
  }
  /// Null if all headers were parsed as they are.
  const SlicedParse *sliced() const {
    return Sliced && Sliced->isSliced() ? Sliced.get() : nullptr;
  }
  /// The result of a parse that had waited for the text; nothing: there was none.
  std::optional<FileResult> &answer() { return Answer; }

private:
  bool askWarm() {
    WarmParse &Warm = WarmParse::get();
    Warm.Key += Precompiled->Identity;
    const auto Bytes = Warm.ask(*Typed);
    // What waits does not have the headers that later rounds find.
    Warm.Address.clear();
    if (Bytes && !fromRecord(*Bytes, Answer.emplace()))
      Answer.reset();
    return Answer.has_value();
  }

  tidy::ClangTidyASTConsumerFactory Factory;
  HeaderCache *const Cache;
  const FindMentionedWords Mentioned;
  const std::string *const Typed;
  std::optional<FileResult> Answer;
  std::optional<HeaderCache::Parse> Precompiled;
  std::unique_ptr<SlicedParse> Sliced;
  bool Ran = false;
};

/// Exactly one prepared command.
class OneCommand : public tooling::CompilationDatabase {
public:
  explicit OneCommand(const tooling::CompileCommand &Command)
      : Command(Command) {}
  std::vector<tooling::CompileCommand>
  getCompileCommands(StringRef) const override {
    return {Command};
  }

private:
  const tooling::CompileCommand &Command;
};

/// ExtraArgs and RemovedArgs of .clang-tidy.
tooling::ArgumentsAdjuster configuredArguments(ClangTidyContext &Context,
                                               LeftOutFlags &LeftOut) {
  return [&Context, &LeftOut](const tooling::CommandLineArguments &Args,
                              StringRef File) {
    const tidy::ClangTidyOptions Opts = Context.getOptionsForFile(File);
    tooling::CommandLineArguments Result = Args;
    if (Opts.RemovedArgs)
      llvm::erase_if(Result, [&](const std::string &A) {
        return llvm::is_contained(*Opts.RemovedArgs, A);
      });
    if (Opts.ExtraArgsBefore) {
      const auto Before = fitForClang(*Opts.ExtraArgsBefore, LeftOut);
      Result.insert(Result.begin() + 1, Before.begin(), Before.end());
    }
    if (Opts.ExtraArgs)
      llvm::append_range(Result, fitForClang(*Opts.ExtraArgs, LeftOut));
    return Result;
  };
}

/// The files that what came of \p File is about.
std::set<std::string> filesOf(const FileResult &Result,
                              const std::string &File) {
  std::set<std::string> Files = {File};
  for (const ClangTidyError &Error : Result.Errors)
    Files.merge(aoti_tidy::filesOf(Error));
  for (const SchemaFact &S : Result.Facts.Ops.Schemas)
    Files.insert(S.Where.File);
  for (const KernelFact &K : Result.Facts.Ops.Kernels)
    Files.insert(K.Where.File);
  return Files;
}

/// How a parse may, and did, spare itself torch's headers.
struct UsedHeaders {
  HeaderCache *Cache = nullptr; ///< null: none are precompiled
  bool HasSlices = false;

  /// The entries of the cache that it used.
  std::vector<std::string> Keys;
  /// They are made of what is on the disk, not of what stands for it.
  bool IsOutdated = false;
  bool IsSliced = false;
  std::string Missed; ///< what the slices should have had
  bool IsMissedInEmpty = false;
};

/// The flags that a configuration adds are not looked at: the parse misses a name
/// that only they mention.
std::optional<MentionedWords>
mentionedWords(const std::string &File, const CompileCommands &Commands,
               const tooling::CompileCommand &Command,
               const LintSettings &Settings, StringRef Stdin) {
  MentionedWords Words;
  const auto Args = Commands.flagsOf(Command);
  if (!Args)
    return std::nullopt;
  const SourceFlags Flags = sourceFlags(*Args);
  for (const auto &Macro : Flags.Macros)
    Words.addWordsOf(Macro);
  IncludeGraph Includes(Settings.Repository);
  if (!Includes.visit(File, Flags, Command.Directory,
                      Settings.Stdin && Settings.Stdin->first == File
                          ? std::optional(Stdin)
                          : std::nullopt,
                      [&](const SourceFile &F) { Words.addWordsOf(F.text()); }))
    return std::nullopt;
  return Words;
}

/// The command that shows the loaders and runners of \p File that macros hide,
/// where nobody says which macros it is compiled with.
std::optional<tooling::CompileCommand>
commandForHidden(const std::string &File, const CompileCommands &Commands,
                 StringRef Text) {
  if (!Commands.areFlagsUnknown(File) || !Text.contains("AOTIModel"))
    return std::nullopt;
  tooling::CompileCommand Command = Commands.of(File).front();
  const std::vector<std::string> Given =
      sourceFlags(Command.CommandLine).Macros;
  bool HasMore = false;
  for (const std::string &Macro : macrosAroundHosts(Text))
    if (llvm::none_of(
            Given, [&](StringRef G) { return G.split('=').first == Macro; })) {
      auto &Args = Command.CommandLine;
      Args.insert(Args.begin() + 1, "-D" + Macro + "=1");
      Command.Heuristic += (HasMore ? ", " : "") + Macro;
      HasMore = true;
    }
  return HasMore ? std::optional(std::move(Command)) : std::nullopt;
}

/// Adds the findings that only macros show which the build may never define: neither
/// what the compiler says, nor fixes, of which nobody sees whether they parse.
void addFromHidden(std::vector<ClangTidyError> More, FileResult &Result) {
  const auto PlaceOf = [](const ClangTidyError &E) {
    return std::tuple(StringRef(E.DiagnosticName),
                      StringRef(E.Message.FilePath), E.Message.FileOffset);
  };
  for (ClangTidyError &E : More) {
    if (!StringRef(E.DiagnosticName).starts_with("aoti-") ||
        llvm::any_of(Result.Errors, [&](const ClangTidyError &Known) {
          return PlaceOf(Known) == PlaceOf(E);
        }))
      continue;
    E.Message.Fix.clear();
    for (auto &Note : E.Notes)
      Note.Fix.clear();
    Result.Errors.push_back(std::move(E));
  }
}

FileResult lintOnce(const std::string &File, const CompileCommands &Commands,
                    const Config &Cfg, const LintSettings &Settings,
                    const ReplacedTexts &Replaced,
                    const MissingHeaders &Missing, InputLog *Log,
                    UsedHeaders &Used) {
  FileResult Result;
  const RunFacts::Scope Facts(Result.Facts);
  const RunScripts::Scope Scripts(Settings.Scripts.get(), Result.AskedScripts);
  ClangTidyContext Context(Cfg.makeProvider());
  // Which fixes overlap is seen when all files are done: some findings here may
  // turn out not to be any.
  tidy::ClangTidyDiagnosticConsumer Consumer(Context, nullptr,
                                             /*RemoveIncompatibleErrors=*/false,
                                             Settings.FixesOfNotes);
  auto DiagOpts = std::make_unique<DiagnosticOptions>();
  DiagnosticsEngine Diags(DiagnosticIDs::create(), *DiagOpts, &Consumer,
                          /*ShouldOwnClient=*/false);
  Context.setDiagnosticsEngine(std::move(DiagOpts), &Diags);
  std::optional<CheckTimes> Times;
  if (Settings.HasTimes)
    Times.emplace(Context);

  std::string StdinText;
  if (Settings.Stdin && Settings.Stdin->first == File) {
    StdinText = Settings.Stdin->second;
    if (Settings.IgnoreSuppressions) {
      Result.Suppressions = cxxSuppressions(File, StdinText);
      StdinText = withoutSuppressions(StdinText);
    }
  }
  std::vector<llvm::IntrusiveRefCntPtr<SourceSnapshot>> Snapshots;
  const bool MayWait = WarmParse::get().isConcerned() && Settings.IsInEditor &&
                       Commands.of(File).size() == 1;
  std::optional<FileResult> OfWarm;
  // A tool for each command: over several it prints its progress.
  const auto Parse = [&](const tooling::CompileCommand &Command) {
    const OneCommand Database(Command);
    Snapshots.push_back(llvm::makeIntrusiveRefCnt<SourceSnapshot>(
        Replaced, Settings.IgnoreSuppressions, Log));
    tooling::ClangTool Tool(Database, {File},
                            std::make_shared<PCHContainerOperations>(),
                            Snapshots.back());
    Tool.setPrintErrorMessage(false);
    Tool.setDiagnosticConsumer(&Consumer);
    Tool.appendArgumentsAdjuster(configuredArguments(Context, Result.LeftOut));
    if (Settings.Stdin && Settings.Stdin->first == File)
      Tool.mapVirtualFile(File, StdinText);
    for (const VirtualHeader &H : headerStandIns())
      Tool.mapVirtualFile(H.Path, H.Text);
    Tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster(
        Missing.arguments(Command.CommandLine),
        tooling::ArgumentInsertPosition::END));
    FindMentionedWords Mentioned;
    if (Used.HasSlices)
      Mentioned = [&] {
        return mentionedWords(File, Commands, Command, Settings, StdinText);
      };
    LintActionFactory Factory(Context, Used.Cache, std::move(Mentioned),
                              MayWait ? &StdinText : nullptr);
    const bool IsParsed = Tool.run(&Factory) == 0 && Factory.ran();
    if (const auto &Precompiled = Factory.precompiled()) {
      Result.TorchHeaders = Precompiled->Use;
      if (Log)
        Log->noteReuse(Precompiled->dependsOn());
      for (const Input &I : Precompiled->Inputs->Files)
        if (I.isRead())
          RunReads::get().noteReuse(I.Path);
      Used.Keys.push_back(Precompiled->KeyOfFile);
      Used.IsOutdated |= llvm::any_of(Replaced, [&](const auto &R) {
        return Precompiled->Read->contains(R.first);
      });
    } else if (const SlicedParse *Sliced = Factory.sliced()) {
      Result.TorchHeaders = HeaderUse::Sliced;
      Used.IsSliced = true;
      if (Used.Missed.empty()) {
        Used.Missed = Sliced->missed();
        Used.IsMissedInEmpty = Sliced->isMissedInEmpty();
      }
    }
    OfWarm = std::move(Factory.answer());
    return IsParsed;
  };
  for (const tooling::CompileCommand &Command : Commands.of(File))
    Result.ParseFailed |= !Parse(Command);
  if (OfWarm)
    return std::move(*OfWarm);
  if (const std::string *Own = WarmParse::get().text())
    StdinText = *Own;
  Result.Errors = Consumer.take();
  const auto OnDisk = readPlainFile(File);
  const StringRef Text = !StdinText.empty() ? StringRef(StdinText)
                         : OnDisk           ? (*OnDisk)->getBuffer()
                                            : "";
  if (const auto ForHidden = commandForHidden(File, Commands, Text)) {
    Parse(*ForHidden);
    addFromHidden(Consumer.take(), Result);
    Result.MacrosShown = ForHidden->Heuristic;
  }
  if (Times)
    Result.Seconds = Times->take();
  for (const auto &Snapshot : Snapshots)
    for (const auto &[Name, Text] : Snapshot->unhidden())
      llvm::append_range(Result.Suppressions, cxxSuppressions(Name, Text));
  for (const std::string &Mentioned : filesOf(Result, File))
    for (const auto &Snapshot : Snapshots)
      if (auto Text = Snapshot->take(Mentioned))
        Result.Texts.emplace_back(Mentioned, Text->getBuffer());
  return Result;
}

} // namespace

bool isMissingHeader(const ClangTidyError &E) {
  return StringRef(E.Message.Message).ends_with("' file not found");
}

bool isParseError(const ClangTidyError &E) {
  return !llvm::StringRef(E.DiagnosticName).starts_with("aoti-") &&
         (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error);
}

FileResult lintFile(const std::string &File, const CompileCommands &Commands,
                    const Config &Cfg, const LintSettings &Settings,
                    const ReplacedTexts &Replaced, InputLog *Log) {
  // A header that is found brings others.
  constexpr unsigned MaxRounds = 4;
  MissingHeaders Missing(Settings.Repository, File);
  const auto LintOnce = [&](UsedHeaders &Used) {
    return lintOnce(File, Commands, Cfg, Settings, Replaced, Missing, Log,
                    Used);
  };
  const auto HasErrors = [](const FileResult &R) {
    return R.ParseFailed || llvm::any_of(R.Errors, isParseError);
  };
  // Only where headers are really wanted and missing: what is always there
  // would change what __has_include says.
  const auto LearnsFrom = [&](const FileResult &R) {
    bool HasMore = false;
    for (const ClangTidyError &E : R.Errors)
      HasMore |= Missing.learnFrom(E.Message.Message);
    return HasMore;
  };
  FileResult Result;
  for (unsigned Round = 0; Round <= MaxRounds; ++Round) {
    UsedHeaders Used;
    // Hidden suppressions are those of all files that are read.
    if (!Settings.IgnoreSuppressions) {
      Used.Cache = Settings.Headers.get();
      Used.HasSlices = Settings.HasSlices;
    }
    Result = LintOnce(Used);
    if (const WarmParse &Warm = WarmParse::get(); Warm.text())
      Warm.answer(HasErrors(Result) || Used.IsOutdated ? "" : toRecord(Result));
    const bool IsSpared = !Used.Keys.empty() || Used.IsSliced;
    // Slices have all #includes, so what is not found is the same.
    if (Used.IsSliced && Used.Keys.empty() && Round < MaxRounds &&
        LearnsFrom(Result))
      continue;
    // A full parse says what an error is, and whose. A missing file is missing
    // there, too, and the other errors follow from it.
    if (Used.IsOutdated || !Used.Missed.empty() ||
        (IsSpared && HasErrors(Result) &&
         llvm::none_of(Result.Errors, isMissingHeader))) {
      const auto Error = llvm::find_if(Result.Errors, isParseError);
      const bool HasError = Error != Result.Errors.end();
      const std::string Why =
          HasError ? "'" + Error->Message.Message + "'" : "an error";
      UsedHeaders None;
      Result = LintOnce(None);
      if (!HasErrors(Result) && !Used.IsOutdated)
        llvm::for_each(Used.Keys,
                       [&](const auto &Key) { Used.Cache->reject(Key); });
      if (Used.IsSliced)
        Result.WhyInFull =
            Used.Missed.empty() || (Used.IsMissedInEmpty && HasError)
                ? Why
                : Used.Missed;
    }
    if (!LearnsFrom(Result))
      break;
  }
  Result.Headers = Missing.searched();
  Result.MissingCudaHeader = Missing.missingCudaHeader();
  return Result;
}

} // namespace aoti_tidy
