// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpRegistrations.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Kind = OpRegistration::Kind;

/// A word that says that a call is for tensors without data stands near its
/// start.
constexpr unsigned MaxDecorators = 64;

/// A helper that registers an op with an exporter, not with the dispatcher.
bool registersElsewhere(StringRef Callee) {
  const std::string Lower = Callee.lower();
  return llvm::any_of(
      std::initializer_list<StringRef>{"symbolic", "onnx", "converter",
                                       "lowering"},
      [&](StringRef Word) { return StringRef(Lower).contains(Word); });
}

/// The dispatch key that a library registers for by default.
std::string defaultKey(const OpLibrary &Lib) {
  if (!Lib.Key)
    return "";
  return Lib.Key->empty() ? "CompositeImplicitAutograd" : *Lib.Key;
}

Node opArgument(const OpCall &C) {
  return C.argument(0, {"qualname", "op", "op_name", "opname", "name"});
}

class Reader {
public:
  Reader(const File &F, const OpCalls &Calls, bool WithKernels)
      : F(F), Calls(Calls), WithKernels(WithKernels), Ops(F, Calls),
        Libraries(F, Calls) {}

  std::vector<OpRegistration> read();

private:
  using Keys = llvm::SmallVector<std::string, 2>;

  void add(Kind What, OperatorName Op, const OpCall &By,
           std::string SchemaText = "", std::string Key = "");
  void addKernel(const OperatorName &Op, const OpCall &By,
                 const std::string &Key);
  void addFakes(NamedOps Of, const OpCall &By, const std::string &Key = "",
                StringRef Namespace = "");
  bool isParameter(Node Expr) const;
  std::optional<OperatorName> addSchema(const StringStart &S,
                                        const OpLibrary &Lib, const OpCall &By);
  Keys keysOf(Node Expr) const;
  bool isListOfStrings(Node Expr) const;
  bool saysFake(const OpCall &C) const;

  void look(const OpCall &C);
  void define(const OpCall &C);
  void impl(const OpCall &C);
  void customOp(const OpCall &C);
  void kernel(const OpCall &C);
  void fake(const OpCall &C);
  void helper(const OpCall &C);
  void bareDecorators();

  const File &F;
  const OpCalls &Calls;
  const bool WithKernels;
  const OpNames Ops;
  const OpLibraries Libraries;
  std::vector<OpRegistration> Result;
};

void Reader::add(Kind What, OperatorName Op, const OpCall &By,
                 std::string SchemaText, std::string Key) {
  if (What == Kind::Schema && Op.Name.empty())
    return;
  Result.push_back({What, std::move(Op), By.at(), By.Callee.Name,
                    std::move(SchemaText), std::move(Key)});
}

void Reader::addKernel(const OperatorName &Op, const OpCall &By,
                       const std::string &Key) {
  if (worksWithoutData(Key))
    add(Kind::Fake, Op, By, "", Key);
  else if (WithKernels)
    add(Kind::Kernel, Op, By, "", Key);
}

void Reader::addFakes(NamedOps Of, const OpCall &By, const std::string &Key,
                      StringRef Namespace) {
  if (Of.HasUnknown)
    Of.All.push_back({Namespace.str(), ""});
  for (OperatorName &Op : Of.All)
    add(Kind::Fake, std::move(Op), By, "", Key);
}

/// Whether only the callers of the function say its value.
bool Reader::isParameter(Node Expr) const {
  const Node Binding =
      Expr.is("identifier") ? F.names().bindingOf(Expr) : Node();
  return Binding && Binding.parent().isAnyOf(
                        {"parameters", "lambda_parameters", "typed_parameter",
                         "default_parameter", "typed_default_parameter"});
}

std::optional<OperatorName> Reader::addSchema(const StringStart &S,
                                              const OpLibrary &Lib,
                                              const OpCall &By) {
  const StringRef Text = StringRef(S.Text).ltrim();
  const size_t Open = Text.find('(');
  if (Open == StringRef::npos ||
      (S.IsWhole && !Text.substr(Open).contains("->")))
    return std::nullopt;
  auto Op = parseOperatorName({Text.substr(0, Open).trim().str(), true});
  if (!Op)
    return std::nullopt;
  if (Op->Namespace.empty())
    Op->Namespace = Lib.Namespace;
  add(Kind::Schema, *Op, By, S.IsWhole ? Text.substr(Open).str() : "");
  return Op;
}

/// "CPU", ("cpu", "cuda"); one empty key if they are not in sight.
Reader::Keys Reader::keysOf(Node Expr) const {
  Keys All;
  const auto Add = [&](Node One) {
    const auto Text = F.values().wholeString(One);
    All.push_back(Text ? dispatchKeyOf(*Text) : "");
  };
  if (const auto Several = Expr ? F.values().elementsOf(Expr) : std::nullopt)
    llvm::for_each(*Several, Add);
  else if (Expr)
    Add(Expr);
  if (All.empty())
    All.push_back("");
  return All;
}

bool Reader::isListOfStrings(Node Expr) const {
  const auto Several = Expr ? F.values().elementsOf(Expr) : std::nullopt;
  return Several && !Several->empty() &&
         stringStart(F, Several->front()).has_value();
}

// lib.define("op(Tensor x) -> Tensor")
// torch.library.define("ns::op", "(Tensor x) -> Tensor")
// @torch.library.define(lib, "op(Tensor x) -> Tensor"), with its kernel
void Reader::define(const OpCall &C) {
  const Node First =
      C.keyword("qualname") ? C.keyword("qualname") : C.argument(0, {"schema"});
  const Node Second = C.argument(1, {"schema"});
  const auto FirstText = stringStart(F, First);
  if (FirstText && StringRef(FirstText->Text).contains('(')) {
    addSchema(*FirstText, Libraries.at(C.Callee.Receiver), C);
  } else if (FirstText) {
    const auto Op = parseOperatorName(*FirstText);
    const auto Schema = stringStart(F, Second);
    if (Op && !Op->Namespace.empty())
      add(Kind::Schema, *Op, C,
          Schema && Schema->IsWhole && StringRef(Schema->Text).starts_with("(")
              ? Schema->Text
              : "");
  } else if (const auto Schema =
                 First == Second ? std::nullopt : stringStart(F, Second)) {
    const OpLibrary Lib = Libraries.at(First);
    if (const auto Op = addSchema(*Schema, Lib, C))
      addKernel(*Op, C, defaultKey(Lib));
  }
}

// lib.impl("op", fn, "Meta"); @impl(lib, "op", "Meta")
// impl("ns::op", "cpu", fn); @impl("ns::op", ("cpu", "cuda"))
void Reader::impl(const OpCall &C) {
  OpLibrary Lib = Libraries.at(C.Callee.Receiver);
  Node Op = opArgument(C);
  // @op.impl("cpu") of what the old custom_op made
  if (!Ops.customOps(C.Callee.Receiver).empty())
    return;
  const Node Second = C.argument(1, {"types", "fn"});
  Node Key = C.argument(2, {"dispatch_key"});
  const auto First = stringStart(F, Op);
  const bool SecondIsString = stringStart(F, Second).has_value();
  const bool IsLibrary = Op && !First && !Ops.isOpObject(Op) &&
                         Op.isAnyOf({"identifier", "attribute"}) &&
                         (SecondIsString || Ops.isOpObject(Second));
  if (IsLibrary) {
    Lib = Libraries.at(Op);
    Op = Second;
  } else if (SecondIsString || isListOfStrings(Second)) {
    Key = Second;
  }
  const bool IsFunction = Lib.Namespace.empty() && !Lib.Key && First &&
                          StringRef(First->Text).contains("::");
  Keys All = keysOf(Key);
  if (!Key && !IsFunction && !C.Given.HasUnpacking)
    All = {defaultKey(Lib)};
  NamedOps Named = Ops.namedBy(Op, Lib.Namespace);
  if (Named.HasUnknown)
    Named.All.push_back({isParameter(Op) ? "" : Lib.Namespace, ""});
  for (const OperatorName &Name : Named.All)
    for (const std::string &K : All)
      addKernel(Name, C, K);
}

// @custom_op("ns::op", mutates_args=(), schema="(Tensor x) -> Tensor")
void Reader::customOp(const OpCall &C) {
  const auto Op = Ops.customOp(C);
  if (!Op)
    return;
  const auto Schema = stringStart(F, C.keyword("schema"));
  add(Kind::Schema, *Op, C, Schema && Schema->IsWhole ? Schema->Text : "");
  // Traced through in place of a fake.
  if (C.Callee.Name == "triton_op")
    add(Kind::Fake, *Op, C);
}

// register_kernel("ns::op", None, fn), for all devices
// @op.register_kernel("cuda")
void Reader::kernel(const OpCall &C) {
  const auto Made = Ops.customOps(C.Callee.Receiver);
  for (const OperatorName &Op : Made)
    if (WithKernels)
      add(Kind::Kernel, Op, C);
  if (!Made.empty())
    return;
  const Node Types = C.argument(1, {"device_types"});
  const bool ForAll = !Types || F.values().isNone(Types);
  for (const OperatorName &Op : Ops.namedBy(opArgument(C), "").All)
    for (const std::string &Key : keysOf(Types))
      addKernel(Op, C, ForAll ? "CompositeExplicitAutograd" : Key);
}

// register_fake("ns::op", fn); lib._register_fake("op", fn)
// op.register_fake(fn)
void Reader::fake(const OpCall &C) {
  auto Made = Ops.customOps(C.Callee.Receiver);
  if (!Made.empty()) {
    addFakes({std::move(Made), false}, C);
    return;
  }
  if (C.Given.Arguments.empty())
    return;
  const OpLibrary Lib = Libraries.at(C.Callee.Receiver);
  // register_fake_op("op(Tensor x) -> Tensor"), of a project's own
  if (const auto S = stringStart(F, opArgument(C));
      S && StringRef(S->Text).contains('(')) {
    auto Op = parseOperatorName(
        {StringRef(S->Text).split('(').first.trim().str(), true});
    if (Op && Op->Namespace.empty())
      Op->Namespace = Lib.Namespace;
    addFakes({{Op.value_or(OperatorName())}, false}, C);
    return;
  }
  const Node Op = opArgument(C);
  addFakes(Ops.namedBy(Op, Lib.Namespace), C, "",
           isParameter(Op) ? "" : StringRef(Lib.Namespace));
}

bool Reader::saysFake(const OpCall &C) const {
  if (llvm::any_of(C.Given.Arguments, [&](const Argument &A) {
        return soundsFake(A.Keyword) && !A.Value.is("none");
      }))
    return true;
  bool Found = false;
  unsigned Left = MaxDecorators;
  forEachNode(C.at().field("arguments"), [&](Node N) {
    if (Left == 0 || Found)
      return false;
    --Left;
    if (N.is("string")) {
      const auto Key = literalText(N);
      Found = Key && !Key->empty() && worksWithoutData(*Key);
      return false;
    }
    return true;
  });
  return Found;
}

// A function of the user's own: @register("ns::op"),
// register("op", fn, fake_impl=f), lib.register("op", {"Meta": f})
void Reader::helper(const OpCall &C) {
  if (C.Given.Arguments.empty())
    return;
  const auto S = stringStart(F, opArgument(C));
  const bool SaysFake = saysFake(C);
  if (SaysFake && (!S || !S->IsWhole))
    add(Kind::Fake, {}, C);
  auto Name = S ? parseOperatorName(*S) : std::nullopt;
  if (!Name)
    return;
  const bool IsQualified = !Name->Namespace.empty();
  if (!IsQualified)
    Name->Namespace = Libraries.at(C.Callee.Receiver).Namespace;
  if (SaysFake || (IsQualified && Calls.decoratedBy(C.at()) &&
                   !registersElsewhere(C.Callee.Name)))
    add(Kind::Fake, std::move(*Name), C);
}

// @op.register_fake, which is no call
void Reader::bareDecorators() {
  for (const Node &D : Calls.decorators()) {
    if (!D.is("attribute"))
      continue;
    OpCall C;
    C.Given.At = D;
    C.Callee = Calls.calleeOf(D);
    if (C.Callee.Role != OpRole::Fake)
      continue;
    auto Made = Ops.customOps(C.Callee.Receiver);
    const bool IsUnknown = Made.empty();
    addFakes({std::move(Made), IsUnknown}, C);
  }
}

void Reader::look(const OpCall &C) {
  switch (C.Callee.Role) {
  case OpRole::Define:
    return define(C);
  case OpRole::Impl:
    return impl(C);
  case OpRole::CustomOp:
    return customOp(C);
  case OpRole::Kernel:
    return kernel(C);
  case OpRole::Fake:
    return fake(C);
  case OpRole::None:
    return helper(C);
  case OpRole::Library:
  case OpRole::Other:
    return;
  }
}

std::vector<OpRegistration> Reader::read() {
  for (const OpCall &C : Calls.all())
    look(C);
  bareDecorators();
  return std::move(Result);
}

} // namespace

std::vector<OpRegistration> opRegistrations(const File &F, const OpCalls &Calls,
                                            bool WithKernels) {
  return Reader(F, Calls, WithKernels).read();
}

} // namespace aoti_tidy::python
