// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/server/Server.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/PlainFiles.h"
#include "driver/commands/Commands.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include <sys/resource.h>

using llvm::StringRef;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
namespace json = llvm::json;
namespace path = llvm::sys::path;
using namespace std::chrono_literals;

namespace aoti_tidy {
namespace {

/// How long an edit waits for the next one at most, and one of a header for what
/// includes it.
constexpr auto MaxDelay = 250ms, HeaderDelay = 300ms;
/// How many files have a parse that waits, and for how long one that was of no use is
/// not followed by another.
constexpr size_t MaxWarm = 2;
constexpr auto WarmPause = 5s;
/// After which time somebody wants to know what takes so long.
constexpr auto LongTime = 1s;

/// Whether it is of a kind that is linted: the rest is others' business.
bool isLintable(const std::string &Path, StringRef Text) {
  const bool IsScript = path::extension(Path).empty() &&
                        Text.starts_with("#!") &&
                        Text.split('\n').first.contains("python");
  return IsScript || isPythonFile(Path) || isNotebookFile(Path) ||
         isMarkdownFile(Path) || isEnvironmentFile(Path) || isCxxFile(Path);
}

bool isCxx(StringRef Path) {
  return isHeaderFile(Path) || isCxxSource(Path) || isCudaFile(Path);
}

/// The directives of a text, on which its headers depend.
std::string directivesOf(StringRef Text) {
  std::string Result;
  for (const StringRef Line : llvm::split(Text, '\n'))
    if (Line.ltrim().starts_with("#"))
      Result += Line;
  return Result;
}

/// A name for what has none yet, by its language.
std::string nameOfUntitled(StringRef Uri, StringRef Language) {
  const StringRef Extension = Language == "python"     ? ".py"
                              : Language == "cuda-cpp" ? ".cu"
                              : Language == "cuda"     ? ".cu"
                              : Language == "cpp"      ? ".cpp"
                              : Language == "markdown" ? ".md"
                              : Language == "jupyter"  ? ".ipynb"
                                                       : "";
  std::string Name = path::filename(Uri).str();
  llvm::replace(Name, ':', '-');
  return absolutePath(Name + Extension.str());
}

} // namespace

const json::Object &AnyJson::object() const {
  static const json::Object None;
  const json::Object *O = Value.getAsObject();
  return O ? *O : None;
}

bool fromJSON(const json::Value &From, AnyJson &To, json::Path) {
  To.Value = From;
  return true;
}

Server::Server(Options Options, StringRef Argv0, MessageInput &In,
               llvm::lsp::JSONTransport &Transport)
    : Given(std::move(Options)), O(Given), Argv0(Argv0), In(In),
      Transport(Transport), Handler(Transport) {
  const auto Ignore = [](const json::Value &, llvm::Expected<AnyJson> Answer) {
    if (!Answer)
      llvm::consumeError(Answer.takeError());
  };
  Publish = Handler.outgoingNotification<json::Value>(
      "textDocument/publishDiagnostics");
  ShowMessage = Handler.outgoingNotification<json::Value>("window/showMessage");
  ShowProgress = Handler.outgoingNotification<json::Value>("$/progress");
  CreateProgress = Handler.outgoingRequest<json::Value, AnyJson>(
      "window/workDoneProgress/create", Ignore);
  Register = Handler.outgoingRequest<json::Value, AnyJson>(
      "client/registerCapability", Ignore);
  Refresh = Handler.outgoingRequest<json::Value, AnyJson>(
      "workspace/diagnostic/refresh", Ignore);
  Configuration = Handler.outgoingRequest<json::Value, AnyJson>(
      "workspace/configuration",
      [this](const json::Value &, llvm::Expected<AnyJson> Answer) {
        if (!Answer)
          return llvm::consumeError(Answer.takeError());
        if (const json::Array *Sections = Answer->Value.getAsArray();
            Sections && !Sections->empty())
          configure(&Sections->front());
      });

  Handler.method("initialize", this, &Server::initialize);
  Handler.notification("initialized", this,
                       &Server::guarded<&Server::initialized>);
  Handler.method("shutdown", this, &Server::guarded<&Server::shutdown>);
#define AOTI_NOTIFICATION(METHOD, HANDLER)                                     \
  Handler.notification(METHOD, this, &Server::guarded<&Server::HANDLER>);
#define AOTI_REQUEST(METHOD, HANDLER)                                          \
  Handler.method(METHOD, this, &Server::guarded<&Server::HANDLER>);
  AOTI_NOTIFICATION("textDocument/didOpen", didOpen)
  AOTI_NOTIFICATION("textDocument/didChange", didChange)
  AOTI_NOTIFICATION("textDocument/didSave", didSave)
  AOTI_NOTIFICATION("textDocument/didClose", didClose)
  AOTI_NOTIFICATION("notebookDocument/didOpen", didOpenNotebook)
  AOTI_NOTIFICATION("notebookDocument/didChange", didChangeNotebook)
  AOTI_NOTIFICATION("notebookDocument/didSave", didSave)
  AOTI_NOTIFICATION("notebookDocument/didClose", didCloseNotebook)
  AOTI_NOTIFICATION("workspace/didChangeConfiguration", didChangeConfiguration)
  AOTI_NOTIFICATION("workspace/didChangeWatchedFiles", didChangeWatchedFiles)
  AOTI_NOTIFICATION("workspace/didChangeWorkspaceFolders", didChangeFolders)
  AOTI_NOTIFICATION("$/cancelRequest", cancel)
  AOTI_REQUEST("textDocument/diagnostic", diagnostic)
  AOTI_REQUEST("textDocument/codeAction", codeAction)
  AOTI_REQUEST("textDocument/hover", hover)
  AOTI_REQUEST("textDocument/inlayHint", inlayHint)
  AOTI_REQUEST("workspace/executeCommand", executeCommand)
  AOTI_REQUEST("aoti-tidy/status", status)
#undef AOTI_NOTIFICATION
#undef AOTI_REQUEST
  In.serve(*this);
}

llvm::Expected<ExitCode> Server::run() {
  if (auto E = Transport.run(Handler)) {
    llvm::consumeError(std::move(E));
    return usageError("the editor is gone without a 'shutdown'");
  }
  return IsShutDown ? ExitCode::Clean : ExitCode::Findings;
}

template <auto Do> void Server::guarded(const AnyJson &Params, Reply Answer) {
  if (!IsInitialized)
    return Answer(llvm::make_error<LSPError>("the server is not initialized",
                                             ErrorCode::ServerNotInitialized));
  if (IsShutDown)
    return Answer(llvm::make_error<LSPError>("the server was shut down",
                                             ErrorCode::InvalidRequest));
  (this->*Do)(Params.object(), std::move(Answer));
}

template <auto Do> void Server::guarded(const AnyJson &Params) {
  if (IsInitialized && !IsShutDown)
    (this->*Do)(Params.object());
}

void Server::shutdown(const Object &, Reply Answer) {
  IsShutDown = true;
  Documents.clear();
  Pages.clear();
  Answer(nullptr);
}

Server::Document *Server::find(const Object &Params, StringRef Key) {
  const Object *Of = Params.getObject(Key);
  const auto Uri = Of ? Of->getString("uri") : std::nullopt;
  const auto It = Uri ? Documents.find(Uri->str()) : Documents.end();
  return It == Documents.end() ? nullptr : &It->second;
}

Server::Viewed Server::viewed(const std::string &Uri) {
  if (const auto It = Documents.find(Uri); It != Documents.end())
    return {&It->second, nullptr};
  for (auto &[_, D] : Documents)
    for (NotebookCell &C : D.Cells)
      if (C.Uri == Uri)
        return {&D, &C};
  return {};
}

Server::Viewed Server::viewed(const Object &Params) {
  const Object *Of = Params.getObject("textDocument");
  return viewed(Of ? Of->getString("uri").value_or("").str() : "");
}

std::optional<TextRange> Server::rangeIn(const Viewed &V,
                                         const Object *Range) const {
  const auto R = V.text().range(Range, IsUtf8);
  return R && V.Cell ? std::optional(V.Cell->inNotebook(*R)) : R;
}

Server::Document &Server::open(StringRef Uri, StringRef Language) {
  Document &D = Documents[Uri.str()];
  D.Uri = Uri.str();
  D.Path = pathOf(Uri);
  if (D.Path.empty())
    D.Path = nameOfUntitled(Uri, Language);
  // What is installed may have changed since the last one.
  TorchOfPython.clear();
  return D;
}

void Server::didOpen(const Object &Params) {
  const Object *Of = Params.getObject("textDocument");
  const auto Uri = Of ? Of->getString("uri") : std::nullopt;
  if (!Uri)
    return;
  Document &D = open(*Uri, Of->getString("languageId").value_or(""));
  D.Version = Of->getInteger("version").value_or(0);
  D.Text.set(Of->getString("text").value_or("").str());
  schedule(D);
}

void Server::didChange(const Object &Params) {
  Document *D = find(Params);
  if (!D)
    return;
  D->Version = Params.getObject("textDocument")
                   ->getInteger("version")
                   .value_or(D->Version + 1);
  for (const Object *Change : objectsOf(&Params, "contentChanges"))
    D->Text.apply(*Change, IsUtf8);
  scheduleEdited(*D);
}

void Server::scheduleEdited(Document &D) {
  // The first edit after a pause does not wait.
  const bool IsTyping = Clock::now() - D.Edited < MaxDelay;
  D.Edited = Clock::now();
  schedule(D, IsTyping ? std::min<Clock::duration>(D.LastTime / 2, MaxDelay)
                       : Clock::duration());
  for (auto &[_, Other] : Documents) {
    // Its places are those of the older text.
    if (&Other != &D && Other.Shown.erase(D.Uri) != 0)
      schedule(Other, HeaderDelay);
    else if (&Other != &D && isHeaderFile(D.Path) && isCxx(Other.Path))
      schedule(Other, HeaderDelay);
  }
}

void Server::didSave(const Object &) {
  // What others read of it has changed, and what is watched may not say so.
  scheduleAll(/*Anew=*/false);
}

void Server::didClose(const Object &Params) {
  if (Document *D = find(Params))
    close(*D);
}

void Server::close(Document &D) {
  const std::map<std::string, json::Array> Shown = std::move(D.Shown);
  for (auto &R : D.Waiting)
    R.Answer(llvm::make_error<LSPError>("the document was closed",
                                        ErrorCode::ContentModified));
  const std::string Uri = D.Uri;
  Documents.erase(Uri);
  publish(Uri);
  for (const auto &[Other, _] : Shown)
    if (Other != Uri)
      publish(Other);
}

void Server::cancel(const Object &Params) {
  const json::Value *Id = Params.get("id");
  const auto Cancel = [&](auto &Requests) {
    llvm::erase_if(Requests, [&](auto &R) {
      if (!Id || R.Id != *Id)
        return false;
      R.Answer(
          llvm::make_error<LSPError>("cancelled", ErrorCode::RequestCancelled));
      return true;
    });
  };
  Cancel(Pages);
  for (auto &[_, D] : Documents)
    Cancel(D.Waiting);
}

void Server::schedule(Document &D, Clock::duration Delay) {
  Cancelled += D.Running != nullptr;
  D.Running = nullptr;
  D.Shows = nullptr;
  D.IsSaved.reset();
  D.Result.reset();
  D.Due = Clock::now() + Delay;
}

void Server::scheduleAll(bool Anew) {
  for (auto &[_, D] : Documents) {
    if (Anew) {
      D.Warm = nullptr;
      D.WarmIncludes.clear();
      D.WarmSince = {};
    }
    schedule(D);
  }
}

int Server::begin(std::vector<pollfd> &Pipes) {
  const size_t Most = std::max<size_t>(
      1, llvm::hardware_concurrency().compute_thread_count() / 2);
  std::vector<Document *> Waiting;
  size_t Running = 0;
  for (auto &[_, D] : Documents) {
    Running += D.Running != nullptr;
    if (D.Due)
      Waiting.push_back(&D);
  }
  llvm::sort(Waiting, [](const Document *A, const Document *B) {
    return *A->Due < *B->Due;
  });
  int Wait = -1;
  const Clock::time_point Now = Clock::now();
  for (Document *D : Waiting) {
    if (*D->Due > Now) {
      Wait =
          std::chrono::ceil<std::chrono::milliseconds>(*D->Due - Now).count();
      break;
    }
    if (Running == Most)
      break;
    start(*D);
    Running += D->Running != nullptr;
  }
  for (auto &[_, D] : Documents)
    for (const auto *Lint : {&D.Running, &D.Warm})
      if (*Lint)
        Pipes.push_back({(*Lint)->pipe(), POLLIN, 0});
  for (const Page &P : Pages)
    Pipes.push_back({P.Running->pipe(), POLLIN, 0});
  const int Look = showProgress(Now);
  return Wait < 0 ? Look : Look < 0 ? Wait : std::min(Wait, Look);
}

int Server::showProgress(Clock::time_point Now) {
  int Wait = -1;
  for (auto &[Uri, D] : Documents) {
    if (!HasProgress || !D.Running || D.Shows)
      continue;
    const Clock::time_point Due = D.Started + LongTime;
    if (Due > Now) {
      const int Left =
          std::chrono::ceil<std::chrono::milliseconds>(Due - Now).count();
      Wait = Wait < 0 ? Left : std::min(Wait, Left);
      continue;
    }
    const int64_t Token = ++NextId;
    CreateProgress(Object{{"token", Token}}, Token);
    D.Shows = std::make_unique<Progress>(
        ShowProgress, Token, "linting " + path::filename(D.Path).str());
  }
  return Wait;
}

OpenBuffer Server::bufferOf(Document &D) {
  const auto IsSaved = [](Document &Of) {
    if (!Of.IsSaved) {
      const auto Text = readPlainFile(Of.Path);
      Of.IsSaved = Text && (*Text)->getBuffer() == Of.Text.str();
    }
    return *Of.IsSaved;
  };
  OpenBuffer B;
  B.Path = D.Path;
  if (!IsSaved(D))
    B.Text = D.Text.str();
  for (auto &[_, Other] : Documents)
    if (&Other != &D && !IsSaved(Other))
      B.Others[Other.Path] = Other.Text.str();
  B.Folder = folderOf(D.Path);
  if (const auto It = TorchOfPython.find(B.Folder); It != TorchOfPython.end())
    B.TorchOfPython = It->second;
  if (D.Warm)
    B.WarmAddress = D.WarmAddress;
  return B;
}

void Server::keepWarm(Document &D, bool HasHeaders) {
  const Clock::time_point Now = Clock::now();
  const std::string Includes = directivesOf(D.Text.str());
  // Where it was of no use, it is not tried again.
  if ((HasHeaders ? D.Warm != nullptr || D.Edited == Clock::time_point()
                  : Includes == D.WarmIncludes) ||
      Now - D.WarmSince < WarmPause)
    return;
  std::vector<Document *> Others;
  for (auto &[_, Other] : Documents)
    if (Other.Warm && &Other != &D)
      Others.push_back(&Other);
  if (Others.size() >= MaxWarm) {
    Document &Oldest =
        **llvm::min_element(Others, [](const Document *A, const Document *B) {
          return A->Edited < B->Edited;
        });
    // One that has just begun may still precompile.
    if (Oldest.Edited > D.Edited || Now - Oldest.WarmSince < WarmPause)
      return;
    Oldest.Warm = nullptr;
    Oldest.WarmIncludes.clear();
  }
  OpenBuffer B = bufferOf(D);
  // The result of a file on the disk may be in the cache, where no header is.
  B.Text = D.Text.str();
  D.Warm = BufferLint::startWarm(O, Argv0, B);
  D.WarmAddress = B.WarmAddress;
  D.WarmIncludes = Includes;
  D.WarmSince = Now;
}

void Server::start(Document &D) {
  D.Due.reset();
  D.Started = Clock::now();
  if (!isLintable(D.Path, D.Text.str()))
    return finish(D, {});
  D.Running = BufferLint::start(O, Argv0, bufferOf(D));
  if (!D.Running)
    finish(D, {{},
               {},
               {{{}, "the system gives no process to lint in"}},
               {},
               {},
               false});
}

std::string Server::folderOf(StringRef Path) const {
  std::string Result;
  for (const std::string &Folder : Folders)
    if (isInFolder(Path, Folder) && Folder.size() > Result.size())
      Result = Folder;
  return Result;
}

void Server::ready(int Pipe) {
  for (auto &[_, D] : Documents)
    if (D.Running && D.Running->pipe() == Pipe && D.Running->read()) {
      BufferResult Result = D.Running->take();
      D.Running = nullptr;
      D.Shows = nullptr;
      ++Linted;
      return finish(D, std::move(Result));
    }
  for (auto &[_, D] : Documents)
    if (D.Warm && D.Warm->pipe() == Pipe && D.Warm->read())
      D.Warm = nullptr;
  for (size_t I = 0; I < Pages.size(); ++I)
    if (Pages[I].Running->pipe() == Pipe && Pages[I].Running->read()) {
      Page P = std::move(Pages[I]);
      Pages.erase(Pages.begin() + I);
      BufferPage Made = P.Running->takePage();
      P.Shows = nullptr;
      return Made.Problem.empty()
                 ? P.Answer(json::fixUTF8(Made.Text))
                 : P.Answer(llvm::make_error<LSPError>(
                       Made.Problem, ErrorCode::RequestFailed));
    }
}

void Server::finish(Document &D, BufferResult Result) {
  D.LastTime = Clock::now() - D.Started;
  if (Result.TorchOfPython)
    TorchOfPython[folderOf(D.Path)] = *Result.TorchOfPython;
  D.Result = std::move(Result);
  show(D);
  if (D.Result->ParsedHeaders || D.Result->ReusedHeaders)
    keepWarm(D, D.Result->ReusedHeaders);
  for (auto &R : D.Waiting)
    R.Answer(report(R.Uri));
  D.Waiting.clear();
}

void Server::status(const Object &, Reply Answer) {
  rusage Own = {};
  getrusage(RUSAGE_SELF, &Own);
  json::Array Running, Warm;
  for (const auto &[Uri, D] : Documents)
    for (const auto *Lint : {&D.Running, &D.Warm})
      if (*Lint)
        (Lint == &D.Warm ? Warm : Running)
            .push_back(Object{{"uri", Uri}, {"process", (*Lint)->process()}});
  Answer(Object{{"version", AOTI_TIDY_VERSION},
                {"documents", Documents.size()},
                {"linted", Linted},
                {"cancelled", Cancelled},
                {"running", std::move(Running)},
                {"warm", std::move(Warm)},
                {"maxResidentKilobytes", Own.ru_maxrss}});
}

llvm::Expected<ExitCode> runServer(const Options &O, llvm::StringRef Argv0) {
  if (!O.Positional.empty())
    return usageError("'{}' is not for the server, which lints what an editor "
                      "opens; 'aoti-tidy check' lints files",
                      O.Positional.front());
  auto Input = std::make_unique<MessageInput>();
  MessageInput &In = *Input;
  llvm::lsp::JSONTransport Transport(std::move(Input), llvm::outs());
  return Server(O, Argv0, In, Transport).run();
}

} // namespace aoti_tidy
