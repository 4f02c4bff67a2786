// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors of a wrapper: inputs, constants, allocations, views.
#include "checks/lib/emitted/TensorExtent.h"
#include "checks/lib/emitted/WrapperModelReader.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy::wrapper {
namespace {

/// Of views of views: each offset makes the extent's expression longer.
constexpr unsigned MaxViews = 32;

/// cached_torch_dtype_float32
std::optional<DType> typeOf(ArrayRef<CodeToken> Name) {
  if (Name.size() != 1)
    return std::nullopt;
  StringRef Type = Name.front().Text;
  return Type.consume_front("cached_torch_dtype_") ? parseDType(Type)
                                                   : std::nullopt;
}

/// Drops \p Names and the parenthesis after them and at the end.
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

/// Whether dimensions of the strides that are recorded may have elements in
/// common, or it cannot be told.
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

/// What is known without all of the strides: there are as many elements as the
/// sizes say, and nobody knows how much between them. Before torch 2.13 those
/// that depend on a size are not written down; there they are of a layout
/// without overlaps, since a stride that the sizes don't give would be a symbol
/// of its own.
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

std::optional<unsigned> ModelReader::bufferNamed(StringRef Name) const {
  const auto It = Buffers.find(std::string_view(Name));
  return It == Buffers.end() ? std::nullopt : std::optional(It->second);
}

void ModelReader::nameBuffer(unsigned Index, const CodeToken &Name) {
  Model.Buffers[Index].Name = Name.Text.str();
  Model.Buffers[Index].At = placeOf(Name);
  Buffers[Name.Text.str()] = Index;
}

void ModelReader::nameAfterHandle(unsigned Index, const CodeToken &Handle) {
  nameBuffer(Index, Handle);
  Unnamed.insert(Index);
}

unsigned ModelReader::addBuffer(Buffer B, const CodeToken &Name) {
  Model.Buffers.push_back(std::move(B));
  nameBuffer(Model.Buffers.size() - 1, Name);
  return Model.Buffers.size() - 1;
}

unsigned ModelReader::addView(unsigned Base, std::optional<IndexExpr> Offset,
                              const CodeToken &At) {
  Buffer View = Model.Buffers[Base];
  View.Base = Base;
  View.At = placeOf(At);
  if (Offset) {
    View.Offset = View.Offset + *Offset;
    View.Extent = View.Extent - *Offset;
  }
  if (!Offset || !(*Offset == IndexExpr(0))) {
    View.Sizes.clear();
    View.Strides.clear();
  }
  // Memory that is used again under another name is no longer for that.
  const auto Below = OffsetsBelow.find(Base);
  unsigned Offsets = Below == OffsetsBelow.end() ? 0 : Below->second;
  Offsets += !(Offset == IndexExpr(0));
  if (!Offset || Offsets > MaxViews) {
    View.ExtentKnown = false;
    View.Extent = View.Offset = 0;
  }
  Model.Buffers.push_back(std::move(View));
  const unsigned Made = Model.Buffers.size() - 1;
  if (Offsets > 0)
    OffsetsBelow[Made] = Offsets;
  return Made;
}

ModelReader::Sizes ModelReader::parseAll(ArrayRef<Tokens> Elements) {
  Sizes Result;
  for (const Tokens Element : Elements)
    Result.push_back(parse(Element));
  return Result;
}

std::optional<ModelReader::Sizes> ModelReader::elementsOf(Tokens Array) {
  if (Array.size() == 1) {
    const auto It = Arrays.find(std::string_view(Array.front().Text));
    return It == Arrays.end() ? std::nullopt : std::optional(It->second);
  }
  if (Array.size() < 2 || Array.front().Text != "{" || Array.back().Text != "}")
    return std::nullopt;
  return parseAll(splitAtCommas(Array.drop_front().drop_back()));
}

bool ModelReader::setLayout(Buffer &B, Tokens Sizes, Tokens Strides) {
  B.Sizes.clear();
  B.Strides.clear();
  const auto S = elementsOf(Sizes), T = elementsOf(Strides);
  const auto IsKnown = [](const std::optional<IndexExpr> &E) {
    return E.has_value();
  };
  if (!S || !T || S->size() != T->size() || S->size() > MaxRank ||
      !llvm::all_of(*S, IsKnown) || !llvm::all_of(*T, IsKnown))
    return false;
  for (const auto &[Size, Stride] : llvm::zip_equal(*S, *T)) {
    B.Sizes.push_back(*Size);
    B.Strides.push_back(*Stride);
  }
  return true;
}

/// constants_info_[0].shape = {10, 16};
bool ModelReader::constantInfo(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("constants_info_ [ $int ] . $name = $rest", Got))
    return false;
  const auto Index = index(Got[0]);
  if (!Index || Got[2].empty())
    return true;
  Buffer &B = Constants[*Index];
  const StringRef Field = Got[1].front().Text;
  if (Field == "dtype") {
    B.Type = typeOf(Got[2]);
  } else if (Field == "data_size" && Got[2].front().K == CodeToken::Integer) {
    // In bytes; the type comes before.
    const auto Size = integer(Got[2]);
    B.ExtentKnown = Size && B.Type;
    if (B.ExtentKnown)
      B.Extent = *Size / elementSize(*B.Type);
  } else if (Field == "shape" || Field == "stride") {
    const auto Elements = elementsOf(Got[2]);
    if (!Elements ||
        !llvm::all_of(*Elements, [](const auto &E) { return !!E; }))
      return true;
    for (const auto &E : *Elements)
      (Field == "shape" ? B.Sizes : B.Strides).push_back(*E);
  }
  return true;
}

/// As the contract has it, until an assertion says it in full.
void ModelReader::layOutInput(Buffer &B, const TensorContract &T) {
  B.Type = T.Type;
  if (!T.Dims)
    return;
  std::vector<IndexExpr> Known, Strides;
  for (const Dimension &D : *T.Dims) {
    if (D.isConstant()) {
      Known.push_back(D.Lower);
      continue;
    }
    // Symbols that are still to be read are what the code will call them.
    CodeStatement S;
    EmittedCode(D.Symbol).next(S);
    const auto Size = parseIndex(S.Tokens, [](StringRef Name) {
      return IndexExpr::variable({Name.str(), VariableKind::Symbol});
    });
    if (!Size)
      return;
    Known.push_back(*Size);
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
bool ModelReader::binding(const CodeStatement &S) {
  Captures Got;
  if (S.matches("auto $name = std :: move ( inputs [ $int ] )", Got) ||
      S.matches("auto $name = std :: get < $int > ( inputs )", Got)) {
    Buffer B;
    if (const auto Input = index(Got[1])) {
      B.Input = *Input;
      if (*Input < Model.Inputs.size())
        layOutInput(B, Model.Inputs[*Input]);
    }
    addBuffer(std::move(B), Got[0].front());
    return true;
  }
  // Up to torch 2.7 it is another handle, not a reference.
  if (S.contains("auto & $name = constants_ -> at ( $int )", Got) ||
      S.contains("auto $name = constants_ -> at ( $int )", Got)) {
    Buffer B;
    if (const auto Index = index(Got[1]); Index && Constants.contains(*Index))
      B = Constants.at(*Index);
    B.IsConstant = true;
    if (!B.ExtentKnown && !B.Sizes.empty() &&
        B.Sizes.size() == B.Strides.size()) {
      B.Extent = tensorExtent(B.Sizes, B.Strides);
      B.ExtentKnown = true;
    }
    addBuffer(std::move(B), Got[0].front());
    return true;
  }
  return false;
}

/// const int64_t int_array_0[] = {s17, 8L};
bool ModelReader::array(const CodeStatement &S) {
  Captures Got;
  if (S.contains("int64_t $name [ ] = $list", Got)) {
    Arrays[nameOf(Got[0])] = parseAll(splitAtCommas(Got[1]));
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
void ModelReader::allocate(Tokens Sizes, Tokens Strides, Tokens Type,
                           Tokens Handle) {
  Buffer B;
  B.Type = typeOf(Type);
  if (setLayout(B, Sizes, Strides)) {
    B.Extent = tensorExtent(B.Sizes, B.Strides);
    B.ExtentKnown = true;
    // torch throws for negative ones.
    for (const IndexExpr &Size : B.Sizes)
      if (Size.op() != IndexExpr::Op::Constant && !isTensorSize(Size))
        require(lessEqual(0, Size));
  }
  Unnamed.insert(addBuffer(std::move(B), Handle.back()));
}

std::optional<unsigned> ModelReader::tensor(Tokens E) {
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
  const unsigned View = addView(*Base, parse(Parts[4]), At);
  setLayout(Model.Buffers[View], Parts[2], Parts[3]);
  return View;
}

/// buf0.data_ptr() + 4L*s77, or a variable that is one.
std::optional<unsigned> ModelReader::pointer(Tokens E) {
  if (const auto Inside = inParentheses(E);
      Inside && Inside->size() + 2 == E.size())
    E = *Inside;
  if (unwrap(E, "get_data_ptr_wrapper"))
    return tensor(E);
  if (E.size() == 1)
    return bufferNamed(E.front().Text);
  // The last one that is outside of parentheses.
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
bool ModelReader::variable(const CodeStatement &S) {
  Captures Got;
  if (S.matches("RAIIAtenTensorHandle $name ( $arg )", Got) ||
      S.matches("auto $name = RAIIAtenTensorHandle ( $arg )", Got)) {
    const CodeToken &Name = Got[0].front();
    const auto Of = tensor(Got[1]);
    if (!Of) {
      addBuffer(Buffer(), Name);
      return true;
    }
    // That its handle stands for it was only for this.
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
    Buffer B;
    B.Type = parseDType(Got[0].front().Text);
    if (setLayout(B, Got[3], Got[4])) {
      B.Extent = tensorExtent(B.Sizes, B.Strides);
      B.ExtentKnown = true;
    }
    addBuffer(std::move(B), Got[1].front());
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
  // "arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned))" is a copy with
  // the same layout.
  if (!IsNew && bufferNamed(Name.Text) == Of)
    return true;
  const bool IsView = *Of >= Count;
  const unsigned New = IsView ? *Of : addView(*Of, 0, Name);
  if (const auto Before = bufferNamed(Name.Text); Before && !Blocks.empty())
    Blocks.back().Assigned.emplace_back(Name.Text.str(), *Before);
  nameBuffer(New, Name);
  return true;
}

/// assert_size_stride(buf1, {s77, 8L}, {8L, 1L},
/// "torch.ops.aten.cumsum.default");
bool ModelReader::layoutAssertion(const CodeStatement &S) {
  if (S.Tokens.front().Text != "assert_size_stride")
    return false;
  const auto Inside = inParentheses(Tokens(S.Tokens).drop_front());
  const auto Parts = splitAtCommas(Inside.value_or(Tokens()));
  const auto Of = Parts.size() >= 3 ? tensor(Parts[0]) : std::nullopt;
  if (!Of)
    return true;
  Buffer &B = Model.Buffers[*Of];
  const bool IsInput = B.Input && !B.Base;
  // What was allocated is known better.
  if (B.ExtentKnown && !IsInput)
    return true;
  if (setLayout(B, Parts[1], Parts[2])) {
    B.Extent = tensorExtent(B.Sizes, B.Strides);
    B.ExtentKnown = true;
    B.IsPromised = !IsInput;
  } else {
    B.ExtentKnown = false;
  }
  return true;
}

/// assert_numel(arg0_1, 8*s77), which is checked always.
bool ModelReader::countAssertion(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("assert_numel ( $name , $arg )", Got))
    return false;
  const auto Of = bufferNamed(Got[0].front().Text);
  const auto Count = parse(Got[1]);
  if (!Of || !Count || Model.Buffers[*Of].ExtentKnown)
    return true;
  Model.Buffers[*Of].Extent = *Count;
  Model.Buffers[*Of].ExtentKnown = true;
  return true;
}

} // namespace aoti_tidy::wrapper
