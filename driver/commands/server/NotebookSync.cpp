// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notebooks of which an editor shows the cells.
#include "driver/commands/server/Server.h"
#include <fmt/format.h>

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// The URI of the document that a cell, or what is said of it, names.
std::string cellUri(const json::Object &Of) {
  const json::Object *Document = Of.getObject("document");
  return (Document ? Document->getString("uri") : Of.getString("document"))
      .value_or("")
      .str();
}

NotebookCell *cellOf(llvm::MutableArrayRef<NotebookCell> Cells, StringRef Uri) {
  const auto It =
      llvm::find_if(Cells, [&](const NotebookCell &C) { return C.Uri == Uri; });
  return It == Cells.end() ? nullptr : &*It;
}

/// Gives cells the texts that a client opens.
void openTexts(llvm::MutableArrayRef<NotebookCell> Cells,
               llvm::ArrayRef<const json::Object *> Opened) {
  for (const json::Object *Item : Opened)
    if (NotebookCell *C = cellOf(Cells, Item->getString("uri").value_or(""))) {
      C->Version = Item->getInteger("version").value_or(0);
      C->IsPython =
          Item->getString("languageId").value_or("").contains("python");
      C->Text.set(Item->getString("text").value_or("").str());
    }
}

/// Takes cells out, and puts others in, of which some may be those.
void changeStructure(std::vector<NotebookCell> &Cells,
                     const json::Object &Structure) {
  const json::Object *Change = Structure.getObject("array");
  if (!Change)
    return;
  const std::vector<NotebookCell> Before = Cells;
  const auto NumberAt = [&](StringRef Name, size_t Most) {
    return std::clamp<int64_t>(Change->getInteger(Name).value_or(0), 0, Most);
  };
  const auto Start = Cells.begin() + NumberAt("start", Cells.size());
  const auto End = Start + NumberAt("deleteCount", Cells.end() - Start);
  std::vector<NotebookCell> New;
  for (const json::Object *Item : objectsOf(Change, "cells")) {
    NotebookCell C;
    C.Uri = cellUri(*Item);
    const auto Old = llvm::find_if(
        Before, [&](const NotebookCell &B) { return B.Uri == C.Uri; });
    New.push_back(Old == Before.end() ? C : *Old);
  }
  Cells.insert(Cells.erase(Start, End), New.begin(), New.end());
  openTexts(Cells, objectsOf(&Structure, "didOpen"));
}

} // namespace

std::string Server::Viewed::fileOfRuns() const {
  return Cell ? fmt::format("{}:cell {}", Of->Path, Cell - Of->Cells.data() + 1)
              : Of->Path;
}

void Server::didOpenNotebook(const Object &Params) {
  const Object *Of = Params.getObject("notebookDocument");
  const auto Uri = Of ? Of->getString("uri") : std::nullopt;
  if (!Uri)
    return;
  Document &D = open(*Uri, "jupyter");
  D.IsNotebook = true;
  D.Cells.clear();
  for (const Object *Item : objectsOf(Of, "cells"))
    D.Cells.emplace_back().Uri = cellUri(*Item);
  openTexts(D.Cells, objectsOf(&Params, "cellTextDocuments"));
  D.Text.set(notebookOf(D.Cells));
  schedule(D);
}

void Server::didChangeNotebook(const Object &Params) {
  Document *D = find(Params, "notebookDocument");
  const Object *Change = Params.getObject("change");
  const Object *Cells = Change ? Change->getObject("cells") : nullptr;
  if (!D || !Cells)
    return;
  if (const Object *Structure = Cells->getObject("structure"))
    changeStructure(D->Cells, *Structure);
  for (const Object *Item : objectsOf(Cells, "textContent"))
    if (NotebookCell *C = cellOf(D->Cells, cellUri(*Item))) {
      C->Version = Item->getObject("document")
                       ->getInteger("version")
                       .value_or(C->Version + 1);
      for (const Object *Edit : objectsOf(Item, "changes"))
        C->Text.apply(*Edit, IsUtf8);
    }
  D->Text.set(notebookOf(D->Cells));
  scheduleEdited(*D);
}

void Server::didCloseNotebook(const Object &Params) {
  if (Document *D = find(Params, "notebookDocument"))
    close(*D);
}

} // namespace aoti_tidy
