// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs, constants, allocations and views.
#include "checks/lib/emitted/TensorExtent.h"
#include "checks/lib/emitted/WrapperReader.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy::wrapper {
namespace {

/// The deepest view of a view: each offset makes the extent's expression
/// longer.
constexpr unsigned MaxViews = 32;

bool unwrap(ArrayRef<CodeToken> &Call, StringRef Names) {
  ArrayRef<CodeToken> Rest = Call;
  while (!Names.empty()) {
    StringRef Name;
    std::tie(Name, Names) = Names.split(' ');
    if (Rest.empty() || Rest.front().Text != Name)
      return false;
    Rest = Rest.drop_front();
  }
  const auto Inside = inParentheses(Rest);
  if (!Inside || Inside->size() + 2 != Rest.size())
    return false;
  Call = *Inside;
  return true;
}

/// Whether dimensions may share elements, by the recorded strides.
bool mayOverlap(const TensorContract &T) {
  std::vector<std::pair<int64_t, const Dimension *>> Recorded;
  for (const auto &[Stride, Dim] : llvm::zip(T.Strides, *T.Dims))
    if (Stride && !(Dim.isConstant() && Dim.Lower <= 1))
      Recorded.emplace_back(*Stride, &Dim);
  llvm::sort(Recorded, llvm::less_first());
  int64_t Next = 1;
  for (const auto &[Stride, Dim] : Recorded) {
    // The size of the one before, if it is dynamic, is not known.
    if (Stride < Next || Next == 0)
      return true;
    Next = Dim->isConstant() ? Stride * Dim->Lower : 0;
  }
  return false;
}

/// The extent without all strides: at least the elements that the sizes give,
/// with gaps of unknown length. Before torch 2.13, strides that depend on a
/// size are not recorded; the layout has no overlaps, as a stride that the
/// sizes don't give would be a symbol.
std::optional<IndexExpr> extentWithGaps(const TensorContract &T,
                                        ArrayRef<IndexExpr> Sizes) {
  using Op = IndexExpr::Op;
  if (T.Strides.size() != Sizes.size() || mayOverlap(T))
    return std::nullopt;
  const IndexExpr Elements = IndexExpr::make(Op::Mul, Sizes.vec());
  const IndexExpr Gaps = IndexExpr::make(
      Op::Abs,
      {IndexExpr::variable({T.Name + "_gaps", VariableKind::Computed})});
  return IndexExpr::make(Op::Select, {equal(Elements, 0), 0, Elements + Gaps});
}

} // namespace

std::optional<unsigned> Reader::bufferNamed(StringRef Name) const {
  const auto It = Buffers.find(std::string_view(Name));
  return It == Buffers.end() ? std::nullopt : std::optional(It->second);
}

void Reader::nameBuffer(unsigned Index, const CodeToken &Name) {
  Model.Buffers[Index].Name = Name.Text.str();
  Model.Buffers[Index].At = placeOf(Name);
  Buffers[Name.Text.str()] = Index;
}

void Reader::nameAfterHandle(unsigned Index, const CodeToken &Handle) {
  nameBuffer(Index, Handle);
  Unnamed.insert(Index);
}

unsigned Reader::add(Buffer B, TensorFacts T) {
  Model.Buffers.push_back(std::move(B));
  Facts.Tensors.push_back(std::move(T));
  return Model.Buffers.size() - 1;
}

unsigned Reader::addBuffer(Buffer B, const CodeToken &Name) {
  const unsigned Index = add(std::move(B));
  nameBuffer(Index, Name);
  return Index;
}

unsigned Reader::addView(unsigned Base, std::optional<IndexExpr> Offset,
                         const CodeToken &At) {
  layOutInput(Base);
  Buffer View = Model.Buffers[Base];
  TensorFacts ViewFacts = Facts.Tensors[Base];
  View.Base = Base;
  View.At = placeOf(At);
  if (Offset) {
    View.Offset = View.Offset + *Offset;
    // Term by term, which keeps the sum simple.
    if (Offset->op() == IndexExpr::Op::Add)
      for (const IndexExpr &Term : Offset->operands())
        View.Extent = View.Extent - Term;
    else
      View.Extent = View.Extent - *Offset;
  }
  if (!Offset || !(*Offset == IndexExpr(0))) {
    View.Sizes.clear();
    View.Strides.clear();
    ViewFacts.Layout.reset();
    ViewFacts.Input.reset();
  }
  // Memory that is reused under another name.
  const auto Below = OffsetsBelow.find(Base);
  unsigned Offsets = Below == OffsetsBelow.end() ? 0 : Below->second;
  Offsets += !(Offset == IndexExpr(0));
  if (!Offset || Offsets > MaxViews) {
    View.ExtentKnown = false;
    View.Extent = View.Offset = 0;
  }
  const unsigned Made = add(std::move(View), std::move(ViewFacts));
  if (Offsets > 0)
    OffsetsBelow[Made] = Offsets;
  return Made;
}

unsigned Reader::addReshaped(unsigned Base, std::optional<IndexExpr> Offset,
                             const CodeToken &At, Tokens Sizes,
                             Tokens Strides) {
  const unsigned View = addView(Base, std::move(Offset), At);
  Facts.Tensors[View].Input.reset();
  if (setLayout(View, layout(Sizes, Strides)) &&
      !BareArrays.contains(memoryOf(Base)))
    requireSizes(Model.Buffers[View].Sizes, /*MayBeEmpty=*/true);
  return View;
}

Reader::Elements Reader::elements(Tokens List) {
  Elements Result;
  const auto Unknown = [&](std::string Name) {
    Result.AreKnown = false;
    return IndexExpr::variable({std::move(Name), VariableKind::Computed});
  };
  for (const Tokens Element : splitAtCommas(List)) {
    if (Result.Values.size() > MaxRank) // no layout
      break;
    const auto Value = parseIndex(Element, [&](StringRef Name) {
      const auto Known = valueOf(Name);
      return Known ? Known : Unknown(Name.str());
    });
    if (Value)
      divideIn(*Value, Element);
    std::string Text;
    for (const CodeToken &T : Element)
      Text += T.Text;
    Result.Values.push_back(Value ? *Value : Unknown(Text));
  }
  return Result;
}

std::optional<Reader::Elements> Reader::elementsOf(Tokens Array) {
  if (Array.size() == 1) {
    const auto It = Arrays.find(std::string_view(Array.front().Text));
    return It == Arrays.end() ? std::nullopt : std::optional(It->second);
  }
  if (Array.size() < 2 || Array.front().Text != "{" || Array.back().Text != "}")
    return std::nullopt;
  return elements(Array.drop_front().drop_back());
}

std::optional<WrittenLayout> Reader::layout(Tokens Sizes, Tokens Strides) {
  auto S = elementsOf(Sizes), T = elementsOf(Strides);
  if (!S || !T || S->Values.size() != T->Values.size() ||
      S->Values.size() > MaxRank)
    return std::nullopt;
  return WrittenLayout{std::move(S->Values), std::move(T->Values),
                       S->AreKnown && T->AreKnown};
}

bool Reader::setLayout(unsigned Index, std::optional<WrittenLayout> Layout) {
  Buffer &B = Model.Buffers[Index];
  const bool IsKnown = Layout && Layout->IsKnown;
  B.Sizes = IsKnown ? Layout->Sizes : std::vector<IndexExpr>();
  B.Strides = IsKnown ? Layout->Strides : std::vector<IndexExpr>();
  Facts.Tensors[Index].Layout = std::move(Layout);
  return IsKnown;
}

bool Reader::setExtent(unsigned Index, std::optional<WrittenLayout> Layout) {
  Buffer &B = Model.Buffers[Index];
  B.ExtentKnown = setLayout(Index, std::move(Layout));
  if (B.ExtentKnown)
    B.Extent = tensorExtent(B.Sizes, B.Strides);
  return B.ExtentKnown;
}

/// Until an assertion tells the whole layout.
void Reader::layOutInput(unsigned Index) {
  if (!NotLaidOut.erase(Index))
    return;
  Buffer &B = Model.Buffers[Index];
  const auto Input = Facts.Inputs.find(*B.Input);
  if (Input == Facts.Inputs.end() || !Input->second.Name)
    return;
  const TensorContract T = inputContract(Facts, Input->second);
  if (!T.Dims)
    return;
  std::vector<IndexExpr> Known, Strides;
  for (const Dimension &D : *T.Dims) {
    if (D.isConstant())
      Known.push_back(D.Lower);
    else if (!D.Symbol.empty())
      Known.push_back(IndexExpr::variable({D.Symbol, VariableKind::Symbol}));
    else
      return;
  }
  IndexExpr Expected = 1;
  for (size_t Dim = Known.size(); Dim-- > 0; Expected = Known[Dim] * Expected)
    if (Dim < T.Strides.size() && T.Strides[Dim])
      Strides.insert(Strides.begin(), *T.Strides[Dim]);
    else if (T.IsContiguous)
      Strides.insert(Strides.begin(), Expected);
    else
      break;
  if (Strides.size() == Known.size()) {
    B.Extent = tensorExtent(Known, Strides);
    B.Strides = std::move(Strides);
  } else if (const auto Extent = extentWithGaps(T, Known)) {
    B.Extent = *Extent;
  } else {
    return;
  }
  B.ExtentKnown = true;
  B.Sizes = std::move(Known);
}

/// auto arg0_1 = std::move(inputs[0]); auto& w = constants_->at(0);
bool Reader::binding(const CodeStatement &S) {
  Captures Got;
  if (S.matches("auto $name = std :: move ( inputs [ $int ] )", Got) ||
      S.matches("auto $name = std :: get < $int > ( inputs )", Got)) {
    const unsigned Made = addBuffer(Buffer(), Got[0].front());
    if (Captures Ignored; S.contains("std :: get", Ignored))
      BareArrays.insert(Made);
    if (const auto Input = index(Got[1])) {
      Model.Buffers[Made].Input = Input;
      Facts.Tensors[Made].Input = Input;
      NotLaidOut.insert(Made);
      if (const auto It = Facts.Inputs.find(*Input); It != Facts.Inputs.end()) {
        Model.Buffers[Made].Type = It->second.Type;
        Facts.Tensors[Made].Device = It->second.Device;
      }
    }
    return true;
  }
  // Up to torch 2.7 it is another handle, not a reference.
  if (S.contains("auto & $name = constants_ -> at ( $int )", Got) ||
      S.contains("auto $name = constants_ -> at ( $int )", Got)) {
    Buffer B;
    if (const auto Index = index(Got[1]); Index && Constants.contains(*Index)) {
      B = Constants.at(*Index);
      // The library rounds its size up; a tensor that is loaded in its place
      // has the shape's.
      const auto &Shape = Facts.Constants[*Index].Sizes;
      if (Shape && Shape->size() == B.Strides.size()) {
        const IndexExpr Extent = tensorExtent(B.Sizes, B.Strides);
        B.Extent = B.ExtentKnown
                       ? IndexExpr::make(IndexExpr::Op::Min, {B.Extent, Extent})
                       : Extent;
        B.ExtentKnown = true;
      }
    }
    B.IsConstant = true;
    addBuffer(std::move(B), Got[0].front());
    return true;
  }
  return false;
}

/// const int64_t int_array_0[] = {s17, 8L};
bool Reader::array(const CodeStatement &S) {
  Captures Got;
  if (S.contains("int64_t $name [ ] = $list", Got)) {
    Arrays[nameOf(Got[0])] = elements(Got[1]);
    return true;
  }
  if (S.contains("int64_t * $name = nullptr", Got)) {
    Arrays[nameOf(Got[0])] = {};
    return true;
  }
  return false;
}

/// aoti_torch_empty_strided(2, int_array_0, int_array_1, type, ...,
/// &buf0_handle)
void Reader::allocate(Tokens Sizes, Tokens Strides, Tokens Type, Tokens Device,
                      Tokens Handle) {
  const unsigned Made = addBuffer(Buffer(), Handle.back());
  Unnamed.insert(Made);
  Model.Buffers[Made].Type = typeOf(Type);
  StringRef On = Device.size() == 1 ? Device.front().Text : StringRef();
  if (On.consume_front("cached_torch_device_type_"))
    Facts.Tensors[Made].Device = On;
  if (setExtent(Made, layout(Sizes, Strides)))
    requireSizes(Model.Buffers[Made].Sizes, /*MayBeEmpty=*/false);
}

void Reader::requireSizes(ArrayRef<IndexExpr> Sizes, bool MayBeEmpty) {
  for (const auto &[Dim, Size] : llvm::enumerate(Sizes)) {
    if (Size.op() == IndexExpr::Op::Constant || isTensorSize(Size))
      continue;
    IndexExpr Condition = lessEqual(0, Size);
    for (const auto &[Other, OtherSize] : llvm::enumerate(Sizes))
      if (MayBeEmpty && Other != Dim)
        Condition = either(equal(OtherSize, 0), Condition);
    require(std::move(Condition));
  }
}

std::optional<unsigned> Reader::tensor(Tokens E) {
  while (unwrap(E, "wrap_with_raii_handle_if_needed") ||
         unwrap(E, "RAIIAtenTensorHandle") || unwrap(E, "std :: move") ||
         unwrap(E, "temporary_reference"))
    ;
  if (E.size() == 1)
    return bufferNamed(E.front().Text);
  if (E.size() == 5 && E[1].Text == "." && E[2].Text == "get")
    return bufferNamed(E.front().Text);
  const CodeToken &At = E.empty() ? CodeToken() : E.front();
  if (!unwrap(E, "reinterpret_tensor_wrapper"))
    return std::nullopt;
  const auto Parts = splitAtCommas(E);
  if (Parts.size() != 5)
    return std::nullopt;
  const auto Base = tensor(Parts[0]);
  if (!Base)
    return std::nullopt;
  return addReshaped(*Base, parse(Parts[4]), At, Parts[2], Parts[3]);
}

/// buf0.data_ptr() + 4L*s77, or a variable that is one.
std::optional<unsigned> Reader::pointer(Tokens E) {
  if (const auto Inside = inParentheses(E);
      Inside && Inside->size() + 2 == E.size())
    E = *Inside;
  if (unwrap(E, "get_data_ptr_wrapper"))
    return tensor(E);
  if (E.size() == 1)
    return bufferNamed(E.front().Text);
  const auto *Dot = E.end();
  int Depth = 0;
  for (const CodeToken &T : E) {
    Depth += T.Text == "(" ? 1 : T.Text == ")" ? -1 : 0;
    if (Depth == 0 && T.Text == ".")
      Dot = &T;
  }
  if (Dot == E.end())
    return std::nullopt;
  const size_t Before = Dot - E.begin();
  const Tokens After = E.drop_front(Before);
  if (After.size() < 4 || After[1].Text != "data_ptr" || After[2].Text != "(" ||
      After[3].Text != ")")
    return std::nullopt;
  const auto Of = tensor(E.take_front(Before));
  if (!Of || After.size() == 4)
    return Of;
  if (After[4].Text != "+")
    return std::nullopt;
  return addView(*Of, parse(After.drop_front(5)), E.front());
}

/// RAIIAtenTensorHandle buf0(buf0_handle); auto buf2 = std::move(buf1);
bool Reader::variable(const CodeStatement &S) {
  Captures Got;
  if (S.matches("RAIIAtenTensorHandle $name ( $arg )", Got) ||
      S.matches("auto $name = RAIIAtenTensorHandle ( $arg )", Got)) {
    const CodeToken &Name = Got[0].front();
    const auto Of = tensor(Got[1]);
    if (!Of) {
      passOn(S);
      addBuffer(Buffer(), Name);
      return true;
    }
    if (Unnamed.erase(*Of))
      nameBuffer(*Of, Name);
    Buffers[Name.Text.str()] = *Of;
    return true;
  }
  if (S.matches("RAIIAtenTensorHandle $name", Got)) {
    addBuffer(Buffer(), Got[0].front());
    return true;
  }
  // float buf0_storage[512]; ArrayRefTensor<float> buf0(buf0_storage, ...);
  if (S.matches(
          "ArrayRefTensor < $name > $name ( $name , $name , $name , $rest",
          Got)) {
    const unsigned Made = addBuffer(Buffer(), Got[1].front());
    BareArrays.insert(Made);
    Model.Buffers[Made].Type = parseDType(Got[0].front().Text);
    setExtent(Made, layout(Got[3], Got[4]));
    return true;
  }
  if (S.matches("auto * $name = get_data_ptr_wrapper ( $arg )", Got)) {
    if (const auto Of = tensor(Got[1]))
      Buffers[nameOf(Got[0])] = *Of;
    else
      addBuffer(Buffer(), Got[0].front());
    return true;
  }
  const bool IsNew = S.matches("auto $name = $rest", Got) ||
                     S.matches("decltype ( auto ) $name = $rest", Got);
  if (!IsNew &&
      (!S.matches("$name = $rest", Got) || !bufferNamed(Got[0].front().Text)))
    return false;
  const size_t Count = Model.Buffers.size();
  const auto Of = tensor(Got[1]);
  if (!Of)
    return false;
  const CodeToken &Name = Got[0].front();
  // "arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned))": the same
  // layout.
  if (!IsNew && bufferNamed(Name.Text) == Of)
    return true;
  const bool IsView = *Of >= Count;
  const unsigned New = IsView ? *Of : addView(*Of, 0, Name);
  if (const auto Before = bufferNamed(Name.Text); Before && !Blocks.empty())
    Blocks.back().Assigned.emplace_back(Name.Text.str(), *Before);
  nameBuffer(New, Name);
  return true;
}

/// output_handles[0] = buf0.release();
bool Reader::output(const CodeStatement &S) {
  Captures Got;
  if (S.matches("output_handles [ $int ] = $name . release ( )", Got)) {
    const auto I = index(Got[0]);
    if (const auto Of = bufferNamed(Got[1].front().Text); I && Of)
      Facts.Outputs.emplace(*I, *Of);
    return true;
  }
  if (S.matches("output_handles [ $int ] = output_handles [ $int ]", Got)) {
    const auto I = index(Got[0]), From = index(Got[1]);
    if (I && From && Facts.Outputs.contains(*From))
      Facts.Outputs.emplace(*I, Facts.Outputs.at(*From));
    return true;
  }
  return false;
}

/// assert_size_stride(buf1, {s77, 8L}, {8L, 1L},
/// "torch.ops.aten.cumsum.default"); torch 2.15 adds the element type.
bool Reader::layoutAssertion(const CodeStatement &S) {
  if (S.Tokens.front().Text != "assert_size_stride")
    return false;
  const auto Inside = inParentheses(Tokens(S.Tokens).drop_front());
  const auto Parts = splitAtCommas(Inside.value_or(Tokens()));
  if (Parts.size() < 3)
    return true;
  StringRef Operator;
  if (Parts.size() > 3 && !Parts[3].empty() &&
      Parts[3].front().K == CodeToken::String)
    Operator = Parts[3].front().Text;
  if (Operator.starts_with("torch.ops."))
    nameCustomOperator(Operator);
  auto Of = tensor(Parts[0]);
  if (!Of && Parts[0].size() == 1 && Parts[0].front().K == CodeToken::Name)
    Of = addBuffer(Buffer(), Parts[0].front());
  if (!Of)
    return true;
  auto Layout = layout(Parts[1], Parts[2]);
  Buffer &B = Model.Buffers[*Of];
  const bool IsInput = B.Input && !B.Base;
  if (IsInput && Operator == "input" && Layout)
    Facts.Inputs[*B.Input].Asserted = Layout;
  // Allocations are known better.
  if (B.ExtentKnown && !IsInput)
    return true;
  NotLaidOut.erase(*Of);
  setExtent(*Of, std::move(Layout));
  return true;
}

/// assert_numel(arg0_1, 8*s77), which is checked always.
bool Reader::countAssertion(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("assert_numel ( $name , $arg )", Got))
    return false;
  const auto Of = bufferNamed(Got[0].front().Text);
  const auto Count = parse(Got[1]);
  if (!Of || !Count)
    return true;
  layOutInput(*Of);
  if (Model.Buffers[*Of].ExtentKnown)
    return true;
  Model.Buffers[*Of].Extent = *Count;
  Model.Buffers[*Of].ExtentKnown = true;
  return true;
}

} // namespace aoti_tidy::wrapper
