// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpNames.h"
#include "checks/lib/python/NameChars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Names of names, and lists in lists, are not followed further.
constexpr unsigned MaxDepth = 16;
/// How much of an expression is searched for an op.
constexpr unsigned MaxNodes = 64;
/// How many things one question may look at.
constexpr unsigned MaxVisits = 128;
/// The names that loops give an expression; of more, none is known.
constexpr size_t MaxTexts = 256;

bool isOpName(StringRef Name) {
  return !Name.empty() &&
         llvm::all_of(Name, [](char C) { return isNameChar(C) || C == '.'; });
}

/// All of a literal, however long it is.
std::optional<std::string> literal(Node Expr) {
  if (Expr.is("string"))
    return literalText(Expr);
  if (!Expr.is("concatenated_string"))
    return std::nullopt;
  std::string Result;
  for (const Node &Part : Expr.children()) {
    const auto Text = literalText(Part);
    if (!Text)
      return std::nullopt;
    Result += *Text;
  }
  return Result;
}

/// Whether \p Expr, which is not known, is a string all the same.
bool isString(const File &F, Node Expr) {
  for (unsigned Steps = 0; Steps < MaxDepth; ++Steps) {
    Expr = F.values().resolved(Expr);
    if (Expr.isAnyOf({"string", "concatenated_string"}))
      return true;
    if (Expr.is("binary_operator")) {
      // x + "y", "y" % x
      if (F.values().resolved(Expr.field("right")).is("string") &&
          Expr.field("operator").text() == "+")
        return true;
      Expr = Expr.field("left");
    } else if (Expr.is("call") &&
               Expr.field("function").field("attribute").text() == "format") {
      Expr = Expr.field("function").field("object");
    } else {
      return false;
    }
  }
  return false;
}

/// What the loop variable \p Name is, turn by turn: 'for name in ("a", "b")',
/// 'for name, fn in (("a", f), ("b", g))', 'for name, fn in fakes.items()'.
/// Nothing if it is none, or not all of that is in sight.
std::optional<llvm::SmallVector<Node, 4>> turnsOf(const File &F, Node Name) {
  const Node Binding =
      Name.is("identifier") ? F.names().bindingOf(Name) : Node();
  if (!Binding)
    return std::nullopt;
  const bool IsPart =
      Binding.parent().isAnyOf({"pattern_list", "tuple_pattern"});
  const Node Target = IsPart ? Binding.parent() : Binding;
  const Node Loop = Target.parent();
  if (!Loop.isAnyOf({"for_statement", "for_in_clause"}) ||
      Loop.field("left") != Target)
    return std::nullopt;
  size_t Index = 0;
  if (IsPart) {
    const auto Parts = Target.children();
    if (llvm::any_of(Parts, [](Node N) { return !N.is("identifier"); }))
      return std::nullopt;
    Index = llvm::find(Parts, Binding) - Parts.begin();
  }
  Node Over = Loop.field("right");
  const Node Callee = Over.is("call") ? Over.field("function") : Node();
  const StringRef Part =
      Callee.is("attribute") ? Callee.field("attribute").text() : "";
  const bool IsPairs = Part == "items", IsValues = Part == "values";
  if (IsPairs || IsValues || Part == "keys")
    Over = Callee.field("object");
  llvm::SmallVector<Node, 4> Turns;
  if (const auto D = F.values().dictOf(Over)) {
    if (!D->IsComplete || IsPairs != IsPart || Index > 1)
      return std::nullopt;
    for (const Dict::Entry &E : D->Entries)
      Turns.push_back(IsValues || Index == 1 ? E.Value : E.Key);
    return Turns;
  }
  auto Elements = F.values().elementsOf(Over);
  if (!Elements || !IsPart)
    return Elements;
  for (const Node &Element : *Elements) {
    const auto Parts = F.values().elementsOf(Element);
    if (!Parts || Parts->size() <= Index)
      return std::nullopt;
    Turns.push_back((*Parts)[Index]);
  }
  return Turns;
}

} // namespace

std::optional<StringStart> stringStart(const File &F, Node Expr) {
  if (!Expr)
    return std::nullopt;
  if (auto Text = literal(F.values().resolved(Expr)))
    return StringStart{std::move(*Text), true};
  if (auto Text = F.values().stringOf(Expr))
    return StringStart{std::move(Text->Head), Text->IsWhole};
  if (isString(F, Expr))
    return StringStart{};
  return std::nullopt;
}

std::optional<OperatorName> parseOperatorName(const StringStart &S) {
  const StringRef Text = S.Text;
  const bool IsQualified = Text.contains("::");
  auto [Namespace, Name] =
      IsQualified ? Text.split("::") : std::pair(StringRef(), Text);
  if (IsQualified && !isOpName(Namespace))
    return std::nullopt;
  if (!S.IsWhole)
    return IsQualified ? std::optional(OperatorName{Namespace.str(), ""})
                       : std::nullopt;
  if (!isOpName(Name))
    return std::nullopt;
  Name.consume_back(".default");
  return OperatorName{Namespace.str(), Name.str()};
}

/// Whether \p Expr has a dotted name: a.b.c, getattr(a.b, "c"), x[0].c.
bool OpNames::chainOf(Node Expr, unsigned Depth, Chain &To) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  if (const auto Name = F.names().qualifiedName(Expr)) {
    for (StringRef Part : llvm::split(*Name, '.'))
      To.push_back(Part.str());
    return true;
  }
  if (Expr.is("attribute")) {
    if (!chainOf(Expr.field("object"), Depth + 1, To))
      return false;
    To.push_back(Expr.field("attribute").text().str());
    return true;
  }
  if (Expr.is("identifier")) {
    To.push_back(Expr.text().str());
    return true;
  }
  if (Expr.is("subscript")) {
    if (!chainOf(Expr.field("value"), Depth + 1, To))
      return false;
    To.emplace_back();
    return true;
  }
  const auto Arguments = Expr.field("arguments").children();
  if (!Expr.is("call") || Expr.field("function").text() != "getattr" ||
      Arguments.size() < 2 || !chainOf(Arguments[0], Depth + 1, To))
    return false;
  To.push_back(F.values().wholeString(Arguments[1]).value_or(""));
  return true;
}

/// torch.ops.ns.op, torch.ops.ns.op.out, getattr(torch.ops.ns, name), wherever
/// in \p Expr they are.
llvm::SmallVector<OperatorName, 2> OpNames::opObjects(Node Expr) const {
  llvm::SmallVector<OperatorName, 2> Result;
  unsigned Left = MaxNodes;
  forEachNode(Expr, [&](Node N) {
    if (Left == 0)
      return false;
    --Left;
    if (N.isAnyOf({"lambda", "string", "keyword_argument"}))
      return false;
    Chain Parts;
    if (!N.isAnyOf({"attribute", "identifier", "call", "subscript"}) ||
        !chainOf(N, 0, Parts))
      return true;
    const auto Ops = llvm::find(Parts, "ops");
    const ptrdiff_t Behind = Parts.end() - Ops;
    if (Behind < 2)
      return !N.is("attribute");
    OperatorName Op{Ops[1], Behind > 2 ? Ops[2] : ""};
    if (!Op.Name.empty() && Behind > 3 && !Ops[3].empty() &&
        Ops[3] != "default")
      Op.Name += "." + Ops[3];
    if (!Op.Namespace.empty())
      Result.push_back(std::move(Op));
    return false;
  });
  return Result;
}

NamedOps OpNames::namedBy(Node Expr, StringRef Namespace) const {
  NamedOps Result;
  named(Expr, Namespace, 0, Result);
  return Result;
}

void OpNames::named(Node Expr, StringRef Namespace, unsigned Depth,
                    NamedOps &To) const {
  if (!Expr || Depth > MaxDepth) {
    To.HasUnknown = true;
    return;
  }
  Expr = F.values().resolved(Expr);
  if (Expr.isAnyOf({"list", "tuple", "set"})) {
    for (const Node &Element : Expr.children())
      named(Element, Namespace, Depth + 1, To);
    return;
  }
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    for (const Node &Way : {Parts.front(), Parts.back()})
      named(Way, Namespace, Depth + 1, To);
    return;
  }
  const auto S = stringStart(F, Expr);
  if ((!S || !S->IsWhole) && namedInLoop(Expr, Namespace, Depth, To))
    return;
  if (S) {
    auto Name = parseOperatorName(*S);
    To.HasUnknown |= !S->IsWhole;
    if (!Name)
      return;
    if (Name->Namespace.empty())
      Name->Namespace = Namespace;
    To.All.push_back(std::move(*Name));
    return;
  }
  auto Ops = opObjects(Expr);
  if (Ops.empty())
    Ops = customOps(Expr);
  To.HasUnknown |= Ops.empty();
  To.All.append(std::make_move_iterator(Ops.begin()),
                std::make_move_iterator(Ops.end()));
}

/// What an expression names at each turn of the loops around it; whether it is
/// known.
bool OpNames::namedInLoop(Node Expr, StringRef Namespace, unsigned Depth,
                          NamedOps &To) const {
  if (const auto Turns = turnsOf(F, Expr)) {
    if (Turns->size() > MaxTexts)
      return false;
    for (const Node &Turn : *Turns)
      named(Turn, Namespace, Depth + 1, To);
    return true;
  }
  const auto Texts = textsOf(Expr, Depth + 1);
  if (!Texts)
    return false;
  for (const std::string &Text : *Texts) {
    auto Name = parseOperatorName({Text, true});
    if (!Name)
      continue;
    if (Name->Namespace.empty())
      Name->Namespace = Namespace;
    To.All.push_back(std::move(*Name));
  }
  return true;
}

/// All that f"ns::{name}", "ns::" + name is in the loops around it.
std::optional<std::vector<std::string>> OpNames::textsOf(Node Expr,
                                                         unsigned Depth) const {
  if (!Expr || Depth > MaxDepth)
    return std::nullopt;
  if (auto Whole = F.values().wholeString(Expr))
    return std::vector{std::move(*Whole)};
  std::vector<std::string> Result;
  if (const auto Turns = turnsOf(F, Expr)) {
    for (const Node &Turn : *Turns) {
      auto Texts = textsOf(Turn, Depth + 1);
      if (!Texts || Result.size() + Texts->size() > MaxTexts)
        return std::nullopt;
      llvm::append_range(Result, *Texts);
    }
    return Result;
  }
  Expr = F.values().resolved(Expr);
  Result.emplace_back();
  const auto Append = [&](const std::vector<std::string> &Ends) {
    std::vector<std::string> Longer;
    for (const std::string &Start : Result)
      for (const std::string &End : Ends)
        if (Longer.size() <= MaxTexts)
          Longer.push_back(Start + End);
    Result = std::move(Longer);
    return Result.size() <= MaxTexts;
  };
  if (Expr.is("binary_operator") && Expr.field("operator").text() == "+") {
    for (const char *Side : {"left", "right"}) {
      const auto Texts = textsOf(Expr.field(Side), Depth + 1);
      if (!Texts || !Append(*Texts))
        return std::nullopt;
    }
    return Result;
  }
  const auto Parts = Expr.children();
  if (!Expr.is("string") ||
      llvm::none_of(Parts, [](Node Part) { return Part.is("interpolation"); }))
    return std::nullopt;
  for (const Node &Part : Parts) {
    if (Part.is("string_content")) {
      // Escapes are nothing that names have.
      if (Part.text().contains('\\') || !Append({Part.text().str()}))
        return std::nullopt;
    } else if (Part.is("interpolation")) {
      const auto Inside = Part.children();
      const auto Texts = Inside.size() == 1 ? textsOf(Inside.front(), Depth + 1)
                                            : std::nullopt;
      if (!Texts || !Append(*Texts))
        return std::nullopt;
    }
  }
  return Result;
}

std::optional<OperatorName> OpNames::customOp(const OpCall &C) const {
  if (C.Callee.Role != OpRole::CustomOp)
    return std::nullopt;
  const auto S = stringStart(F, C.argument(0, {"name", "qualname"}));
  auto Op = S ? parseOperatorName(*S) : std::nullopt;
  if (!Op || Op->Namespace.empty() || Op->Name.empty())
    return std::nullopt;
  return Op;
}

llvm::SmallVector<OperatorName, 2> OpNames::customOps(Node Object) const {
  llvm::SmallVector<OperatorName, 2> Result;
  unsigned Left = MaxVisits;
  customOps(Object, Left, Result);
  return Result;
}

void OpNames::customOps(Node Object, unsigned &Left,
                        llvm::SmallVectorImpl<OperatorName> &To) const {
  if (Left == 0)
    return;
  --Left;
  if (Object.is("call")) {
    // custom_op("ns::op", ...)(fn)
    const Node Callee = Object.field("function");
    const OpCall *C = Calls.find(Callee.is("call") ? Callee : Object);
    if (auto Op = C ? customOp(*C) : std::nullopt)
      To.push_back(std::move(*Op));
  } else if (Object.is("function_definition")) {
    for (const Node &D : Calls.decoratorsOf(Object))
      if (D.is("call"))
        customOps(D, Left, To);
  } else if (Object.isAnyOf({"identifier", "attribute"})) {
    for (const Node &Value : Calls.candidates(Object).Values)
      customOps(Value, Left, To);
  }
}

} // namespace aoti_tidy::python
