// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeArguments.h"
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8; ///< of what is computed from a size

/// Sets of constants that a helper is read with.
constexpr size_t MaxConstants = 8;

/// How often a helper is read for other tensors and sizes.
constexpr unsigned MaxReadings = 64;

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

/// Whether export gets from the number that \p Expr is to the one of a dimension:
/// 'x.shape[0]', '2 * n + 1', but not 'n // 2', nor what a call makes of it.
bool isDimension(const File &F, Node Expr, const FakeValues *Own,
                 unsigned Depth = 0) {
  const auto Is = [&](Node N) { return isDimension(F, N, Own, Depth + 1); };
  if (!Expr || Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  if (F.values().integerOf(Expr))
    return true;
  if (Expr.is("parenthesized_expression"))
    return Is(Expr.children().front());
  if (Expr.is("unary_operator"))
    return Is(Expr.field("argument"));
  if (Expr.is("binary_operator")) {
    const Node Left = Expr.field("left"), Right = Expr.field("right");
    const StringRef Operator = Expr.field("operator").text();
    if (Operator == "*" &&
        !F.values().integerOf(Left) == !F.values().integerOf(Right))
      return false;
    return llvm::is_contained({"+", "-", "*"}, Operator) && Is(Left) &&
           Is(Right);
  }
  if (Expr.is("subscript"))
    return static_cast<bool>(
        shapeOwner(F.values().resolved(Expr.field("value"))));
  if (Expr.is("call")) {
    const auto Method = methodCall(Expr);
    return Method && Method->Name == "size" && Method->Arguments.size() == 1;
  }
  if (!Expr.is("identifier") || F.names().originsOf(Expr).size() != 1)
    return false;
  // A SymInt of the schema; m, n = x.shape
  const Node Holder = placeOf(F.names().bindingOf(Expr)).Holder;
  return (Own && Own->parameter(Expr)) ||
         (Holder && shapeOwner(F.values().resolved(Holder.field("right"))));
}

/// What \p At makes a number of.
Node sizeIn(Node At) {
  if (At.is("call")) {
    const auto Arguments = argumentsOf(At);
    return Arguments.empty() ? At.field("function").field("object")
                             : Arguments.front();
  }
  // [None] * x.shape[0], x.shape[0] * [None], '%d' % x.shape[0]
  const Node Left = At.field("left");
  return Left.isAnyOf({"list", "tuple", "string"}) ||
                 At.field("operator").text() == "%"
             ? At.field("right")
             : Left;
}

} // namespace

/// The 'except' that catches what \p At raises, in the fake or around the calls
/// that lead to it. Null if none does.
Node FakeReader::handlerOf(Node At, FakeDefect D, const Calls &By) const {
  if (const Node Handler = handlerAround(At, D))
    return Handler;
  for (const Node &Call : By)
    if (const Node Handler = handlerAround(Call, D))
      return Handler;
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
  const Node Handler =
      Fails != FakeFailure::None ? handlerOf(At, D, By) : Node();
  const bool IsCaught =
      Handler && (Fails == FakeFailure::Raises || Kernel->IsMetaKernel ||
                  !needsLostSizes(In->settings().Torch));
  if (IsCaught || !Seen.insert({&At.tree(), At.begin()}).second)
    return nullptr;
  Finding &Found = Result.emplace_back();
  Found.setRange(rangeOf(At));
  if (In != &Main)
    Found.Where.File = In->path();
  // What is given to a helper is not known by its parameter's name.
  Found.Message = fakeProblem(
      D, shown(At), shown(Of), Kernel->IsMetaKernel,
      isDimension(*In, Of ? Of : sizeIn(At), By.empty() ? Own : nullptr));
  for (const Node &Call : llvm::reverse(By))
    Found.Notes.push_back(noteAt(Call, SymIntNote::Call));
  if (Handler)
    Found.Notes.push_back(
        noteAt(Handler.allChildren().front(), SymIntNote::Except));
  if (Operator && By.empty() && Own->hasGivenSize(At)) {
    // A table of schemas would be a long note.
    if (!Operator->IsInferred && !Operator->At.text().contains('\n'))
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
                              const Calls &By) {
  std::string Key;
  llvm::raw_string_ostream Out(Key);
  const bool IsTried =
      static_cast<bool>(handlerOf({}, FakeDefect::Pointer, By));
  Out << Function.id() << ' ' << By.size() << IsTried << Kernel->IsMetaKernel
      << AsksForMeta;
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
  if (isNewReading(Called.Function, Given, Through))
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
  if (!Operator)
    Operator = OpDefinitions::byArguments(Main, K);
  const auto Parameters = parametersOf(K.Function);
  FakeValues::Given Given;
  if (Operator)
    Given = givenBySchema(FakeValues(*In, K.Function), K, *Operator);
  Given.Bound.append(K.BoundNames.begin(), K.BoundNames.end());
  for (const FakeParameter &P : llvm::ArrayRef(Parameters).take_front(K.Bound))
    Given.Bound.push_back(P.Name.text());
  const FakeValues V(*In, K.Function, Given);
  Own = &V;
  if (Operator && !Operator->IsByArguments && In == &Main &&
      (!OfClass || K.SchemaIn == &Main))
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
    "\"Meta\"",      "'Meta'",        "@fake",         "_fake)",
    "_fake,",        "def fake(",     "fake=",         "fake_impl",
    "fakes.",        "gen_fake",      "impl_abstract", "register_abstract",
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
