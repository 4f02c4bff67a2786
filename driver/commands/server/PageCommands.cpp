// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a client can have done: pages of packages and logs, and reading anew.
#include "driver/commands/server/Server.h"

using llvm::StringRef;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
namespace json = llvm::json;

namespace aoti_tidy {

std::vector<RunRecord> Server::runsAt(const Object &Place) {
  const Viewed V = viewed(Place);
  const Object *Position = Place.getObject("position");
  if (!V.Of || !V.Of->Result || !Position)
    return {};
  const unsigned Line = V.text().line(V.text().offset(*Position, IsUtf8)) + 1;
  std::vector<RunRecord> Runs = V.Of->Result->Runs;
  llvm::erase_if(Runs, [&](const RunRecord &Run) {
    return (Run.File != V.fileOfRuns() || Run.Line != Line) &&
           (Run.LoaderFile != V.fileOfRuns() || Run.LoaderLine != Line);
  });
  return Runs;
}

std::string Server::packageAt(const Object &Place) {
  const std::vector<RunRecord> Runs = runsAt(Place);
  return Runs.empty() ? "" : Runs.front().Package;
}

void Server::executeCommand(const Object &Params, Reply Answer) {
  const StringRef Name = Params.getString("command").value_or("");
  const json::Array *Arguments = Params.getArray("arguments");
  const Object *First = Arguments && !Arguments->empty()
                            ? Arguments->front().getAsObject()
                            : nullptr;
  if (Name == "aoti-tidy.reread") {
    TorchOfPython.clear();
    scheduleAll();
    return Answer(nullptr);
  }
  const auto Refuse = [&](StringRef Why) {
    Answer(llvm::make_error<LSPError>(Why.str(), ErrorCode::InvalidParams));
  };
  Options Own = O;
  Own.Positional.clear();
  Own.Color = ColorMode::Never;
  OpenBuffer B;
  std::string Message;
  if (Name == "aoti-tidy.trace") {
    const std::string Package = First ? packageAt(*First) : "";
    if (Package.empty())
      return Refuse("no package is known of a loader or a run in this line");
    Own.Cmd = Command::Trace;
    Own.Positional = {Package};
    Message = "tracing " + Package;
  } else if (Name == "aoti-tidy.explain") {
    const auto Text = First ? First->getString("text") : std::nullopt;
    if (!Text)
      return Refuse("'aoti-tidy.explain' needs {\"text\": LOG}");
    Own.Cmd = Command::Explain;
    B.Text = Text->str();
    Message = "explaining a log";
  } else {
    return Refuse("there is no such command");
  }
  B.Folder = Folders.empty() ? "" : Folders.front();
  Page P = {BufferLint::startPage(Own, B), nullptr, In.id(), std::move(Answer)};
  if (!P.Running)
    return P.Answer(llvm::make_error<LSPError>("the system gives no process",
                                               ErrorCode::RequestFailed));
  if (const json::Value *Token = Params.get("workDoneToken"))
    P.Shows = std::make_unique<Progress>(ShowProgress, *Token, Message);
  Pages.push_back(std::move(P));
}

} // namespace aoti_tidy
