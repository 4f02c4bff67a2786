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

const json::Object *objectAt(const json::Object &In,
                             std::initializer_list<StringRef> Path) {
  const json::Object *At = &In;
  for (const StringRef Name : Path)
    if (!(At = At->getObject(Name)))
      return nullptr;
  return At;
}

bool isTrueAt(const json::Object &In, std::initializer_list<StringRef> Path,
              StringRef Name) {
  const json::Object *At = objectAt(In, Path);
  return At && At->getBoolean(Name).value_or(false);
}

} // namespace

void Server::initialize(const AnyJson &Params, Reply Answer) {
  if (IsInitialized)
    return Answer(llvm::make_error<LSPError>("the server is initialized",
                                             ErrorCode::InvalidRequest));
  IsInitialized = true;
  const Object &P = Params.object();
  if (const Object *General = objectAt(P, {"capabilities", "general"}))
    if (const json::Array *Encodings = General->getArray("positionEncodings"))
      IsUtf8 = llvm::is_contained(*Encodings, json::Value("utf-8"));
  Pulls = objectAt(P, {"capabilities", "textDocument", "diagnostic"});
  // Both kinds of clients say it where those that are told do.
  const Object *Shown =
      objectAt(P, {"capabilities", "textDocument", "publishDiagnostics"});
  HasAddresses =
      isTrueAt(P, {"capabilities", "textDocument", "publishDiagnostics"},
               "codeDescriptionSupport");
  HasTags = Shown && Shown->getObject("tagSupport");
  HasRelated =
      isTrueAt(P, {"capabilities", "textDocument", "publishDiagnostics"},
               "relatedInformation") ||
      isTrueAt(P, {"capabilities", "textDocument", "diagnostic"},
               "relatedInformation");
  HasVersions = isTrueAt(P, {"capabilities", "workspace", "workspaceEdit"},
                         "documentChanges");
  HasWatchers =
      isTrueAt(P, {"capabilities", "workspace", "didChangeWatchedFiles"},
               "dynamicRegistration");
  HasConfiguration =
      isTrueAt(P, {"capabilities", "workspace"}, "configuration");
  HasRefresh = isTrueAt(P, {"capabilities", "workspace", "diagnostics"},
                        "refreshSupport");
  HasProgress = isTrueAt(P, {"capabilities", "window"}, "workDoneProgress");
  setFolders(P);
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

void Server::setFolders(const Object &P) {
  if (const json::Array *All = P.getArray("workspaceFolders")) {
    for (const json::Value &Folder : *All)
      if (const Object *F = Folder.getAsObject())
        Folders.push_back(pathOf(F->getString("uri").value_or("")));
  } else if (const auto Root = P.getString("rootUri")) {
    Folders.push_back(pathOf(*Root));
  }
  llvm::erase(Folders, "");
}

void Server::didChangeFolders(const Object &Params) {
  if (const json::Array *Gone =
          objectAt(Params, {"event"})
              ? Params.getObject("event")->getArray("removed")
              : nullptr)
    for (const json::Value &Folder : *Gone)
      if (const Object *F = Folder.getAsObject())
        llvm::erase(Folders, pathOf(F->getString("uri").value_or("")));
  if (const Object *Event = Params.getObject("event"))
    if (const json::Array *Added = Event->getArray("added"))
      setFolders(Object{{"workspaceFolders", json::Array(*Added)}});
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
