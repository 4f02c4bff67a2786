// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/server/Notebook.h"
#include <fmt/format.h>

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {

/// A byte as the source of a cell has it.
static std::string asSource(char C) {
  if (C == '\n')
    return "\\n\",\n\"";
  if (C == '"' || C == '\\')
    return {'\\', C};
  if (static_cast<unsigned char>(C) < 0x20)
    return fmt::format("\\u{:04x}", static_cast<int>(C));
  return {C};
}

std::string asSource(StringRef Text) {
  std::string Result;
  for (const char C : Text)
    Result += asSource(C);
  return Result;
}

std::string ofSource(StringRef Source) {
  std::string Result;
  auto Lines = json::parse(("[\"" + Source + "\"]").str());
  if (!Lines) {
    llvm::consumeError(Lines.takeError());
    return Result;
  }
  for (const json::Value &Line : *Lines->getAsArray())
    Result += Line.getAsString().value_or("");
  return Result;
}

unsigned NotebookCell::inNotebook(unsigned Offset) const {
  return Begin + asSource(StringRef(Text.str()).take_front(Offset)).size();
}

unsigned NotebookCell::inCell(unsigned Offset) const {
  unsigned At = Begin, Result = 0;
  for (const char C : Text.str()) {
    At += asSource(C).size();
    if (At > Offset)
      break;
    ++Result;
  }
  return Result;
}

std::string notebookOf(llvm::MutableArrayRef<NotebookCell> Cells) {
  std::string Json = "{\"cells\": [";
  for (NotebookCell &C : Cells) {
    Json += fmt::format("{}\n{{\"cell_type\": \"{}\", \"source\": [\"",
                        &C == Cells.begin() ? "" : ",",
                        C.IsPython ? "code" : "raw");
    C.Begin = Json.size();
    Json += asSource(C.Text.str()) + "\"]}";
  }
  return Json + "],\n\"metadata\": {}, \"nbformat\": 4}\n";
}

} // namespace aoti_tidy
