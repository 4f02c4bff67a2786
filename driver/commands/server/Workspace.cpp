// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What client and server agree on: what each can do, folders, settings.
#include "driver/commands/server/Server.h"
#include <fmt/format.h>

using llvm::StringRef;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// Whether \p In has something other than 'false' at a path of names, as in
/// 'window.workDoneProgress'.
bool hasAt(const json::Object *In, StringRef Path) {
  while (In && Path.contains('.')) {
    const auto [Name, Rest] = Path.split('.');
    In = In->getObject(Name);
    Path = Rest;
  }
  const json::Value *Found = In ? In->get(Path) : nullptr;
  return Found && Found->getAsBoolean().value_or(Found->getAsObject());
}

} // namespace

void Server::initialize(const AnyJson &Params, Reply Answer) {
  if (IsInitialized)
    return Answer(llvm::make_error<LSPError>("the server is initialized",
                                             ErrorCode::InvalidRequest));
  IsInitialized = true;
  const Object &P = Params.object();
  const Object *Client = P.getObject("capabilities");
  const Object *General = Client ? Client->getObject("general") : nullptr;
  if (const json::Array *Encodings =
          General ? General->getArray("positionEncodings") : nullptr)
    IsUtf8 = llvm::is_contained(*Encodings, json::Value("utf-8"));
  Pulls = hasAt(Client, "textDocument.diagnostic");
  // Both kinds of clients say it where those that are told do.
  HasAddresses =
      hasAt(Client, "textDocument.publishDiagnostics.codeDescriptionSupport");
  HasTags = hasAt(Client, "textDocument.publishDiagnostics.tagSupport");
  HasRelated =
      hasAt(Client, "textDocument.publishDiagnostics.relatedInformation") ||
      hasAt(Client, "textDocument.diagnostic.relatedInformation");
  HasVersions = hasAt(Client, "workspace.workspaceEdit.documentChanges");
  HasWatchers =
      hasAt(Client, "workspace.didChangeWatchedFiles.dynamicRegistration");
  HasConfiguration = hasAt(Client, "workspace.configuration");
  HasRefresh = hasAt(Client, "workspace.diagnostics.refreshSupport");
  HasProgress = hasAt(Client, "window.workDoneProgress");
  addFolders(&P, "workspaceFolders");
  if (const auto Root = P.getString("rootUri"); Root && Folders.empty())
    Folders.push_back(pathOf(*Root));
  configure(P.get("initializationOptions"));
  Object Capabilities{
      {"positionEncoding", IsUtf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", Object{{"openClose", true},
                                  {"change", 2}, // incremental
                                  {"save", Object{{"includeText", false}}}}},
      {"notebookDocumentSync",
       Object{{"notebookSelector",
               json::Array{Object{{"notebook", Object{{"notebookType",
                                                       "jupyter-notebook"}}}}}},
              {"save", true}}},
      {"codeActionProvider",
       Object{{"codeActionKinds",
               json::Array{"quickfix", "source.fixAll.aoti-tidy"}}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"executeCommandProvider",
       Object{{"workDoneProgress", true},
              {"commands", json::Array{"aoti-tidy.trace", "aoti-tidy.explain",
                                       "aoti-tidy.reread"}}}},
      {"workspace",
       Object{{"workspaceFolders",
               Object{{"supported", true}, {"changeNotifications", true}}}}}};
  // With both, a client would show each finding twice.
  if (Pulls)
    Capabilities["diagnosticProvider"] =
        Object{{"identifier", "aoti-tidy"},
               {"interFileDependencies", true},
               {"workspaceDiagnostics", false}};
  Answer(Object{{"capabilities", std::move(Capabilities)},
                {"serverInfo", Object{{"name", "aoti-tidy"},
                                      {"version", AOTI_TIDY_VERSION}}}});
}

void Server::initialized(const Object &) {
  if (HasWatchers) {
    json::Array Watchers;
    for (const char *Glob :
         {"**/*.pt2", "**/compile_commands.json", "**/.clang-tidy",
          "**/{aoti-tidy,pyproject}.toml", "**/*.{h,hpp,hxx,cuh,inc,py}"})
      Watchers.push_back(Object{{"globPattern", Glob}});
    Register(Object{{"registrations",
                     json::Array{
                         Object{{"id", "files"},
                                {"method", "workspace/didChangeWatchedFiles"},
                                {"registerOptions",
                                 Object{{"watchers", std::move(Watchers)}}}}}}},
             ++NextId);
  }
  askForConfiguration();
}

void Server::askForConfiguration() {
  if (HasConfiguration)
    Configuration(
        Object{{"items", json::Array{Object{{"section", "aoti-tidy"}}}}},
        ++NextId);
}

void Server::addFolders(const Object *Of, StringRef Name) {
  for (const Object *Folder : objectsOf(Of, Name))
    Folders.push_back(pathOf(Folder->getString("uri").value_or("")));
  llvm::erase(Folders, "");
}

void Server::didChangeFolders(const Object &Params) {
  const Object *Event = Params.getObject("event");
  for (const Object *Folder : objectsOf(Event, "removed"))
    llvm::erase(Folders, pathOf(Folder->getString("uri").value_or("")));
  addFolders(Event, "added");
  scheduleAll();
}

void Server::configure(const json::Value *Settings) {
  const Object *S = Settings ? Settings->getAsObject() : nullptr;
  const json::Array *Arguments = S ? S->getArray("arguments") : nullptr;
  if (!Arguments)
    return;
  std::vector<std::string> Texts = {"server"};
  for (const json::Value &A : *Arguments)
    if (const auto Text = A.getAsString())
      Texts.push_back(Text->str());
  // Those of the command line come first, so that the client's add to them.
  Texts.insert(Texts.begin() + 1, Given.Given.begin(), Given.Given.end());
  std::vector<const char *> Pointers;
  for (const std::string &Text : Texts)
    Pointers.push_back(Text.c_str());
  auto Parsed = parseOptions(Pointers);
  std::string Why;
  if (!Parsed)
    Why = llvm::toString(Parsed.takeError());
  else if (!Parsed->Positional.empty())
    Why = fmt::format("'{}' is no option", Parsed->Positional.front());
  if (!Why.empty())
    return ShowMessage(
        Object{{"type", 1}, // error
               {"message", "aoti-tidy: the setting 'arguments': " + Why}});
  O = std::move(*Parsed);
  TorchOfPython.clear();
  scheduleAll();
}

void Server::didChangeConfiguration(const Object &Params) {
  if (HasConfiguration)
    return askForConfiguration();
  if (const Object *Settings = Params.getObject("settings"))
    configure(Settings->get("aoti-tidy"));
}

void Server::didChangeWatchedFiles(const Object &) {
  scheduleAll();
  if (Pulls && HasRefresh)
    Refresh(nullptr, ++NextId);
}

} // namespace aoti_tidy
