// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/GivenPackages.h"
#include "checks/lib/package/LogArchive.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Staging.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/Commands.h"
#include "driver/commands/explain/Answer.h"
#include "driver/commands/explain/CausePage.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace fs = llvm::sys::fs;

namespace aoti_tidy {
namespace {

constexpr size_t PieceSize = 1 << 20;
constexpr size_t MaxFiles = 10000;

llvm::Error cannotRead(llvm::StringRef Path, const std::string &Why) {
  return usageError("the log '{}' cannot be read: {}", Path, Why);
}

struct Packed {
  llvm::StringLiteral Magic, Name, Command;
};
constexpr Packed PackedForms[] = {
    {"\x1f\x8b", "gzip", "gzip -dc"},
    {"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"},
    {"\xfd"
     "7zXZ",
     "xz", "xz -dc"},
    {"BZh", "bzip2", "bzip2 -dc"},
    {"PK\x03\x04", "zip", "unzip -p"},
};

/// In pieces: the log may be larger than the memory.
llvm::Error readFrom(fs::file_t File, llvm::StringRef Path, LogReader &Reader) {
  std::vector<char> Piece(PieceSize);
  for (bool IsFirst = true;; IsFirst = false) {
    auto Size = fs::readNativeFile(File, Piece);
    if (!Size)
      return cannotRead(Path, llvm::toString(Size.takeError()));
    if (!*Size)
      return llvm::Error::success();
    const llvm::StringRef Text(Piece.data(), *Size);
    if (IsFirst)
      for (const Packed &P : PackedForms)
        if (Text.starts_with(P.Magic))
          return cannotRead(
              Path, fmt::format("it is compressed; unpack it, as in '{} {} | "
                                "aoti-tidy explain'",
                                P.Command, Path == "-" ? "LOG" : Path));
    Reader.feed(Text);
  }
}

llvm::Error readFile(llvm::StringRef Path, LogReader &Reader) {
  auto File = fs::openNativeFileForRead(Path);
  if (!File)
    return cannotRead(Path, llvm::toString(File.takeError()));
  const llvm::scope_exit Close([&] { fs::closeFile(*File); });
  return readFrom(*File, Path, Reader);
}

llvm::Expected<std::vector<std::string>> filesOfFolder(llvm::StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (fs::recursive_directory_iterator
           It(Folder, EC, /*follow_symlinks=*/false),
       End;
       !EC && It != End; It.increment(EC)) {
    if (fs::is_regular_file(It->path()))
      Files.push_back(It->path());
    if (Files.size() > MaxFiles)
      return usageError("the folder '{}' has more than {} files; give the log, "
                        "or the folder that TORCH_TRACE names",
                        Folder, MaxFiles);
  }
  if (EC)
    return cannotRead(Folder, EC.message());
  llvm::sort(Files);
  return Files;
}

llvm::Error readFolder(llvm::StringRef Folder, LogReader &Reader,
                       std::vector<std::string> &Unread) {
  auto Files = filesOfFolder(Folder);
  if (!Files)
    return Files.takeError();
  if (Files->empty())
    return usageError("the folder '{}' has no files; give a log, or the folder "
                      "that TORCH_TRACE names",
                      Folder);
  for (const std::string &File : *Files) {
    if (auto E = readFile(File, Reader))
      Unread.push_back(llvm::toString(std::move(E)));
    Reader.feed("\n");
  }
  return llvm::Error::success();
}

/// A quoted message, not a misspelt path.
bool isText(llvm::StringRef Path) {
  constexpr llvm::StringLiteral OfLogs[] = {".err", ".gz",  ".json", ".jsonl",
                                            ".log", ".out", ".txt",  ".zst"};
  return Path.contains(' ') && !fs::exists(Path) &&
         !llvm::is_contained(OfLogs, llvm::sys::path::extension(Path));
}

std::string logName(llvm::StringRef Path) {
  if (Path.empty() || Path == "-")
    return "<stdin>";
  return isText(Path) ? "<text>" : Path.str();
}

llvm::Expected<std::vector<std::string>> filesOfLog(llvm::StringRef Path) {
  if (fs::is_directory(Path))
    return filesOfFolder(Path);
  return std::vector<std::string>{Path.str()};
}

/// Reads a log: a file, a folder (TORCH_TRACE, torchrun's --log-dir), "-" for
/// standard input, or a text with spaces. \p Unread gets what cannot be read in
/// a folder, a sentence each.
llvm::Expected<LogEvents> readLog(llvm::StringRef Path,
                                  std::vector<std::string> &Unread) {
  LogReader Reader;
  llvm::Error E = llvm::Error::success();
  if (Path.empty() || Path == "-")
    E = llvm::joinErrors(std::move(E),
                         readFrom(fs::getStdinHandle(), "-", Reader));
  else if (isText(Path))
    Reader.feed(Path);
  else if (fs::is_directory(Path))
    E = llvm::joinErrors(std::move(E), readFolder(Path, Reader, Unread));
  else
    E = llvm::joinErrors(std::move(E), readFile(Path, Reader));
  if (E)
    return std::move(E);
  return Reader.finish();
}

constexpr size_t MaxShown = 220, MaxMatch = 400;

std::string quoted(const LogEvent &E) {
  llvm::StringRef Text = E.Text;
  if (Text.size() <= MaxShown)
    return Text.str();
  const llvm::StringRef Anchor = E.Groups.empty()
                                     ? wordIn(allSigns()[E.Sign], Text)
                                     : llvm::StringRef(E.Groups.front());
  const size_t At = Text.find(Anchor.take_front(40));
  const size_t Begin =
      At == llvm::StringRef::npos || At < 40 ? 0 : Text.rfind(' ', At - 20) + 1;
  // What a long line was recognised by may be its end.
  const size_t End = At == llvm::StringRef::npos ? 0 : At + Anchor.size();
  std::string Part = Text.substr(Begin, MaxShown).str();
  if (End > Begin + MaxShown && End <= Begin + MaxMatch)
    Part = Text.slice(Begin, End).str();
  else if (End > Begin + MaxShown)
    Part = (Text.substr(Begin, MaxShown / 2) + " ... " +
            Text.take_front(End).take_back(MaxShown / 2))
               .str();
  const size_t Last = std::max(End, Begin + MaxShown);
  return (Begin ? "... " : "") + Part + (Last < Text.size() ? " ..." : "");
}

ExplainedCause explained(const LoggedCause &C, const Answer &A) {
  ExplainedCause Result;
  Result.Cause = C.Cause;
  Result.Sure = C.Sure;
  Result.IsHarmless = C.Weight == Weight::Harmless;
  Result.Headline = C.Headline.empty() ? readPage(*C.Cause).Title : C.Headline;
  Result.Event = C.Event;
  Result.Evidence.push_back(
      {A.Log, C.Event->Line, quoted(*C.Event), C.Event->Count});
  if (const llvm::StringRef Shim = A.Read.first("shim");
      !Shim.empty() && C.Cause->Group == "inputs")
    Result.add(A.Log, fmt::format("the model called '{}'", Shim));
  if (const llvm::StringRef Own = A.Read.first("own-source");
      !Own.empty() && C.Cause->Group == "memory") {
    Result.Headline += fmt::format("; the program's own first frame is {}", Own);
    Result.First.push_back(fmt::format(
        "look at {}: is what it reads still there, and inside of its bounds?",
        Own));
  }
  return Result;
}

/// A harmless line or a warning is no answer where the process died of
/// something else. 'API call failed' follows from any error of a model.
void setPassingAside(Answer &A) {
  const std::string Error = lastError(A);
  if (A.Causes.empty() || Error.empty())
    return;
  const ExplainedCause &Best = A.Causes.front();
  const bool IsOther = !llvm::StringRef(Best.Event->Text).contains(Error) &&
                       !llvm::StringRef(Error).contains("API call failed");
  if (Best.IsHarmless || (Best.Event->IsWarning && IsOther))
    A.Passing = std::exchange(A.Causes, {});
}

std::vector<FirstCheck> firstChecksOf(bool IsExport) {
  if (IsExport)
    return {{"model", "does it run in eager, with the example inputs?"},
            {"shapes", "does the export without dynamic_shapes pass? Then one "
                       "of its sizes is what is refused"},
            {"flags", "TORCH_LOGS=\"+dynamic\" says which line of the model "
                      "fixed a size"}};
  return {{"model", "does torch.compile(model) run with the example inputs? "
                    "Then it is what AOTInductor writes"},
          {"devices", "does the model compile for the CPU? Then it is the "
                      "GPU's toolkit, driver or kernels"},
          {"flags",
           "TORCH_LOGS=\"+inductor,output_code\" says how far it "
           "came; max_autotune off leaves out kernels that are tried"}};
}

std::vector<FirstCheck> firstChecks(const Answer &A) {
  const llvm::StringRef Phase = phaseOf(A.Read);
  if ((Phase == "compile" || Phase == "export") && A.Packages.empty())
    return firstChecksOf(Phase == "export");
  std::string Devices = "not known: give the package (--package MODEL.pt2)";
  std::string Shapes = Devices;
  std::vector<std::string> Types;
  for (const std::string &Path : A.Packages) {
    auto Read = readContract(Path, *plainFiles(AnySize));
    if (!Read) {
      llvm::consumeError(Read.takeError());
      continue;
    }
    for (const ModelContract &M : Read->Models) {
      Types.push_back(fmt::format("'{}' is compiled for '{}'", Path,
                                  words::shown(M.Device)));
      if (M.Inputs)
        Shapes = fmt::format("'aoti-tidy package {}' lists the {} inputs that "
                             "each call must match",
                             Path, M.Inputs->size());
    }
  }
  if (!Types.empty())
    Devices = llvm::join(Types, "; ");
  // Before the first run, and beside it, no input is checked.
  if (Phase == "load" || Phase == "update")
    return {{"devices", Devices},
            {Phase == "load" ? "file" : "names",
             Phase == "load"
                 ? filledIn("'aoti-tidy package MODEL.pt2' says what is in "
                            "it, and which torch wrote it",
                            A)
                 : "get_constant_fqns() lists the names that an update takes"},
            {"message", "the model writes its own to standard error, before "
                        "'API call failed'"}};
  const llvm::StringRef Flag = A.Read.first("check-inputs");
  std::string Flags =
      Flag.empty()
          ? "run once with AOTI_RUNTIME_CHECK_INPUTS=1: the model then names "
            "the input that it does not take"
          : fmt::format("AOTI_RUNTIME_CHECK_INPUTS is '{}'",
                        words::shown(Flag));
  return {{"devices", Devices}, {"shapes", Shapes}, {"flags", Flags}};
}

llvm::Error takePackages(const Options &O, Answer &A) {
  for (const std::string &Item : O.Packages) {
    auto Given = parseGivenPackage(Item);
    const bool IsPath = llvm::sys::fs::exists(Item); // with '=' in it
    if (!Given && !IsPath)
      return usageError("--package: {}", llvm::toString(Given.takeError()));
    A.Packages.push_back(IsPath ? Item : Given->Path);
    llvm::consumeError(Given.takeError());
  }
  return llvm::Error::success();
}

llvm::Error refuseOutput(const Options &O, llvm::StringRef Log,
                         const Answer &A) {
  if (O.OutputFile.empty() || !llvm::sys::fs::exists(O.OutputFile))
    return llvm::Error::success();
  std::vector<std::string> Read = A.Packages;
  auto Logs = filesOfLog(Log);
  if (!Logs)
    return Logs.takeError();
  llvm::append_range(Read, *Logs);
  if (!O.Sources.empty()) {
    Options Sources = O;
    Sources.Positional = O.Sources;
    if (auto In = collectInputs(Sources))
      for (const auto *Files :
           {&In->Files, &In->PythonFiles, &In->Documents, &In->Packages})
        llvm::append_range(Read, *Files);
    else
      llvm::consumeError(In.takeError()); // joinSources() says it
    llvm::append_range(Read, O.Sources);
    if (isHeaderFile(O.OutputFile))
      return overwritesInput("-o", O.OutputFile);
  }
  return refuseToOverwrite("-o", O.OutputFile, Read);
}

/// To what GitHub shows of a job, if it is one.
void addToSummary(const Options &O, Answer &A) {
  const auto Path = llvm::sys::Process::GetEnv("GITHUB_STEP_SUMMARY");
  if (!Path)
    return;
  std::error_code EC;
  llvm::raw_fd_ostream File(*Path, EC, llvm::sys::fs::OF_Append);
  if (!EC)
    EC = writeTo(File, pageText(O, [&](llvm::raw_ostream &OS) {
                   writeAnswerMarkdown(A, OS);
                 }));
  if (EC)
    A.Unread.push_back(fmt::format(
        "the step summary '{}' cannot be written: {}", *Path, EC.message()));
}

} // namespace

llvm::StringRef name(Confidence C) {
  constexpr llvm::StringLiteral Names[] = {"certain", "likely", "possible"};
  return Names[static_cast<int>(C)];
}

std::string lastKernel(const Answer &A) {
  const auto It = A.Read.Facts.find("last-kernel");
  return It == A.Read.Facts.end() || It->second.empty() ? ""
                                                        : It->second.back();
}

std::string lastError(const Answer &A) {
  const llvm::StringRef Error = A.Read.first("last-error");
  return (Error.empty() ? A.Read.first("last-failure") : Error).str();
}

std::vector<Alternative> alternativesOf(const ExplainedCause &C) {
  std::vector<Alternative> Result;
  if (C.Sure != Confidence::Possible)
    return Result;
  for (const CauseInfo *Other : othersLike(*C.Cause)) {
    const CausePage Page = readPage(*Other);
    Result.push_back({Other, Page.Title, Page.Question});
  }
  return Result;
}

/// The package that was given, or else the one that the log names.
static std::string packageOf(const Answer &A) {
  if (!A.Packages.empty())
    return A.Packages.front();
  const llvm::StringRef Name = A.Read.first("package");
  if (Name.empty())
    return "MODEL.pt2";
  // As it can stand in a command.
  const bool IsPlain = llvm::all_of(Name, [](char C) {
    return llvm::isAlnum(C) || llvm::StringRef("_./-").contains(C);
  });
  return IsPlain && llvm::all_equal(A.Read.Facts.find("package")->second)
             ? Name.str()
             : "MODEL.pt2";
}

std::string filledIn(std::string Text, const Answer &A) {
  constexpr llvm::StringLiteral Model = "MODEL.pt2";
  const std::string Package = packageOf(A);
  for (size_t At = 0; (At = Text.find(Model, At)) != std::string::npos;
       At += Package.size())
    Text.replace(At, Model.size(), Package);
  return Text;
}

/// The device that the log wants, quoted as in code; empty: none.
static std::string wantedDevice(const ExplainedCause &C) {
  if (C.Cause->Id != "input-device" || !C.Event || C.Event->Groups.size() < 3)
    return "";
  const llvm::StringRef Wanted = C.Event->Groups[2]; // "0(cpu)"
  return fmt::format("\"{}\"", Wanted.split('(').second.split(')').first);
}

/// The items for what the headline or the evidence says, or for the phase; then
/// those for each log.
static std::vector<std::string> fitting(llvm::ArrayRef<PageItem> Items,
                                        const ExplainedCause &C,
                                        const Answer &A) {
  const llvm::StringRef Phase = phaseOf(A.Read);
  const auto Says = [&](llvm::StringRef Word) {
    if (Word.consume_front("phase:"))
      return Phase.empty() || Phase == Word;
    return llvm::StringRef(C.Headline).contains_insensitive(Word) ||
           llvm::any_of(C.Evidence, [&](const EvidenceLine &E) {
             return llvm::StringRef(E.Text).contains_insensitive(Word);
           });
  };
  std::vector<std::string> Result, General;
  for (const PageItem &Item : Items)
    if (Item.Where.empty())
      General.push_back(Item.Text);
    else if (llvm::any_of(llvm::split(Item.Where, '|'), Says))
      Result.push_back(Item.Text);
  llvm::append_range(Result, General);
  return Result;
}

std::vector<std::string> warningsOf(const ExplainedCause &C, const Answer &A) {
  std::vector<std::string> Result = fitting(readPage(*C.Cause).Not, C, A);
  for (std::string &Item : Result)
    Item = filledIn(std::move(Item), A);
  return Result;
}

std::vector<std::string> stepsOf(const ExplainedCause &C, const Answer &A) {
  std::vector<std::string> Steps = C.First;
  const std::string Device = wantedDevice(C);
  const std::vector<PageItem> Items = readPage(*C.Cause).Do;
  std::vector<std::string> Chosen = fitting(Items, C, A);
  if (Chosen.empty())
    for (const PageItem &Item : Items)
      Chosen.push_back(Item.Text);
  for (std::string &Step : Chosen) {
    // What has been done.
    if (A.Read.has("backtrace") && llvm::StringRef(Step).starts_with("`gdb "))
      continue;
    constexpr llvm::StringLiteral Example =
        "index out of bounds: 0 <= tmp7 < ks1";
    if (const size_t At = Step.find(Example);
        At != std::string::npos && C.Event && !C.Event->Groups.empty() &&
        llvm::StringRef(C.Event->Groups[0]).starts_with("index out of bounds"))
      Step.replace(At, Example.size(), C.Event->Groups[0]);
    constexpr llvm::StringLiteral ToDevice = "to(DEVICE)";
    if (const size_t At = Step.find(ToDevice);
        At != std::string::npos && !Device.empty())
      Step.replace(At, ToDevice.size(), "to(" + Device + ")");
    Steps.push_back(filledIn(std::move(Step), A));
  }
  return Steps;
}

llvm::Expected<Page> explainPage(const Options &O) {
  if (O.Positional.size() > 1)
    return usageError(
        "'explain' reads one log, and got {} paths; give packages "
        "with --package and sources with --source",
        O.Positional.size());
  Answer A;
  const std::string Path = O.Positional.empty() ? "-" : O.Positional.front();
  A.Log = logName(Path);
  if (auto E = takePackages(O, A))
    return std::move(E);
  if (auto E = refuseOutput(O, Path, A))
    return std::move(E);
  auto Log = readLog(Path, A.Unread);
  if (!Log)
    return Log.takeError();
  A.Read = std::move(*Log);
  if (!A.Read.Lines)
    return usageError("the log '{}' is empty; give the whole output of the "
                      "process, standard error included",
                      A.Log);
  // The code that failed may be in the log itself.
  if (A.Packages.empty() && logsCode(Path, *plainFiles(AnySize)))
    A.Packages.push_back(Path);
  for (const LoggedCause &C : diagnose(A.Read))
    A.Causes.push_back(explained(C, A));
  setPassingAside(A);
  for (const llvm::StringRef Word : A.Read.PassedOver)
    A.Notes.push_back(
        fmt::format("'{}' is in so many lines that the later ones were not "
                    "looked at; give the part of the log around the failure",
                    Word));
  // A few pasted lines seldom do.
  constexpr uint64_t Pasted = 3;
  if (!A.Causes.empty() && !isOfAoti(A.Read) && A.Packages.empty()) {
    if (A.Read.Lines > Pasted)
      A.Notes.push_back("The log does not mention AOTInductor: if no model of "
                        "it was in the process, this is not a model's "
                        "failure.");
    else if (!A.Causes.front().Cause->Common.empty())
      A.Notes.push_back("Programs without AOTInductor print this, too.");
  }
  joinPackages(A);
  joinTrace(A);
  joinSources(O, A);
  if (A.Causes.empty() || A.Causes.front().IsHarmless)
    A.Checks = firstChecks(A);

  if (O.Format == ReportFormat::Github)
    addToSummary(O, A);
  Page Result;
  Result.Unread = A.Unread;
  Result.Exit = A.Causes.empty() ? ExitCode::Findings : ExitCode::Clean;
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) {
    if (O.Format == ReportFormat::Json)
      writeAnswerJson(A, OS);
    else if (O.Format == ReportFormat::Markdown)
      writeAnswerMarkdown(A, OS);
    else if (O.Format == ReportFormat::Github)
      writeAnswerGithub(A, OS);
    else
      writeAnswerText(A, O.Verbose, OS);
  });
  return Result;
}

} // namespace aoti_tidy
