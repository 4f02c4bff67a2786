// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/Lint.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyModule.h"
#include "driver/Isolation.h"
#include "driver/cxx/ClangTidyFindings.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/CudaStandIns.h"
#include "driver/cxx/CxxRecord.h"
#include "driver/cxx/OperatorJoin.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using clang::tidy::ClangTidyContext;
using clang::tidy::ClangTidyError;

namespace aoti_tidy {
namespace {

/// Says which function bodies need not be parsed: those of system headers.
/// Where several consumers share a parse their answers are ANDed, and
/// clang-tidy's own is "skip everything", so this one decides.
class SystemBodySkipper : public ASTConsumer {
public:
  void Initialize(ASTContext &Context) override {
    SM = &Context.getSourceManager();
  }
  bool shouldSkipFunctionBody(Decl *D) override {
    return SM->isInSystemHeader(D->getLocation());
  }

private:
  const SourceManager *SM = nullptr;
};

class LintAction : public ASTFrontendAction {
public:
  LintAction(tidy::ClangTidyASTConsumerFactory &Factory, bool &Ran)
      : Factory(Factory), Ran(Ran) {}

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
    Consumers.push_back(std::make_unique<SystemBodySkipper>());
    Consumers.push_back(Factory.createASTConsumer(Compiler, File));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  tidy::ClangTidyASTConsumerFactory &Factory;
  bool &Ran;
};

class LintActionFactory : public tooling::FrontendActionFactory {
public:
  explicit LintActionFactory(ClangTidyContext &Context) : Factory(Context) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<LintAction>(Factory, Ran);
  }
  /// Whether anything was parsed: there are flags with which Clang's driver
  /// does something else, and succeeds.
  bool ran() const { return Ran; }

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> PCH,
                     DiagnosticConsumer *Consumer) override {
    Invocation->getFrontendOpts().SkipFunctionBodies = true;
    // No "37 warnings generated." on standard error.
    Invocation->getDiagnosticOpts().ShowCarets = false;
    // clang-tidy defines __clang_analyzer__, and code tests for it.
    Invocation->getPreprocessorOpts().SetUpStaticAnalyzer = true;
    return FrontendActionFactory::runInvocation(std::move(Invocation), Files,
                                                std::move(PCH), Consumer);
  }

private:
  tidy::ClangTidyASTConsumerFactory Factory;
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

bool isMissingHeader(const ClangTidyError &E) {
  return StringRef(E.Message.Message).ends_with("' file not found");
}

bool isParseError(const ClangTidyError &E) {
  return !llvm::StringRef(E.DiagnosticName).starts_with("aoti-") &&
         (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error);
}

struct FileResult {
  std::vector<ClangTidyError> Errors;
  RunFacts Facts;
  bool ParseFailed = false, UsedCudaStandIns = false;
};

template <typename Record> void fields(Record &R, FileResult &X) {
  auto &[Errors, Facts, ParseFailed, UsedCudaStandIns] = X;
  R(Errors, Facts, ParseFailed, UsedCudaStandIns);
}

/// ExtraArgs and RemovedArgs of .clang-tidy.
tooling::ArgumentsAdjuster configuredArguments(ClangTidyContext &Context) {
  return [&Context](const tooling::CommandLineArguments &Args, StringRef File) {
    const tidy::ClangTidyOptions Opts = Context.getOptionsForFile(File);
    tooling::CommandLineArguments Result = Args;
    if (Opts.RemovedArgs)
      llvm::erase_if(Result, [&](const std::string &A) {
        return llvm::is_contained(*Opts.RemovedArgs, A);
      });
    if (Opts.ExtraArgsBefore)
      Result.insert(Result.begin() + 1, Opts.ExtraArgsBefore->begin(),
                    Opts.ExtraArgsBefore->end());
    if (Opts.ExtraArgs)
      llvm::append_range(Result, *Opts.ExtraArgs);
    return Result;
  };
}

FileResult lintOnce(const std::string &File, const CompileCommands &Commands,
                    const Config &Cfg, const LintSettings &Settings,
                    bool UseCudaStandIns) {
  FileResult Result;
  const RunFacts::Scope Facts(Result.Facts);
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

  // A tool for each command: over several it prints its progress.
  for (const tooling::CompileCommand &Command : Commands.of(File)) {
    const OneCommand Database(Command);
    // A file system of its own: its working directory is this job's.
    tooling::ClangTool Tool(Database, {File},
                            std::make_shared<PCHContainerOperations>(),
                            llvm::vfs::createPhysicalFileSystem());
    Tool.setPrintErrorMessage(false);
    Tool.setDiagnosticConsumer(&Consumer);
    Tool.appendArgumentsAdjuster(configuredArguments(Context));
    Tool.appendArgumentsAdjuster(tooling::getStripPluginsAdjuster());
    if (Settings.Stdin && Settings.Stdin->first == File)
      Tool.mapVirtualFile(File, Settings.Stdin->second);
    for (const VirtualHeader &H : cudaStandIns())
      Tool.mapVirtualFile(H.Path, H.Text);
    if (UseCudaStandIns)
      Tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster(
          {"-idirafter", CudaStandInDir.str()},
          tooling::ArgumentInsertPosition::END));
    LintActionFactory Factory(Context);
    Result.ParseFailed |= Tool.run(&Factory) != 0 || !Factory.ran();
  }
  Result.Errors = Consumer.take();
  return Result;
}

FileResult lintOne(const std::string &File, const CompileCommands &Commands,
                   const Config &Cfg, const LintSettings &Settings) {
  FileResult Result = lintOnce(File, Commands, Cfg, Settings,
                               /*UseCudaStandIns=*/false);
  // Only where CUDA's headers are really wanted and missing: stand-ins that
  // are always there would change what __has_include says.
  if (llvm::any_of(Result.Errors, [](const ClangTidyError &E) {
        return isMissingCudaHeader(E.Message.Message);
      })) {
    Result = lintOnce(File, Commands, Cfg, Settings,
                      /*UseCudaStandIns=*/true);
    Result.UsedCudaStandIns = true;
  }
  return Result;
}

/// Adds what could not be parsed of \p File: all of it, and the headers in
/// which the compiler found errors.
void addUnread(StringRef File, const FileResult &Result, SourceTexts &Texts,
               UnreadCode &Unread) {
  Unread.add(Texts.of(File));
  bool HasErrors = false;
  for (const ClangTidyError &Error : Result.Errors) {
    if (!isParseError(Error))
      continue;
    const std::string Place = toFinding(Error, Texts).Where.File;
    Unread.add(Place.empty() ? "" : Texts.of(Place));
    HasErrors = true;
  }
  // No end, or flags with which nothing was parsed: its headers were not, too.
  if (!HasErrors)
    Unread.add("");
}

/// Sorts what came of the files into what the user sees.
LintResult collect(llvm::ArrayRef<std::string> Files,
                   llvm::ArrayRef<Isolated<FileResult>> Results,
                   const LintSettings &Settings, SourceTexts &Texts) {
  LintResult Out;
  // Where a file has several names, it goes by the one the user gave.
  for (const std::string &File : Files)
    Texts.nameOf(File);
  std::vector<const OpFacts *> Facts;
  // What they would have registered is unknown.
  UnreadCode Unread;
  for (const auto &[File, Isolated] : llvm::zip_equal(Files, Results)) {
    const FileResult &Result = Isolated.Value;
    Facts.push_back(&Result.Facts.Ops);
    if (!Isolated.isCompleted())
      Out.addLost(File, Isolated.End);
    else if (Result.ParseFailed || llvm::any_of(Result.Errors, isParseError))
      Out.Unparsed.push_back(File);
    else
      continue;
    addUnread(File, Result, Texts, Unread);
  }
  PythonOperators Python;
  if (llvm::any_of(Facts, [](const auto *F) {
        return !F->Schemas.empty() || !F->Kernels.empty();
      }))
    Python = readPythonOperators(Settings.PythonFiles, Settings.Apart);
  Facts.push_back(&Python.Facts);
  for (const auto &[File, End] : Python.Lost) {
    Out.addLost(File, End);
    Unread.add(Texts.of(File));
  }
  const OperatorJoin Join(Facts, std::move(Unread));

  for (const auto &Isolated : Results) {
    if (!Isolated.isCompleted())
      continue;
    const FileResult &Result = Isolated.Value;
    // What the compiler complains of after a missing header follows from it.
    const bool OnlyMissingHeaders =
        llvm::any_of(Result.Errors, isMissingHeader);
    Out.UsedCudaStandIns |= Result.UsedCudaStandIns;
    llvm::append_range(Out.Remarks, Result.Facts.Remarks);
    const OperatorJoin::File JoinedFile(Join, Result.Facts);
    for (const ClangTidyError &Error : Result.Errors) {
      // An option that is not understood: clang-tidy only warns, but what it
      // should have switched on did not run.
      if (Error.DiagnosticName == "clang-tidy-config") {
        Out.ConfigProblems.push_back(Error.Message.Message);
        continue;
      }
      Finding F = toFinding(Error, Texts);
      if (llvm::StringRef(F.Check).starts_with("aoti-")) {
        if (JoinedFile.complete(Error, F, Texts))
          Out.Findings.push_back(std::move(F));
      } else if (F.IsError && (!OnlyMissingHeaders || isMissingHeader(Error))) {
        Out.Errors.push_back(std::move(F));
      }
    }
  }
  llvm::sort(Out.ConfigProblems);
  Out.ConfigProblems.erase(llvm::unique(Out.ConfigProblems),
                           Out.ConfigProblems.end());
  llvm::sort(Out.Remarks);
  Out.Remarks.erase(llvm::unique(Out.Remarks), Out.Remarks.end());
  sortAndUnique(Out.Findings);
  sortAndUnique(Out.Errors);
  setFingerprints(Out.Findings, Texts);
  return Out;
}

} // namespace

LintResult lint(llvm::ArrayRef<std::string> Files,
                const CompileCommands &Commands, const Config &Cfg,
                const LintSettings &Settings, SourceTexts &Texts) {
  return collect(Files,
                 runIsolated<FileResult>(Files.size(), Settings.Apart,
                                         [&](size_t I) {
                                           return lintOne(Files[I], Commands,
                                                          Cfg, Settings);
                                         }),
                 Settings, Texts);
}

} // namespace aoti_tidy
