// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_SERVER_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_SERVER_H

#include "driver/commands/server/BufferLint.h"
#include "driver/commands/server/Document.h"
#include "driver/commands/server/MessageInput.h"
#include "driver/commands/server/Notebook.h"
#include "llvm/Support/LSP/Transport.h"
#include <chrono>

namespace aoti_tidy {

/// Any JSON, as a parameter or a result of the protocol.
struct AnyJson {
  llvm::json::Value Value = nullptr;

  const llvm::json::Object &object() const;
};
bool fromJSON(const llvm::json::Value &From, AnyJson &To, llvm::json::Path);

/// Work that the editor shows as under way, as long as this object lives.
class Progress {
public:
  using Notification = llvm::lsp::OutgoingNotification<llvm::json::Value>;

  /// \param Token Which the client has made, or knows of.
  Progress(Notification &Notify, llvm::json::Value Token, std::string Message)
      : Notify(Notify), Token(std::move(Token)) {
    say(llvm::json::Object{{"kind", "begin"},
                           {"title", "aoti-tidy"},
                           {"message", std::move(Message)},
                           {"cancellable", false}});
  }
  ~Progress() { say(llvm::json::Object{{"kind", "end"}}); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void say(llvm::json::Object Value) {
    Notify(llvm::json::Object{{"token", Token}, {"value", std::move(Value)}});
  }

  Notification &Notify;
  const llvm::json::Value Token;
};

/// A language server: it keeps what the editor shows, has it linted, and tells what
/// is found.
class Server : public MessageInput::Idle {
public:
  Server(Options Given, llvm::StringRef Argv0, MessageInput &In,
         llvm::lsp::JSONTransport &Transport);

  /// Until the client says 'exit', or is gone.
  llvm::Expected<ExitCode> run();

  int begin(std::vector<pollfd> &Pipes) override;
  void ready(int Pipe) override;

private:
  using Clock = std::chrono::steady_clock;
  using Reply = llvm::lsp::Callback<llvm::json::Value>;
  using Object = llvm::json::Object;

  /// A file that the editor shows.
  struct Document {
    std::string Uri, Path;
    int64_t Version = 0;
    EditorText Text{""};
    /// Whether the disk has the same text; nothing: it was not looked at since an edit.
    std::optional<bool> IsSaved;
    bool IsNotebook = false;
    std::vector<NotebookCell> Cells; ///< that the text is made of, if it is one
    /// When the next lint starts; nothing: no edit since the last.
    std::optional<Clock::time_point> Due;
    std::unique_ptr<BufferLint> Running;
    std::unique_ptr<Progress> Shows; ///< that it runs, if it does for long
    /// Precompiles headers, and then is a parse that waits for edits: where lints
    /// find it, since when, and what the text included then.
    std::unique_ptr<BufferLint> Warm;
    std::string WarmAddress, WarmIncludes;
    Clock::time_point WarmSince;
    Clock::time_point Started, Edited;
    Clock::duration LastTime{}; ///< that a lint has taken
    /// Of this text; nothing: it is not linted yet.
    std::optional<BufferResult> Result;
    /// The diagnostics of the last lint, by URI: headers have some, too.
    std::map<std::string, llvm::json::Array> Shown;
    /// A request for diagnostics that waits for a result.
    struct Request {
      llvm::json::Value Id;
      std::string Uri;
      Reply Answer;
    };
    std::vector<Request> Waiting;
  };

  /// What the editor shows under a URI: a document, or a cell of one.
  struct Viewed {
    Document *Of = nullptr;
    NotebookCell *Cell = nullptr;

    const EditorText &text() const { return Cell ? Cell->Text : Of->Text; }
    /// As RunRecord has it.
    std::string fileOfRuns() const;
  };
  struct Place {
    std::string Uri;
    Object Range;
  };
  /// A page that is made for a client.
  struct Page {
    std::unique_ptr<BufferLint> Running;
    std::unique_ptr<Progress> Shows;
    llvm::json::Value Id;
    Reply Answer;
  };

  template <auto Handler> void guarded(const AnyJson &Params, Reply Answer);
  template <auto Handler> void guarded(const AnyJson &Params);
  void initialize(const AnyJson &Params, Reply Answer);
  void initialized(const Object &);
  void shutdown(const Object &, Reply Answer);
  void didOpen(const Object &Params);
  void didChange(const Object &Params);
  void didClose(const Object &Params);
  // NotebookSync.cpp
  void didOpenNotebook(const Object &Params);
  void didChangeNotebook(const Object &Params);
  void didCloseNotebook(const Object &Params);
  // Server.cpp
  void didChangeConfiguration(const Object &Params);
  void didChangeWatchedFiles(const Object &);
  void didSave(const Object &);
  void didChangeFolders(const Object &Params);
  void cancel(const Object &Params);
  void diagnostic(const Object &Params, Reply Answer);
  void status(const Object &, Reply Answer);
  // Actions.cpp
  void codeAction(const Object &Params, Reply Answer);
  void hover(const Object &Params, Reply Answer);
  void inlayHint(const Object &Params, Reply Answer);
  // PageCommands.cpp
  void executeCommand(const Object &Params, Reply Answer);
  /// What is loaded or run in the line of a place.
  std::vector<RunRecord> runsAt(const Object &Place);
  /// The package there; empty: none is known.
  std::string packageAt(const Object &Place);

  /// Takes the options that a client sends; the old ones stay if they are wrong.
  void configure(const llvm::json::Value *Settings);
  void askForConfiguration();
  void addFolders(const Object *Of, llvm::StringRef Name);
  Document *find(const Object &Params, llvm::StringRef Key = "textDocument");
  Viewed viewed(const std::string &Uri);
  Viewed viewed(const Object &Params);
  /// The bytes of the document's text.
  std::optional<TextRange> rangeIn(const Viewed &V, const Object *Range) const;
  Document &open(llvm::StringRef Uri, llvm::StringRef Language);
  void close(Document &D);
  void scheduleEdited(Document &D);
  void schedule(Document &D, Clock::duration Delay = {});
  /// \param Anew What waits for edits began with something else.
  void scheduleAll(bool Anew = true);
  void start(Document &D);
  OpenBuffer bufferOf(Document &D);
  void keepWarm(Document &D, bool HasHeaders);
  void finish(Document &D, BufferResult Result);
  /// Shows of what runs for long that it does; returns after how many milliseconds
  /// to look again, -1: never.
  int showProgress(Clock::time_point Now);
  void publish(const std::string &Uri);
  llvm::json::Array diagnosticsAt(const std::string &Uri) const;
  Object report(const std::string &Uri) const;
  void show(Document &D);
  Object diagnosticOf(const Document &D, const Finding &F);
  Place placeOf(const Document &D, const Finding &F);
  /// The text of a file, as the editor has it or else the disk.
  const EditorText &textOf(llvm::StringRef Path);
  /// Where the editor shows a range of a file's text.
  Place placeIn(llvm::StringRef Path, TextRange R);
  /// Of the workspace; empty: it is in none.
  std::string folderOf(llvm::StringRef Path) const;
  Object editOf(const Document &D, llvm::ArrayRef<Edit> Edits);
  Object fixOfAll(const Document &D);

  const Options Given;
  Options O; ///< with what the client has set
  const std::string Argv0;
  MessageInput &In;
  llvm::lsp::JSONTransport &Transport;
  llvm::lsp::MessageHandler Handler;
  llvm::lsp::OutgoingNotification<llvm::json::Value> Publish, ShowMessage,
      ShowProgress;
  llvm::lsp::OutgoingRequest<llvm::json::Value> Register, Configuration,
      Refresh, CreateProgress;
  int64_t NextId = 0;

  bool IsInitialized = false, IsShutDown = false;
  bool IsUtf8 = false, Pulls = false, HasRelated = false, HasVersions = false;
  bool HasWatchers = false, HasConfiguration = false, HasRefresh = false;
  bool HasProgress = false, HasTags = false, HasAddresses = false;
  std::vector<std::string> Folders;
  std::map<std::string, Document> Documents; ///< by URI
  /// Of files that are not open, while one result is shown.
  std::map<std::string, EditorText, std::less<>> OnDisk;
  std::vector<Page> Pages;
  /// What the last lint of a folder of the workspace has asked python3.
  std::map<std::string, std::string> TorchOfPython;
  size_t Linted = 0, Cancelled = 0;
};

} // namespace aoti_tidy

#endif
