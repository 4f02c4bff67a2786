// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/triton/TritonInterpreter.h"
#include "checks/lib/emitted/IndexParser.h"
#include "checks/lib/kernels/KernelFacts.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using python::Node;

constexpr unsigned MaxNodes = 4000;
constexpr size_t MaxConditions = 500, MaxAccesses = 20'000;

/// Takes the size of \p E off \p Left.
bool isLonger(const IndexExpr &E, unsigned &Left) {
  if (Left == 0)
    return true;
  --Left;
  return llvm::any_of(E.operands(),
                      [&](const IndexExpr &O) { return isLonger(O, Left); });
}

/// Where it divides by 0 it says nothing: a GPU goes on with some quotient.
IndexExpr whereDefined(const IndexExpr &Condition) {
  if (Condition.isTotal())
    return Condition;
  std::vector<IndexExpr> Any, Excluded;
  const auto Visit = [&](const auto &Self, const IndexExpr &E) -> void {
    const auto Of = E.operands();
    const bool Divides = E.op() == Op::FloorDiv || E.op() == Op::TruncDiv ||
                         E.op() == Op::FloorMod || E.op() == Op::TruncMod;
    if (Divides && Of[1].op() != Op::Constant) {
      const IndexExpr IsZero = equal(Of[1], 0);
      if (!llvm::is_contained(Any, IsZero) &&
          !llvm::is_contained(Excluded, IsZero))
        Any.push_back(IsZero);
    }
    for (const IndexExpr &O : Of) {
      const bool IsElse = E.op() == Op::Select && &O == &Of[2];
      if (IsElse)
        Excluded.push_back(Of[0]);
      Self(Self, O);
      if (IsElse)
        Excluded.pop_back();
    }
  };
  Visit(Visit, Condition);
  if (Any.empty())
    return Condition;
  Any.push_back(Condition);
  return IndexExpr::make(Op::Or, std::move(Any));
}

/// "fp32" in a signature.
std::optional<DType> dtypeOf(StringRef Type) {
  if (Type.consume_front("fp") || Type.consume_front("bf"))
    return parseDType((Type.data()[-2] == 'b' ? "bfloat" : "float") +
                      Type.str());
  if (Type == "i1")
    return DType::Bool;
  const bool IsUnsigned = Type.consume_front("u");
  if (!IsUnsigned && !Type.consume_front("i"))
    return std::nullopt;
  return parseDType((IsUnsigned ? "uint" : "int") + Type.str());
}

void addNames(Node N, llvm::StringSet<> &To) {
  python::forEachNode(N, [&](Node Inner) {
    if (Inner.is("identifier"))
      To.insert(Inner.text());
    return true;
  });
}

void findWritten(Node Function, llvm::StringSet<> &Written) {
  std::vector<std::pair<StringRef, Node>> Assignments;
  python::forEachNode(Function, [&](Node N) {
    if (N.is("assignment") && N.field("left").is("identifier"))
      Assignments.emplace_back(N.field("left").text(), N.field("right"));
    if (!N.is("call"))
      return true;
    const StringRef Callee = N.field("function").text();
    if (Callee.ends_with("store") || Callee.starts_with("tl.atomic"))
      if (const auto Given = N.field("arguments").children(); !Given.empty())
        addNames(Given.front(), Written);
    return true;
  });
  // Through another name.
  for (const auto &[Name, Value] : llvm::reverse(Assignments))
    if (Written.contains(Name))
      addNames(Value, Written);
}

} // namespace

TritonInterpreter::TritonInterpreter(const TritonSource &Source,
                                     TritonMeta Meta, unsigned File)
    : Source(Source), Meta(std::move(Meta)), File(File),
      Lanes([this](StringRef Name, VariableKind Kind) {
        return fresh(Name, Kind);
      }),
      Integers([this] { return computed(); }, Result, /*SizesFit=*/true),
      Reals(
          Integers, Result, [this] { return computed(); },
          [this] { return Path; }) {}

CodePlace TritonInterpreter::place(Node N) const {
  return {File, Source.Line + N.line() - 1, Source.Indent + N.column()};
}

IndexExpr TritonInterpreter::fresh(StringRef Name, VariableKind Kind) {
  const unsigned Which = ++Names[Name];
  std::string Unique =
      Which == 1 ? Name.str() : fmt::format("{}#{}", Name.str(), Which);
  return IndexExpr::variable({std::move(Unique), Kind});
}

IndexExpr TritonInterpreter::computed() {
  return fresh(Naming.empty() ? "computed" : StringRef(Naming),
               VariableKind::Computed);
}

IndexExpr TritonInterpreter::opaque() {
  const IndexExpr Bit = computed();
  Result.Facts.push_back(both(lessEqual(0, Bit), lessEqual(Bit, 1)));
  return equal(Bit, 1);
}

TritonValue TritonInterpreter::bounded(IndexExpr E) {
  unsigned Left = MaxNodes;
  if (!isLonger(E, Left))
    return E;
  return E.isCondition() ? opaque() : computed();
}

TritonValue TritonInterpreter::blurred(const TritonValue &V) {
  if (V.real())
    return KernelReal();
  if (const IndexExpr *N = V.number())
    return N->isCondition() ? opaque() : computed();
  return {};
}

void TritonInterpreter::notModelled(Node At, std::string Why) {
  if (NotModelledAt.insert(At.begin()).second)
    Result.NotModelled.push_back({place(At), std::move(Why)});
}

void TritonInterpreter::notModelledIn(Node N, StringRef Why) {
  python::forEachNode(N, [&](Node Inner) {
    if (!Inner.is("identifier"))
      return true;
    const auto V = Values.find(Inner.text());
    if (V != Values.end() && V->second.address())
      notModelled(
          Inner, fmt::format("'{}' is used {}", Inner.text().str(), Why.str()));
    return true;
  });
}

std::string TritonInterpreter::whyUnknown(Node Index) const {
  std::string Culprit;
  python::forEachNode(Index, [&](Node N) {
    if (!N.is("identifier") || !Culprit.empty())
      return Culprit.empty();
    const auto V = Values.find(N.text());
    if (V != Values.end() && !V->second.number() && !V->second.address())
      Culprit = N.text().str();
    return true;
  });
  return indexProblem(Culprit);
}

std::optional<IndexExpr> TritonInterpreter::maskOf(Node Mask) {
  if (!Mask)
    return std::nullopt;
  const TritonValue Value = eval(Mask);
  if (Value.isNone())
    return std::nullopt;
  return whereDefined(condition(Value));
}

void TritonInterpreter::access(Node Address, const TritonAddress &A,
                               const std::optional<IndexExpr> &Mask,
                               bool IsWrite, std::string Becomes) {
  if (Path.size() > MaxConditions || Result.Accesses.size() > MaxAccesses)
    return notModelled(Address, "the kernel is too large to be followed");
  Access Noted;
  Noted.Parameter = A.Parameter;
  Noted.Index = A.Offset;
  Noted.When = Outside ? *Outside : Path;
  if (Mask && Mask->op() != Op::True)
    Noted.When.push_back(*Mask);
  const std::vector<IndexExpr> Ranges = Lanes.rangesIn(Noted.When, Noted.Index);
  Noted.When.insert(Noted.When.begin(), Ranges.begin(), Ranges.end());
  Noted.IsWrite = IsWrite;
  for (const StringRef Line : llvm::split(Address.text(), '\n'))
    Noted.Text += (Noted.Text.empty() ? "" : " ") + Line.trim().str();
  Noted.At = place(Address);
  Noted.Becomes = std::move(Becomes);
  Result.Accesses.push_back(std::move(Noted));
}

void TritonInterpreter::assertion(Node At, const IndexExpr &Condition,
                                  std::string Message) {
  if (!Meta.HasAsserts)
    return;
  if (Path.size() > MaxConditions || Result.Asserts.size() > MaxAccesses)
    return notModelled(At, "the kernel is too large to be followed");
  IndexAssert Noted;
  Noted.Condition = Condition;
  Noted.Message = std::move(Message);
  Noted.When = Path;
  const std::vector<IndexExpr> Ranges = Lanes.rangesIn(Noted.When, Condition);
  Noted.When.insert(Noted.When.begin(), Ranges.begin(), Ranges.end());
  Noted.At = place(At);
  Result.Asserts.push_back(std::move(Noted));
  Path.push_back(whereDefined(Condition));
}

std::optional<IndexExpr> TritonInterpreter::gridSize(unsigned Axis) {
  llvm::StringMap<IndexExpr> Known;
  EmittedCode Code(Source.Launch);
  CodeStatement S;
  llvm::SmallVector<llvm::ArrayRef<CodeToken>, 8> Got;
  const auto Named = [&](StringRef Name) -> std::optional<IndexExpr> {
    if (const auto It = Known.find(Name); It != Known.end())
      return It->second;
    const auto It = Values.find(Name);
    const IndexExpr *E = It == Values.end() ? nullptr : It->second.number();
    if (E)
      return *E;
    // "_grid_0" of a kernel that is written by hand: the caller computes it.
    const auto P = Parameters.find(Name);
    if (P != Parameters.end() && !Result.Parameters[P->second].IsPointer)
      return IndexExpr::variable({Name.str(), VariableKind::Symbol});
    return std::nullopt;
  };
  while (Code.next(S) && S.Terminator != CodeStatement::EndOfFile) {
    Got.clear();
    if (!S.matches("uint32_t $name = $rest", Got))
      continue;
    const StringRef Name = Got[0].front().Text;
    if (const auto Size = parseIndex(Got[1], Named, Doubles::AreNotRead))
      Known.insert({Name, *Size});
    if (Name == fmt::format("grid_{}", Axis))
      break;
  }
  const auto It = Known.find(fmt::format("grid_{}", Axis));
  return It == Known.end() ? std::nullopt : std::optional(It->second);
}

/// N of "((xnumel + (N - 1)) / (N))" for XBLOCK; 1 if the grid is xnumel.
std::optional<int64_t> TritonInterpreter::blockSize(StringRef Parameter) const {
  StringRef Prefix = Parameter;
  if (!Meta.GridCovers || !Prefix.consume_back("BLOCK") || Prefix.empty())
    return std::nullopt;
  const std::string Numel = Prefix.lower() + "numel";
  EmittedCode Code(Source.Launch);
  CodeStatement S;
  llvm::SmallVector<llvm::ArrayRef<CodeToken>, 8> Got;
  while (Code.next(S) && S.Terminator != CodeStatement::EndOfFile) {
    Got.clear();
    int64_t Size;
    const std::string Rounded = fmt::format(
        "uint32_t $name = ( ( {} + ( $int - 1 ) ) / ( $int ) )", Numel);
    if (S.matches(Rounded, Got) && Got[1].front().Text == Got[2].front().Text &&
        !Got[1].front().Text.getAsInteger(10, Size) && Size > 0)
      return Size;
    Got.clear();
    if (S.matches(fmt::format("uint32_t $name = {}", Numel), Got))
      return 1;
  }
  return std::nullopt;
}

void TritonInterpreter::bindParameters(Node Function) {
  const auto TypeOf = [&](StringRef Name) -> StringRef {
    const auto It = Meta.Signature.find(Name);
    return It == Meta.Signature.end() ? StringRef() : StringRef(It->second);
  };
  for (const TritonSource::Parameter &P : Source.Parameters) {
    KernelParameter Made;
    Made.Name = P.Name;
    StringRef Type = TypeOf(P.Name);
    Made.IsPointer = Type.empty() ? P.IsTensor : Type.consume_front("*");
    const auto T = TritonType::parse(Type);
    if (Made.IsPointer)
      Made.Element = dtypeOf(Type);
    Elements.push_back(Made.IsPointer ? T : std::nullopt);
    Parameters[P.Name] = Result.Parameters.size();
    ++Names[P.Name];
    Result.Parameters.push_back(std::move(Made));
  }
  for (Node P : Function.field("parameters").children()) {
    // "XBLOCK : tl.constexpr", "N=4"
    const Node Named = P.is("identifier") ? P
                       : P.field("name")  ? P.field("name")
                                          : P.child("identifier");
    const StringRef Name = Named.text();
    if (Name.empty())
      continue;
    const auto Known = Parameters.find(Name);
    const auto Constant = Meta.Constants.find(Name);
    TritonValue &V = Values[Name];
    if (Known != Parameters.end() &&
        Result.Parameters[Known->second].IsPointer) {
      V = TritonAddress{Known->second, 0};
    } else if (Constant != Meta.Constants.end()) {
      V = IndexExpr(Constant->second);
    } else if (Known != Parameters.end()) {
      const auto Type = TritonType::parse(TypeOf(Name));
      if (Type && Type->Is == TritonType::Kind::Real)
        V = KernelReal();
      else
        V = IndexExpr::variable({Name.str(), VariableKind::Symbol});
      if (V.number() && Type)
        V.Type = IntegerType{Type->Bits, Type->IsSigned};
    } else if (const auto Size = blockSize(Name)) {
      V = IndexExpr(*Size);
    } else if (Name.contains("BLOCK")) {
      const IndexExpr Size = fresh(Name, VariableKind::Computed);
      Result.Facts.push_back(lessEqual(1, Size));
      Integers.count(Size);
      V = Size;
    }
  }
}

Kernel TritonInterpreter::run(Node Function) {
  Result.Name = Source.Kernel;
  Result.At = place(Function);
  bindParameters(Function);
  const Node Body = Function.field("body");
  // Where the parse is unsure, an assignment may be lost, or the function's
  // end.
  const python::Tree &Tree = Function.tree();
  if (Tree.isBroken()) {
    notModelledIn(Body, "in code that does not parse");
    if (Result.NotModelled.empty() || !Tree.lost().empty())
      notModelled(Function, "the kernel's code does not parse");
    return std::move(Result);
  }
  findWritten(Function, Written);
  execBlock(Body);
  dropUnusedFacts(Result);
  return std::move(Result);
}

namespace {

StringRef unquoted(Node String) {
  return String.is("string") ? String.text().trim("'\"") : StringRef();
}

Node valueIn(Node Dict, StringRef Key) {
  for (Node Pair : Dict.children())
    if (Pair.is("pair") && unquoted(Pair.field("key")) == Key)
      return Pair.field("value");
  return {};
}

Node decoratorArgument(Node Decorated, StringRef Name) {
  for (Node D : Decorated.children()) {
    const Node Call = D.is("decorator") ? D.child("call") : Node();
    for (Node Given : Call.field("arguments").children())
      if (Given.is("keyword_argument") && Given.field("name").text() == Name)
        return Given.field("value");
  }
  return {};
}

TritonMeta metaOf(Node Decorated) {
  TritonMeta Meta;
  const Node Compiled = decoratorArgument(Decorated, "triton_meta");
  for (Node Pair : valueIn(Compiled, "signature").children())
    if (Pair.is("pair") && Pair.field("value").is("string"))
      Meta.Signature[unquoted(Pair.field("key"))] =
          unquoted(Pair.field("value")).str();
  for (Node Pair : valueIn(Compiled, "constants").children()) {
    int64_t Value;
    if (Pair.is("pair") && Pair.field("value").is("integer") &&
        !Pair.field("value").text().getAsInteger(0, Value))
      Meta.Constants[unquoted(Pair.field("key"))] = Value;
  }
  const Node Inductor = decoratorArgument(Decorated, "inductor_meta");
  Meta.HasAsserts =
      valueIn(Inductor, "assert_indirect_indexing").text() != "False" &&
      valueIn(Inductor, "is_hip").text() != "True";
  const StringRef Grid = unquoted(valueIn(Inductor, "grid_type"));
  Meta.GridCovers = Grid == "Grid1D" || Grid == "Grid2D" || Grid == "Grid3D" ||
                    Grid == "Grid2DWithYZOverflow";
  return Meta;
}

Node kernelIn(Node Module) {
  Node Found;
  for (Node Statement : Module.children())
    if (Statement.is("decorated_definition") &&
        decoratorArgument(Statement, "triton_meta"))
      Found = Statement;
  return Found;
}

Kernel readKernel(const TritonSource &Source, unsigned File) {
  const auto Tree = python::Tree::parse(Source.Text);
  const Node Decorated = Tree ? kernelIn(Tree->root()) : Node();
  const Node Function = Decorated.field("definition");
  if (Function.is("function_definition"))
    return TritonInterpreter(Source, metaOf(Decorated), File).run(Function);
  Kernel Unread;
  Unread.Name = Source.Kernel;
  Unread.At = {File, Source.Line, Source.Indent + 1};
  Unread.NotModelled.push_back(
      {Unread.At, "no Triton kernel is found in its source"});
  for (const TritonSource::Parameter &P : Source.Parameters)
    Unread.Parameters.push_back({P.Name, P.IsTensor, std::nullopt});
  return Unread;
}

} // namespace

std::vector<Kernel> readTritonKernels(StringRef Text, unsigned File) {
  std::vector<Kernel> Kernels;
  for (const TritonSource &Source : tritonSources(Text))
    Kernels.push_back(readKernel(Source, File));
  return Kernels;
}

} // namespace aoti_tidy
