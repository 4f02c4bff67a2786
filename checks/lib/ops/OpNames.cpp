// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpNames.h"
#include "checks/lib/python/NameChars.h"
#include "checks/lib/script/LoopTargets.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Names of names, and lists in lists, are not followed further.
constexpr unsigned MaxNameDepth = 16;
/// How much of an expression is searched for an op.
constexpr unsigned MaxNameNodes = 64;
/// Loops with more turns are unknown.
constexpr size_t MaxTurns = 256;

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
  for (unsigned Steps = 0; Steps < MaxNameDepth; ++Steps) {
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

/// torch.ops.ns.op, torch.ops.ns.op.out, wherever in \p Expr they are; of
/// getattr(torch.ops.ns, name) the namespace.
llvm::SmallVector<OperatorName, 2> OpNames::opObjects(Node Expr) const {
  llvm::SmallVector<OperatorName, 2> Result;
  unsigned Left = MaxNameNodes;
  forEachNode(Expr, [&](Node N) {
    if (Left == 0 || N.isAnyOf({"lambda", "string", "keyword_argument"}))
      return false;
    --Left;
    if (!N.isAnyOf({"attribute", "identifier"}))
      return true;
    const Node Known = F.values().resolved(N);
    const std::string Name =
        F.names().qualifiedName(Known).value_or(Known.text().str());
    const size_t At = ("." + Name).find(".ops.");
    if (!Known.isAnyOf({"attribute", "identifier"}) || At == std::string::npos)
      return true;
    auto [Namespace, Op] =
        StringRef(Name).drop_front(At + strlen("ops.")).split('.');
    Op.consume_back(".default");
    Result.push_back({Namespace.str(), Op.str()});
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
  if (!Expr || Depth > MaxNameDepth) {
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
  if (const auto Turns = turnsOf(F, Expr)) {
    for (const Node &Turn : llvm::ArrayRef(*Turns).take_front(MaxTurns))
      named(Turn, Namespace, Depth + 1, To);
    To.HasUnknown |= Turns->size() > MaxTurns;
    return;
  }
  if (const auto S = stringStart(F, Expr)) {
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
  const auto Add = [&](Node Made) {
    // custom_op("ns::op", ...)(fn)
    const Node Callee = Made.field("function");
    const OpCall *C = Calls.find(Callee.is("call") ? Callee : Made);
    if (auto Op = C ? customOp(*C) : std::nullopt)
      Result.push_back(std::move(*Op));
  };
  if (!Object)
    return Result;
  Object = F.values().resolved(Object);
  if (const Node Function =
          Object.is("identifier") ? F.names().definition(Object) : Node())
    Object = Function;
  if (Object.is("call"))
    Add(Object);
  else if (Object.is("function_definition"))
    for (const Node &D : Calls.decoratorsOf(Object))
      if (D.is("call"))
        Add(D);
  return Result;
}

} // namespace aoti_tidy::python
