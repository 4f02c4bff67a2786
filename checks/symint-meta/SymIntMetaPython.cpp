// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeCode.h"
#include "checks/symint-meta/SymIntMetaRule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <set>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Kind = SymbolicValue::Kind;

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

/// Whether a name, a call or the like may stand before '.name' and '[0]'.
bool isSimple(Node N) {
  return N.isAnyOf({"identifier", "attribute", "call", "subscript"});
}

/// Whether 'torch' is a name everywhere in the file.
bool hasTorch(const File &F) {
  return llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Bound == torchname::Torch && I.Module == torchname::Torch &&
           Names::scopeOf(I.Clause).is("module");
  });
}

/// The size that \p At makes a number.
Node sizeIn(Node At) {
  if (At.is("call")) {
    const auto Arguments = argumentsOf(At);
    return Arguments.empty() ? At.field("function").field("object")
                             : Arguments.front();
  }
  // [None] * x.shape[0]
  const Node Left = At.field("left");
  return Left.isAnyOf({"list", "tuple"}) ? At.field("right") : Left;
}

/// True for attributes that, of an operator's arguments, only tensors have.
bool isOfTensors(StringRef Attribute) {
  return llvm::is_contained(
      {"amax",      "amin",          "contiguous", "cumsum",   "data_ptr",
       "detach",    "device",        "dim",        "dtype",    "element_size",
       "flatten",   "is_contiguous", "is_cuda",    "is_meta",  "item",
       "max",       "mean",          "min",        "nbytes",   "ndim",
       "nelement",  "new_empty",     "new_full",   "new_ones", "new_tensor",
       "new_zeros", "numel",         "permute",    "reshape",  "shape",
       "size",      "stride",        "sum",        "tolist",   "transpose",
       "unbind",    "unsqueeze",     "view"},
      Attribute);
}

/// Whether the operator gives \p Parameter, which has no annotation, a tensor:
/// 'x.new_empty(...)'. A later value of the name tells nothing about it.
bool isUsedAsTensor(const File &F, Node Parameter) {
  return llvm::any_of(F.names().occurrences(Parameter), [&](Node Use) {
    const Node Parent = Use.parent();
    return Parent.is("attribute") && Parent.field("object") == Use &&
           isOfTensors(Parent.field("attribute").text()) &&
           llvm::any_of(F.names().originsOf(Use),
                        [&](const Origin &O) { return O.Target == Parameter; });
  });
}

/// Whether \p Expr is a name that is None on some way, or a parameter that may
/// be: its annotation or its default says so.
bool mayBeNone(const File &F, Node Expr) {
  return Expr.is("identifier") &&
         llvm::any_of(F.names().originsOf(Expr), [&](const Origin &O) {
           if (O.Given)
             return O.Given.is("none");
           const Node Parameter = O.Target.parent();
           const StringRef Type = Parameter.field("type").text();
           return Parameter.isAnyOf({"default_parameter", "typed_parameter",
                                     "typed_default_parameter"}) &&
                  (Parameter.field("value").is("none") ||
                   Type.contains("Optional") || Type.contains("None"));
         });
}

/// Whether \p Expr uses an argument that is a SymInt in the schema of \p Op.
bool namesSymInt(Node Expr, const OpDefinition &Op) {
  bool Result = false;
  forEachNode(Expr, [&](Node N) {
    Result |= N.is("identifier") &&
              llvm::any_of(Op.Arguments, [&](const SchemaArgument &A) {
                return A.isSymInt() && A.Name == N.text();
              });
    return !Result;
  });
  return Result;
}

Note noteAt(Node At, SymIntNote N) { return {rangeOf(At), noteText(N).str()}; }

void replace(Finding *In, Node Old, std::string New) {
  if (In)
    In->Fix.push_back({rangeOf(Old), std::move(New)});
}

/// Finds in fakes what makes numbers of symbols, and what asks for data.
class FakeReader {
public:
  FakeReader(const File &F, const OpDefinitions &Operators)
      : F(F), Operators(Operators),
        WantsUnbacked(F.settings().flag("aoti-symint-meta.UnbackedSizes")) {}

  std::vector<Finding> read(llvm::ArrayRef<FakeKernel> Kernels);

private:
  void kernel(const FakeKernel &K);
  void body(SymbolicFunction &V);
  void visit(Node N);
  void call(Node N);
  void function(Node N, llvm::StringRef Name);
  void method(const MethodCall &Call, Node N);
  void condition(Node Of);
  void branch(Node Condition);
  /// Whether \p Expr is what a row of FakeCalls.def takes.
  enum class Takes : uint8_t { Size, Sizes, Made, Sized, Data };
  bool takes(Takes What, Node Expr);
  /// A size that is a symbol still: that was not checked to be some number.
  bool isFree(Node Size) {
    return In->of(Size).is(SymbolicValue::Kind::Size) &&
           !F.index<CheckedSizes>().isChecked(Size);
  }
  /// A tensor whose first dimension may vary.
  bool isFreeInFront(Node Tensor);

  /// Says that \p At is a defect, which does something with \p Of. Null if
  /// something was found there already, or the fake catches what it raises.
  Finding *add(Node At, FakeDefect D, Node Of = {});

  const File &F;
  const OpDefinitions &Operators;
  const bool WantsUnbacked; ///< the option UnbackedSizes
  const FakeKernel *Kernel = nullptr;
  const OpDefinition *Operator = nullptr; ///< the kernel's, if it is known
  SymbolicFunction *In = nullptr;         ///< what is read now
  std::vector<Node> By;                   ///< the calls that lead there
  std::set<std::pair<const void *, std::string>> Readings; ///< of helpers
  llvm::DenseSet<unsigned> Seen; ///< by where in the text
  std::vector<Finding> Result;
};

} // namespace

bool FakeReader::isFreeInFront(Node Tensor) {
  const SymbolicValue V = In->of(Tensor);
  return V.is(Kind::Tensor) && V.shape().at(0).is(Kind::Size) &&
         !F.index<CheckedSizes>().isFirstChecked(Tensor);
}

bool FakeReader::takes(Takes What, Node Expr) {
  const SymbolicValue V = In->of(Expr);
  switch (What) {
  case Takes::Size:
    return isFree(Expr);
  case Takes::Sizes:
    return V.isSizes();
  case Takes::Made:
    return V.isMadeOfSizes();
  case Takes::Sized:
    return isFreeInFront(Expr);
  case Takes::Data:
    return V.isTensorWithData() || V.is(Kind::Datum);
  }
  return false;
}

Finding *FakeReader::add(Node At, FakeDefect D, Node Of) {
  const bool IsCaught =
      raises(D) && (isCaught(At) || llvm::any_of(By, isCaught));
  // int(x.item()) is one defect.
  const Node Around = At.parent().parent();
  const bool IsInFound = raises(D) && At.parent().is("argument_list") &&
                         Seen.contains(Around.begin());
  if (IsCaught || IsInFound || !Seen.insert(At.begin()).second)
    return nullptr;
  Finding &Found = Result.emplace_back();
  Found.setRange(rangeOf(At));
  Found.Message = fakeProblem(D, shown(At), shown(Of), Kernel->IsMetaKernel,
                              In->of(Of ? Of : sizeIn(At)).IsDimension);
  for (const Node &Call : llvm::reverse(By))
    Found.Notes.push_back(noteAt(Call, SymIntNote::Call));
  // A table of schemas would be a long note.
  if (Operator && By.empty() && namesSymInt(At, *Operator) &&
      !Operator->At.text().contains('\n'))
    Found.Notes.push_back(noteAt(Operator->At, SymIntNote::SymIntInSchema));
  if (Kernel->Registration)
    Found.Notes.push_back(noteAt(Kernel->Registration, SymIntNote::FakeIsHere));
  return &Found;
}

/// A branch on sizes is a guard, and an unbacked size cannot have one.
void FakeReader::branch(Node Condition) {
  bool IsGuard = In->of(Condition).is(Kind::Size), HasLists = false;
  if (Condition.is("comparison_operator")) {
    for (const Node &Operator : Condition.allChildren())
      if (Operator.isToken() &&
          !llvm::is_contained({"<", "<=", "==", "!=", ">=", ">"},
                              Operator.kind()))
        return;
    for (const Node &Operand : Condition.children()) {
      HasLists |= In->of(Operand).isSizes();
      IsGuard |= HasLists || In->of(Operand).is(Kind::Size);
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
  add(Condition, !IsCheck   ? FakeDefect::Branch
                 : HasLists ? FakeDefect::SizesCheck
                            : FakeDefect::SizeCheck);
}

/// 'if', 'while', 'assert' and the like need to know at once.
void FakeReader::condition(Node Of) {
  llvm::SmallVector<Node, 8> Open = {Of};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    if (N.isAnyOf(
            {"boolean_operator", "parenthesized_expression", "not_operator"})) {
      Open.append(N.children());
    } else if (In->of(N).isTensorWithData() && mayBeNone(F, N)) {
      // if bias, if not bias, which may be None
      Finding *Found = add(N, FakeDefect::OptionalTensor);
      const bool IsNegated = N.parent().is("not_operator");
      replace(Found, IsNegated ? N.parent() : N,
              N.text().str() + (IsNegated ? " is None" : " is not None"));
    } else if (takes(Takes::Data, N)) {
      // if x.any()
      add(N, FakeDefect::Condition);
    } else if (WantsUnbacked) {
      branch(N);
    }
  }
}

/// \p N calls something that is known by \p Name.
void FakeReader::function(Node N, StringRef Name) {
  enum class Which : uint8_t { First, Only, Any };
  struct Row {
    Which Argument;
    Takes What;
    FakeDefect Is;
    std::initializer_list<StringRef> Names;
  };
  static const Row Rows[] = {
#define FAKE_FUNCTIONS(ARGUMENT, TAKES, DEFECT, ...)                           \
  {Which::ARGUMENT, Takes::TAKES, FakeDefect::DEFECT, {__VA_ARGS__}},
#define FAKE_METHODS(TAKES, DEFECT, ...)
#define FAKE_META_METHODS(...)
#include "checks/symint-meta/FakeCalls.def"
  };
  const auto Arguments = argumentsOf(N);
  for (const Row &R : Rows) {
    if (!llvm::is_contained(R.Names, Name) || Arguments.empty() ||
        (R.Argument == Which::Only && Arguments.size() != 1))
      continue;
    const auto All = llvm::ArrayRef(Arguments).take_front(
        R.Argument == Which::Any ? Arguments.size() : 1);
    const auto *Found =
        llvm::find_if(All, [&](Node A) { return takes(R.What, A); });
    if (Found == All.end())
      continue;
    const Node Of = *Found, Around = N.parent().parent();
    // range(len(x)): 'range(x.shape[0])' would be no better.
    if (R.Is == FakeDefect::Length &&
        F.names().qualifiedName(Around.field("function")) == "builtins.range")
      add(Around, FakeDefect::CountedLoop);
    else if (R.Is == FakeDefect::IntOfSize && !In->of(Of).IsInteger)
      add(N, FakeDefect::IntOfResult, Of);
    else if (R.Is == FakeDefect::IntOfSize)
      replace(add(N, R.Is, Of), N,
              isSimple(Of) ? Of.text().str() : "(" + Of.text().str() + ")");
    else if (Finding *Added = add(N, R.Is, Of)) {
      if (R.Is == FakeDefect::Length && isSimple(Of))
        replace(Added, N, Of.text().str() + ".shape[0]");
      if (R.Is == FakeDefect::FloatOfSize && hasTorch(F))
        replace(Added, N.field("function"), torchname::SymFloat.str());
    }
    return;
  }
  // map(int, x.shape)
  if (Name == "builtins.map" && Arguments.size() == 2 &&
      F.names().qualifiedName(Arguments[0]) == "builtins.int" &&
      In->of(Arguments[1]).hasSizes() &&
      In->of(Arguments[1]).anyElement().IsInteger)
    add(N, FakeDefect::IntOfEachSize, Arguments[1]);
}

void FakeReader::method(const MethodCall &Call, Node N) {
  struct Row {
    Takes What;
    FakeDefect Is;
    std::initializer_list<StringRef> Names;
  };
  static const Row Rows[] = {
#define FAKE_FUNCTIONS(ARGUMENT, TAKES, DEFECT, ...)
#define FAKE_METHODS(TAKES, DEFECT, ...)                                       \
  {Takes::TAKES, FakeDefect::DEFECT, {__VA_ARGS__}},
#define FAKE_META_METHODS(...)
#include "checks/symint-meta/FakeCalls.def"
  };
  static constexpr StringRef OfMeta[] = {
#define FAKE_FUNCTIONS(ARGUMENT, TAKES, DEFECT, ...)
#define FAKE_METHODS(TAKES, DEFECT, ...)
#define FAKE_META_METHODS(...) __VA_ARGS__
#include "checks/symint-meta/FakeCalls.def"
  };
  for (const Row &R : Rows) {
    if (!llvm::is_contained(R.Names, Call.Name) || !takes(R.What, Call.Object))
      continue;
    // x.unbind(1)
    if (R.Is == FakeDefect::Elements && !Call.Arguments.empty() &&
        Call.Arguments.front().text() != "0")
      return;
    Finding *Found = add(N, R.Is, Call.Object);
    // x.shape.numel(), which is x.numel()
    if (R.Is == FakeDefect::NumelOfSizes && Call.Object.is("attribute"))
      replace(Found, Call.Object, Call.Object.field("object").text().str());
    return;
  }
  // x.new_tensor([x.shape[0], 1])
  if (Call.Name == "new_tensor" && !Call.Arguments.empty() &&
      takes(Takes::Data, Call.Object) &&
      takes(Takes::Made, Call.Arguments.front()))
    add(N, FakeDefect::TensorOfSizes);
  // A kernel that asks for 'meta' is for other devices, too.
  const StringRef Text = Kernel->Function.text();
  if (Kernel->IsMetaKernel && llvm::is_contained(OfMeta, Call.Name) &&
      takes(Takes::Data, Call.Object) && !Text.contains("meta\"") &&
      !Text.contains("meta'") && !Text.contains("is_meta"))
    add(N, FakeDefect::InMetaKernel);
}

void FakeReader::call(Node N) {
  // A function of the file that the fake calls is part of it: once for what it
  // is given.
  if (SymbolicFunction *Helper = In->called(N)) {
    By.push_back(N);
    const std::string Key =
        fmt::format("{}{}{}{}", By.size(), llvm::any_of(By, isCaught),
                    Kernel->IsMetaKernel, Helper->key());
    if (Readings.insert({Helper->function().id(), Key}).second)
      body(*Helper);
    By.pop_back();
  }
  if (const auto Name = F.names().qualifiedName(N.field("function")))
    function(N, *Name);
  else if (const auto Method = methodCall(F, N))
    method(*Method, N);
}

void FakeReader::visit(Node N) {
  const auto Parts = N.children();
  if (N.is("call")) {
    call(N);
  } else if (N.isAnyOf({"if_statement", "while_statement", "elif_clause"})) {
    // if x.any():
    condition(N.field("condition"));
  } else if (N.isAnyOf({"assert_statement", "if_clause"}) && !Parts.empty()) {
    // assert x.all(), [y for y in ys if x.any()]
    condition(Parts.front());
  } else if (N.is("conditional_expression") && Parts.size() == 3) {
    // a if x.any() else b
    condition(Parts[1]);
  } else if (N.isAnyOf({"for_statement", "for_in_clause"})) {
    // for row in x
    if (const Node Over = N.field("right"); takes(Takes::Sized, Over))
      add(Over, FakeDefect::Loop);
  } else if (N.is("binary_operator") && N.field("operator").text() == "*") {
    // [None] * x.shape[0]
    const Node Left = N.field("left"), Right = N.field("right");
    if ((Left.isAnyOf({"list", "tuple"}) && isFree(Right)) ||
        (Right.isAnyOf({"list", "tuple"}) && isFree(Left)))
      add(N, FakeDefect::RepeatedList);
  } else if (N.is("attribute") && N.field("attribute").text() == "nbytes" &&
             In->of(N.field("object")).isSized()) {
    // x.nbytes
    const Node Object = N.field("object");
    const std::string Tensor = Object.text().str();
    replace(add(N, FakeDefect::Nbytes, Object), N,
            "(" + Tensor + ".numel() * " + Tensor + ".element_size())");
  }
}

void FakeReader::body(SymbolicFunction &V) {
  SymbolicFunction *Outer = std::exchange(In, &V);
  const Node Body = V.function().field("body");
  llvm::DenseMap<const void *, size_t> Ends;
  forEachNode(Body, [&](Node N) {
    if (N.is("block"))
      Ends[N.id()] = endOfSymbols(N, V);
    const auto End = Ends.find(N.parent().id());
    if (!(N == Body) &&
        ((End != Ends.end() && N.begin() >= End->second) || isSkipped(N, V)))
      return false;
    visit(N);
    return true;
  });
  In = Outer;
}

void FakeReader::kernel(const FakeKernel &K) {
  Kernel = &K;
  const auto Parameters = parametersOf(K.Function);
  Operator = Operators.of(K);
  auto Given = Operator ? givenBySchema(Parameters, *Operator)
                        : std::vector<SymbolicValue>(Parameters.size());
  for (const auto &[P, V] : llvm::zip(Parameters, Given)) {
    const StringRef Type = P.Declared.field("type").text();
    if (V.is(Kind::Unknown) && !V.SchemaInt && !P.IsSplat &&
        (Type.empty() || Type.ends_with("Any")) && isUsedAsTensor(F, P.Name))
      V = SymbolicValue::tensor(true);
  }
  SymbolicFunction V(F, K.Function, std::move(Given));
  if (Operator)
    for (Finding &Found : schemaInts(V, *Operator))
      if (Seen.insert(Found.Where.Offset).second)
        Result.push_back(std::move(Found));
  body(V);
}

std::vector<Finding> FakeReader::read(llvm::ArrayRef<FakeKernel> Kernels) {
  llvm::for_each(Kernels, [&](const FakeKernel &K) { kernel(K); });
  sortByPlace(Result);
  return std::move(Result);
}

static std::vector<Finding> symIntMeta(const File &F) {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == torchname::Torch || isIn(I.Module, torchname::Torch);
  });
  if (!UsesTorch)
    return {};
  const FileOperators &Ops = F.index<FileOperators>();
  return FakeReader(F, Ops.Definitions).read(Ops.Fakes);
}

static constexpr StringRef Words[] = {
    "\"Meta\"",          "'Meta'",        "fake_impl",     "impl_abstract",
    "register_abstract", "register_fake", "register_meta", "triton_op",
};

static constexpr StringRef Flags[] = {
    "aoti-symint-meta.SchemaInts",
    "aoti-symint-meta.UnbackedSizes",
};

const Check SymIntMetaPython = {symIntMeta, Words, /*RestsOnOrder=*/false,
                                /*TellsRuns=*/false, Flags};

} // namespace aoti_tidy::python
