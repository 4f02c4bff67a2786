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
  const auto [D, Cell] = viewed(Params);
  if (!D)
    return Answer(report(""));
  const std::string &Uri = Cell ? Cell->Uri : D->Uri;
  if (D->Result)
    return Answer(report(Uri));
  D->Waiting.push_back({In.id(), Uri, std::move(Answer)});
}

Server::Object Server::report(const std::string &Uri) const {
  return Object{{"kind", "full"}, {"items", diagnosticsAt(Uri)}};
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

Server::Place Server::placeIn(StringRef Path, TextRange R) {
  for (const auto &[Uri, D] : Documents) {
    if (D.Path != Path)
      continue;
    if (D.Cells.empty())
      return {Uri, D.Text.range(R, IsUtf8)};
    // The cell that it begins in.
    const auto Next = llvm::find_if(
        D.Cells, [&](const NotebookCell &C) { return C.Begin > R.Begin; });
    const NotebookCell &C =
        Next == D.Cells.begin() ? D.Cells.front() : *std::prev(Next);
    return {C.Uri, C.Text.range(C.inCell(R), IsUtf8)};
  }
  return {"file://" + uriOf(fileOnDisk(Path)), textOf(Path).range(R, IsUtf8)};
}

Server::Place Server::placeOf(const Document &D, const Finding &F) {
  const unsigned End = F.Ranges.empty() ? F.Where.Offset : F.Ranges.front().End;
  return placeIn(F.Where.File.empty() ? D.Path : F.Where.File,
                 {F.Where.Offset, End});
}

Server::Object Server::diagnosticOf(const Document &D, const Finding &F) {
  std::string Message = F.Message;
  json::Array Related;
  for (const Note &N : F.Notes) {
    if (N.Where.File.empty() || !HasRelated) {
      Message += "\nnote: " + N.Message;
      continue;
    }
    const unsigned NoteEnd =
        N.Ranges.empty() ? N.Where.Offset : N.Ranges.front().End;
    Place At = placeIn(N.Where.File, {N.Where.Offset, NoteEnd});
    Related.push_back(
        Object{{"location", Object{{"uri", std::move(At.Uri)},
                                   {"range", std::move(At.Range)}}},
               {"message", json::fixUTF8(N.Message)}});
  }
  Object Result{{"range", placeOf(D, F).Range},
                {"severity", 3 - static_cast<int>(F.Severity)},
                {"code", F.Check},
                {"source", "aoti-tidy"},
                {"message", json::fixUTF8(Message)}};
  const CheckInfo *Check = findRule(F.Check);
  if (HasAddresses && Check && !Check->address().empty())
    Result["codeDescription"] = Object{{"href", Check->address()}};
  if (HasTags && StringRef(F.Check).contains("deprecated"))
    Result["tags"] = json::Array{2}; // deprecated
  if (!Related.empty())
    Result["relatedInformation"] = std::move(Related);
  return Result;
}

void Server::show(Document &D) {
  std::map<std::string, json::Array> Before = std::move(D.Shown);
  D.Shown.clear();
  for (const Finding &F : D.Result->Findings)
    D.Shown[placeOf(D, F).Uri].push_back(diagnosticOf(D, F));
  // Where findings may be missing, somebody must be told; a list of all that a
  // compiler says is another server's.
  if (!D.Result->Problems.empty()) {
    const Obstacle &First = D.Result->Problems.front();
    const bool IsHere = First.Where.File == D.Path && First.Where.Line != 0;
    const unsigned At = IsHere ? First.Where.Offset : 0;
    Place Where = placeIn(D.Path, {At, At});
    D.Shown[Where.Uri].push_back(Object{
        {"range", std::move(Where.Range)},
        {"severity", 3}, // information
        {"code", "incomplete"},
        {"source", "aoti-tidy"},
        {"message",
         json::fixUTF8("findings may be missing here: " + First.Message)}});
  }
  OnDisk.clear();
  std::set<std::string> Uris;
  if (!D.IsNotebook)
    Uris.insert(D.Uri);
  for (const NotebookCell &C : D.Cells)
    Uris.insert(C.Uri);
  for (const auto *Shown : {&Before, &D.Shown})
    for (const auto &[Uri, _] : *Shown)
      Uris.insert(Uri);
  for (const std::string &Uri : Uris)
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
  const auto [D, Cell] = viewed(Uri);
  if (Pulls && D)
    return;
  // What is linted next will tell.
  if (D && !D->Result)
    return;
  Object Params{{"uri", Uri}, {"diagnostics", diagnosticsAt(Uri)}};
  if (D)
    Params["version"] = Cell ? Cell->Version : D->Version;
  Publish(json::Value(std::move(Params)));
}

} // namespace aoti_tidy
