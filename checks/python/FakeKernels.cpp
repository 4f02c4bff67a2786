// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/FakeKernels.h"
#include "checks/python/OpRegistrations.h"
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

/// Whether what is registered runs where tensors have no data, and nowhere else.
bool isForFakes(const OpRegistration &R) {
  return R.What == OpRegistration::Kind::Fake &&
         (R.Key == "Meta" || (R.Key.empty() && registersFakes(R.Registrar)));
}

class Finder {
public:
  explicit Finder(const File &F) : F(F), Calls(F) {}

  std::vector<FakeKernel> find();

private:
  void registered(const OpRegistration &R);
  void add(Node Function, Node Registration, const OpRegistration &By);
  /// The function that \p Argument is or names.
  Node functionOf(Node Argument) const;

  const File &F;
  const OpCalls Calls;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
  llvm::DenseSet<unsigned> Seen;
  std::vector<FakeKernel> Result;
};

Node Finder::functionOf(Node Argument) const {
  const Node Value = F.values().resolved(Argument);
  if (Value.is("lambda"))
    return Value;
  const Node Found =
      Value.is("identifier") ? F.names().definition(Value) : Node();
  return Found.is("function_definition") ? Found : Node();
}

void Finder::add(Node Function, Node Registration, const OpRegistration &By) {
  if (!Function || !Seen.insert(Function.begin()).second)
    return;
  FakeKernel K;
  K.Function = Function;
  K.Registration = Registration;
  if (!By.Op.Name.empty())
    K.Operator = By.Op.Namespace.empty() ? By.Op.Name
                                         : By.Op.Namespace + "::" + By.Op.Name;
  Result.push_back(std::move(K));
}

void Finder::registered(const OpRegistration &R) {
  const bool IsForFakes = isForFakes(R);
  if (IsForFakes)
    add(Calls.decoratedBy(R.At), Node(), R);
  const OpCall *C = Calls.find(R.At);
  if (!C)
    return;
  for (const Argument &A : C->Given.Arguments)
    if (IsForFakes ? A.Keyword.empty() || A.Keyword == "func" ||
                         A.Keyword == "fn"
                   : A.Keyword == "fake_impl")
      add(functionOf(A.Value), R.At, R);
  // register_fake("ns::op")(fn)
  if (const OpCall *After = CallOfResult.lookup(R.At.id()); After && IsForFakes)
    for (const Argument &A : After->Given.Arguments)
      add(functionOf(A.Value), R.At, R);
}

std::vector<FakeKernel> Finder::find() {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == "torch" || StringRef(I.Module).starts_with("torch.");
  });
  if (!UsesTorch)
    return {};
  for (const OpCall &C : Calls.all())
    if (const Node Callee = C.at().field("function"); Callee.is("call"))
      CallOfResult[Callee.id()] = &C;
  for (const OpRegistration &R : opRegistrations(F, Calls))
    registered(R);
  llvm::sort(Result, [](const FakeKernel &A, const FakeKernel &B) {
    return A.Function.begin() < B.Function.begin();
  });
  return std::move(Result);
}

} // namespace

std::vector<FakeKernel> fakeKernelsIn(const File &F) { return Finder(F).find(); }

} // namespace aoti_tidy::python
