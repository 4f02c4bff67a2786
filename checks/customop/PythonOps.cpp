// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/PythonOps.h"
#include "checks/customop/PythonLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <tuple>

using llvm::StringRef;

namespace clang::tidy::aoti {
namespace {

/// What a list of tokens is searched for lies near its start. The bound keeps
/// calls in calls from being read again and again.
constexpr size_t Near = 64;

enum class Role { None, Library, Define, Impl, CustomOp, Kernel, Fake, Other };

/// 'register_fake', 'impl_abstract', 'meta', but not 'metadata'.
bool soundsFake(StringRef Name) {
  const std::string Lower = Name.lower();
  if (StringRef(Lower).contains("fake") ||
      StringRef(Lower).contains("abstract"))
    return true;
  return llvm::is_contained(llvm::split(Lower, '_'), "meta");
}

Role roleOf(StringRef Callee) {
  const Role R =
      llvm::StringSwitch<Role>(Callee)
          .Cases({"Library", "_scoped_library"}, Role::Library)
          .Case("define", Role::Define)
          .Cases({"impl", "_impl", "_impl_with_aoti_compile"}, Role::Impl)
          .Cases({"custom_op", "triton_op"}, Role::CustomOp)
          .Case("register_kernel", Role::Kernel)
          .Cases({"register_autograd", "register_vmap", "register_autocast",
                  "register_torch_dispatch", "_register_torch_dispatch_rule",
                  "opcheck", "get_kernel"},
                 Role::Other)
          .Default(Role::None);
  return R == Role::None && soundsFake(Callee) ? Role::Fake : R;
}

/// A helper that registers an op with an exporter, not with the dispatcher.
bool registersElsewhere(StringRef Callee) {
  const std::string Lower = Callee.lower();
  return llvm::any_of(
      std::initializer_list<StringRef>{"symbolic", "onnx", "converter",
                                       "lowering"},
      [&](StringRef Word) { return StringRef(Lower).contains(Word); });
}

/// Whether a kernel for \p Key also runs on tensors without data, or may.
bool worksWithoutData(StringRef Key) {
  return Key.empty() || Key == "Meta" ||
         Key.starts_with("CompositeImplicitAutograd") ||
         Key.starts_with("CompositeExplicitAutograd");
}

bool isOpName(StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) {
    return isPythonNameChar(C) || C == '.';
  });
}

struct OpName {
  std::string Namespace, Name;
};

/// "ns::op", "op", "op.out"; without the name if only "ns::" is in sight.
std::optional<OpName> parseOpName(const PythonString &S) {
  const StringRef Text = S.Text;
  const bool Qualified = Text.contains("::");
  auto [Namespace, Name] =
      Qualified ? Text.split("::") : std::pair(StringRef(), Text);
  if (Qualified && !isOpName(Namespace))
    return std::nullopt;
  if (!S.Complete)
    return Qualified ? std::optional(OpName{Namespace.str(), ""})
                     : std::nullopt;
  if (!isOpName(Name))
    return std::nullopt;
  Name.consume_back(".default");
  return OpName{Namespace.str(), Name.str()};
}

/// One reading of a file.
class OpScan {
public:
  explicit OpScan(StringRef Text) : Source(Text), Tokens(Source.tokens()) {}

  std::vector<PythonOp> run() {
    findAliases();
    for (const PythonCall &Call : Source.calls())
      if (roleOf(calleeOf(Call)) == Role::Library)
        Libraries.add(Call);
    for (const PythonCall &Call : Source.calls())
      look(Call);
    findBareFakes();
    for (const auto &[Call, Op] : MaybeWrapped)
      if (Wrappers.contains(Call->Callee))
        add(PythonOp::Fake, Op, Call->Begin);
    llvm::sort(Ops, [](const PythonOp &A, const PythonOp &B) {
      return std::tie(A.Offset, A.K, A.Name, A.Key) <
             std::tie(B.Offset, B.K, B.Name, B.Key);
    });
    return std::move(Ops);
  }

private:
  using Arguments = llvm::SmallVector<PythonArgument, 4>;

  static TokenRange opArgument(const Arguments &Args) {
    return pythonArgument(Args, 0,
                          {"qualname", "op", "op_name", "opname", "name"});
  }

  std::string text(TokenRange R) const {
    const auto S = Source.stringAt(R);
    return S && S->Complete ? S->Text : "";
  }

  void add(PythonOp::Kind K, const OpName &Op, size_t Token,
           std::string SchemaText = "", std::string Key = "") {
    if (Op.Name.empty() && (Op.Namespace.empty() || K == PythonOp::Schema))
      return;
    Ops.push_back({Op.Namespace, Op.Name, K, std::move(SchemaText),
                   std::move(Key),
                   static_cast<unsigned>(Tokens[Token].Offset)});
  }
  void addKernel(const OpName &Op, size_t Token, const std::string &Key) {
    add(worksWithoutData(Key) ? PythonOp::Fake : PythonOp::Kernel, Op, Token,
        "", Key);
  }

  // from torch.library import impl as reg; reg = torch.library.impl
  // aten = torch.ops.aten
  void findAliases() {
    for (size_t I = 1; I + 1 < Tokens.size(); ++I)
      if (Source.isName(I, "as") && Source.isName(I - 1) &&
          Source.isName(I + 1) && roleOf(Tokens[I - 1].Text) != Role::None)
        Aliases[Tokens[I + 1].Text] = Tokens[I - 1].Text;
    for (const PythonAssignment &A : Source.assignments()) {
      const size_t Last = A.Value.End - 1;
      if (A.Value.End - A.Value.Begin >= 3 && Source.isName(Last - 2, "ops") &&
          Source.isOperator(Last - 1, ".") && Source.isName(Last))
        OpNamespaces[A.Name] = Tokens[Last].Text;
      const size_t End = std::min(A.Value.End, A.Value.Begin + Near);
      for (size_t I = A.Value.Begin; I < End; ++I)
        if (Source.isName(I) && !Source.isOperator(I + 1, "(") &&
            roleOf(Tokens[I].Text) != Role::None) {
          Aliases[A.Name] = Tokens[I].Text;
          break;
        }
    }
  }

  StringRef calleeOf(const PythonCall &Call) const {
    const auto It = Aliases.find(Call.Callee);
    // lib.impl is a method, whatever 'impl' stands for alone.
    return Call.Receiver.empty() && It != Aliases.end() ? It->second
                                                        : Call.Callee;
  }

  struct OpNames {
    llvm::SmallVector<OpName, 2> All;
    bool Unknown = false; ///< it is an op, or may be, but which?
  };

  OpNames opNames(TokenRange R, const PythonLibrary &Lib) const {
    OpNames Names;
    if (const auto List = Source.listAt(R);
        List && !Source.isOperator(*List, "(")) {
      for (const PythonArgument &A : Source.elements(*List))
        opName(A.Value, Lib, Names);
    } else {
      opName(R, Lib, Names);
    }
    return Names;
  }

  void opName(TokenRange R, const PythonLibrary &Lib, OpNames &To) const {
    if (const auto S = Source.stringAt(R)) {
      auto Name = parseOpName(*S);
      To.Unknown |= !S->Complete;
      if (!Name)
        return;
      if (Name->Namespace.empty())
        Name->Namespace = Lib.Namespace;
      To.All.push_back(std::move(*Name));
      return;
    }
    if (const auto It = CustomOps.find(Source.nameAt(R));
        It != CustomOps.end()) {
      To.All.push_back(It->second);
      return;
    }
    if (auto Name = opOfChain(R))
      To.All.push_back(std::move(*Name));
    else
      To.Unknown = true;
  }

  // torch.ops.ns.op, torch.ops.ns.op.out, getattr(torch.ops.ns, name)
  std::optional<OpName> opOfChain(TokenRange R) const {
    const size_t End = std::min(R.End, R.Begin + Near);
    for (size_t I = R.Begin; I < End; ++I) {
      if (!Source.isName(I))
        continue;
      StringRef Namespace;
      size_t Next = I + 1;
      if (const auto It = OpNamespaces.find(Tokens[I].Text);
          It != OpNamespaces.end() &&
          (I == R.Begin || !Source.isOperator(I - 1, "."))) {
        Namespace = It->second;
      } else if (Tokens[I].Text == "ops" && Source.isOperator(I + 1, ".") &&
                 Source.isName(I + 2)) {
        Namespace = Tokens[I + 2].Text;
        Next = I + 3;
      } else {
        continue;
      }
      OpName Op{Namespace.str(), ""};
      if (Source.isOperator(Next, ".") && Source.isName(Next + 1)) {
        Op.Name = Tokens[Next + 1].Text.str();
        if (Source.isOperator(Next + 2, ".") && Source.isName(Next + 3) &&
            Tokens[Next + 3].Text != "default")
          Op.Name += "." + Tokens[Next + 3].Text.str();
      }
      return Op;
    }
    return std::nullopt;
  }

  /// A function of the user's own that registers what its caller names.
  void markWrapper(const PythonCall &Call) {
    for (auto F = Source.functionOf(Call.Begin); F >= 0; F = Source.parent(F))
      Wrappers.insert(Source.nameOf(F));
  }

  void look(const PythonCall &Call) {
    switch (roleOf(calleeOf(Call))) {
    case Role::Define:
      return define(Call);
    case Role::Impl:
      return impl(Call);
    case Role::CustomOp:
      return customOp(Call);
    case Role::Kernel:
      return kernel(Call);
    case Role::Fake:
      return fake(Call);
    case Role::None:
      return helper(Call);
    case Role::Library:
    case Role::Other:
      return;
    }
  }

  // lib.define("op(Tensor x) -> Tensor")
  // torch.library.define("ns::op", "(Tensor x) -> Tensor")
  // @torch.library.define(lib, "op(Tensor x) -> Tensor"), with its kernel
  void define(const PythonCall &Call) {
    const Arguments Args = Source.elements(Call.Open);
    const TokenRange First = pythonArgument(Args, 0, {"schema", "qualname"});
    const TokenRange Second = pythonArgument(Args, 1, {"schema"});
    const auto FirstText = Source.stringAt(First);
    if (FirstText && StringRef(FirstText->Text).contains('(')) {
      addSchema(*FirstText, Libraries.at(Call.Receiver, Call.Begin),
                Call.Begin);
    } else if (const auto Op =
                   FirstText ? parseOpName(*FirstText) : std::nullopt) {
      const std::string Schema = text(Second);
      if (!Op->Namespace.empty())
        add(PythonOp::Schema, *Op, Call.Begin,
            StringRef(Schema).starts_with("(") ? Schema : "");
    } else if (!FirstText && Second.Begin != First.Begin) {
      const auto Schema = Source.stringAt(Second);
      if (!Schema || First.empty())
        return;
      const PythonLibrary Lib =
          Libraries.at(Tokens[First.End - 1].Text, Call.Begin);
      if (const auto Op = addSchema(*Schema, Lib, Call.Begin))
        addKernel(*Op, Call.Begin, defaultKey(Lib));
    }
  }

  std::optional<OpName> addSchema(const PythonString &S,
                                  const PythonLibrary &Lib, size_t Token) {
    const StringRef Text = StringRef(S.Text).ltrim();
    const size_t Open = Text.find('(');
    if (Open == StringRef::npos ||
        (S.Complete && !Text.substr(Open).contains("->")))
      return std::nullopt;
    auto Op = parseOpName({Text.substr(0, Open).trim().str(), true});
    if (!Op)
      return std::nullopt;
    if (Op->Namespace.empty())
      Op->Namespace = Lib.Namespace;
    add(PythonOp::Schema, *Op, Token,
        S.Complete ? Text.substr(Open).str() : "");
    return Op;
  }

  /// What a library registers for if nothing is said.
  static std::string defaultKey(const PythonLibrary &Lib) {
    if (!Lib.Key)
      return "";
    return Lib.Key->empty() ? "CompositeImplicitAutograd" : *Lib.Key;
  }

  /// "CPU", ("cpu", "cuda"); one empty key if they are not in sight.
  llvm::SmallVector<std::string, 2> keys(TokenRange R) const {
    llvm::SmallVector<std::string, 2> All;
    if (const auto S = Source.stringAt(R))
      All.push_back(S->Complete ? dispatchKeyOf(S->Text) : "");
    else if (const auto List = Source.listAt(R))
      for (const PythonArgument &A : Source.elements(*List))
        All.push_back(dispatchKeyOf(text(A.Value)));
    if (All.empty())
      All.push_back("");
    return All;
  }

  // lib.impl("op", fn, "Meta"); @impl(lib, "op", "Meta")
  // impl("ns::op", "cpu", fn); @impl("ns::op", ("cpu", "cuda"))
  void impl(const PythonCall &Call) {
    const Arguments Args = Source.elements(Call.Open);
    PythonLibrary Lib = Libraries.at(Call.Receiver, Call.Begin);
    TokenRange Op = opArgument(Args);
    const TokenRange Second = pythonArgument(Args, 1, {"types", "fn"});
    TokenRange Key = pythonArgument(Args, 2, {"dispatch_key"});
    const auto First = Source.stringAt(Op);
    const bool IsLibrary = !First && !opOfChain(Op) && !Op.empty() &&
                           Source.isName(Op.End - 1) &&
                           (Source.stringAt(Second) || opOfChain(Second));
    const bool HasTypes =
        !IsLibrary && (Source.stringAt(Second) || isListOfStrings(Second));
    if (IsLibrary) {
      Lib = Libraries.at(Tokens[Op.End - 1].Text, Call.Begin);
      Op = Second;
    } else if (HasTypes) {
      Key = Second;
    }
    llvm::SmallVector<std::string, 2> Keys = keys(Key);
    const bool IsFunction = Lib.Namespace.empty() && !Lib.Key && First &&
                            StringRef(First->Text).contains("::");
    if (Key.empty() && !IsFunction)
      Keys = {defaultKey(Lib)};
    const OpNames Names = opNames(Op, Lib);
    for (const OpName &Name : Names.All)
      for (const std::string &K : Keys)
        addKernel(Name, Call.Begin, K);
    if (Names.Unknown && llvm::any_of(Keys, worksWithoutData))
      markWrapper(Call);
  }

  bool isListOfStrings(TokenRange R) const {
    const auto List = Source.listAt(R);
    return List && Tokens[*List + 1].K == PythonToken::String;
  }

  // @custom_op("ns::op", mutates_args=(), schema="(Tensor x) -> Tensor")
  void customOp(const PythonCall &Call) {
    const Arguments Args = Source.elements(Call.Open);
    const auto S = Source.stringAt(opArgument(Args));
    const auto Op = S ? parseOpName(*S) : std::nullopt;
    if (!Op || Op->Namespace.empty() || Op->Name.empty())
      return;
    add(PythonOp::Schema, *Op, Call.Begin,
        text(pythonArgument(Args, Args.size(), {"schema"})));
    for (const std::string &Key :
         keys(pythonArgument(Args, Args.size(), {"device_types"})))
      add(PythonOp::Kernel, *Op, Call.Begin, "", Key);
    // Traced through in place of a fake.
    if (calleeOf(Call) == "triton_op")
      add(PythonOp::Fake, *Op, Call.Begin);
    if (const StringRef Name = boundName(Call); !Name.empty())
      CustomOps[Name] = *Op;
  }

  /// The name that the result of \p Call, or what it decorates, gets.
  StringRef boundName(const PythonCall &Call) const {
    if (Call.Begin >= 2 && Source.isOperator(Call.Begin - 1, "=") &&
        Source.isName(Call.Begin - 2))
      return Tokens[Call.Begin - 2].Text;
    if (Call.Begin == 0 || !Source.isOperator(Call.Begin - 1, "@"))
      return "";
    const size_t End = std::min(Tokens.size(), Call.Close + 4 * Near);
    for (size_t I = Call.Close; I + 1 < End; ++I)
      if (Source.isName(I, "def") && Source.isName(I + 1))
        return Tokens[I + 1].Text;
    return "";
  }

  // register_kernel("ns::op", "cpu", fn); @op.register_kernel("cpu")
  void kernel(const PythonCall &Call) {
    const Arguments Args = Source.elements(Call.Open);
    if (const auto It = CustomOps.find(Call.Receiver); It != CustomOps.end()) {
      for (const std::string &Key :
           keys(pythonArgument(Args, 0, {"device_types"})))
        add(PythonOp::Kernel, It->second, Call.Begin, "", Key);
      return;
    }
    const TokenRange Types = pythonArgument(Args, 1, {"device_types"});
    const bool All = Types.empty() || Source.nameAt(Types) == "None";
    for (const OpName &Op : opNames(opArgument(Args), PythonLibrary()).All)
      for (const std::string &Key : keys(Types))
        addKernel(Op, Call.Begin, All ? "CompositeExplicitAutograd" : Key);
  }

  // register_fake("ns::op", fn); lib._register_fake("op", fn)
  // op.register_fake(fn)
  void fake(const PythonCall &Call) {
    if (const auto It = CustomOps.find(Call.Receiver); It != CustomOps.end()) {
      add(PythonOp::Fake, It->second, Call.Begin);
      return;
    }
    const TokenRange Op = opArgument(Source.elements(Call.Open));
    if (Op.empty())
      return;
    const OpNames Names = opNames(Op, Libraries.at(Call.Receiver, Call.Begin));
    for (const OpName &Name : Names.All)
      add(PythonOp::Fake, Name, Call.Begin);
    if (Names.Unknown)
      markWrapper(Call);
  }

  // @op.register_fake, which is no call
  void findBareFakes() {
    for (size_t I = 3; I + 1 < Tokens.size(); ++I)
      if (Source.isName(I) && soundsFake(Tokens[I].Text) &&
          Source.isOperator(I - 1, ".") && Source.isName(I - 2) &&
          Source.isOperator(I - 3, "@") && !Source.isOperator(I + 1, "("))
        if (const auto It = CustomOps.find(Tokens[I - 2].Text);
            It != CustomOps.end())
          add(PythonOp::Fake, It->second, I - 2);
  }

  // A function of the user's own: @register("ns::op"),
  // register("op", fn, fake_impl=f), lib.register("op", {"Meta": f})
  void helper(const PythonCall &Call) {
    if (Call.Close == Call.Open + 1)
      return;
    const Arguments Args = Source.elements(Call.Open);
    const TokenRange Op = opArgument(Args);
    const auto S = Source.stringAt(Op);
    const PythonLibrary Lib = Libraries.at(Call.Receiver, Call.Begin);
    const bool SaysFake = saysFake(Call, Args);
    if (SaysFake && (!S || !S->Complete))
      markWrapper(Call);
    auto Name = S ? parseOpName(*S) : std::nullopt;
    if (!Name)
      return;
    const bool Qualified = !Name->Namespace.empty();
    if (!Qualified)
      Name->Namespace = Lib.Namespace;
    const bool Decorates =
        Call.Begin > 0 && Source.isOperator(Call.Begin - 1, "@");
    if (SaysFake ||
        (Qualified && Decorates && !registersElsewhere(Call.Callee)))
      add(PythonOp::Fake, *Name, Call.Begin);
    else
      MaybeWrapped.push_back({&Call, std::move(*Name)});
  }

  bool saysFake(const PythonCall &Call, const Arguments &Args) const {
    const bool ByKeyword = llvm::any_of(Args, [&](const PythonArgument &A) {
      return !A.Keyword.empty() && soundsFake(A.Keyword) &&
             Source.nameAt(A.Value) != "None";
    });
    const size_t End = std::min(Call.Close, Call.Open + Near);
    return ByKeyword ||
           llvm::any_of(llvm::seq(Call.Open + 1, End), [&](size_t I) {
             if (Tokens[I].K != PythonToken::String)
               return false;
             const StringRef Key = pythonStringBody(Tokens[I].Text);
             return !Key.empty() && worksWithoutData(Key);
           });
  }

  const PythonSource Source;
  const llvm::ArrayRef<PythonToken> Tokens;
  PythonLibraries Libraries{Source};
  llvm::StringMap<StringRef> Aliases;
  llvm::StringMap<StringRef> OpNamespaces;
  llvm::StringMap<OpName> CustomOps;
  llvm::StringSet<> Wrappers;
  std::vector<std::pair<const PythonCall *, OpName>> MaybeWrapped;
  std::vector<PythonOp> Ops;
};

} // namespace

std::vector<PythonOp> scanPythonOps(StringRef Text) {
  return OpScan(Text).run();
}

} // namespace clang::tidy::aoti
