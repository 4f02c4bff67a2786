// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeArguments.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8;

/// Expressions that are looked at in a fake, one as often as lists name it: ten
/// lists of ten times the one before would be looked at ten thousand million
/// times.
constexpr unsigned MaxLooks = 10'000;

bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

/// Where a parameter becomes a size.
struct SizeUse {
  Node At;
  bool IsShape = false; ///< the whole shape
};

/// Finds the parameters whose value itself becomes a size.
class SizeUses {
public:
  SizeUses(const File &F, const FakeValues &V)
      : F(F), V(V), Found(V.parameters().size()) {
    forEachNode(V.function().field("body"), [&](Node N) {
      if (N.isAnyOf({"function_definition", "class_definition", "lambda"}))
        return false;
      if (N.is("call")) {
        const auto Sizes = sizeArguments(F, V, N);
        // x.repeat(times) has other sizes than 'times'.
        const bool IsShape =
            Sizes.size() == 1 &&
            N.field("function").field("attribute").text() != "repeat";
        for (const Node &Size : Sizes)
          size(Size, Size, IsShape, 0);
      }
      return true;
    });
  }

  llvm::ArrayRef<SizeUse> all() const { return Found; }

private:
  void size(Node Expr, Node At, bool IsWhole, unsigned Depth);
  bool isList(Node Expr) const;

  const File &F;
  const FakeValues &V;
  std::vector<SizeUse> Found; ///< by parameter
  unsigned Looks = 0;
};

bool SizeUses::isList(Node Expr) const {
  Expr = F.values().resolved(Expr);
  if (Expr.is("call")) {
    const auto Name = F.names().qualifiedName(Expr.field("function"));
    return Name && isOneOf(*Name, {"builtins.list", "builtins.tuple"});
  }
  return Expr.isAnyOf({"list", "tuple"}) || V.isSizes(Expr);
}

/// \p Expr is a size, or several; \p At is where the file says so.
void SizeUses::size(Node Expr, Node At, bool IsWhole, unsigned Depth) {
  if (Depth > MaxDepth || ++Looks > MaxLooks)
    return;
  if (Expr.is("list_splat")) {
    const auto Splat = Expr.children();
    return Splat.empty() ? void() : size(Splat.front(), At, IsWhole, Depth + 1);
  }
  Expr = F.values().resolved(Expr);
  if (Expr.is("identifier")) {
    const auto P = V.parameter(Expr);
    if (P && (!Found[*P].At || (IsWhole && !Found[*P].IsShape)))
      Found[*P] = {At, IsWhole};
  } else if (Expr.isAnyOf({"list", "tuple"})) {
    const auto Elements = Expr.children();
    for (const Node &E : Elements)
      // '[*sizes]' is all of them, '[n]' is one.
      size(E, E, IsWhole && Elements.size() == 1 && E.is("list_splat"),
           Depth + 1);
  } else if (Expr.is("subscript")) {
    // kernel[0]
    const Node Of = Expr.field("value");
    if (Expr.field("subscript").isAnyOf({"integer", "unary_operator"}) &&
        Of.is("identifier"))
      size(Of, At, /*IsWhole=*/false, Depth + 1);
  } else if (Expr.is("binary_operator")) {
    // x.shape[:-1] + (n,): lists are joined, numbers computed.
    const Node Left = Expr.field("left"), Right = Expr.field("right");
    if (Expr.field("operator").text() == "+" &&
        (isList(Left) || isList(Right))) {
      size(Left, At == Expr ? Left : At, /*IsWhole=*/false, Depth + 1);
      size(Right, At == Expr ? Right : At, /*IsWhole=*/false, Depth + 1);
    }
  } else if (isList(Expr) && Expr.is("call")) {
    if (const auto Of = argumentsOf(Expr); Of.size() == 1)
      size(Of.front(), At, IsWhole, Depth + 1);
  }
}

} // namespace

llvm::SmallVector<Node, 4> sizeArguments(const File &F, const FakeValues &V,
                                         Node Call) {
  const Node Callee = Call.field("function");
  bool IsFirst = false; // only the first argument
  if (const auto Name = F.names().qualifiedName(Callee)) {
    IsFirst = isOneOf(*Name, {torchname::Full, torchname::EmptyStrided});
    if (!IsFirst &&
        !isOneOf(*Name, {torchname::Empty, torchname::Ones, torchname::Rand,
                         torchname::Randn, torchname::Zeros}))
      return {};
  } else {
    const StringRef Method = Callee.field("attribute").text();
    IsFirst = isOneOf(Method, {"new_full", "new_empty_strided"});
    const bool IsView =
        isOneOf(Method, {"expand", "repeat", "reshape", "view"});
    if (IsView ? !V.isComputed(Callee.field("object"))
               : !IsFirst &&
                     !isOneOf(Method, {"new_empty", "new_ones", "new_zeros"}))
      return {};
  }
  llvm::SmallVector<Node, 4> Result;
  bool HasPositional = false;
  for (const Node &A : argumentsOf(Call)) {
    if (A.is("keyword_argument")) {
      if (A.field("name").text() == "size")
        Result.push_back(A.field("value"));
    } else if (!A.is("dictionary_splat") && !(IsFirst && HasPositional)) {
      HasPositional = true;
      Result.push_back(A);
    }
  }
  return Result;
}

FakeValues::Given givenBySchema(const FakeValues &V, const FakeKernel &Kernel,
                                const OpDefinition &Op) {
  FakeValues::Given Result;
  const auto Indices = OpDefinitions::argumentsFor(V.parameters(), Kernel, Op);
  for (const auto &[Parameter, Index] : llvm::zip(V.parameters(), Indices)) {
    if (!Index)
      continue;
    const StringRef Type = Op.Arguments[*Index].Type;
    if (isOneOf(Type, {"Tensor", "Tensor?"}))
      Result.Tensors.push_back(Parameter.text());
    else if (isOneOf(Type, {"Tensor[]", "Tensor?[]"}))
      Result.TensorLists.push_back(Parameter.text());
    else if (isOneOf(Type, {"SymInt", "SymInt?"}) ||
             (*Index < Op.Ints.size() && Op.Ints[*Index] &&
              Op.GivenSizes.contains(*Index)))
      Result.Sizes.push_back(Parameter.text());
    else if (isOneOf(Type, {"SymInt[]", "SymInt[]?"}))
      Result.SizeLists.push_back(Parameter.text());
  }
  return Result;
}

Node sizeGivenFor(Node Expr, const FakeValues &V, const FakeKernel &Kernel,
                  const OpDefinition &Op) {
  const auto Indices = OpDefinitions::argumentsFor(V.parameters(), Kernel, Op);
  Node Result;
  forEachNode(Expr, [&](Node N) {
    const auto P = N.is("identifier") ? V.parameter(N) : std::nullopt;
    if (!Result && P && Indices[*P])
      Result = Op.GivenSizes.lookup(*Indices[*P]);
    return !Result;
  });
  return Result;
}

std::vector<Finding> schemaInts(const File &F, const FakeKernel &Kernel,
                                const FakeValues &V, const OpDefinition &Op) {
  if (llvm::none_of(Op.Arguments,
                    [](const SchemaArgument &A) { return A.isInt(); }))
    return {};
  std::vector<Finding> Result;
  const bool WantsSingle = F.settings().flag("aoti-symint-meta.SchemaInts");
  const auto Indices = OpDefinitions::argumentsFor(V.parameters(), Kernel, Op);
  const SizeUses Uses(F, V);
  for (const auto &[Parameter, Index, Use] :
       llvm::zip(V.parameters(), Indices, Uses.all())) {
    if (!Index || !Use.At || !Op.Arguments[*Index].isInt())
      continue;
    const SchemaArgument &A = Op.Arguments[*Index];
    const Node Size = Op.GivenSizes.lookup(*Index);
    if (!isReportedSize(StringRef(A.Type).starts_with("int[]"), Use.IsShape,
                        WantsSingle || Size))
      continue;
    Finding &Found = Result.emplace_back();
    Found.setRange(rangeOf(Parameter));
    Found.Message = sizeProblem({.Name = Parameter.text().str()});
    Found.Notes.push_back(noteAt(Use.At, SymIntNote::SizeUse));
    if (Size)
      Found.Notes.push_back(noteAt(Size, SymIntNote::SizeGiven));
    Note Schema = noteAt(Op.At, SymIntNote::SchemaIsHere);
    if (Op.Literal) {
      const auto Type = unsigned(int64_t(A.TypeOffset) + Op.LiteralShift);
      Schema.setRange({Type, Type + unsigned(StringRef("int").size())});
      Schema.Fix = {{Schema.range(), "SymInt"}};
    }
    Found.Notes.push_back(std::move(Schema));
  }
  return Result;
}

} // namespace aoti_tidy::python
