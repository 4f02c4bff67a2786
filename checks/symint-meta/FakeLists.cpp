// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeLists.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeWays.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8;
constexpr size_t MaxParts = 64;    ///< of a list; larger ones are not read
constexpr size_t MaxUses = 256;    ///< of a name
constexpr size_t MaxOrigins = 64;  ///< of a use, by way of '+=' too
constexpr unsigned MaxReads = 256; ///< of one question

bool isLoop(Node N) {
  return N.isAnyOf({"for_statement", "while_statement", "list_comprehension",
                    "generator_expression"});
}

/// Whether what \p Op does to a list that \p Start makes and \p Use reads may
/// have been done several times, or not at all.
bool isRepeated(Node Op, Node Start, Node Use) {
  for (Node N = Op.parent(); N && !containsNode(N, Start); N = N.parent())
    if (isLoop(N) ||
        (N.isAnyOf({"if_statement", "elif_clause", "else_clause",
                    "try_statement", "except_clause", "match_statement"}) &&
         !containsNode(N, Use)))
      return true;
  return false;
}

class Reader {
public:
  explicit Reader(const File &F) : F(F) {}

  void read(Node Expr, ListParts &Into, unsigned Depth = 0);

private:
  /// What makes the list that a name stands for.
  struct Start {
    Node At; ///< the assignment
    Node Given;
    /// What may have given the name its list, by way of '+=' too.
    llvm::DenseSet<const void *> Targets;
  };

  void add(ListParts &Into, ListPart Part) {
    if (Into.Parts.size() < MaxParts)
      Into.Parts.push_back(Part);
  }
  void add(ListParts &Into, Node Value, ListPart::Kind What) {
    add(Into, ListPart{Value, What});
  }
  /// Where an element is in the list is not known any more.
  static void disorder(ListParts &Of, size_t From = 0) {
    for (ListPart &P : llvm::drop_begin(Of.Parts, From))
      if (P.What == ListPart::Kind::Element)
        P.What = ListPart::Kind::Elements;
  }
  /// Any of the elements may be at any place, or at none.
  static void scatter(ListParts &Of) {
    disorder(Of);
    for (ListPart &P : Of.Parts)
      P.MayBeEmpty = true;
    for (const ListParts::Replacement &R : Of.Replaced)
      Of.Parts.push_back({R.Value, ListPart::Kind::Elements});
    Of.Replaced.clear();
  }
  bool variable(Node Use, ListParts &Into, unsigned Depth);
  Start startOf(Node Use) const;
  bool isOf(Node Other, const Start &From) const;
  void insert(Node Index, Node Value, bool IsRepeated, ListParts &Of);
  void assignSlice(StringRef Slice, Node Value, bool IsRepeated, ListParts &Of,
                   unsigned Depth);
  void change(Node At, bool IsRepeated, ListParts &Of, unsigned Depth);
  bool call(Node Call, ListParts &Into, unsigned Depth);
  void slice(Node Subscript, ListParts &Into, unsigned Depth);

  const File &F;
  unsigned Left = MaxReads;
};

/// What makes what the name \p Use stands for, the last one in the text if
/// there are several ways to it.
Reader::Start Reader::startOf(Node Use) const {
  Start Result;
  auto Open = F.names().originsOf(Use);
  const bool IsOnlyOne = Open.size() == 1;
  while (!Open.empty() && Result.Targets.size() < MaxOrigins) {
    const Origin O = Open.pop_back_val();
    if (!O.Target || !Result.Targets.insert(O.Target.id()).second)
      continue;
    Node Around = O.Target.parent();
    if (Around.is("augmented_assignment")) {
      Open.append(F.names().originsBefore(O.Target));
      continue;
    }
    while (Around.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern"}))
      Around = Around.parent();
    const bool IsMade =
        O.Given && Around.isAnyOf({"assignment", "named_expression"}) &&
        !containsNode(Around, Use) && Around.begin() < Use.begin() &&
        Names::scopeOf(O.Target) == Names::scopeOf(Use);
    if (!IsMade && IsOnlyOne && Open.empty() && Result.Targets.size() == 1)
      return {};
    if (IsMade && (!Result.At || Result.At.begin() < Around.begin())) {
      Result.At = Around;
      Result.Given = O.Given;
    }
  }
  return Result;
}

// s = [a]; s.append(b); s += [c]; s[0] = d
bool Reader::variable(Node Use, ListParts &Into, unsigned Depth) {
  const auto Uses = F.names().occurrences(Use);
  if (Uses.size() > MaxUses)
    return false;
  const Start From = startOf(Use);
  if (!From.At)
    return false;
  ListParts List;
  read(From.Given, List, Depth);
  Node Loop;
  for (Node N = Use.parent(); N && !containsNode(N, From.At); N = N.parent())
    if (isLoop(N))
      Loop = N;
  for (const Node &Other : Uses)
    if (Other.begin() >= From.At.end() && !(Other == Use) &&
        (Other.begin() < Use.begin() || (Loop && containsNode(Loop, Other))) &&
        // s[0] = s[0] // 2
        !(Other.parent().parent().is("assignment") &&
          containsNode(Other.parent().parent(), Use)) &&
        isOf(Other, From) && F.index<Ways>().mayReach(Other, Use))
      change(Other, isRepeated(Other, From.At, Use), List, Depth);
  for (const ListPart &P : List.Parts)
    add(Into, P);
  llvm::append_range(Into.Replaced, List.Replaced);
  return true;
}

/// Whether the use \p Other may be of the list that \p From says.
bool Reader::isOf(Node Other, const Start &From) const {
  if (Other.parent().is("augmented_assignment") &&
      Other.parent().field("left") == Other)
    return From.Targets.contains(Other.id());
  return llvm::any_of(F.names().originsOf(Other), [&](const Origin &O) {
    return O.Target && From.Targets.contains(O.Target.id());
  });
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
    const Node Index = Parent.field("subscript");
    const bool IsSet =
        Around.is("assignment") && Around.field("left") == Parent;
    if (IsSet && Index.is("slice"))
      assignSlice(Index.text(), Around.field("right"), IsRepeated, Of, Depth);
    else if (IsSet)
      Of.Replaced.push_back({Index, Around.field("right")});
    else if (Around.is("delete_statement"))
      disorder(Of);
  } else if (Parent.is("attribute") && Around.is("call") &&
             Around.field("function") == Parent) {
    const StringRef Method = Parent.field("attribute").text();
    const auto Arguments = argumentsOf(Around);
    if (Method == "append" && Arguments.size() == 1) {
      add(Of, {Arguments.front(), IsRepeated ? ListPart::Kind::Elements
                                             : ListPart::Kind::Element});
    } else if (Method == "extend" && Arguments.size() == 1) {
      Extend(Arguments.front());
    } else if (Method == "insert" && Arguments.size() == 2) {
      insert(Arguments.front(), Arguments.back(), IsRepeated, Of);
    } else if (Method == "clear" && !IsRepeated) {
      Of = {};
    } else if (llvm::is_contained({"clear", "pop", "remove", "reverse", "sort"},
                                  Method)) {
      disorder(Of);
    }
  }
}

/// s.insert(0, a)
void Reader::insert(Node Index, Node Value, bool IsRepeated, ListParts &Of) {
  const auto Place = F.values().integerOf(Index);
  const bool IsCounted =
      Place && *Place >= 0 && size_t(*Place) <= Of.Parts.size() &&
      llvm::all_of(
          llvm::ArrayRef(Of.Parts).take_front(*Place),
          [](const ListPart &P) { return P.What == ListPart::Kind::Element; });
  // Which ones were replaced is not known behind it.
  if (!Of.Replaced.empty())
    scatter(Of);
  if (IsCounted && Of.Parts.size() < MaxParts) {
    Of.Parts.insert(Of.Parts.begin() + *Place,
                    {Value, IsRepeated ? ListPart::Kind::Elements
                                       : ListPart::Kind::Element});
    return;
  }
  add(Of, {Value, ListPart::Kind::Elements});
  disorder(Of);
}

/// s[:1] = [a]
void Reader::assignSlice(StringRef Slice, Node Value, bool IsRepeated,
                         ListParts &Of, unsigned Depth) {
  const auto [First, Last] = Slice.split(':');
  const bool FromFront = First.trim().empty() || First.trim() == "0";
  const bool ToBack = Last.trim().empty();
  ListParts Old;
  std::swap(Of, Old);
  if (!FromFront && ToBack && !IsRepeated && Old.Replaced.empty()) {
    // What is in front of it stays.
    disorder(Old);
    Of = std::move(Old);
    read(Value, Of, Depth);
    return;
  }
  read(Value, Of, Depth);
  if (FromFront && ToBack && !IsRepeated)
    return;
  scatter(Old);
  if (!FromFront || IsRepeated)
    scatter(Of);
  for (const ListPart &P : Old.Parts)
    add(Of, P);
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
       StringRef("copy.copy"), StringRef(torchname::Size),
       // Of objects, if nothing says that it is of numbers.
       StringRef("numpy.array"), StringRef("numpy.asarray")},
      StringRef(*Name));
  if (StringRef(*Name).starts_with("numpy.") && Arguments.size() != 1)
    return false;
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
    add(Into, P);
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
