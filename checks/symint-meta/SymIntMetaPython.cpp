// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeArguments.h"
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeReader.h"
#include "checks/symint-meta/FakeWays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Sets of constants that a helper is read with.
constexpr size_t MaxConstants = 8;

/// How often a helper is read for other tensors and sizes.
constexpr unsigned MaxReadings = 64;

/// Of a condition: 'not (a and not b)'.
constexpr unsigned MaxCondition = 32;

/// Longer expressions are not repeated in messages.
constexpr size_t MaxShown = 48;

/// \p N in one line: "int(...)" if it is long.
std::string shown(Node N) {
  if (!N)
    return "";
  const std::string Text = brief(N, MaxShown);
  return Text == "..." && N.is("call")
             ? brief(N.field("function"), MaxShown) + "(...)"
             : Text;
}

/// Whether the except_clause \p Clause ends what D raises, and raises nothing
/// itself.
bool catches(Node Clause, FakeDefect D) {
  bool Raises = false;
  forEachNode(Clause.child("block"), [&](Node N) {
    Raises |= N.is("raise_statement");
    return !Raises;
  });
  if (Raises)
    return false;
  const auto Parts = Clause.children();
  if (Parts.empty() || Parts.front().is("block"))
    return true;
  // 'Exception', '(TypeError, RuntimeError)', 'Exception as e'
  bool Catches = false;
  forEachNode(Parts.front(), [&](Node N) {
    if (N.isAnyOf({"identifier", "attribute"}))
      Catches |= isCaughtAs(D, N.text());
    return N.isAnyOf({"tuple", "as_pattern", "parenthesized_expression"});
  });
  return Catches;
}

/// Whether \p Condition asks how the fake is run, not what it is given.
bool asks(Node Condition) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"isinstance", "is_compiling", "is_meta",
                                       "device", "is_dynamo_compiling",
                                       "is_scripting", "is_fake",
                                       "is_exporting", "hasattr", "type("},
      [&](StringRef Asked) { return Condition.text().contains(Asked); });
}

/// Whether all that \p Condition asks, where it is \p Value, is that a tensor is
/// no meta tensor, as none is that a fake is given: 'x.device.type != "meta"',
/// 'not x.is_meta and n > 2'.
bool isOfDevices(Node Condition, bool Value, unsigned Depth = 0) {
  if (Depth > MaxCondition)
    return false;
  if (!asks(Condition))
    return true;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return isOfDevices(Parts.front(), Value, Depth + 1);
  if (Condition.is("not_operator"))
    return isOfDevices(Condition.field("argument"), !Value, Depth + 1);
  if (Condition.is("boolean_operator"))
    return (Condition.field("operator").text() == "and") == Value &&
           isOfDevices(Condition.field("left"), Value, Depth + 1) &&
           isOfDevices(Condition.field("right"), Value, Depth + 1);
  if (Condition.is("attribute"))
    return Condition.field("attribute").text() == "is_meta" && !Value;
  if (!Condition.is("comparison_operator") || Parts.size() != 2)
    return false;
  const auto Operators = Condition.allChildren();
  const bool IsMeta =
      llvm::any_of(Operators, [](Node N) { return N.isToken() && N.is("=="); });
  const bool IsNotMeta =
      llvm::any_of(Operators, [](Node N) { return N.isToken() && N.is("!="); });
  StringRef Device = Parts.back().text();
  if (Device.consume_front("torch.device("))
    Device.consume_back(")");
  const StringRef Asked = Parts.front().field("attribute").text();
  return (Asked == "type" || Asked == "device") &&
         Device.trim("'\"") == "meta" && (Value ? IsNotMeta : IsMeta);
}

/// Whether \p Condition, where it is \p Value, is true of symbols, and wherever
/// fakes run to export: 'isinstance(n, torch.SymInt)', 'not isinstance(n, int)'.
bool takesSymbols(Node Condition, bool Value, unsigned Depth = 0) {
  if (Depth > MaxCondition)
    return false;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return takesSymbols(Parts.front(), Value, Depth + 1);
  if (Condition.is("not_operator"))
    return takesSymbols(Condition.field("argument"), !Value, Depth + 1);
  if (Condition.is("boolean_operator")) {
    const bool A = takesSymbols(Condition.field("left"), Value, Depth + 1);
    const bool B = takesSymbols(Condition.field("right"), Value, Depth + 1);
    return (Condition.field("operator").text() == "or") == Value ? A || B
                                                                 : A && B;
  }
  if (!Condition.is("call"))
    return false;
  if (Value)
    return llvm::any_of(
        std::initializer_list<StringRef>{"SymInt", "SymTypes", "is_compiling",
                                         "is_dynamo_compiling", "is_exporting"},
        [&](StringRef Asked) { return Condition.text().contains(Asked); });
  const auto Arguments = argumentsOf(Condition);
  return Condition.field("function").text() == "isinstance" &&
         Arguments.size() == 2 && Arguments[1].text() == "int";
}

} // namespace

/// Where in a block a statement ends that leaves where there are symbols:
/// 'if isinstance(n, torch.SymInt): return half(n)', or always, by what the call
/// gives. The end of the text if none.
size_t FakeReader::endOfSymbols(Node Block, const FakeValues &V) const {
  constexpr size_t Never = std::numeric_limits<size_t>::max();
  for (const Node &Each : Block.children()) {
    const Node Condition = Each.field("condition");
    if (Each.is("if_statement") &&
        In->index<Ways>().endOf(Each.field("consequence")) != Never &&
        (takesSymbols(Condition, true) || V.truthOf(Condition) == true))
      return Each.end();
  }
  return In->index<Ways>().endOf(Block);
}

/// What runs only when something has gone wrong already, or only without
/// symbols, or never.
bool FakeReader::isSkipped(Node N, const FakeValues &V) {
  if (N.isAnyOf({"function_definition", "class_definition", "lambda",
                 "raise_statement"}))
    return true;
  const Node Parent = N.parent();
  if (Parent.is("assert_statement"))
    return !(Parent.children().front() == N);
  if (Parent.is("block")) {
    // Once for each block, not for each of its statements.
    const auto [At, IsNew] = EndsOfSymbols.try_emplace(Parent.id());
    if (IsNew)
      At->second = endOfSymbols(Parent, V);
    if (N.begin() >= At->second)
      return true;
  }
  if (!N.is("block") && !Parent.is("conditional_expression"))
    return false;
  Node Condition = Parent.field("condition");
  if (Parent.is("else_clause"))
    Condition = Parent.parent().field("condition");
  if (Parent.is("conditional_expression")) {
    const auto Parts = Parent.children();
    if (Parts.size() != 3 || Parts[1] == N)
      return false;
    Condition = Parts[1];
  }
  const bool IsElse =
      Parent.is("else_clause") ||
      (Parent.is("conditional_expression") && Parent.children().back() == N);
  if (const auto Is = V.truthOf(Condition); Is && *Is == IsElse)
    return true;
  if (Parent.is("elif_clause") &&
      V.truthOf(Parent.parent().field("condition")) == true)
    return true;
  if (!asks(Condition))
    return false;
  // Whoever asks has a reason, if the tensors of the fake are no meta tensors.
  return Kernel->IsMetaKernel || !isOfDevices(Condition, !IsElse);
}

/// The 'except' that catches what \p At raises. Null if none does.
Node FakeReader::handlerOf(Node At, FakeDefect D) const {
  Node Inner = At;
  for (Node N = At.parent(); N && !N.is("function_definition");
       Inner = N, N = N.parent()) {
    if (!N.is("try_statement") || !(N.field("body") == Inner))
      continue;
    for (const Node &Clause : N.children())
      if (Clause.is("except_clause") && catches(Clause, D))
        return Clause;
  }
  return {};
}

/// A note, which names the file if it is not the one that is linted.
Note FakeReader::noteAt(Node At, SymIntNote N) const {
  Note Result = python::noteAt(At, N);
  if (const File *Of = Main.fileOf(At); Of && Of != &Main)
    Result.Where.File = Of->path();
  return Result;
}

Finding *FakeReader::add(Node At, FakeDefect D, const Calls &By, Node Of) {
  const FakeFailure Fails = fakeFailure(D);
  const Node Handler = Fails != FakeFailure::None ? handlerOf(At, D) : Node();
  const bool IsCaught =
      Handler && (Fails == FakeFailure::Raises || Kernel->IsMetaKernel ||
                  !needsLostSizes(In->settings().Torch));
  if (IsCaught || !Seen.insert({&At.tree(), At.begin()}).second)
    return nullptr;
  Finding &Found = Result.emplace_back();
  Found.setRange(rangeOf(At));
  if (In != &Main)
    Found.Where.File = In->path();
  Found.Message = fakeProblem(D, shown(At), shown(Of), Kernel->IsMetaKernel);
  for (const Node &Call : llvm::reverse(By))
    Found.Notes.push_back(noteAt(Call, SymIntNote::Call));
  if (Handler)
    Found.Notes.push_back(
        noteAt(Handler.allChildren().front(), SymIntNote::Except));
  if (Operator && By.empty() && Own->hasGivenSize(At)) {
    if (!Operator->IsInferred)
      Found.Notes.push_back(noteAt(Operator->At, SymIntNote::SymIntInSchema));
    else if (const Node Size = sizeGivenFor(At, *Own, *Kernel, *Operator))
      Found.Notes.push_back(noteAt(Size, SymIntNote::SizeGiven));
  }
  if (Kernel->Registration)
    Found.Notes.push_back(noteAt(Kernel->Registration, SymIntNote::FakeIsHere));
  return &Found;
}

/// What a branch decides by sizes is a guard, of which a size that is unbacked
/// has none.
void FakeReader::branch(Node Condition, const FakeValues &V, const Calls &By) {
  bool IsGuard = V.isSize(Condition), HasLists = false;
  if (Condition.is("comparison_operator")) {
    for (const Node &Operator : Condition.allChildren())
      if (Operator.isToken() &&
          !llvm::is_contained({"<", "<=", "==", "!=", ">=", ">"},
                              Operator.kind()))
        return;
    for (const Node &Operand : Condition.children()) {
      HasLists |= V.isSizes(Operand);
      IsGuard |= HasLists || V.isSize(Operand);
    }
  }
  if (!IsGuard)
    return;
  Node Statement = Condition.parent();
  while (Statement.isAnyOf(
      {"boolean_operator", "not_operator", "parenthesized_expression"}))
    Statement = Statement.parent();
  const auto Then = Statement.field("consequence").children();
  const bool IsCheck = Statement.is("assert_statement") ||
                       (Statement.is("if_statement") && !Then.empty() &&
                        Then.front().is("raise_statement"));
  add(Condition,
      !IsCheck   ? FakeDefect::Branch
      : HasLists ? FakeDefect::SizesCheck
                 : FakeDefect::SizeCheck,
      By);
}

/// 'if', 'while', 'assert' and the like need to know at once.
void FakeReader::condition(Node Of, const FakeValues &V, const Calls &By) {
  llvm::SmallVector<Node, 8> Open = {Of};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    if (N.isAnyOf(
            {"boolean_operator", "parenthesized_expression", "not_operator"})) {
      Open.append(N.children());
      continue;
    }
    if (N && V.isTensor(N) && V.mayBeNone(N)) {
      // if bias, if not bias, which may be None
      Finding *Found = add(N, FakeDefect::OptionalTensor, By);
      const bool IsNegated = N.parent().is("not_operator");
      replace(Found, IsNegated ? N.parent() : N,
              N.text().str() + (IsNegated ? " is None" : " is not None"));
    } else if (N && (V.isDatum(N) || V.isTensor(N))) {
      // if x.any()
      add(N, FakeDefect::Condition, By);
    } else if (N && WantsUnbacked) {
      branch(N, V, By);
    }
  }
}

/// Whether \p Function was not read yet with what a call gives. For too many
/// sets of constants it counts with all that it may do.
bool FakeReader::isNewReading(Node Function, FakeValues::Given &Given,
                              size_t Depth) {
  std::string Key;
  llvm::raw_string_ostream Out(Key);
  Out << Function.id() << ' ' << Depth << Kernel->IsMetaKernel << AsksForMeta;
  for (const llvm::ArrayRef<StringRef> Names :
       {llvm::ArrayRef<StringRef>(Given.Tensors),
        {Given.OfModel},
        {Given.Sizes},
        {Given.SizeLists},
        {Given.TensorLists},
        {Given.MaybeTensors}}) {
    Out << ';';
    llvm::interleaveComma(Names, Out);
  }
  if (const auto &Self = Given.Self)
    for (const auto &Names :
         {Self->Tensors, Self->OfModel, Self->Sizes, Self->SizeLists}) {
      Out << '.';
      llvm::interleaveComma(Names, Out);
    }
  const auto [At, IsNew] = Readings.try_emplace(Key);
  if (IsNew && ++ReadingsOf[Function.id()] > MaxReadings)
    return false;
  std::string Constants;
  for (const auto &[Name, Value] : Given.Constants)
    // Conditions ask no more of them.
    Constants += (Name + (Value == FakeConstant::None   ? "=None,"
                          : Value == FakeConstant::True ? "=True,"
                                                        : "=False,"))
                     .str();
  if (At->second.contains(Constants))
    return false;
  if (At->second.size() >= MaxConstants) {
    Given.Constants.clear();
    Constants.clear();
  }
  return At->second.insert(Constants).second;
}

/// A function of the file that the fake calls is part of it.
void FakeReader::helper(Node Call, const FakeValues &V, const Calls &By) {
  const auto Called = By.size() < 2 ? V.calleeOf(Call) : FakeValues::Callee();
  if (Called.Function)
    inside(Called, V.givenTo(Called, Call), Call, By);
}

/// Reads what \p Call runs of \p Called with what it gives.
void FakeReader::inside(const FakeValues::Callee &Called,
                        FakeValues::Given Given, Node Call, const Calls &By) {
  Calls Through = By;
  Through.push_back(Call);
  if (isNewReading(Called.Function, Given, Through.size()))
    body(FakeValues(*Called.In, Called.Function, Given), Through);
}

void FakeReader::visit(Node N, const FakeValues &V, const Calls &By) {
  if (N.is("call")) {
    call(N, V, By);
    object(N, V, By);
  } else if (N.isAnyOf({"if_statement", "while_statement", "elif_clause"})) {
    // if x.any():
    const Node Condition = N.field("condition");
    condition(Condition, V, By);
    // if not isinstance(n, int): raise
    const auto Then = N.field("consequence").children();
    if (Condition.is("not_operator") && !Then.empty() &&
        Then.front().is("raise_statement"))
      typeCheck(Condition.field("argument"), V, By);
  } else if (N.isAnyOf({"assert_statement", "if_clause"})) {
    // assert x.all(), [y for y in ys if x.any()]
    if (const auto Parts = N.children(); !Parts.empty()) {
      condition(Parts.front(), V, By);
      if (N.is("assert_statement"))
        typeCheck(Parts.front(), V, By);
    }
  } else if (N.is("conditional_expression")) {
    // a if x.any() else b
    if (const auto Parts = N.children(); Parts.size() == 3)
      condition(Parts[1], V, By);
  } else if (N.isAnyOf({"for_statement", "for_in_clause"})) {
    // for row in x
    if (const Node Over = N.field("right"); isFreeInFront(Over, V))
      add(Over, FakeDefect::Loop, By);
  } else if (N.isAnyOf({"comparison_operator", "dictionary",
                        "dictionary_comprehension", "set", "set_comprehension",
                        "subscript"})) {
    hashes(N, V, By);
  } else if (N.is("interpolation")) {
    interpolation(N, V, By);
  } else if (N.is("binary_operator") && N.field("operator").text() == "%") {
    percent(N, V, By);
  } else if (N.is("binary_operator") && N.field("operator").text() == "*") {
    // [None] * x.shape[0]
    const Node Left = N.field("left"), Right = N.field("right");
    const auto IsSequence = [](Node Of) {
      return Of.isAnyOf({"list", "tuple"});
    };
    if ((IsSequence(Left) && isFree(Right, V)) ||
        (IsSequence(Right) && isFree(Left, V)))
      add(N, FakeDefect::RepeatedList, By);
  } else if (N.is("attribute") && N.field("attribute").text() == "nbytes" &&
             V.isSizedTensor(N.field("object"))) {
    // x.nbytes
    const Node Object = N.field("object");
    const std::string Tensor = Object.text().str();
    replace(add(N, FakeDefect::Nbytes, By, Object), N,
            "(" + Tensor + ".numel() * " + Tensor + ".element_size())");
  } else if (N.is("attribute")) {
    object(N, V, By);
  }
}

void FakeReader::body(const FakeValues &V, const Calls &By) {
  // What a helper is called with decides how far it is read.
  auto Outer = std::exchange(EndsOfSymbols, {});
  const File *OuterFile = std::exchange(In, &V.file());
  const Node Body = V.function().field("body");
  forEachNode(Body, [&](Node N) {
    if (!(N == Body) && isSkipped(N, V))
      return false;
    visit(N, V, By);
    return true;
  });
  EndsOfSymbols = std::move(Outer);
  In = OuterFile;
}

void FakeReader::kernel(const FakeKernel &K) {
  Kernel = &K;
  In = K.In;
  const StringRef Text = K.Function.text();
  AsksForMeta = Text.contains("meta\"") || Text.contains("meta'") ||
                Text.contains("is_meta");
  const auto OfClass =
      K.SchemaIn ? OpDefinitions::in(*K.SchemaIn, K.Schema) : std::nullopt;
  Operator = OfClass ? &*OfClass : Operators.of(K);
  const auto Parameters = parametersOf(K.Function);
  FakeValues::Given Given;
  if (Operator)
    Given = givenBySchema(FakeValues(*In, K.Function), K, *Operator);
  Given.Bound.append(K.BoundNames.begin(), K.BoundNames.end());
  for (const FakeParameter &P : llvm::ArrayRef(Parameters).take_front(K.Bound))
    Given.Bound.push_back(P.Name.text());
  const FakeValues V(*In, K.Function, Given);
  Own = &V;
  if (Operator && In == &Main && (!OfClass || K.SchemaIn == &Main))
    for (Finding &Found : schemaInts(Main, K, V, *Operator))
      if (Seen.insert({&K.Function.tree(), Found.Where.Offset}).second)
        Result.push_back(std::move(Found));
  body(V, {});
  Own = nullptr;
  Operator = nullptr;
}

std::vector<Finding> FakeReader::read(llvm::ArrayRef<FakeKernel> Kernels) {
  for (const FakeKernel &K : Kernels)
    kernel(K);
  llvm::sort(Result, [](const Finding &A, const Finding &B) {
    return std::tie(A.Where.File, A.Where.Offset) <
           std::tie(B.Where.File, B.Where.Offset);
  });
  return std::move(Result);
}

static std::vector<Finding> symIntMeta(const File &F) {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == torchname::Torch || isIn(I.Module, torchname::Torch);
  });
  if (!UsesTorch)
    return {};
  const OpCalls Calls(F);
  const std::vector<OpRegistration> Registered = opRegistrations(F, Calls);
  const OpDefinitions Operators(F, Calls, Registered);
  return FakeReader(F, Operators).read(fakeKernels(F, Calls, Registered));
}

// Also what is given to a project's own registrars, in the ways in which it is
// mostly called; "fake" alone is in too many files to read them all.
static constexpr StringRef Words[] = {
    "\"Meta\"",      "'Meta'",        "@fake",
    "_fake(",        "_fake)",        "_fake,",
    "def _fake_",    "def fake(",     "def fake_",
    "fake=",         "fake_impl",     "fakes.",
    "gen_fake",      "impl_abstract", "register_abstract",
    "register_fake", "register_meta", "triton_op",
};

static constexpr StringRef Flags[] = {
    "aoti-symint-meta.SchemaInts",
    "aoti-symint-meta.UnbackedSizes",
};

extern const Check SymIntMetaPython;
const Check SymIntMetaPython = {symIntMeta, Words, /*RestsOnOrder=*/false,
                                Flags};

} // namespace aoti_tidy::python
