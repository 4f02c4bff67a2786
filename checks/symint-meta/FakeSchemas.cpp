// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeSchemas.h"
#include "checks/lib/ops/PythonSizeArguments.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeParameters.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The text of a literal that stands in the file as it means.
StringRef plainText(Node Literal) {
  if (!Literal.is("string"))
    return "";
  const auto Value = literalText(Literal);
  const size_t At = Value ? Literal.text().find(*Value) : StringRef::npos;
  return At == StringRef::npos || Value->empty()
             ? ""
             : Literal.text().substr(At, Value->size());
}

/// The operator that \p Schema, "(Tensor x) -> Tensor" or with a name in front,
/// defines. \p Literal is what the schema was read from.
std::optional<OpDefinition> definition(Node Call, StringRef Schema,
                                       Node Literal) {
  // Torch's parser wants a name, which define's second argument has not.
  const StringRef Name = Schema.ltrim().starts_with("(") ? "op" : "";
  const std::string Whole = (Name + Schema).str();
  auto Parsed = OpSchema::parse(Whole);
  if (!Parsed)
    return std::nullopt;
  OpDefinition Op;
  Op.At = Call;
  Op.Arguments = std::move(Parsed->Arguments);
  if (const StringRef Plain = plainText(Literal); Plain == Schema) {
    Op.Literal = Literal;
    Op.LiteralShift =
        int64_t(Literal.begin() + (Plain.data() - Literal.text().data())) -
        int64_t(Name.size());
  }
  return Op;
}

/// The schema that \p R says, of which its text is the end.
std::optional<OpDefinition> written(const File &F, const OpRegistration &R,
                                    const OpCall &C) {
  for (const Argument &A : C.Given.Arguments)
    if (const auto Text = F.values().wholeString(A.Value);
        Text && StringRef(*Text).ends_with(R.SchemaText))
      return definition(R.At, *Text, F.values().resolved(A.Value));
  return std::nullopt;
}

/// Whether \p Callee is torch's own, where it is anything: 'custom_op =
/// torch.library.custom_op if new else nothing'.
bool isTorchs(const File &F, Node Callee) {
  const auto IsTorchs = [&](Node Name) {
    const auto Dotted = F.names().qualifiedName(Name);
    return Dotted && isIn(*Dotted, torchname::Torch);
  };
  return IsTorchs(Callee) ||
         (Callee.is("identifier") &&
          llvm::any_of(F.names().originsOf(Callee), [&](const Origin &O) {
            return O.Given.is("conditional_expression")
                       ? llvm::any_of(O.Given.children(), IsTorchs)
                       : O.Given.is("attribute") && IsTorchs(O.Given);
          }));
}

/// What the annotations of the function say that custom_op takes.
std::optional<OpDefinition> inferred(const File &F, const OpCall &C,
                                     const OpCalls &Calls) {
  const bool IsTorchs = C.Callee.Role == OpRole::CustomOp &&
                        isTorchs(F, C.at().field("function"));
  if (!IsTorchs || C.Given.HasUnpacking ||
      (C.keyword("schema") && !F.values().isNone(C.keyword("schema"))))
    return std::nullopt;
  OpDefinition Op;
  Op.IsInferred = true;
  Node Function = Calls.decoratedBy(C.at());
  if (const Node Given = C.argument(1, {"fn"}); Given.is("identifier"))
    Function = F.names().definition(Given);
  if (Function.is("function_definition")) {
    Op.At = C.at();
    const FakeValues V(F, Function);
    for (const Node &P : V.parameters()) {
      Op.Ints.push_back(P.parent().field("type").text() == "int");
      Op.Arguments.push_back({V.isAnnotatedTensor(P)       ? "Tensor"
                              : V.isAnnotatedTensorList(P) ? "Tensor[]"
                                                           : "",
                              P.text().str(), 0, false});
    }
  }
  return Op;
}

/// All that looks like a schema in the strings of a file, line by line, by the
/// names of the arguments.
struct WrittenSchemas {
  explicit WrittenSchemas(const File &F) {
    if (F.mentions("->"))
      forEachNode(F.tree().root(), [&](Node N) {
        if (!N.isAnyOf({"concatenated_string", "string"}))
          return true;
        if (const auto Text = F.values().wholeString(N))
          add(N, *Text);
        return false;
      });
  }

  static std::string keyOf(llvm::ArrayRef<StringRef> Names) {
    return llvm::join(Names, ",");
  }

  /// Of those that say different types the definition has no place.
  llvm::StringMap<OpDefinition> ByNames;

private:
  void add(Node N, StringRef Text) {
    while (!Text.empty()) {
      const auto [Line, Rest] = Text.split('\n');
      Text = Rest;
      auto Op = Line.contains("->") && Line.contains('(')
                    ? definition(N, Line.trim(), Node())
                    : std::nullopt;
      if (!Op || Op->Arguments.empty())
        continue;
      Op->IsByArguments = true;
      llvm::SmallVector<StringRef, 8> Names;
      for (const SchemaArgument &A : Op->Arguments)
        Names.push_back(A.Name);
      const auto [It, IsNew] = ByNames.try_emplace(keyOf(Names), *Op);
      if (!IsNew && !llvm::equal(It->second.Arguments, Op->Arguments,
                                 [](const auto &A, const auto &B) {
                                   return A.Type == B.Type;
                                 }))
        It->second.At = Node();
    }
  }
};

} // namespace

OpDefinitions::OpDefinitions(const File &F, const OpCalls &Calls,
                             llvm::ArrayRef<OpRegistration> Registered) {
  for (const OpRegistration &R : Registered) {
    const OpCall *C = Calls.find(R.At);
    // Whose namespace is not in sight may be any.
    if (R.What != OpRegistration::Kind::Schema || !C || R.Op.Namespace.empty())
      continue;
    auto Op = R.SchemaText.empty() ? inferred(F, *C, Calls) : written(F, R, *C);
    const auto [It, IsNew] =
        ByName.try_emplace(R.Op.Namespace + "::" + R.Op.Name,
                           Op ? std::move(*Op) : OpDefinition());
    if (!IsNew)
      It->second = OpDefinition();
  }
  readCalls(F, Calls, Registered);
}

/// Finds the calls of the operators that give a size for an int: what export
/// runs, none that a kernel makes on tensors with data.
void OpDefinitions::readCalls(const File &F, const OpCalls &Calls,
                              llvm::ArrayRef<OpRegistration> Registered) {
  if (ByName.empty())
    return;
  llvm::DenseSet<const void *> Kernels;
  llvm::DenseMap<const void *, std::string> OpOfFunction;
  for (const OpRegistration &R : Registered) {
    const Node Function = Calls.decoratedBy(R.At);
    if (!Function)
      continue;
    // What a triton_op does is traced.
    if (R.What == OpRegistration::Kind::Kernel && R.Registrar != "triton_op")
      Kernels.insert(Function.id());
    if (R.What == OpRegistration::Kind::Schema && !R.Op.Namespace.empty())
      OpOfFunction[Function.id()] = R.Op.Namespace + "::" + R.Op.Name;
  }
  // torch.ops.ns.op, what custom_op made of a function, one or the other by a
  // condition.
  const auto OpOf = [&](Node Callee) {
    std::string Op = opCalled(F, Callee);
    if (!Op.empty() || !Callee.is("identifier"))
      return Op;
    for (const Origin &O : F.names().originsOf(Callee)) {
      if (!O.Given || !Op.empty())
        continue;
      const Node Function =
          O.Given.is("identifier") ? F.names().definition(O.Given) : O.Given;
      const auto At = OpOfFunction.find(Function.id());
      Op = At != OpOfFunction.end()  ? At->second
           : O.Given.is("attribute") ? opCalled(F, O.Given)
                                     : std::string();
    }
    return Op;
  };
  for (const SizeArgument &A : sizesGivenToOps(F, OpOf)) {
    const auto It = ByName.find(A.Op);
    Node Around = Names::scopeOf(A.Call);
    while (!Around.is("module") && !Kernels.contains(Around.id()))
      Around = Names::scopeOf(Around);
    if (It == ByName.end() || !Around.is("module"))
      continue;
    auto &Arguments = It->second.Arguments;
    const size_t Index =
        A.Keyword.empty()
            ? A.Position
            : llvm::find_if(Arguments, [&](const SchemaArgument &S) {
                return S.Name == A.Keyword;
              }) - Arguments.begin();
    if (Index < Arguments.size())
      It->second.GivenSizes.try_emplace(Index, A.At);
  }
}

std::optional<OpDefinition> OpDefinitions::in(const File &F, Node Schema) {
  const auto Text = Schema ? F.values().wholeString(Schema) : std::nullopt;
  return Text ? definition(Schema, *Text, F.values().resolved(Schema))
              : std::nullopt;
}

const OpDefinition *OpDefinitions::of(const FakeKernel &Kernel) const {
  const auto It = ByName.find(Kernel.Operator);
  return It != ByName.end() && It->second.At ? &It->second : nullptr;
}

const OpDefinition *OpDefinitions::byArguments(const File &F,
                                               const FakeKernel &Kernel) {
  const auto Parameters = parametersOf(Kernel.Function);
  if (Parameters.size() <= Kernel.Bound)
    return nullptr;
  llvm::SmallVector<StringRef, 8> Names;
  for (const FakeParameter &P : llvm::drop_begin(Parameters, Kernel.Bound)) {
    if (P.IsSplat)
      return nullptr;
    if (!llvm::is_contained(Kernel.BoundNames, P.Name.text()))
      Names.push_back(P.Name.text());
  }
  if (Names.empty())
    return nullptr;
  const auto &Known = F.index<WrittenSchemas>().ByNames;
  const auto It = Known.find(WrittenSchemas::keyOf(Names));
  return It != Known.end() && It->second.At ? &It->second : nullptr;
}

std::vector<std::optional<size_t>>
OpDefinitions::argumentsFor(llvm::ArrayRef<Node> Parameters,
                            const FakeKernel &Kernel, const OpDefinition &Op) {
  std::vector<std::optional<size_t>> Result(Parameters.size());
  const auto IsParameter = [&](StringRef Name) {
    return llvm::any_of(Parameters, [&](Node P) { return P.text() == Name; });
  };
  size_t Position = 0;
  for (size_t I = Kernel.Bound; I < Parameters.size(); ++I) {
    const StringRef Name = Parameters[I].text();
    // '*args' is no one argument.
    if (Parameters[I].parent().is("list_splat_pattern") ||
        llvm::is_contained(Kernel.BoundNames, Name))
      continue;
    const size_t Index = Position++;
    const auto Named = llvm::find_if(
        Op.Arguments, [&](const SchemaArgument &A) { return A.Name == Name; });
    if (Index >= Op.Arguments.size())
      continue;
    // Of another order nobody knows whether it is meant.
    if (Named == Op.Arguments.end() ? !IsParameter(Op.Arguments[Index].Name)
                                    : Named == Op.Arguments.begin() + Index)
      Result[I] = Index;
  }
  return Result;
}

} // namespace aoti_tidy::python
