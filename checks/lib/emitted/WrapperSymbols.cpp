// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes: read, computed and checked.
#include "checks/lib/emitted/WrapperReader.h"
#include <fmt/format.h>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy::wrapper {
namespace {

/// More than any model has: each call of a kernel lists them.
constexpr size_t MaxChecks = 1000;

/// The range of a type in aoti_torch_item_<Type>().
std::optional<std::pair<std::optional<int64_t>, std::optional<int64_t>>>
rangeOf(StringRef Type) {
  if (Type == "bool")
    return {{0, 1}};
  if (Type == "int64")
    return {{std::nullopt, std::nullopt}};
  if (Type == "uint64")
    return {{0, std::nullopt}};
  const bool IsSigned = !Type.consume_front("u");
  unsigned Bits;
  if (!Type.consume_front("int") || Type.getAsInteger(10, Bits) ||
      (Bits != 8 && Bits != 16 && Bits != 32))
    return std::nullopt;
  const int64_t Values = int64_t(1) << Bits;
  return IsSigned ? std::pair(-Values / 2, Values / 2 - 1)
                  : std::pair(int64_t(0), Values - 1);
}

bool isIntegerType(StringRef Type) {
  return Type == "int64_t" || Type == "auto" || Type == "long";
}

} // namespace

std::optional<IndexExpr> Reader::valueOf(StringRef Name) {
  if (const auto It = Values.find(std::string_view(Name)); It != Values.end())
    return It->second;
  // Mostly u0_raw becomes u0 and nothing else; else it needs its own symbol.
  if (const auto It = UnnamedItems.find(std::string_view(Name));
      It != UnnamedItems.end()) {
    const UnnamedItem Item = It->second;
    addItem(Item.Name, Item.Of);
    return Values.at(Item.Name.Text.str());
  }
  return std::nullopt;
}

std::optional<IndexExpr> Reader::parse(Tokens Expression, Doubles D) {
  auto Value =
      parseIndex(Expression, [&](StringRef Name) { return valueOf(Name); }, D);
  if (Value)
    divideIn(*Value, Expression);
  return Value;
}

void Reader::require(IndexExpr Condition) {
  Condition = asCondition(Condition);
  if (Checks.size() < MaxChecks && !(Condition == IndexExpr::always()) &&
      !llvm::is_contained(Checks, Condition))
    Checks.push_back(std::move(Condition));
}

void Reader::requireOrThrow(const IndexExpr &Condition) {
  const bool IsAlways = !Blocks.empty() && Blocks.back().K == Block::Run;
  if (IsAlways && Facts.Required.size() < MaxChecks)
    Facts.Required.push_back(asCondition(Condition));
  require(Condition);
}

void Reader::addSymbol(const CodeToken &Name, SizeSymbol Symbol,
                       VariableKind Kind) {
  Symbol.Name = Name.Text.str();
  // Kernels' thread counts are assigned again for each call.
  unsigned &Uses = SymbolUses[Symbol.Name];
  if (++Uses > 1)
    Symbol.Name = fmt::format("{}.{}", Symbol.Name, Uses);
  Symbol.At = placeOf(Name);
  Values.insert_or_assign(
      Name.Text.str(),
      Symbol.Value && (Symbol.Value->op() == IndexExpr::Op::Variable ||
                       Symbol.Value->op() == IndexExpr::Op::Constant)
          ? *Symbol.Value
          : IndexExpr::variable({Symbol.Name, Kind}));
  UnnamedItems.erase(Name.Text.str());
  SymbolIndex[Symbol.Name] = Model.Symbols.size();
  Model.Symbols.push_back(std::move(Symbol));
}

void Reader::addItem(const CodeToken &Name, unsigned Of) {
  SizeSymbol S;
  S.ItemOf = Model.Buffers[Of].Name;
  S.Item = Of;
  addSymbol(Name, std::move(S), VariableKind::Item);
}

void Reader::define(const CodeToken &Name, std::optional<IndexExpr> Value) {
  if (!Value)
    notModelled(Name, fmt::format("the value of '{}' is not understood",
                                  std::string_view(Name.Text)));
  SizeSymbol S;
  S.Value = std::move(Value);
  addSymbol(Name, std::move(S));
}

bool Reader::isTensorSize(const IndexExpr &E) const {
  if (E.op() != IndexExpr::Op::Variable)
    return false;
  const auto It = SymbolIndex.find(E.variable().Name);
  return It != SymbolIndex.end() && Model.Symbols[It->second].Dim;
}

/// int64_t s77 = arg0_1_size[0]; auto u0 = buf2.size(0);
bool Reader::size(const CodeStatement &S) {
  Captures Got;
  if (S.matches("auto $name = $name . sizes ( )", Got) ||
      S.matches("auto $name = $name . strides ( )", Got)) {
    const bool IsSizes = S.Tokens[5].Text == "sizes";
    if (const auto Of = bufferNamed(Got[1].front().Text))
      (IsSizes ? SizeArrays : StrideArrays)[nameOf(Got[0])] = *Of;
    return true;
  }
  std::optional<unsigned> Of;
  if (S.matches("int64_t $name = $name [ $int ]", Got) ||
      S.matches("auto $name = $name [ $int ]", Got)) {
    const std::string Array = nameOf(Got[1]);
    const auto It = SizeArrays.find(Array);
    // The layout's assertion may relate it to others.
    if (It == SizeArrays.end() && StrideArrays.contains(Array)) {
      addSymbol(Got[0].front(), SizeSymbol());
      return true;
    }
    if (It != SizeArrays.end())
      Of = It->second;
  } else if (S.matches("auto $name = $name . size ( $int )", Got) ||
             S.matches("int64_t $name = $name . size ( $int )", Got)) {
    Of = bufferNamed(Got[1].front().Text);
  }
  if (!Of)
    return false;
  const auto Dim = index(Got[2]);
  if (!Dim)
    return false;
  const Buffer &B = Model.Buffers[*Of];
  SizeSymbol New;
  if (B.Input && !B.Base) {
    New.Input = B.Input;
    New.Dim = *Dim;
    Facts.HasSymbol = true;
    // "int64_t arg0_1_size_0 = arg0_1_size[0]" is for one to be solved.
    const StringRef Name = Got[0].front().Text;
    if (!Name.starts_with(Got[1].front().Text))
      Facts.Inputs[*B.Input].Symbols.emplace(*Dim, Name.str());
  } else if (*Dim < B.Sizes.size()) {
    New.Value = B.Sizes[*Dim];
  } else {
    New.SizeOf = B.Name;
    New.Dim = *Dim;
  }
  addSymbol(Got[0].front(), std::move(New));
  return true;
}

/// int64_t u1 = u1_with_step < 0 ? 0 : u1_with_step; u0_xnumel = 8L*s77;
bool Reader::computed(const CodeStatement &S) {
  Captures Got;
  const bool IsSize = S.matches("int64_t $name = $rest", Got) ||
                      S.matches("const int64_t $name = $rest", Got);
  const bool IsAuto = !IsSize && S.matches("auto $name = $rest", Got);
  const bool IsAssignment = !IsSize && !IsAuto;
  if (IsAssignment && (!S.matches("$name = $rest", Got) ||
                       !Values.contains(std::string_view(Got[0].front().Text))))
    return false;
  const CodeToken &Name = Got[0].front();
  const Tokens Of = Got[1];
  if (Of.size() == 1 && UnnamedItems.contains(std::string_view(Of[0].Text))) {
    const std::string Raw = Of[0].Text.str();
    addItem(Name, UnnamedItems.at(Raw).Of);
    Values.insert_or_assign(Raw, Values.at(Name.Text.str()));
    UnnamedItems.erase(Raw);
    return true;
  }
  if (Of.size() == 1 && DoubleNames.contains(std::string_view(Of[0].Text))) {
    DoubleNames.insert(Name.Text.str());
    return true;
  }
  std::optional<IndexExpr> Value =
      parse(Of, IsAuto ? Doubles::AreNotRead : Doubles::ConvertToInteger);
  if (!Value && IsAuto)
    return false;
  if (IsAssignment && !Blocks.empty())
    Blocks.back().AssignedSizes.push_back(Name.Text.str());
  if (const auto It = Values.find(std::string_view(Name.Text));
      It != Values.end() && Value &&
      It->second.op() == IndexExpr::Op::Variable) {
    const auto Before = SymbolIndex.find(It->second.variable().Name);
    if (Before != SymbolIndex.end() &&
        Model.Symbols[Before->second].Value == Value)
      return true;
  }
  define(Name, std::move(Value));
  return true;
}

/// AOTI_TORCH_CHECK(s77 != 0, "Integer modulo by zero");
bool Reader::check(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("AOTI_TORCH_CHECK ( $arg , $rest", Got))
    return false;
  if (const auto Condition = parse(Got[0]))
    requireOrThrow(*Condition);
  else
    notModelled(S.Tokens.front(), UnknownCheck);
  return true;
}

bool Reader::scalar(const CodeStatement &S) {
  Captures Got;
  if (S.matches("double $name = $rest", Got) ||
      S.matches("float $name = $rest", Got) || S.matches("double $name", Got) ||
      S.matches("float $name", Got)) {
    DoubleNames.insert(nameOf(Got[0]));
    return true;
  }
  return S.matches("AtenTensorHandle $name", Got) ||
         (S.matches("$name $name", Got) && isIntegerType(S.Tokens[0].Text));
}

/// aoti_torch_item_int64(arg1_1, &u0_raw)
void Reader::item(Tokens Arguments, StringRef Type) {
  const auto Parts = splitAtCommas(Arguments);
  if (Parts.size() != 2 || Parts[1].size() != 2 || Parts[1][0].Text != "&")
    return;
  const CodeToken &Name = Parts[1][1];
  const auto Range = rangeOf(Type);
  if (!Range) {
    DoubleNames.insert(Name.Text.str());
    return;
  }
  const auto Of = tensor(Parts[0]);
  if (!Of) {
    notModelled(Name, "an item of a tensor that is not understood");
    return;
  }
  Values.erase(Name.Text.str());
  UnnamedItems.insert_or_assign(Name.Text.str(), UnnamedItem{Name, *Of});
  const auto [Lower, Upper] = *Range;
  if (!Lower && !Upper)
    return;
  const IndexExpr Value = *valueOf(Name.Text);
  if (Lower)
    require(lessEqual(*Lower, Value));
  if (Upper)
    require(lessEqual(Value, *Upper));
}

} // namespace aoti_tidy::wrapper
