// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelFacts.h"
#include "checks/lib/kernels/triton/TritonInterpreter.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using python::Node;

constexpr unsigned MaxNestedStatements = 100;

void namesIn(Node Target, llvm::function_ref<void(StringRef)> Found) {
  if (Target.is("identifier"))
    return Found(Target.text());
  if (Target.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern",
                      "list_splat_pattern"}))
    for (Node Part : Target.children())
      namesIn(Part, Found);
}

} // namespace

void TritonInterpreter::assign(Node Target, const TritonValue &Value) {
  if (Target.is("identifier")) {
    Values[Target.text()] = Value;
    return;
  }
  const auto *Elements = Value.elements();
  const auto Parts = Target.children();
  const bool Fits = Target.isAnyOf({"pattern_list", "tuple_pattern"}) &&
                    Elements && Elements->size() == Parts.size();
  for (const auto &[I, Part] : llvm::enumerate(Parts))
    if (Fits)
      assign(Part, (*Elements)[I]);
    else
      namesIn(Part, [&](StringRef Name) { Values[Name] = {}; });
}

void TritonInterpreter::blurAssigned(Node Body) {
  const auto Blur = [&](StringRef Name) {
    const auto It = Values.find(Name);
    if (It == Values.end())
      return;
    const std::string Outer = std::exchange(Naming, Name.str());
    It->second = blurred(It->second);
    Naming = Outer;
  };
  python::forEachNode(Body, [&](Node N) {
    if (N.isAnyOf({"assignment", "augmented_assignment", "for_statement"}))
      namesIn(N.field("left"), Blur);
    else if (N.is("named_expression"))
      namesIn(N.field("name"), Blur);
    return true;
  });
}

void TritonInterpreter::mergeWith(llvm::StringMap<TritonValue> Other,
                                  const IndexExpr &IfOther) {
  for (auto &Entry : Values) {
    const auto It = Other.find(Entry.getKey());
    if (It == Other.end())
      Entry.second = {};
    else if (!(Entry.second == It->second))
      Entry.second = selected(IfOther, It->second, Entry.second);
  }
  for (const auto &Entry : Other)
    Values.try_emplace(Entry.getKey());
}

/// Conditions and blocks; that of 'else' has no condition.
TritonInterpreter::Flow
TritonInterpreter::execIf(llvm::ArrayRef<std::pair<Node, Node>> Branches) {
  if (Branches.empty())
    return Flow::Goes;
  const auto [Test, Block] = Branches.front();
  if (!Test)
    return execBlock(Block);
  const IndexExpr Holds = condition(Test);
  if (Holds.op() == Op::True)
    return execBlock(Block);
  if (Holds == negation(IndexExpr::always()))
    return execIf(Branches.drop_front());

  const size_t Outer = Path.size();
  const auto Leave = [&] {
    std::vector<IndexExpr> Here(Path.begin() + Outer, Path.end());
    Path.erase(Path.begin() + Outer, Path.end());
    return IndexExpr::make(Op::And, std::move(Here));
  };
  llvm::StringMap<TritonValue> Before = Values;
  Path.push_back(Holds);
  const Flow Then = execBlock(Block);
  const IndexExpr AfterThen = Leave();
  llvm::StringMap<TritonValue> After = std::exchange(Values, std::move(Before));
  Path.push_back(negation(Holds));
  const Flow Else = execIf(Branches.drop_front());
  const IndexExpr AfterElse = Leave();

  if (Then == Flow::Ends && Else == Flow::Ends)
    return Flow::Ends;
  if (Else == Flow::Ends)
    Values = std::move(After);
  else if (Then != Flow::Ends)
    mergeWith(std::move(After), Holds);
  if (Then == Flow::Ends)
    Path.push_back(AfterElse);
  else if (Else == Flow::Ends)
    Path.push_back(AfterThen);
  else if (AfterThen != Holds || AfterElse != negation(Holds))
    Path.push_back(either(AfterThen, AfterElse));
  return Flow::Goes;
}

/// for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
void TritonInterpreter::execFor(Node S) {
  const Node Range = S.field("right"), Counter = S.field("left");
  const StringRef Callee = Range.field("function").text();
  const bool IsRange = Range.is("call") && Counter.is("identifier") &&
                       (Callee == "range" || Callee == "tl.range" ||
                        Callee == "tl.static_range");
  const Arguments Of = IsRange ? argumentsOf(Range) : Arguments();
  if (!IsRange || Of.HasUnpacking || Of.Positional.empty()) {
    notModelledIn(S, "in a loop that is not understood");
    return blurAssigned(S);
  }
  const auto Number = [&](unsigned I, int64_t Default) -> TritonValue {
    return I < Of.Positional.size() ? eval(Of.Positional[I])
                                    : TritonValue(IndexExpr(Default));
  };
  const bool HasStart = Of.Positional.size() > 1;
  const TritonValue Start = HasStart ? Number(0, 0) : IndexExpr(0);
  const TritonValue End = Number(HasStart ? 1 : 0, 0), Step = Number(2, 1);

  blurAssigned(S.field("body"));
  const size_t Outer = Path.size();
  const IndexExpr *From = Start.number(), *To = End.number(),
                  *By = Step.number();
  // A block's size is at least 1.
  const bool CountsUp =
      By && ((By->op() == Op::Constant && By->constant() > 0) ||
             (By->op() == Op::Variable &&
              By->variable().Kind == VariableKind::Computed));
  if (From && To && CountsUp) {
    const IndexExpr Length = *To - *From;
    const IndexExpr Turn = Lanes.turn(
        Counter.text(), IndexExpr::make(Op::FloorDiv, {Length + *By - 1, *By}));
    Lanes.covers(Turn, Length);
    Values[Counter.text()] = *From + *By * Turn;
  } else {
    Values[Counter.text()] = {};
    Path.push_back(opaque());
  }
  execBlock(S.field("body"));
  Path.erase(Path.begin() + Outer, Path.end());
  blurAssigned(S.field("body"));
  Values[Counter.text()] = {};
}

TritonInterpreter::Flow TritonInterpreter::execBlock(Node Block) {
  if (Depth > MaxNestedStatements) {
    notModelledIn(Block, "in blocks that are nested too deeply");
    return Flow::Goes;
  }
  ++Depth;
  Flow Is = Flow::Goes;
  for (Node S : Block.children()) {
    Is = exec(S);
    if (Is == Flow::Ends)
      break;
  }
  --Depth;
  return Is;
}

TritonInterpreter::Flow TritonInterpreter::exec(Node S) {
  if (S.is("expression_statement")) {
    for (Node E : S.children())
      exec(E);
    return Flow::Goes;
  }
  if (S.is("assignment")) {
    const Node Left = S.field("left"), Right = S.field("right");
    if (Right.is("assignment")) // a = b = c
      notModelledIn(Right, "in an assignment that is not understood");
    const std::string Outer =
        std::exchange(Naming, Left.is("identifier") ? Left.text().str() : "");
    const TritonValue Value = Right ? eval(Right) : TritonValue();
    Naming = Outer;
    assign(Left, Value);
    return Flow::Goes;
  }
  if (S.is("augmented_assignment")) {
    const Node Left = S.field("left");
    const std::string Outer = std::exchange(Naming, Left.text().str());
    const TritonValue Value = binary(S.field("operator").text().drop_back(),
                                     eval(Left), eval(S.field("right")));
    Naming = Outer;
    assign(Left, Value);
    return Flow::Goes;
  }
  if (S.is("if_statement")) {
    llvm::SmallVector<std::pair<Node, Node>, 4> Branches = {
        {S.field("condition"), S.field("consequence")}};
    for (Node Part : S.children()) {
      if (Part.is("elif_clause"))
        Branches.push_back(
            {Part.field("condition"), Part.field("consequence")});
      else if (Part.is("else_clause"))
        Branches.push_back({Node(), Part.field("body")});
    }
    return execIf(Branches);
  }
  if (S.is("for_statement")) {
    execFor(S);
    return Flow::Goes;
  }
  if (S.is("return_statement")) {
    for (Node E : S.children())
      eval(E);
    return Flow::Ends;
  }
  if (S.isAnyOf({"break_statement", "continue_statement"}))
    return Flow::Ends;
  if (S.isAnyOf({"while_statement", "with_statement", "try_statement",
                 "match_statement"})) {
    notModelledIn(S, UnknownStatement);
    blurAssigned(S);
    Path.push_back(opaque());
    return Flow::Goes;
  }
  if (S.isAnyOf({"pass_statement", "comment", "function_definition",
                 "decorated_definition", "assert_statement"}))
    return Flow::Goes;
  eval(S);
  return Flow::Goes;
}

} // namespace aoti_tidy
