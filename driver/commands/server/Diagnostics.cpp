// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the editor is shown of results.
#include "driver/base/CheckList.h"
#include "driver/base/PlainFiles.h"
#include "driver/commands/server/Server.h"
#include "driver/report/SarifText.h"

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {

void Server::diagnostic(const Object &Params, Reply Answer) {
  Document *D = find(Params);
  if (!D)
    return Answer(Object{{"kind", "full"}, {"items", json::Array()}});
  if (D->Result)
    return Answer(report(*D));
  D->Waiting.emplace_back(In.id(), std::move(Answer));
}

Server::Object Server::report(const Document &D) const {
  return Object{{"kind", "full"}, {"items", diagnosticsAt(D.Uri)}};
}

const EditorText &Server::textOf(StringRef Path) {
  for (const auto &[_, D] : Documents)
    if (D.Path == Path)
      return D.Text;
  const auto It = OnDisk.find(Path);
  if (It != OnDisk.end())
    return It->second;
  const auto Text = readPlainFile(Path);
  return OnDisk
      .emplace(Path, EditorText(Text ? (*Text)->getBuffer().str() : ""))
      .first->second;
}

std::string Server::uriOfFile(StringRef Path) const {
  for (const auto &[Uri, D] : Documents)
    if (D.Path == Path)
      return Uri;
  return "file://" + uriOf(Path);
}

Server::Object Server::diagnosticOf(const Document &D, const Finding &F) {
  const std::string &Path = F.Where.File.empty() ? D.Path : F.Where.File;
  const unsigned End = F.Ranges.empty() ? F.Where.Offset : F.Ranges.front().End;
  std::string Message = F.Message;
  json::Array Related;
  for (const Note &N : F.Notes) {
    if (N.Where.File.empty() || !HasRelated) {
      Message += "\nnote: " + N.Message;
      continue;
    }
    const unsigned NoteEnd =
        N.Ranges.empty() ? N.Where.Offset : N.Ranges.front().End;
    Related.push_back(Object{
        {"location",
         Object{{"uri", uriOfFile(fileOnDisk(N.Where.File))},
                {"range", rangeOf(N.Where.File, {N.Where.Offset, NoteEnd})}}},
        {"message", json::fixUTF8(N.Message)}});
  }
  Object Result{{"range", rangeOf(Path, {F.Where.Offset, End})},
                {"severity", 3 - static_cast<int>(F.Severity)},
                {"code", F.Check},
                {"source", "aoti-tidy"},
                {"message", json::fixUTF8(Message)}};
  const CheckInfo *Check = findRule(F.Check);
  if (HasAddresses && Check && !Check->address().empty())
    Result["codeDescription"] = Object{{"href", Check->address()}};
  if (HasTags && F.Check == "aoti-deprecated-api")
    Result["tags"] = json::Array{2}; // deprecated
  if (!Related.empty())
    Result["relatedInformation"] = std::move(Related);
  return Result;
}

void Server::show(Document &D) {
  std::map<std::string, json::Array> Before = std::move(D.Shown);
  D.Shown.clear();
  for (const Finding &F : D.Result->Findings)
    D.Shown[F.Where.File.empty() ? D.Uri : uriOfFile(fileOnDisk(F.Where.File))]
        .push_back(diagnosticOf(D, F));
  // Where findings may be missing, somebody must be told; a list of all that a
  // compiler says is another server's.
  if (!D.Result->Problems.empty()) {
    const Obstacle &First = D.Result->Problems.front();
    const bool IsHere = First.Where.File == D.Path && First.Where.Line != 0;
    const unsigned At = IsHere ? First.Where.Offset : 0;
    D.Shown[D.Uri].push_back(Object{
        {"range", rangeOf(D.Path, {At, At})},
        {"severity", 3}, // information
        {"code", "incomplete"},
        {"source", "aoti-tidy"},
        {"message",
         json::fixUTF8("findings may be missing here: " + First.Message)}});
  }
  OnDisk.clear();
  publish(D.Uri);
  for (const auto &[Uri, _] : D.Shown)
    if (Uri != D.Uri)
      publish(Uri);
  for (const auto &[Uri, _] : Before)
    if (Uri != D.Uri && !D.Shown.contains(Uri))
      publish(Uri);
}

json::Array Server::diagnosticsAt(const std::string &Uri) const {
  json::Array All;
  for (const auto &[_, D] : Documents)
    if (const auto It = D.Shown.find(Uri); It != D.Shown.end())
      for (const json::Value &Diagnostic : It->second)
        if (!llvm::is_contained(All, Diagnostic))
          All.push_back(Diagnostic);
  return All;
}

void Server::publish(const std::string &Uri) {
  // Who pulls asks for what is open.
  const auto It = Documents.find(Uri);
  if (Pulls && It != Documents.end())
    return;
  // What is linted next will tell.
  if (It != Documents.end() && !It->second.Result)
    return;
  Object Params{{"uri", Uri}, {"diagnostics", diagnosticsAt(Uri)}};
  if (It != Documents.end())
    Params["version"] = It->second.Version;
  Publish(json::Value(std::move(Params)));
}

} // namespace aoti_tidy
