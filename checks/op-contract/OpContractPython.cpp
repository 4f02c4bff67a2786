// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/ops/OpDefinitions.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/op-contract/OpBody.h"
#include "checks/op-contract/OpContractRule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// What the file says of an operator: whose arguments are tensors and which of
/// them it writes.
struct Promise {
  OpPromise By = OpPromise::Schema;
  Node At;
  /// Those it writes; nothing: not in sight.
  std::optional<llvm::SmallVector<std::string, 2>> Written;
  const OpDefinition *Schema = nullptr;
  std::string Undeclared = {}; ///< see OpSchema::undeclaredOutput()
  /// Tag.inplace and the like: what it returns may be an argument.
  bool MayReturnArguments = false;
};

class Reader {
public:
  explicit Reader(const File &F) : F(F), Ops(F.index<FileOperators>()) {}

  std::vector<Finding> read();

private:
  void readPromises();
  void readHelpers();
  void dropLowered();
  std::optional<llvm::SmallVector<std::string, 2>> namesIn(Node List) const;
  Node handedOutput(Node Function) const;
  bool kernel(Node Function, StringRef Op, const Promise &P);
  void fake(Node Function, StringRef Op, const Promise &P);
  void compare(Node Fake, Node Kernel, StringRef Op);
  bool isTensor(Node Parameter, const Promise &P) const;
  Node functionGiven(Node Expr) const;
  void functionsOf(const OpRegistration &R,
                   llvm::SmallVectorImpl<Node> &To) const;
  void add(Node At, std::string Message, Node OperatorAt);

  const File &F;
  const FileOperators &Ops;
  llvm::StringMap<Promise> Promises; ///< by "ns::op"
  llvm::StringMap<llvm::SmallVector<Node, 1>> Kernels, Fakes;
  std::vector<Finding> Result;
};

std::string fullName(const OperatorName &Op) {
  return Op.Namespace.empty() || Op.Name.empty()
             ? ""
             : Op.Namespace + "::" + Op.Name;
}

/// ("x", "y"), {"x"}, [], {}; nothing for "unknown" and what is not in sight.
std::optional<llvm::SmallVector<std::string, 2>>
Reader::namesIn(Node List) const {
  const Node Value = F.values().resolved(List);
  llvm::SmallVector<std::string, 2> Names;
  if (Value.is("dictionary") && Value.children().empty())
    return Names;
  const auto Elements = F.values().elementsOf(List);
  if (!Elements)
    return std::nullopt;
  for (const Node &E : *Elements) {
    const auto Name = F.values().wholeString(E);
    if (!Name)
      return std::nullopt;
    Names.push_back(*Name);
  }
  return Names;
}

Node Reader::functionGiven(Node Expr) const {
  const Node Value = Expr ? F.values().resolved(Expr) : Node();
  if (Value.is("lambda"))
    return Value;
  const Node Function =
      Value.is("identifier") ? F.names().definition(Value) : Node();
  return Function.is("function_definition") ? Function : Node();
}

/// The functions that \p R registers: the decorated one, or one of the
/// arguments, of the call or of what it returns.
void Reader::functionsOf(const OpRegistration &R,
                         llvm::SmallVectorImpl<Node> &To) const {
  const auto Add = [&](Node Function) {
    if (Function && !llvm::is_contained(To, Function))
      To.push_back(Function);
  };
  Add(Ops.Calls.decoratedBy(R.At));
  if (R.At.is("call"))
    for (const Node &A : argumentsOf(R.At))
      Add(functionGiven(A.is("keyword_argument") ? A.field("value") : A));
  // custom_op("ns::op", mutates_args=())(fn)
  if (const Node Outer = R.At.parent();
      Outer.is("call") && Outer.field("function") == R.At)
    for (const Node &A : argumentsOf(Outer))
      Add(functionGiven(A));
}

/// direct_register_custom_op(op_name="f", op_func=f, mutates_args=["x"],
/// fake_impl=f_fake), as many projects have it
void Reader::readHelpers() {
  for (const OpCall &C : Ops.Calls.all()) {
    const Node Kernel = functionGiven(C.keyword("op_func"));
    const Node Written = C.keyword("mutates_args");
    const auto Name = F.values().wholeString(C.keyword("op_name"));
    if (!Kernel || !Written || !Name)
      continue;
    Promises[*Name] = {OpPromise::Helper, C.at(), namesIn(Written), nullptr};
    Kernels[*Name].push_back(Kernel);
    if (const Node Fake = functionGiven(C.keyword("fake_impl")))
      Fakes[*Name].push_back(Fake);
  }
}

void Reader::readPromises() {
  for (const OpRegistration &R : Ops.Registered) {
    const std::string Op = fullName(R.Op);
    const OpCall *C = Ops.Calls.find(R.At);
    if (R.What != OpRegistration::Kind::Schema || !C || Op.empty())
      continue;
    // Export runs the body of a triton_op, and sees what it writes.
    const bool IsCustom = C->Callee.Role == OpRole::CustomOp;
    if (IsCustom && C->Callee.Name != "custom_op")
      continue;
    Promise P;
    P.At = R.At;
    P.Schema = Ops.Definitions.of(FakeKernel{{}, {}, Op, false});
    if (IsCustom) {
      P.By = OpPromise::MutatesArgs;
      if (const Node Given = C->keyword("mutates_args"))
        P.Written = namesIn(Given);
      P.MayReturnArguments = C->keyword("tags") || C->Given.HasUnpacking;
    }
    // 'Tensor(a)' may be what it returns.
    if (!IsCustom &&
        (!P.Schema ||
         StringRef(R.SchemaText).rsplit("->").second.contains("Tensor(")))
      continue;
    if (P.Schema && !IsCustom) {
      P.Written.emplace();
      for (const SchemaArgument &A : P.Schema->Arguments)
        if (A.IsMutated)
          P.Written->push_back(A.Name);
      if (const auto Parsed = OpSchema::parse(Op + R.SchemaText))
        if (const SchemaArgument *Output = Parsed->undeclaredOutput())
          P.Undeclared = Output->Name;
    }
    const auto [It, IsNew] = Promises.try_emplace(Op, std::move(P));
    // Which of two is meant, nobody knows.
    if (!IsNew)
      It->second.At = {};
    if (IsCustom)
      functionsOf(R, Kernels[Op]);
  }
  for (const OpRegistration &R : Ops.Registered) {
    const bool IsExplicit =
        StringRef(R.Key).starts_with("CompositeExplicitAutograd") &&
        llvm::is_contained({"impl", "register_kernel"}, R.Registrar);
    if (R.What == OpRegistration::Kind::Kernel || IsExplicit)
      functionsOf(R, Kernels[fullName(R.Op)]);
  }
}

/// @register_lowering(torch.ops.ns.op.default): the package has what that makes,
/// and never calls the op.
void Reader::dropLowered() {
  for (const Call &C : F.calls())
    if (const Argument *Op = C.positional(0);
        Op && StringRef(C.Callee).ends_with(".register_lowering")) {
      llvm::SmallVector<StringRef, 5> Parts; // torch, ops, ns, op, default
      Op->Value.text().split(Parts, '.');
      if (Parts.size() > 3)
        Promises.erase((Parts[2] + "::" + Parts[3]).str());
    }
}

/// Whether \p Parameter is a tensor by its annotation or the schema.
bool Reader::isTensor(Node Parameter, const Promise &P) const {
  for (Node N = Parameter.parent(); N; N = N.parent())
    if (const StringRef Type = N.field("type").text();
        N.isAnyOf({"typed_parameter", "typed_default_parameter"}))
      return Type.contains("Tensor") && !Type.contains_insensitive("list") &&
             !Type.contains_insensitive("tuple") &&
             !Type.contains("Sequence") && !Type.contains("ict[");
    else if (N.isAnyOf({"parameters", "lambda_parameters"}))
      break;
  const Node Function = Names::scopeOf(Parameter);
  if (!P.Schema)
    return false;
  const auto Parameters = parametersOf(Function);
  const auto Indices = argumentsFor(Parameters, *P.Schema);
  for (size_t I = 0; I < Parameters.size(); ++I)
    if (Parameters[I].Name == Parameter && Indices[I]) {
      const StringRef Type = P.Schema->Arguments[*Indices[I]].Type;
      return Type == "Tensor" || Type == "Tensor?";
    }
  return false;
}

void Reader::add(Node At, std::string Message, Node OperatorAt) {
  Finding &Found = Result.emplace_back(rangeOf(At), std::move(Message));
  if (OperatorAt)
    Found.Notes.push_back({rangeOf(OperatorAt), OperatorIsHere.str()});
}

/// The first parameter named for a result that \p Function hands on: to a Triton
/// kernel, an extension. Null: there is none, or the file says that the op acts.
Node Reader::handedOutput(Node Function) const {
  for (const StringRef Acts : {"register_effectful_op", "has_side_effect",
                               "_side_effectful_functions"})
    if (F.mentions(Acts))
      return {};
  const auto Parameters = parametersOf(Function);
  Node Result;
  forEachNode(Function.field("body"), [&](Node N) {
    if (Result || !N.is("call"))
      return !Result;
    const auto Name = F.names().qualifiedName(N.field("function"));
    if (Name && (StringRef(*Name).starts_with("torch.") ||
                 StringRef(*Name).starts_with("builtins.")))
      return true;
    for (const Argument &A : namelessCall(N).Arguments)
      for (const FunctionParameter &P : Parameters)
        if (!Result && namesOutput(P.Name.text()) &&
            A.Value.text() == P.Name.text())
          Result = P.Name;
    return true;
  });
  return Result;
}

/// Of what is returned, the first finding: there is one cure for all. True if
/// there is one.
bool Reader::kernel(Node Function, StringRef Op, const Promise &P) {
  llvm::DenseSet<const void *> Said;
  const size_t Before = Result.size();
  if (P.Written)
    for (const OpUse &W : writesOf(Function, F)) {
      const StringRef Name = W.Parameter.text();
      if (!llvm::is_contained(*P.Written, Name) && isTensor(W.Parameter, P) &&
          Said.insert(W.Parameter.id()).second)
        add(W.At, writtenProblem(Name, Op, P.By), P.At);
    }
  if (const Node Output = handedOutput(Function);
      Output && Result.size() == Before && P.Written && P.Written->empty() &&
      Function.field("return_type").text() == "None" && isTensor(Output, P))
    add(Output, droppedProblem(Output.text(), Op, P.By), P.At);
  if (P.MayReturnArguments)
    return false;
  for (const Node &E : returnsOf(Function))
    if (const Node Parameter = parameterOf(E, F);
        Parameter && Names::scopeOf(Parameter) == Function &&
        isTensor(Parameter, P)) {
      add(E, returnedProblem(brief(E), Parameter.text(), Op, P.By), P.At);
      return true;
    }
  return false;
}

/// Whether \p Kernel returns something: one that only raises, or returns None,
/// stands for an op that never runs.
bool givesResult(Node Kernel) {
  return llvm::any_of(returnsOf(Kernel), [](Node E) { return !E.is("none"); });
}

/// 'x', or 'x.contiguous()', which is x where it is contiguous.
Node sameObject(Node Expr, const File &F) {
  if (Expr.is("identifier"))
    return parameterOf(Expr, F);
  const auto Method = Expr.is("call") ? methodCall(F, Expr) : std::nullopt;
  return Method && Method->Name == "contiguous" && Method->Arguments.empty() &&
                 Method->Object.is("identifier")
             ? parameterOf(Method->Object, F)
             : Node();
}

/// Whether \p Expr makes a tensor of numbers that the text has: torch.tensor(0),
/// x.new_tensor([False]).
bool isValue(Node Expr, const File &F) {
  if (!Expr.is("call"))
    return false;
  const auto Name = F.names().qualifiedName(Expr.field("function"));
  const auto Method = methodCall(F, Expr);
  const auto Arguments = argumentsOf(Expr);
  if (Arguments.empty() || !((Name && *Name == "torch.tensor") ||
                             (!Name && Method && Method->Name == "new_tensor")))
    return false;
  // A tensor of the device "meta" has none.
  bool IsConstant = !Expr.text().contains("meta");
  unsigned Numbers = 0;
  forEachNode(Arguments.front(), [&](Node N) {
    Numbers += N.isAnyOf({"integer", "float", "true", "false"});
    IsConstant &= N.isAnyOf({"integer", "float", "true", "false", "list",
                             "tuple", "unary_operator"});
    return true;
  });
  return IsConstant && Numbers > 0;
}

void Reader::fake(Node Function, StringRef Op, const Promise &P) {
  for (const Node &E : returnsOf(Function)) {
    const Node Parameter = P.MayReturnArguments ? Node() : sameObject(E, F);
    if (Parameter && Names::scopeOf(Parameter) == Function) {
      if (isTensor(Parameter, P) || E.is("call"))
        return add(E, fakeReturnsProblem(brief(E), Parameter.text(), Op), P.At);
    } else if (const Node Value = F.values().resolved(E); isValue(Value, F)) {
      return add(Value,
                 fakeValueProblem((Value.field("function").text() + "(" +
                                   brief(argumentsOf(Value).front()) + ")")
                                      .str(),
                                  Op),
                 P.At);
    }
  }
}

/// The number of the parameter \p Name in the list of \p Function.
std::optional<size_t> indexOf(Node Name, Node Function) {
  const auto Parameters = parametersOf(Function);
  for (size_t I = 0; I < Parameters.size(); ++I)
    if (Name && Parameters[I].Name == Name)
      return I;
  return std::nullopt;
}

void Reader::compare(Node Fake, Node Kernel, StringRef Op) {
  const auto InFake = returnsOf(Fake), InKernel = returnsOf(Kernel);
  // Of several 'return' each could be the one that runs.
  const auto HasOneReturn = [](Node Function) {
    unsigned Returns = Function.is("lambda");
    forEachNode(Function.field("body"), [&](Node N) {
      Returns += N.is("return_statement");
      Returns += 2 * N.is("conditional_expression");
      return !N.isAnyOf({"function_definition", "lambda"});
    });
    return Returns == 1;
  };
  if (InFake.size() != InKernel.size() || !HasOneReturn(Fake) ||
      !HasOneReturn(Kernel))
    return;
  for (const auto &[OfFake, OfKernel] : llvm::zip(InFake, InKernel)) {
    const ResultForm A = formOf(OfFake, F), B = formOf(OfKernel, F);
    const auto IsSame = [&](Node OfA, Node OfB) {
      const auto I = indexOf(OfA, Fake);
      return I && I == indexOf(OfB, Kernel);
    };
    const auto Of = [](StringRef What, Node Parameter) {
      return (What + " '" + Parameter.text() + "'").str();
    };
    std::string Message;
    const bool IsPromoted = OfKernel.is("binary_operator");
    if (A.Type && B.Type && A.Type != B.Type &&
        !(IsPromoted && A.Type == DType::Double))
      Message = otherResultProblem("dtype", Op, name(*A.Type), name(*B.Type));
    else if (A.TypeOf && B.Converted && IsSame(A.TypeOf, B.Converted))
      Message = otherResultProblem("dtype", Op, Of("the dtype of", A.TypeOf),
                                   name(*B.Type));
    else if (IsSame(A.SizesOf, B.SizesOf) && A.IsCut != B.IsCut)
      Message = otherResultProblem(
          "sizes", Op, Of(A.IsCut ? "a part of" : "the sizes of", A.SizesOf),
          B.IsCut ? "a part of them" : "all of them");
    else if (A.Made.size() == B.Made.size())
      for (const auto &[SizeA, SizeB] : llvm::zip(A.Made, B.Made))
        if (SizeA && SizeB && *SizeA != *SizeB)
          Message = otherResultProblem(
              "sizes", Op, "a dimension of " + std::to_string(*SizeA),
              std::to_string(*SizeB));
    if (Message.empty())
      continue;
    add(OfFake, std::move(Message), {});
    Result.back().Notes.push_back({rangeOf(OfKernel), KernelReturnsHere.str()});
  }
}

std::vector<Finding> Reader::read() {
  readHelpers();
  readPromises();
  dropLowered();
  for (const FakeKernel &K : Ops.Fakes)
    if (!K.Operator.empty() && Promises.contains(K.Operator))
      Fakes[K.Operator].push_back(K.Function);
  llvm::DenseSet<const void *> Judged;
  for (const auto &Entry : Promises) {
    const Promise &P = Entry.second;
    if (!P.At)
      continue;
    const StringRef Op = Entry.first();
    const auto OfKernel = Kernels.lookup(Op), OfFake = Fakes.lookup(Op);
    const bool HasResult =
        OfKernel.empty() || llvm::any_of(OfKernel, givesResult);
    bool IsSaid = false;
    const size_t BeforeKernels = Result.size();
    for (const Node &K : OfKernel)
      if (Judged.insert(K.id()).second)
        IsSaid |= kernel(K, Op, P);
    if (Result.size() == BeforeKernels && !P.Undeclared.empty() &&
        llvm::any_of(OfKernel, [&](Node K) { return handedOutput(K); }))
      add(P.At, droppedProblem(P.Undeclared, Op, P.By), {});
    for (const Node &K : OfFake)
      if (HasResult && !IsSaid && Judged.insert(K.id()).second) {
        const size_t Before = Result.size();
        fake(K, Op, P);
        if (OfKernel.size() == 1 && Result.size() == Before)
          compare(K, OfKernel.front(), Op);
      }
  }
  sortByPlace(Result);
  return std::move(Result);
}

std::vector<Finding> opContract(const File &F) {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == torchname::Torch || isIn(I.Module, torchname::Torch);
  });
  return UsesTorch ? Reader(F).read() : std::vector<Finding>();
}

} // namespace

static constexpr StringRef Words[] = {"define(", "mutates_args"};
static constexpr StringRef AlsoWords[] = {
    "custom_op", "impl(",           "impl as ",      "impl_abstract",
    "op_func",   "register_kernel", "register_fake",
};

const Check OpContractPython = {
    opContract,          Words, /*RestsOnOrder=*/false,
    /*TellsRuns=*/false, {},    AlsoWords};

} // namespace aoti_tidy::python
