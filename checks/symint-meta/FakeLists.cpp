// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeLists.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8;
constexpr size_t MaxParts = 64;    ///< of a list; larger ones are not read
constexpr size_t MaxUses = 256;    ///< of a name
constexpr unsigned MaxReads = 256; ///< of one question

bool contains(Node Outer, Node Inner) {
  return Outer.begin() <= Inner.begin() && Inner.end() <= Outer.end();
}

bool isLoop(Node N) {
  return N.isAnyOf({"for_statement", "while_statement", "list_comprehension",
                    "generator_expression"});
}

/// Whether what \p Op does to a list that \p Start makes and \p Use reads may
/// have been done several times, or not at all.
bool isRepeated(Node Op, Node Start, Node Use) {
  for (Node N = Op.parent(); N && !contains(N, Start); N = N.parent())
    if (isLoop(N) ||
        (N.isAnyOf({"if_statement", "elif_clause", "else_clause",
                    "try_statement", "except_clause", "match_statement"}) &&
         !contains(N, Use)))
      return true;
  return false;
}

class Reader {
public:
  explicit Reader(const File &F) : F(F) {}

  void read(Node Expr, ListParts &Into, unsigned Depth = 0);

private:
  void add(ListParts &Into, Node Value, ListPart::Kind What) {
    if (Into.Parts.size() < MaxParts)
      Into.Parts.push_back({Value, What});
  }
  /// Where an element is in the list is not known any more.
  static void disorder(ListParts &Of, size_t From = 0) {
    for (ListPart &P : llvm::drop_begin(Of.Parts, From))
      if (P.What == ListPart::Kind::Element)
        P.What = ListPart::Kind::Elements;
  }
  bool variable(Node Use, ListParts &Into, unsigned Depth);
  Node startOf(Node Use, llvm::ArrayRef<Node> Uses) const;
  void change(Node At, bool IsRepeated, ListParts &Of, unsigned Depth);
  bool call(Node Call, ListParts &Into, unsigned Depth);
  void slice(Node Subscript, ListParts &Into, unsigned Depth);

  const File &F;
  unsigned Left = MaxReads;
};

/// The assignment that makes what \p Use, one of \p Uses, stands for: the last
/// one in front of it in the text. Null if it is something else that does.
Node Reader::startOf(Node Use, llvm::ArrayRef<Node> Uses) const {
  if (const Node Target = F.names().bindingOf(Use))
    if (!Target.parent().isAnyOf({"assignment", "augmented_assignment"}))
      return {};
  Node Result;
  for (const Node &Other : Uses) {
    if (Other.begin() >= Use.begin())
      break;
    const Node Assignment = Other.parent();
    if (Assignment.is("assignment") && Assignment.field("left") == Other &&
        Assignment.field("right") && !contains(Assignment, Use) &&
        Names::scopeOf(Other) == Names::scopeOf(Use))
      Result = Assignment;
  }
  return Result;
}

// s = [a]; s.append(b); s += [c]; s[0] = d
bool Reader::variable(Node Use, ListParts &Into, unsigned Depth) {
  const auto Uses = F.names().occurrences(Use);
  if (Uses.size() > MaxUses)
    return false;
  const Node Start = startOf(Use, Uses);
  if (!Start)
    return false;
  read(Start.field("right"), Into, Depth);
  Node Loop;
  for (Node N = Use.parent(); N && !contains(N, Start); N = N.parent())
    if (isLoop(N))
      Loop = N;
  for (const Node &Other : Uses)
    if (Other.begin() >= Start.end() && !(Other == Use) &&
        (Other.begin() < Use.begin() || (Loop && contains(Loop, Other))) &&
        // s[0] = s[0] // 2
        !(Other.parent().parent().is("assignment") &&
          contains(Other.parent().parent(), Use)))
      change(Other, isRepeated(Other, Start, Use), Into, Depth);
  return true;
}

/// What the use \p At of a list's name does to the list.
void Reader::change(Node At, bool IsRepeated, ListParts &Of, unsigned Depth) {
  const Node Parent = At.parent(), Around = Parent.parent();
  const auto Extend = [&](Node By) {
    const size_t Before = Of.Parts.size();
    read(By, Of, Depth);
    if (IsRepeated)
      disorder(Of, Before);
  };
  if (Parent.is("augmented_assignment") && Parent.field("left") == At) {
    Extend(Parent.field("right"));
  } else if (Parent.is("subscript") && Parent.field("value") == At) {
    if (Around.is("assignment") && Around.field("left") == Parent)
      Of.Replaced.push_back({Parent.field("subscript"), Around.field("right")});
    else if (Around.is("delete_statement"))
      disorder(Of);
  } else if (Parent.is("attribute") && Around.is("call") &&
             Around.field("function") == Parent) {
    const StringRef Method = Parent.field("attribute").text();
    const auto Arguments = argumentsOf(Around);
    if (Method == "append" && Arguments.size() == 1) {
      add(Of, Arguments.front(),
          IsRepeated ? ListPart::Kind::Elements : ListPart::Kind::Element);
    } else if (Method == "extend" && Arguments.size() == 1) {
      Extend(Arguments.front());
    } else if (Method == "insert" && Arguments.size() == 2) {
      add(Of, Arguments.back(), ListPart::Kind::Elements);
      disorder(Of);
    } else if (llvm::is_contained({"clear", "pop", "remove", "reverse", "sort"},
                                  Method)) {
      disorder(Of);
    }
  }
}

/// list(s), sorted(s), s.copy()
bool Reader::call(Node Call, ListParts &Into, unsigned Depth) {
  const Node Callee = Call.field("function");
  const auto Arguments = argumentsOf(Call);
  if (Callee.field("attribute").text() == "copy" && Arguments.empty()) {
    read(Callee.field("object"), Into, Depth);
    return true;
  }
  const auto Name = F.names().qualifiedName(Callee);
  if (!Name || Arguments.empty() || Arguments.front().isSplat())
    return false;
  const bool KeepsOrder = llvm::is_contained(
      {StringRef("builtins.list"), StringRef("builtins.tuple"),
       StringRef("copy.copy"), StringRef(torchname::Size)},
      StringRef(*Name));
  if (!KeepsOrder && *Name != "builtins.sorted" && *Name != "builtins.reversed")
    return false;
  read(Arguments.front(), Into, Depth);
  if (!KeepsOrder)
    disorder(Into);
  return true;
}

/// s[1:], s[:-1]
void Reader::slice(Node Subscript, ListParts &Into, unsigned Depth) {
  ListParts Whole;
  read(Subscript.field("value"), Whole, Depth);
  const int64_t Size = Whole.Parts.size();
  // The bound as a place in the list; nothing if it is not a number.
  const auto Place = [&](StringRef Bound,
                         int64_t Missing) -> std::optional<int64_t> {
    int64_t At = Missing;
    if (!Bound.trim().empty() && Bound.trim().getAsInteger(10, At))
      return std::nullopt;
    return std::clamp<int64_t>(At < 0 ? At + Size : At, 0, Size);
  };
  const auto [First, Last] = Subscript.field("subscript").text().split(':');
  const auto From = Place(First, 0), To = Place(Last, Size);
  const bool IsCounted = llvm::all_of(Whole.Parts, [](const ListPart &P) {
    return P.What == ListPart::Kind::Element;
  });
  if (IsCounted && Whole.Replaced.empty() && From && To) {
    for (int64_t I = *From; I < *To; ++I)
      add(Into, Whole.Parts[I].Value, ListPart::Kind::Element);
    return;
  }
  disorder(Whole);
  for (const ListPart &P : Whole.Parts)
    add(Into, P.Value, P.What);
  for (const ListParts::Replacement &R : Whole.Replaced)
    add(Into, R.Value, ListPart::Kind::Elements);
}

void Reader::read(Node Expr, ListParts &Into, unsigned Depth) {
  while (Expr.is("parenthesized_expression") && Expr.children().size() == 1)
    Expr = Expr.children().front();
  if (Depth++ > MaxDepth || !Left || !--Left)
    return add(Into, Expr, ListPart::Kind::Other);
  if (Expr.isAnyOf({"list", "tuple", "expression_list"})) {
    for (const Node &E : Expr.children()) {
      if (!E.isSplat())
        add(Into, E, ListPart::Kind::Element);
      else if (const auto Of = E.children(); Of.size() == 1)
        read(Of.front(), Into, Depth);
    }
    return;
  }
  if (Expr.isAnyOf({"list_comprehension", "generator_expression"}))
    return add(Into, Expr.field("body"), ListPart::Kind::Elements);
  if (Expr.is("binary_operator")) {
    const StringRef Operator = Expr.field("operator").text();
    const size_t Before = Into.Parts.size();
    if (Operator == "+" || Operator == "*") {
      for (const Node &Side : {Expr.field("left"), Expr.field("right")})
        if (Operator == "+" || Side.isAnyOf({"list", "tuple"}))
          read(Side, Into, Depth);
      if (Operator == "*")
        disorder(Into, Before);
      return;
    }
  }
  if ((Expr.is("identifier") && variable(Expr, Into, Depth)) ||
      (Expr.is("call") && call(Expr, Into, Depth)))
    return;
  if (Expr.is("subscript") && Expr.field("subscript").is("slice"))
    return slice(Expr, Into, Depth);
  add(Into, Expr, ListPart::Kind::Other);
}

} // namespace

ListParts listParts(const File &F, Node Expr) {
  ListParts Result;
  Reader(F).read(Expr, Result);
  return Result;
}

} // namespace aoti_tidy::python
