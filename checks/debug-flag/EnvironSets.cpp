// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/EnvironSets.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isEnviron(const File &F, Node Expr) {
  const auto Name = F.names().qualifiedName(Expr);
  return Name && (*Name == "os.environ" || *Name == "os.environb");
}

/// The key of os.environ["NAME"], if that is what \p N is.
std::optional<std::string> environItem(const File &F, Node N) {
  if (!N.is("subscript") || !isEnviron(F, N.field("value")))
    return std::nullopt;
  return F.values().wholeString(N.field("subscript"));
}

void addEntries(const File &F, Node Entries, std::vector<EnvironSet> &Sets) {
  const auto Known = F.values().dictOf(Entries);
  if (!Known)
    return;
  for (const Dict::Entry &E : Known->Entries)
    if (E.Name)
      Sets.push_back({EnvironSet::Form::Update, *E.Name, E.Value, E.Whole});
}

/// The value that 'a = b = value' gives to a.
Node valueOf(Node Assignment) {
  Node Value = Assignment.field("right");
  while (Value.is("assignment"))
    Value = Value.field("right");
  return Value;
}

void addCall(const File &F, const Call &C, std::vector<EnvironSet> &Sets) {
  using Form = EnvironSet::Form;
  const StringRef Callee = C.Callee;
  // os.environ.update({"NAME": value}), os.environ.update(NAME=value)
  if (Callee == "os.environ.update") {
    if (const Argument *Entries = C.positional(0))
      addEntries(F, Entries->Value, Sets);
    for (const Argument &A : C.Arguments)
      if (!A.Keyword.empty())
        Sets.push_back({Form::Update, A.Keyword.str(), A.Value, A.Whole});
    return;
  }
  // os.putenv("NAME", value), os.environ.setdefault("NAME", value)
  const bool IsPutenv = Callee == "os.putenv";
  if (!IsPutenv && Callee != "os.environ.setdefault")
    return;
  const Argument *Name = C.positional(0);
  const Argument *Value = C.positional(1);
  if (!Name || !Value)
    return;
  if (const auto Known = F.values().wholeString(Name->Value))
    Sets.push_back({IsPutenv ? Form::Putenv : Form::SetDefault, *Known,
                    Value->Value, C.At});
}

} // namespace

std::vector<EnvironSet> environSets(const File &F) {
  std::vector<EnvironSet> Sets;
  forEachNode(F.tree().root(), [&](Node N) {
    // os.environ["NAME"] = value
    if (N.is("assignment")) {
      if (const auto Name = environItem(F, N.field("left")))
        Sets.push_back({EnvironSet::Form::Item, *Name, valueOf(N), N});
      // os.environ |= {"NAME": value}
    } else if (N.is("augmented_assignment")) {
      if (N.field("operator").text() == "|=" && isEnviron(F, N.field("left")))
        addEntries(F, N.field("right"), Sets);
    }
    return true;
  });
  for (const Call &C : F.calls())
    addCall(F, C, Sets);
  llvm::sort(Sets, [](const EnvironSet &A, const EnvironSet &B) {
    return A.At.begin() < B.At.begin();
  });
  return Sets;
}

std::vector<std::string> environReads(const File &F) {
  std::vector<std::string> Names;
  const auto Add = [&](std::optional<std::string> Name) {
    if (Name)
      Names.push_back(std::move(*Name));
  };
  forEachNode(F.tree().root(), [&](Node N) {
    // os.environ["NAME"], but not what is assigned or deleted
    if (N.is("subscript")) {
      const Node Parent = N.parent();
      const bool IsTarget =
          (Parent.is("assignment") && Parent.field("left") == N) ||
          Parent.isAnyOf({"delete_statement", "expression_list"});
      if (!IsTarget)
        Add(environItem(F, N));
      // "NAME" in os.environ
    } else if (N.is("comparison_operator")) {
      const auto Parts = N.children();
      if (Parts.size() == 2 && isEnviron(F, Parts[1]))
        Add(F.values().wholeString(Parts[0]));
    }
    return true;
  });
  // os.getenv("NAME"), os.environ.get("NAME")
  for (const Call &C : F.calls())
    if (C.Callee == "os.getenv" || C.Callee == "os.environ.get")
      if (const Argument *Name = C.positional(0))
        Add(F.values().wholeString(Name->Value));
  return Names;
}

} // namespace aoti_tidy::python
