// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Printable.h"
#include "driver/commands/trace/TraceReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

struct Part {
  llvm::StringLiteral Name, Text;
};

constexpr Part Parts[] = {
#include "TracePage.inc"
};

llvm::StringRef part(llvm::StringRef Name) {
  const auto *It =
      llvm::find_if(Parts, [&](const Part &P) { return P.Name == Name; });
  assert(It != std::end(Parts) && "a part that the build did not embed");
  return It->Text;
}

/// JSON that cannot end the script element: "<" is only in its strings.
std::string inScript(llvm::StringRef Json) {
  std::string Result;
  for (const char C : Json)
    Result += C == '<' ? "\\u003c" : std::string(1, C);
  return Result;
}

/// What 'package --prove' says, before the kernels; nothing if some were asked
/// for.
void writeProof(const TraceReport &R, llvm::raw_ostream &OS) {
  if (R.Kernel || R.Assert)
    return;
  std::vector<ProvedModel> Proved;
  for (const TracedModel &M : R.Models)
    Proved.push_back(proved(M));
  std::string Text;
  llvm::raw_string_ostream Buffer(Text);
  writeProofText(R.Path, Proved, Buffer);
  OS << "<details open id=\"proof\"><summary>Inputs</summary><pre>";
  llvm::printHTMLEscaped(Text, OS);
  OS << "</pre></details>\n";
}

} // namespace

void writeTraceHtml(const TraceReport &R, llvm::raw_ostream &OS) {
  std::string Json;
  llvm::raw_string_ostream Buffer(Json);
  {
    // Not as escapes of JSON: a browser, too, obeys what reorders text.
    PrintableStream JsonStream(Buffer);
    writeTraceJson(R, /*ForPage=*/true, JsonStream);
  }
  // A package's texts are in the data; the script makes no elements of them.
  llvm::StringRef Page = part("trace-page");
  while (!Page.empty()) {
    const auto [Before, Rest] = Page.split("{{");
    const auto [Name, After] = Rest.split("}}");
    OS << Before;
    if (Name == "data")
      OS << inScript(Json);
    else if (Name == "proof")
      writeProof(R, OS);
    else if (!Name.empty())
      OS << part(Name);
    Page = After;
  }
}

} // namespace aoti_tidy
