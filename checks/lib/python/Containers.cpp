// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Aliases of aliases of a dict or list.
constexpr unsigned MaxAliases = 8;

/// [x] * 64; longer lists are not written out.
constexpr int64_t MaxRepeats = 64;

bool isTarget(Node N) {
  Node Parent = N.parent();
  // a, (*d["x"], b) = ..., del (d["x"])
  for (;
       Parent.isAnyOf({"expression_list", "list", "list_pattern", "list_splat",
                       "list_splat_pattern", "parenthesized_expression",
                       "pattern_list", "tuple", "tuple_pattern"});
       Parent = N.parent())
    N = Parent;
  if (Parent.isAnyOf({"assignment", "augmented_assignment", "for_statement",
                      "for_in_clause"}))
    return Parent.field("left") == N;
  return Parent.isAnyOf({"delete_statement", "as_pattern_target"});
}

/// Whether a function only looks at what it is given.
bool isReader(const Names &Known, Node Call) {
  const auto Name = Known.qualifiedName(Call.field("function"));
  if (!Name)
    return false;
  for (StringRef Module : {"torch.", "builtins.", "json.", "pprint."})
    if (StringRef(*Name).starts_with(Module))
      return *Name != "builtins.setattr" && *Name != "builtins.exec" &&
             *Name != "builtins.getattr";
  return false;
}

/// Whether nothing in the file tells that what is called changes what it is
/// given: a function of others, as of a log.
bool isFromElsewhere(const Names &Known, Node Call) {
  const Node Callee = Call.field("function");
  if (const auto Name = Known.qualifiedName(Callee))
    return !StringRef(*Name).starts_with("builtins.") &&
           !StringRef(*Name).ends_with("patch.dict");
  return Call.is("call") &&
         (!Callee.is("identifier") || Known.occurrences(Callee).empty());
}

/// Whether one of the changes may have given a name something else, or what it
/// stands for something more.
template <typename ChangesT> bool hasNameChange(const ChangesT &All) {
  return llvm::any_of(All, [](const auto &C) { return C.OfName; });
}

/// The changes that a use may make.
struct Effect {
  bool OfValues = false;
  Node Key;
};

/// Whether what is done with \p Element, 'd["a"]', changes what is in it.
bool changesWhatIsIn(Node Element) {
  Node Within = Element;
  while (Within.parent().is("subscript") &&
         Within.parent().field("value") == Within)
    Within = Within.parent();
  if (!(Within == Element) && isTarget(Within))
    return true;
  const Node Method = Within.parent();
  return Method.is("attribute") && Method.parent().is("call") &&
         Method.parent().field("function") == Method &&
         llvm::is_contained({StringRef("append"), StringRef("clear"),
                             StringRef("extend"), StringRef("insert"),
                             StringRef("pop"), StringRef("popitem"),
                             StringRef("remove"), StringRef("update")},
                            Method.field("attribute").text());
}

/// Whether \p Use cannot change what the name stands for, nor give it another.
bool isHarmless(const Names &Known, Node Use, Effect &To) {
  const Node Parent = Use.parent();
  if (Parent.is("subscript") && Parent.field("value") == Use) {
    // d["a"]["b"] = x, d["a"].update(x): it is still the same that is in 'd'.
    if (changesWhatIsIn(Parent))
      To.Key = Parent.field("subscript");
    if (isTarget(Parent)) {
      To.Key = Parent.field("subscript");
      return false;
    }
    return true;
  }
  if (Parent.is("attribute")) {
    const StringRef Name = Parent.field("attribute").text();
    const bool IsCalled = Parent.parent().is("call");
    const bool IsRead =
        IsCalled && llvm::is_contained({StringRef("get"), StringRef("keys"),
                                        StringRef("items"), StringRef("values"),
                                        StringRef("copy"), StringRef("index"),
                                        StringRef("count")},
                                       Name);
    // 'setdefault' leaves what is in it as it is.
    To.OfValues |= !IsRead && !(IsCalled && Name == "setdefault");
    return IsRead;
  }
  if (Parent.isAnyOf({"argument_list", "keyword_argument"})) {
    const Node Call =
        Parent.is("argument_list") ? Parent.parent() : Parent.parent().parent();
    if (isReader(Known, Call))
      return true;
    To.OfValues |= !isFromElsewhere(Known, Call);
    return false;
  }
  if (Parent.isAnyOf({"list_splat", "dictionary_splat", "comparison_operator",
                      "not_operator", "interpolation", "if_statement",
                      "assert_statement", "print_statement", "type",
                      "binary_operator"}))
    return true;
  if (Parent.isAnyOf({"for_statement", "for_in_clause"}) &&
      Parent.field("right") == Use)
    return true;
  // After that, the function has it no more; others may share a global.
  if (Parent.is("return_statement") &&
      Names::scopeOf(Use) == Names::scopeOf(Known.bindingOf(Use)))
    return true;
  To.OfValues = true;
  return false;
}

/// Whether the assignment of \p Target gives what it gives to nothing else.
bool isOnlyName(Node Target) {
  const Node Parent = Target.parent();
  return Parent.is("assignment") && Parent.field("left") == Target &&
         !Parent.field("right").is("assignment") &&
         !Parent.parent().is("assignment");
}

} // namespace

llvm::ArrayRef<Values::Change> Values::changesOf(Node Name) const {
  const auto Uses = Known.occurrences(Name);
  if (Uses.empty())
    return {};
  const auto [It, IsNew] = ByVariable.try_emplace(Uses.front().id());
  if (!IsNew)
    return It->second;
  for (const Node &Use : Uses) {
    const Node Parent = Use.parent();
    const bool IsBinding =
        (Parent.is("assignment") && Parent.field("left") == Use) ||
        (Parent.is("named_expression") && Parent.field("name") == Use);
    Effect Of;
    if (IsBinding && !isOnlyName(Use))
      It->second.push_back(
          {Use, IsBinding, /*OfName=*/true, /*OfValues=*/true, {}});
    else if (!IsBinding && !isHarmless(Known, Use, Of))
      It->second.push_back(
          {Use, IsBinding, /*OfName=*/true, Of.OfValues, Of.Key});
    else if (Of.OfValues || Of.Key)
      It->second.push_back(
          {Use, IsBinding, /*OfName=*/false, Of.OfValues, Of.Key});
  }
  return It->second;
}

/// Follows names from \p Expr to the literal or call that they stand for.
Node Values::follow(Node Expr, std::vector<Change> &Found) const {
  Node From;
  for (unsigned Steps = 0; Steps < MaxAliases; ++Steps) {
    Expr = withoutParentheses(Expr);
    if (!Expr.is("identifier"))
      return Expr;
    const Node Given = Known.assignedValue(Expr);
    if (!Given)
      return {};
    for (const Change &C : changesOf(Expr))
      if (C.IsBinding || !(C.Use == Expr || C.Use == From))
        Found.push_back(C);
    From = Expr = Given;
  }
  return {};
}

/// The statement that \p Target is given something in.
static Node statementOf(Node Target) {
  const Node Given = Target.parent();
  return Given.is("assignment") && Given.field("left") == Target &&
                 Given.parent().is("expression_statement")
             ? Given.parent()
             : Node();
}

/// d = {}; d["a"] = x; d["b"] = y; f(d): whether all that is put in comes before,
/// whatever happens, and in the order of the text.
bool Values::isFilledInOrder(Node Use, llvm::ArrayRef<Change> Found) const {
  const Node Made = Use.is("identifier") ? Known.bindingOf(Use) : Node();
  const Node Start = Made ? statementOf(Made) : Node();
  return Start && llvm::all_of(Found, [&](const Change &C) {
           const Node Put = statementOf(C.Use.parent());
           return C.Key && Put && Put.parent() == Start.parent() &&
                  Put.end() < Use.begin() && wholeString(C.Key) &&
                  Known.bindingOf(C.Use) == Made;
         });
}

std::optional<Dict> Values::dictOf(Node Expr) const {
  std::vector<Change> Found;
  const Node Literal = follow(Expr, Found);
  Dict Result;
  Result.Literal = Literal;
  Result.IsComplete =
      !hasNameChange(Found) && !Literal.hasError() &&
      llvm::none_of(Found, [](const Change &C) { return bool(C.Key); });
  const bool IsCall =
      Literal.is("call") &&
      Known.qualifiedName(Literal.field("function")) == "builtins.dict";
  if (!IsCall && !Literal.is("dictionary"))
    return std::nullopt;
  const auto Parts = (IsCall ? Literal.field("arguments") : Literal).children();
  for (const Node &Part : Parts) {
    Dict::Entry E;
    E.Whole = Part;
    E.Value = Part.field("value");
    if (Part.is("pair")) {
      E.Key = Part.field("key");
      E.Name = wholeString(E.Key);
    } else if (Part.is("keyword_argument")) {
      E.Key = Part.field("name");
      E.Name = E.Key.text().str();
    } else {
      Result.IsComplete = false;
      // Earlier entries may have other values now.
      Result.Entries.clear();
      continue;
    }
    Result.IsComplete &= E.Name.has_value();
    Result.Entries.push_back(std::move(E));
  }
  // Keys that are assigned elsewhere may hold anything.
  llvm::StringSet<> Assigned;
  bool HasKeys = false;
  for (const Change &C : Found) {
    const auto Name = C.Key ? wholeString(C.Key) : std::nullopt;
    HasKeys |= bool(C.Key);
    if (C.OfValues || (C.Key && !Name)) {
      Result.Entries.clear();
      return Result;
    }
    if (Name)
      Assigned.insert(*Name);
  }
  // The last of several is in it.
  std::vector<Dict::Entry> Kept;
  llvm::StringSet<> Seen;
  for (Dict::Entry &E : llvm::reverse(Result.Entries))
    if (E.Name ? !Assigned.contains(*E.Name) && Seen.insert(*E.Name).second
               : !HasKeys)
      Kept.push_back(std::move(E));
  Result.Entries.assign(std::move_iterator(Kept.rbegin()),
                        std::move_iterator(Kept.rend()));
  return Result;
}

std::optional<Dict> Values::filledDictOf(Node Expr) const {
  std::vector<Change> Found;
  const Node Literal = follow(Expr, Found);
  if (Found.empty() || !isFilledInOrder(Expr, Found))
    return dictOf(Expr);
  auto Result = dictOf(Literal);
  if (!Result || !Result->IsComplete)
    return Result;
  for (const Change &C : Found) {
    const Node Put = C.Use.parent().parent();
    Dict::Entry E = {C.Key, Put.field("right"), wholeString(C.Key), Put};
    const auto Old = llvm::find_if(Result->Entries, [&](const auto &Other) {
      return Other.Name == E.Name;
    });
    if (Old == Result->Entries.end())
      Result->Entries.push_back(std::move(E));
    else
      *Old = std::move(E);
  }
  return Result;
}

std::optional<llvm::SmallVector<Node, 4>> Values::elementsOf(Node Expr) const {
  int64_t Times = 1;
  for (unsigned Steps = 0; Steps < MaxAliases; ++Steps) {
    std::vector<Change> Found;
    const Node Literal = follow(Expr, Found);
    // [x] * 2, 2 * [x]
    const bool IsProduct = Literal.is("binary_operator") &&
                           Literal.field("operator").text() == "*";
    Node Of = IsProduct ? Literal.field("left") : Literal;
    Node Count = Literal.field("right");
    if (IsProduct && integerOf(Of))
      std::swap(Of, Count);
    const bool IsTuple =
        withoutParentheses(Of).isAnyOf({"tuple", "expression_list"});
    if ((hasNameChange(Found) && !IsTuple) || Literal.hasError())
      return std::nullopt;
    if (IsProduct) {
      const int64_t By = integerOf(Count).value_or(-1);
      if (By < 0 || By > MaxRepeats || (Times *= By) > MaxRepeats)
        return std::nullopt;
      Expr = Of;
      continue;
    }
    if (IsTuple || Literal.isAnyOf({"list", "set"})) {
      const auto Once = Literal.children();
      if (llvm::any_of(Once, [](Node N) {
            const auto Below = N.children();
            const bool IsInParentheses =
                N.is("parenthesized_expression") && !Below.empty();
            return N.is("yield") ||
                   (IsInParentheses ? Below.front() : N).isSplat();
          }))
        return std::nullopt;
      llvm::SmallVector<Node, 4> Result;
      for (; Times > 0; --Times)
        llvm::append_range(Result, Once);
      return Result;
    }
    // tuple([a, b])
    const auto Arguments = Literal.field("arguments").children();
    const auto Name = Literal.is("call")
                          ? Known.qualifiedName(Literal.field("function"))
                          : std::nullopt;
    if (Arguments.size() != 1 ||
        (Name != "builtins.tuple" && Name != "builtins.list"))
      return std::nullopt;
    Expr = Arguments.front();
  }
  return std::nullopt;
}

Node Values::elementAt(Node Subscript) const {
  const auto Parts = Subscript.children();
  if (Parts.size() != 2)
    return {};
  if (const auto Key = wholeString(Parts[1])) {
    const auto Of = dictOf(Parts[0]);
    if (Of && Of->IsComplete)
      for (const Dict::Entry &E : Of->Entries)
        if (E.Name == Key)
          return E.Value;
    return {};
  }
  const auto At = integerOf(Parts[1]);
  const auto Elements = At ? elementsOf(Parts[0]) : std::nullopt;
  const int64_t Count = Elements ? Elements->size() : 0;
  const int64_t Place = At.value_or(0) + (At.value_or(0) < 0 ? Count : 0);
  return Place >= 0 && Place < Count ? (*Elements)[Place] : Node();
}

} // namespace aoti_tidy::python
