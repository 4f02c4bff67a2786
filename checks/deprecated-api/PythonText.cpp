// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/PythonText.h"
#include "checks/lib/python/Values.h"
#include "llvm/ADT/STLExtras.h"

using aoti_tidy::python::Import;
using aoti_tidy::python::Names;
using aoti_tidy::python::Node;
using aoti_tidy::python::Tree;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// 'torch._export.aot_load = mine' replaces it.
bool isReplaced(Node N) {
  const Node Parent = N.parent();
  if (Parent.isAnyOf({"assignment", "augmented_assignment"}))
    return Parent.field("left") == N;
  return Parent.isAnyOf({"delete_statement", "pattern_list", "tuple_pattern",
                         "list_pattern"}) ||
         Parent.parent().is("delete_statement");
}

/// What the text begins with: a raw string is often indented throughout, and
/// pybind11 takes that off.
std::string preamble(StringRef Code) {
  StringRef Indent;
  for (StringRef Rest = Code; !Rest.empty();) {
    const auto [Line, Behind] = Rest.split('\n');
    Rest = Behind;
    const StringRef Begin = Line.ltrim(" \t");
    if (Begin.trim().empty() || Begin.starts_with("#"))
      continue;
    Indent = Line.drop_back(Begin.size());
    break;
  }
  return (Indent.empty() ? "" : "if 1:\n") + Indent.str() + "import torch\n";
}

} // namespace

PythonText::PythonText(std::string Text, size_t Added)
    : Source(std::move(Text)), Added(Added), Syntax(Tree::parse(Source)),
      Known(Syntax ? std::make_unique<Names>(*Syntax) : nullptr) {
  if (!Known)
    return;
  unsigned Stars = 0;
  for (const Import &I : Known->imports())
    if (I.Bound == "*") {
      ++Stars;
      StarModule = I.Module;
    }
  if (Stars > 1)
    StarModule.clear();
}

std::unique_ptr<PythonText> PythonText::parse(StringRef Code) {
  const std::string Before = preamble(Code);
  std::unique_ptr<PythonText> Text(
      new PythonText(Before + Code.str(), Before.size()));
  if (!Text->Syntax || Text->Syntax->isBroken())
    return nullptr;
  return Text;
}

/// Whether what the import binds is not something else where it is used.
bool PythonText::isStillImported(const Import &From, StringRef Path) const {
  const Node Alias = From.Clause.field("alias");
  const Node Name = Alias ? Alias : From.Clause.children().front();
  const auto Occurrences = Known->occurrences(Name);
  return Occurrences.size() == 1 || llvm::any_of(Occurrences, [&](Node O) {
           return Known->qualifiedName(O) == Path.str();
         });
}

/// The full name of what \p N reaches, other than by a name that stands for it.
std::string PythonText::pathOf(Node N) const {
  if (N.isAnyOf({"attribute", "call"}) && !isReplaced(N))
    return Known->qualifiedName(N).value_or("");
  // Of 'from m import *'.
  const bool IsStarName =
      N.is("identifier") && !StarModule.empty() &&
      Known->occurrences(N).empty() &&
      !(N.parent().is("attribute") && N.parent().field("attribute") == N) &&
      !(N.parent().is("keyword_argument") && N.parent().field("name") == N);
  return IsStarName ? StarModule + "." + N.text().str() : "";
}

std::vector<PythonUse>
PythonText::usesOf(llvm::ArrayRef<StringRef> Paths) const {
  std::vector<PythonUse> Uses;
  for (const Import &I : Known->imports()) {
    if (I.Name.empty())
      continue;
    const auto *Path = llvm::find(Paths, I.Module + "." + I.Name);
    if (Path != Paths.end() && isStillImported(I, *Path))
      Uses.push_back({*Path, I.Clause.begin() - Added});
  }
  python::forEachNode(Syntax->root(), [&](Node N) {
    if (N.isAnyOf({"import_statement", "import_from_statement"}))
      return false;
    const auto *Path = llvm::find(Paths, pathOf(N));
    if (Path == Paths.end())
      return true;
    Uses.push_back({*Path, N.begin() - Added});
    return false;
  });
  llvm::sort(Uses, [](const PythonUse &A, const PythonUse &B) {
    return A.Offset < B.Offset;
  });
  return Uses;
}

bool PythonText::mentions(StringRef Name) const {
  bool Result = false;
  python::forEachNode(Syntax->root(), [&](Node N) {
    Result |= N.is("identifier") ? N.text() == Name
              : N.is("string")   ? python::literalText(N) == Name.str()
                                 : false;
    return !Result;
  });
  return Result;
}

} // namespace aoti_tidy
