// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of kernels and of ATen's C interface.
#include "checks/lib/emitted/WrapperReader.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy::wrapper {
namespace {

/// The limit for all calls together: each lists the conditions before it.
constexpr size_t MaxConditions = 4'000'000;

/// Functions of the interface without an error to return.
constexpr StringRef VoidFunctions[] = {
    "aoti_torch_check",
    "aoti_torch_grad_mode_set_enabled",
    "aoti_torch_print_tensor_handle",
    "aoti_torch_save_tensor_handle",
    "aoti_torch_warn",
};

constexpr size_t LastDim = ~size_t(0);

struct IndexResult {
  StringRef Operator;
  size_t Tensor, Dim;
  bool IsIncluded; ///< the size itself is among the results
};
constexpr IndexResult IndexResults[] = {
#define AOTI_INDEX_RESULT(NAME, TENSOR, DIM, INCLUDED)                         \
  {NAME, TENSOR, DIM, INCLUDED},
#include "checks/lib/emitted/IndexResults.def"
};

const CodeToken *addressed(ArrayRef<CodeToken> Argument) {
  return Argument.size() == 2 && Argument[0].Text == "&" &&
                 Argument[1].K == CodeToken::Name
             ? &Argument[1]
             : nullptr;
}

/// "x" of "(const float*)(x)".
std::optional<ArrayRef<CodeToken>> castToPointer(ArrayRef<CodeToken> A) {
  const auto Type = inParentheses(A);
  if (!Type || Type->empty() || Type->back().Text != "*")
    return std::nullopt;
  return A.drop_front(Type->size() + 2);
}

bool isNumber(ArrayRef<CodeToken> A) {
  if (!A.empty() && A.front().Text == "-")
    A = A.drop_front();
  return A.size() == 1 && A[0].K == CodeToken::Other &&
         llvm::isDigit(A[0].Text.front());
}

} // namespace

/// "// Topologically Sorted Source Nodes: [index, add], Original ATen: [...]"
void Reader::sourceNodes(StringRef Comments) {
  const size_t At = Comments.rfind("orted Source Nodes: [");
  if (At == StringRef::npos)
    return;
  const StringRef List =
      Comments.drop_front(At).split('[').second.split(']').first;
  SourceNodes.clear();
  for (const StringRef Node : llvm::split(List, ','))
    if (!Node.trim().empty())
      SourceNodes.push_back(Node.trim().str());
}

void Reader::operatorNames(const CodeStatement &S) {
  Captures Got;
  if (S.contains("__check_inputs_outputs ( input_handles , output_handles )",
                 Got))
    Facts.CallsChecks = true;
  for (size_t I = 0; I + 1 < S.Tokens.size(); ++I) {
    StringRef Name = S.Tokens[I].Text;
    if (S.Tokens[I].K != CodeToken::Name || S.Tokens[I + 1].Text != "(" ||
        !Name.consume_front("aoti_torch_"))
      continue;
    for (const StringRef Device : {"cpu_", "cuda_", "xpu_", "mps_"})
      if (Name.starts_with(Device))
        addKernel(S.Tokens[I].Text);
    if (Name == "proxy_executor_call_function") {
      nameCustomOperator(S.Tokens[I].Text);
      CallsCustomOperator = true;
    }
  }
}

/// Custom operators are called by a number; an assertion after the call may
/// have the name.
void Reader::nameCustomOperator(StringRef Name) {
  if (CallsCustomOperator)
    addKernel(Name);
  CallsCustomOperator = false;
}

void Reader::droppedError(const CodeStatement &S) {
  const CodeToken &Function = S.Tokens.front();
  if (Function.K == CodeToken::Name && S.Tokens.size() > 1 &&
      S.Tokens[1].Text == "(" && Function.Text.starts_with("aoti_torch_") &&
      !llvm::is_contained(VoidFunctions, Function.Text))
    Model.DroppedErrors.push_back({Function.Text.str(), placeOf(Function)});
}

KernelCall::Argument Reader::argument(Tokens A, unsigned Number,
                                      StringRef Kernel) {
  KernelCall::Argument Result;
  if (const auto Pointer = castToPointer(A))
    Result.Buffer = pointer(*Pointer);
  else if (const auto Of = pointer(A))
    Result.Buffer = Of; // of a function that takes tensors
  else
    Result.Size = parse(A, Doubles::AreNotRead);
  const bool IsDouble =
      isNumber(A) ||
      (A.size() == 1 && DoubleNames.contains(std::string_view(A.front().Text)));
  if (!Result.Buffer && !Result.Size && !IsDouble)
    notModelled(A.front(), fmt::format("argument {} of {} is not understood",
                                       Number, std::string_view(Kernel)));
  return Result;
}

void Reader::addCall(StringRef Kernel, const CodeToken &At,
                     std::vector<KernelCall::Argument> Arguments,
                     std::string NotFollowed) {
  std::vector<std::string> Nodes = std::exchange(SourceNodes, {});
  Model.Memory.push_back({Kernel.str()});
  ConditionCount += Checks.size();
  if (ConditionCount > MaxConditions) {
    notModelled(At, "a kernel after more checks than are followed");
    return;
  }
  std::vector<IndexExpr> Branches;
  for (const Block &B : Blocks)
    if (B.K == Block::Conditional && B.Condition)
      Branches.push_back(*B.Condition);
  Model.Calls.push_back({Kernel.str(), std::move(NotFollowed),
                         std::move(Arguments), Checks, std::move(Branches),
                         std::move(Nodes), placeOf(At)});
}

/// launchKernel(kernels.triton_poi_fused_add_0, grid.grid_x, ..., stream);
/// torch up to 2.7 records nothing else about a GPU's kernels.
bool Reader::kernelLaunch(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("launchKernel ( kernels . $name , $rest", Got))
    return false;
  addCall(Got[0].front().Text, S.Tokens.front(), {}, whyNotFollowed());
  return true;
}

/// Bodies of torch's while_loop, map and scan.
std::string Reader::whyNotFollowed() const {
  if (isIn(Block::Loop))
    return "the wrapper calls the kernel in a loop";
  if (llvm::any_of(Blocks, [](const Block &B) {
        return B.K == Block::Conditional && !B.Condition;
      }))
    return "the wrapper calls the kernel under a condition that is not "
           "understood";
  return {};
}

/// cpp_fused_add_0((const float*)(arg0_1.data_ptr()), s77);
/// call_triton_poi_fused_add_0(arg0_1, s77, this->device_idx_, stream, ...);
bool Reader::kernelCall(const CodeStatement &S) {
  const CodeToken &Function = S.Tokens.front();
  StringRef Name = Function.Text;
  if (Function.K != CodeToken::Name || Name.starts_with("aoti_torch_"))
    return false;
  if (!Kernels.contains(std::string_view(Name)) &&
      !(Name.consume_front("call_") &&
        Kernels.contains(std::string_view(Name))))
    return false;
  const Tokens Rest = Tokens(S.Tokens).drop_front();
  const auto Inside = inParentheses(Rest);
  if (!Inside || Inside->size() + 2 != Rest.size())
    return false;
  if (std::string Why = whyNotFollowed(); !Why.empty()) {
    addCall(Name, Function, {}, std::move(Why));
    return true;
  }
  std::vector<KernelCall::Argument> Arguments;
  for (const Tokens Argument : splitAtCommas(*Inside)) {
    if (Argument.empty())
      return false;
    if (Argument.front().Text == "this" || Argument.front().Text == "stream")
      break;
    Arguments.push_back(argument(Argument, Arguments.size() + 1, Name));
  }
  addCall(Name, Function, std::move(Arguments));
  return true;
}

bool Reader::makesKnown(StringRef Function, ArrayRef<Tokens> Of) {
  const auto Handle = [&](size_t I) {
    return I < Of.size() ? addressed(Of[I]) : nullptr;
  };
  const bool IsAllocation = Function.starts_with("aoti_torch_empty_strided");
  if (IsAllocation && Handle(6)) {
    allocate(Of[1], Of[2], Of[3], Of[4], Of[6]);
    allocated(Model.Buffers.size() - 1);
    return true;
  }
  if (Function == "aoti_torch__alloc_from_pool" && Handle(6)) {
    allocate(Of[4], Of[5], Of[2], {}, Of[6]);
    return true;
  }
  if (Function == "aoti_torch_as_strided" && Handle(3)) {
    const auto Base = tensor(Of[0]);
    if (!Base)
      return false;
    nameAfterHandle(addReshaped(*Base, 0, *Handle(3), Of[1], Of[2]),
                    *Handle(3));
    return true;
  }
  if ((Function == "aoti_torch_clone_preserve_strides" ||
       Function == "aoti_torch_new_tensor_handle" ||
       Function == "aoti_torch_assign_tensors_out") &&
      Handle(1)) {
    const auto Base = tensor(Of[0]);
    if (Base)
      Buffers[Handle(1)->Text.str()] = *Base;
    return Base.has_value();
  }
  if (Function.ends_with("_view_dtype") && Handle(2)) {
    const auto Base = tensor(Of[0]);
    StringRef Type = Of[1].size() == 1 ? Of[1].front().Text : StringRef();
    Type.consume_front("cached_torch_dtype_");
    const auto To = parseDType(Type);
    if (!Base || !To || !Model.Buffers[*Base].Type)
      return false;
    const unsigned View = addView(*Base, 0, *Handle(2));
    Buffer &B = Model.Buffers[View];
    const auto Scaled = [&](const IndexExpr &Elements) {
      return IndexExpr::make(
          IndexExpr::Op::FloorDiv,
          {Elements * elementSize(*B.Type), elementSize(*To)});
    };
    if (elementSize(*B.Type) != elementSize(*To)) {
      B.Extent = Scaled(B.Extent);
      B.Offset = Scaled(B.Offset);
      setLayout(View, std::nullopt);
    }
    B.Type = To;
    Facts.Tensors[View].Input.reset();
    nameAfterHandle(View, *Handle(2));
    return true;
  }
  return false;
}

std::optional<ResultContents> Reader::indexResult(StringRef Function,
                                                  ArrayRef<Tokens> Of) {
  // "aoti_torch_cpu_sort"
  Function.consume_front("aoti_torch_");
  const StringRef Operator = Function.split('_').second;
  const auto Found = llvm::find_if(IndexResults, [&](const IndexResult &R) {
    return Operator == R.Operator;
  });
  if (Found == std::end(IndexResults) || Of.size() <= Found->Tensor)
    return std::nullopt;
  const auto Sized = tensor(Of[Found->Tensor]);
  if (!Sized)
    return std::nullopt;
  layOutInput(*Sized);
  const std::vector<IndexExpr> &Sizes = Model.Buffers[*Sized].Sizes;
  int64_t Dim = -1;
  if (Found->Dim != LastDim) {
    const auto Given =
        Found->Dim < Of.size() ? parse(Of[Found->Dim]) : std::nullopt;
    if (!Given || Given->op() != IndexExpr::Op::Constant)
      return std::nullopt;
    Dim = Given->constant();
  }
  Dim += Dim < 0 ? int64_t(Sizes.size()) : 0;
  if (Dim < 0 || Dim >= int64_t(Sizes.size()))
    return std::nullopt;
  const IndexExpr Most = Sizes[Dim] - (Found->IsIncluded ? 0 : 1);
  // What is looked for, not what it is looked for in, chooses the result. A
  // view of it may be a new buffer: no reference to one outlives this.
  const auto Chooses = tensor(Of[Found->Tensor == 0 && Found->IsIncluded]);
  return ResultContents{Found->Operator.split('_').first.str(), Most,
                        Chooses.value_or(*Sized)};
}

/// Sizes that ATen's operators on the CPU divide by, as runs of torch 2.13
/// showed: (tensor, dimension).
struct DividingOperator {
  StringRef Name, Shown;
  ArrayRef<std::pair<size_t, size_t>> Sizes;
};
constexpr std::pair<size_t, size_t> HeadsAndLengthsOfAttention[] = {{0, 1},
                                                                    {0, 2},
                                                                    {1, 2}},
                                    BatchOfLayer[] = {{0, 1}};
constexpr DividingOperator DividingOperators[] = {
    {"aoti_torch_cpu__scaled_dot_product_flash_attention_for_cpu",
     "scaled_dot_product_attention", HeadsAndLengthsOfAttention},
    {"aoti_torch_cpu_mkldnn_rnn_layer", "mkldnn_rnn_layer", BatchOfLayer},
};

void Reader::divideBySizes(const CodeToken &Function, ArrayRef<Tokens> Of) {
  const auto Known =
      llvm::find_if(DividingOperators, [&](const DividingOperator &O) {
        return O.Name == Function.Text;
      });
  if (Known == std::end(DividingOperators) || Of.size() < 2 ||
      !whyNotFollowed().empty())
    return;
  std::vector<IndexExpr> Divisors;
  for (const auto &[Tensor, Dim] : Known->Sizes) {
    const auto Sized = tensor(Of[Tensor]);
    if (!Sized)
      continue;
    layOutInput(*Sized);
    if (Dim < Model.Buffers[*Sized].Sizes.size())
      Divisors.push_back(Model.Buffers[*Sized].Sizes[Dim]);
  }
  addDivisions(Known->Shown, Function, Divisors);
}

/// '%', '/' and c10::div_mod trap; c10::div_floor_integer(a, 0) is 0.
static void addTraps(const IndexExpr &E, std::vector<IndexExpr> &Divisors) {
  using enum IndexExpr::Op;
  const bool IsLazy = llvm::is_contained({Select, And, Or}, E.op());
  for (const IndexExpr &Part :
       E.operands().take_front(IsLazy ? 1 : E.operands().size()))
    addTraps(Part, Divisors);
  if (llvm::is_contained({TruncDiv, TruncMod, FloorMod}, E.op()))
    Divisors.push_back(E.operands()[1]);
}

void Reader::divideIn(const IndexExpr &E, Tokens Text) {
  std::vector<IndexExpr> Found;
  // static_cast<double>(s77) / static_cast<double>(s27) does not trap.
  const auto IsDouble = [](const CodeToken &T) { return T.Text == "double"; };
  if (E.isTotal() || !isIn(Block::Run) || !whyNotFollowed().empty() ||
      llvm::any_of(Text, IsDouble))
    return;
  addTraps(E, Found);
  llvm::erase_if(Found, [&](const IndexExpr &Divisor) {
    return isIn(Block::Conditional) ? Divisors.contains(Divisor.str())
                                    : !Divisors.insert(Divisor.str()).second;
  });
  // They are of the kernel that comes next.
  std::vector<std::string> Nodes = SourceNodes;
  if (!Found.empty())
    addDivisions("the wrapper", Text.front(), Found);
  for (const IndexExpr &Divisor : Found) // else it is dead
    require(negation(equal(Divisor, 0)));
  SourceNodes = std::move(Nodes);
}

void Reader::addDivisions(StringRef By, const CodeToken &At,
                          ArrayRef<IndexExpr> Divisors) {
  Kernel Made;
  // Unique, as each call has a place.
  Made.Name =
      fmt::format("{}#{}", std::string_view(By), Model.Kernels.size() + 1);
  Made.At = placeOf(At);
  Made.IsOperator = true;
  std::vector<KernelCall::Argument> Given;
  for (const IndexExpr &Divisor : Divisors) {
    if (Divisor.op() == IndexExpr::Op::Constant)
      continue;
    const Variable Size{fmt::format("size{}", Given.size()),
                        VariableKind::Symbol};
    Made.Parameters.push_back({Size.Name, false, std::nullopt});
    Made.Divisions.push_back({negation(equal(IndexExpr::variable(Size), 0)),
                              Divisor.str(),
                              {},
                              Made.At});
    Given.push_back({std::nullopt, Divisor});
  }
  addCall(Made.Name, At, std::move(Given));
  Model.Memory.pop_back(); // no call
  Model.Kernels.push_back(std::move(Made));
}

/// AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_nonzero(buf0, &buf2_handle));
bool Reader::operatorCall(const CodeStatement &S) {
  const auto *Function = llvm::find_if(S.Tokens, [&](const CodeToken &T) {
    return T.K == CodeToken::Name && T.Text.starts_with("aoti_torch_");
  });
  if (Function == S.Tokens.end())
    return false;
  const auto Inside = inParentheses(
      Tokens(S.Tokens).drop_front(Function - S.Tokens.begin() + 1));
  if (!Inside)
    return false;
  StringRef Name = Function->Text;
  if (Name.consume_front("aoti_torch_item_")) {
    item(*Inside, Name);
    return true;
  }
  // A copy of an argument for the profiler: cpp.enable_kernel_profile.
  if (Name.ends_with("_to_ivalue"))
    return true;
  const auto Arguments = splitAtCommas(*Inside);
  if (makesKnown(Name, Arguments))
    return true;
  passOn(S);
  Model.Memory.push_back({Function->Text.str()});
  divideBySizes(*Function, Arguments);
  auto Holds = indexResult(Name, Arguments);
  for (const Tokens A : Arguments)
    if (const CodeToken *Handle = addressed(A)) {
      const unsigned Made = addBuffer(Buffer(), *Handle);
      Unnamed.insert(Made);
      if (A.data() == Arguments.back().data())
        Model.Buffers[Made].Holds = std::exchange(Holds, std::nullopt);
    }
  SourceNodes.clear();
  return true;
}

} // namespace aoti_tidy::wrapper
