// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/FakeKernels.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// What people call a function that registers a fake: torch's names, and those of
/// helpers around them.
bool registersFakes(StringRef Name) {
  return Name == "register_fake" || Name == "_register_fake" ||
         Name == "register_abstract" || Name == "impl_abstract" ||
         Name == "register_meta";
}

StringRef lastName(Node Callee) {
  return Callee.is("attribute") ? Callee.field("attribute").text()
                                : Callee.text();
}

class Finder {
public:
  explicit Finder(const File &F) : F(F) {}

  std::vector<FakeKernel> find();

private:
  void decorated(Node Definition);
  void called(Node Call);
  void add(Node Function, Node Registration, Node Arguments);
  bool isForMeta(Node Arguments) const;
  /// The function that \p Argument is or names.
  Node functionOf(Node Argument) const;

  const File &F;
  llvm::DenseSet<unsigned> Seen;
  std::vector<FakeKernel> Result;
};

/// Whether one of the arguments is the dispatch key "Meta", or a list with it.
bool Finder::isForMeta(Node Arguments) const {
  for (const Node &A : Arguments.children()) {
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (F.values().wholeString(Value) == "Meta")
      return true;
    if (const auto Several = F.values().elementsOf(Value))
      for (const Node &One : *Several)
        if (F.values().wholeString(One) == "Meta")
          return true;
  }
  return false;
}

Node Finder::functionOf(Node Argument) const {
  const Node Value = F.values().resolved(Argument);
  if (Value.is("lambda"))
    return Value;
  const Node Found =
      Value.is("identifier") ? F.names().definition(Value) : Node();
  return Found.is("function_definition") ? Found : Node();
}

void Finder::add(Node Function, Node Registration, Node Arguments) {
  if (!Function || !Seen.insert(Function.begin()).second)
    return;
  FakeKernel K;
  K.Function = Function;
  K.Registration = Registration;
  for (const Node &A : Arguments.children())
    if (const auto Name = F.values().wholeString(
            A.is("keyword_argument") ? A.field("value") : A);
        Name && *Name != "Meta") {
      K.Operator = *Name;
      break;
    }
  Result.push_back(std::move(K));
}

void Finder::decorated(Node Definition) {
  const Node Function = Definition.field("definition");
  if (!Function.is("function_definition"))
    return;
  for (const Node &D : Definition.children()) {
    const auto Parts = D.children();
    if (!D.is("decorator") || Parts.empty())
      continue;
    const bool IsCall = Parts.front().is("call");
    const Node Callee =
        IsCall ? Parts.front().field("function") : Parts.front();
    const Node Arguments =
        IsCall ? Parts.front().field("arguments") : Node();
    const StringRef Name = lastName(Callee);
    if (registersFakes(Name) || (Name == "impl" && isForMeta(Arguments)))
      add(Function, D, Arguments);
  }
}

void Finder::called(Node Call) {
  const StringRef Name = lastName(Call.field("function"));
  const Node Arguments = Call.field("arguments");
  const bool IsRegistration =
      registersFakes(Name) || (Name == "impl" && isForMeta(Arguments));
  for (const Node &A : Arguments.children()) {
    const StringRef Keyword = A.field("name").text();
    const bool IsNamed = A.is("keyword_argument");
    if (IsRegistration ? !IsNamed || Keyword == "func" || Keyword == "fn"
                       : IsNamed && Keyword == "fake_impl")
      add(functionOf(IsNamed ? A.field("value") : A), Call, Arguments);
  }
}

std::vector<FakeKernel> Finder::find() {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == "torch" || StringRef(I.Module).starts_with("torch.");
  });
  if (!UsesTorch)
    return {};
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("decorated_definition"))
      decorated(N);
    else if (N.is("call"))
      called(N);
    return true;
  });
  llvm::sort(Result, [](const FakeKernel &A, const FakeKernel &B) {
    return A.Function.begin() < B.Function.begin();
  });
  return std::move(Result);
}

} // namespace

std::vector<FakeKernel> fakeKernelsIn(const File &F) { return Finder(F).find(); }

} // namespace aoti_tidy::python
