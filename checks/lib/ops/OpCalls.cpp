// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpCalls.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// An expression that gives a function another name does so near its start.
constexpr unsigned MaxNodes = 64;

/// The function that \p Value, which is no call of it, may stand for:
/// 'a.register_fake if new else a.impl_abstract'.
Node roleIn(Node Value) {
  Node Found;
  llvm::SmallVector<const void *, 4> Called;
  unsigned Left = MaxNodes;
  forEachNode(Value, [&](Node N) {
    if (Found || Left == 0)
      return false;
    --Left;
    if (N.is("call"))
      Called.push_back(N.field("function").id());
    if (!N.isAnyOf({"attribute", "identifier"}))
      return !N.isAnyOf({"lambda", "keyword_argument", "string"});
    if (!llvm::is_contained(Called, N.id()) &&
        opRole(lastName(N)) != OpRole::None)
      Found = N;
    return false;
  });
  return Found;
}

/// torch.ops.ns.op, and nothing of it.
bool isOperator(StringRef Name) {
  return isIn(Name, torchname::OpsPackage) &&
         Name.count('.') == torchname::OpsPackage.count('.') + 2;
}

} // namespace

bool soundsFake(StringRef Name) {
  // Decorators of Python's module abc are on every other class.
  if (Name.ends_with("method") || Name == "abstractproperty")
    return false;
  // Most names have none of these, and any name of a project may be asked for.
  if (Name.size() < 4 || Name.find_first_of("fFmMbB") == StringRef::npos)
    return false;
  if (Name.contains_insensitive("fake") ||
      Name.contains_insensitive("abstract"))
    return true;
  return llvm::any_of(llvm::split(Name, '_'), [](StringRef Part) {
    return Part.equals_insensitive("meta");
  });
}

OpRole opRole(StringRef Name) {
  const OpRole Known =
      llvm::StringSwitch<OpRole>(Name)
          .Cases({"Library", "_scoped_library"}, OpRole::Library)
          .Case("define", OpRole::Define)
          .Cases({"impl", "_impl", "_impl_with_aoti_compile"}, OpRole::Impl)
          .Cases({"custom_op", "triton_op"}, OpRole::CustomOp)
          .Case("register_kernel", OpRole::Kernel)
          // Export runs the decomposition, and the other is a fake.
          .Cases({"register_decomposition", "register_op_impl"}, OpRole::Fake)
          .Cases({"register_autograd", "register_vmap", "register_autocast",
                  "register_torch_dispatch", "_register_torch_dispatch_rule",
                  "opcheck", "get_kernel", "_dispatch_has_kernel",
                  "_dispatch_has_kernel_for_dispatch_key",
                  "_dispatch_has_computed_kernel_for_dispatch_key"},
                 OpRole::Other)
          .Default(OpRole::None);
  return Known == OpRole::None && soundsFake(Name) ? OpRole::Fake : Known;
}

Node OpCall::keyword(StringRef Name) const {
  const Argument *A = Given.keyword(Name);
  return A ? A->Value : Node();
}

Node OpCall::argument(unsigned Position,
                      std::initializer_list<StringRef> Names) const {
  for (StringRef Name : Names)
    if (const Node Value = keyword(Name))
      return Value;
  const Argument *A = Given.positional(Position);
  return A ? A->Value : Node();
}

OpCalls::OpCalls(const File &F) : F(F) {
  readTree();
  for (const Node &At : F.names().calls()) {
    OpCall C;
    const Call *Known = F.callAt(At);
    C.Given = Known ? *Known : namelessCall(At);
    C.Callee = calleeOf(At.field("function"));
    if (Known && C.Callee.Role == OpRole::None) {
      const StringRef Name = Known->Callee;
      C.Callee.Name = Name.substr(Name.rfind('.') + 1);
      C.Callee.Role = opRole(C.Callee.Name);
    }
    ByNode[At.id()] = All.size();
    All.push_back(std::move(C));
  }
}

const OpCall *OpCalls::find(Node At) const {
  const auto It = At ? ByNode.find(At.id()) : ByNode.end();
  return It == ByNode.end() ? nullptr : &All[It->second];
}

OpCallee OpCalls::calleeOf(Node Callee) const {
  const auto WithReceiver = [&](Node N) {
    OpCallee Result;
    if (const auto Name = F.names().qualifiedName(N)) {
      Result.Name = StringRef(*Name).substr(StringRef(*Name).rfind('.') + 1);
      // An op is no module, though it is in one.
      if (isIn(*Name, torchname::OpsPackage))
        Result.Receiver = N.field("object");
      // The op itself, whatever it is called: torch.ops.ns.reorder_meta
      if (isOperator(*Name))
        Result.Role = OpRole::Other;
    } else {
      Result.Name = lastName(N);
      Result.Receiver = N.field("object");
    }
    if (Result.Role == OpRole::None)
      Result.Role = opRole(Result.Name);
    return Result;
  };
  if (!Callee.isAnyOf({"identifier", "attribute"}))
    return {};
  OpCallee Result = WithReceiver(Callee);
  if (Callee.is("attribute") || F.names().qualifiedName(Callee))
    return Result;
  // One of several.
  for (const Origin &O : F.names().originsOf(Callee)) {
    if (O.From && opRole(O.From->Name) != OpRole::None) {
      Result.Name = O.From->Name;
      Result.Role = opRole(Result.Name);
      return Result;
    }
    if (O.Given.isAnyOf({"function_definition", "class_definition"}))
      continue;
    if (const Node Is = roleIn(O.Given))
      return WithReceiver(Is);
  }
  return Result;
}

void OpCalls::readTree() {
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("decorated_definition"))
      readDecorated(N);
    return true;
  });
}

void OpCalls::readDecorated(Node N) {
  const Node Function = N.field("definition");
  if (!Function.is("function_definition"))
    return;
  const unsigned First = Decorators.size();
  for (const Node &D : N.children())
    if (const auto Parts = D.children(); D.is("decorator") && !Parts.empty()) {
      Decorators.push_back(Parts.front());
      DecoratedBy[Parts.front().id()] = Function;
    }
  DecoratorsOf[Function.id()] = {First, Decorators.size()};
}

Node OpCalls::decoratedBy(Node Expr) const {
  return Expr ? DecoratedBy.lookup(Expr.id()) : Node();
}

llvm::ArrayRef<Node> OpCalls::decoratorsOf(Node Function) const {
  const auto [First, End] = DecoratorsOf.lookup(Function.id());
  return llvm::ArrayRef(Decorators).slice(First, End - First);
}

std::string dispatchKeyOf(StringRef Type) {
  std::string Upper = Type.upper();
  if (llvm::is_contained({"CPU", "CUDA", "XPU", "MPS", "HPU", "XLA"}, Upper))
    return Upper;
  return llvm::StringSwitch<std::string>(Type)
      .Case("default", "CompositeExplicitAutograd")
      .Case("meta", "Meta")
      .Default(Type.str());
}

bool worksWithoutData(StringRef Key) {
  return Key.empty() || Key == "Meta" ||
         Key.starts_with("CompositeImplicitAutograd") ||
         Key.starts_with("CompositeExplicitAutograd");
}

OpLibrary OpLibraries::made(const OpCall &By) const {
  OpLibrary Result;
  if (auto Namespace = F.values().wholeString(By.argument(0, {"ns"})))
    Result.Namespace = std::move(*Namespace);
  const Node Key = By.argument(2, {"dispatch_key"});
  if (!Key && !By.Given.HasUnpacking)
    Result.Key = "";
  else if (const auto Text = F.values().wholeString(Key))
    Result.Key = dispatchKeyOf(*Text);
  return Result;
}

OpLibrary OpLibraries::at(Node Expr) const {
  const OpCall *C = Expr ? Calls.find(F.values().resolved(Expr)) : nullptr;
  return C && C->Callee.Role == OpRole::Library ? made(*C) : OpLibrary();
}

} // namespace aoti_tidy::python
