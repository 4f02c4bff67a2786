// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms are those of generate_input_output_runtime_checks() and its
// neighbours in torch/_inductor/codegen/cpp_wrapper_cpu.py, torch 2.4 to 2.15.
#include "checks/artifact/WrapperFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Expressions = std::vector<std::optional<SizeExpression>>;
using Captures = llvm::SmallVector<ArrayRef<CodeToken>, 8>;

/// More than any tensor has: torch's limit.
constexpr size_t MaxRank = 64;
/// More than any model has: of variables or kernels, and of blocks in blocks.
constexpr size_t MaxNames = 100'000, MaxDepth = 100;

/// The condition of an 'if' that guards a throw.
struct SizeCondition {
  enum Form { Constant, Lower, Upper, Stride } F;
  size_t Input, Dim;
  int64_t Value;
};

struct Block {
  enum Kind { Other, KernelClass, RunImpl, CheckInputs, CheckInput, EnvGate };
  Kind K = Other;
  bool IsFunction = false, Throws = false;
  std::optional<SizeCondition> Condition;
};

std::optional<int64_t> integer(ArrayRef<CodeToken> Token) {
  int64_t Value;
  if (Token.front().Text.rtrim('L').getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

/// Of an input, an output or a dimension.
std::optional<size_t> index(ArrayRef<CodeToken> Token) {
  const auto Value = integer(Token);
  return Value && *Value < (1 << 16) ? std::optional<size_t>(*Value)
                                     : std::nullopt;
}

/// 0 -> "cpu": the values of c10::DeviceType that AOTInductor knows.
StringRef deviceName(int64_t Type) {
  switch (Type) {
  case 0:
    return "cpu";
  case 1:
    return "cuda";
  case 12:
    return "xpu";
  case 13:
    return "mps";
  }
  return {};
}

/// A variable's or an operator's name in emitted code; not a string's text.
std::string nameOf(ArrayRef<CodeToken> Token) {
  return Token.front().Text.str();
}

class Reader {
public:
  explicit Reader(StringRef Text) : Code(Text) {}
  WrapperFacts read();

private:
  void directive(StringRef Line);
  void useDevice(StringRef Device, const llvm::Twine &Evidence);
  Block blockOf(const CodeStatement &S);
  void close(const Block &B);
  void statement(const CodeStatement &S);
  bool modelInfo(const CodeStatement &S);
  bool inputBinding(const CodeStatement &S);
  bool typeCheck(const CodeStatement &S);
  bool symbol(const CodeStatement &S);
  bool assertion(const CodeStatement &S);
  bool buffer(const CodeStatement &S);
  bool output(const CodeStatement &S);
  void calls(const CodeStatement &S);

  bool isIn(Block::Kind K) const {
    return llvm::any_of(Blocks, [&](const Block &B) { return B.K == K; });
  }
  std::optional<SizeCondition> sizeCondition(const CodeStatement &S);
  /// The input in "arg0_1_size"; nothing if it is something else.
  std::optional<size_t> inputOf(StringRef Variable, StringRef Suffix) const;
  std::optional<EmittedLayout> layout(ArrayRef<CodeToken> Sizes,
                                      ArrayRef<CodeToken> Strides) const;
  std::optional<EmittedLayout> layoutOfArrays(StringRef Sizes,
                                              StringRef Strides) const;
  BufferFacts bufferNamed(StringRef Name) const;
  void addKernel(StringRef Name);
  void nameCustomOperator();

  EmittedCode Code;
  WrapperFacts Facts;
  std::vector<Block> Blocks;
  // Of the function that is being read.
  ByName<size_t> Bound;
  ByName<std::string> Aliases;
  ByName<std::pair<Expressions, std::vector<std::string>>> Arrays;
  ByName<BufferFacts> Buffers;
  bool CallsCustomOperator = false; ///< whose name is still to come
  std::set<std::string, std::less<>> KnownKernels;
};

/// The elements of "s17, 8L" or "s77, ", and their texts.
std::pair<Expressions, std::vector<std::string>>
elements(ArrayRef<CodeToken> List, const ByName<std::string> &Aliases) {
  std::pair<Expressions, std::vector<std::string>> Result;
  while (!List.empty()) {
    int Depth = 0;
    size_t Size = 0;
    std::string Text;
    for (; Size < List.size(); ++Size) {
      const StringRef T = List[Size].Text;
      if (T == "," && Depth == 0)
        break;
      if (T == "(" || T == "{")
        ++Depth;
      else if (T == ")" || T == "}")
        --Depth;
      Text += T.str() + (T == "," ? " " : "");
    }
    Result.first.push_back(
        SizeExpression::parse(List.take_front(Size), Aliases));
    Result.second.push_back(std::move(Text));
    List = List.drop_front(std::min(Size + 1, List.size()));
  }
  return Result;
}

std::optional<size_t> Reader::inputOf(StringRef Variable,
                                      StringRef Suffix) const {
  if (!Variable.consume_back(Suffix))
    return std::nullopt;
  const auto It = Bound.find(std::string_view(Variable));
  return It == Bound.end() ? std::nullopt : std::optional<size_t>(It->second);
}

std::optional<EmittedLayout>
Reader::layout(ArrayRef<CodeToken> Sizes, ArrayRef<CodeToken> Strides) const {
  EmittedLayout Result;
  std::tie(Result.Sizes, Result.SizeTexts) = elements(Sizes, Aliases);
  Result.Strides = elements(Strides, Aliases).first;
  if (Result.Sizes.size() != Result.Strides.size() ||
      Result.Sizes.size() > MaxRank)
    return std::nullopt;
  return Result;
}

std::optional<EmittedLayout> Reader::layoutOfArrays(StringRef Sizes,
                                                    StringRef Strides) const {
  const auto Size = Arrays.find(std::string_view(Sizes));
  const auto Stride = Arrays.find(std::string_view(Strides));
  if (Size == Arrays.end() || Stride == Arrays.end() ||
      Size->second.first.size() != Stride->second.first.size() ||
      Size->second.first.size() > MaxRank)
    return std::nullopt;
  return EmittedLayout{Size->second.first, Stride->second.first,
                       Size->second.second};
}

BufferFacts Reader::bufferNamed(StringRef Name) const {
  if (const auto It = Buffers.find(std::string_view(Name)); It != Buffers.end())
    return It->second;
  BufferFacts Result;
  Result.Input = inputOf(Name, "");
  return Result;
}

void Reader::addKernel(StringRef Name) {
  if (KnownKernels.insert(Name.str()).second)
    Facts.Kernels.push_back(Name.str());
}

void Reader::directive(StringRef Line) {
  if (!Line.consume_front("#include <torch/csrc/inductor/") ||
      !Line.consume_back(".h>"))
    return;
  StringRef Device = Line;
  // torch 2.7 and newer; before that, the device's C shim.
  if (!Device.consume_front("aoti_include/") &&
      !Device.consume_front("aoti_torch/generated/c_shim_"))
    return;
  if (Device != "cpu" && Device != "cuda" && Device != "xpu" && Device != "mps")
    return;
  useDevice(Device, "its code includes " + llvm::sys::path::filename(Line) + ".h");
}

/// Models for a GPU use the CPU, too.
void Reader::useDevice(StringRef Device, const llvm::Twine &Evidence) {
  if (!Facts.Device.empty() && (Facts.Device != "cpu" || Device == "cpu"))
    return;
  Facts.Device = Device;
  Facts.DeviceEvidence = Evidence.str();
}

WrapperFacts Reader::read() {
  CodeStatement S;
  while (Code.next(S)) {
    // No torch emits that.
    if (Blocks.size() > MaxDepth || Arrays.size() > MaxNames ||
        Buffers.size() > MaxNames || Aliases.size() > MaxNames ||
        KnownKernels.size() > MaxNames)
      return WrapperFacts();
    switch (S.Terminator) {
    case CodeStatement::Directive:
      directive(S.Line);
      break;
    case CodeStatement::BlockOpens:
      Blocks.push_back(blockOf(S));
      break;
    case CodeStatement::BlockCloses:
      statement(S);
      if (!Blocks.empty()) {
        const Block B = Blocks.back();
        Blocks.pop_back();
        close(B);
      }
      break;
    case CodeStatement::Semicolon:
    case CodeStatement::EndOfFile:
      statement(S);
      break;
    }
  }
  return std::move(Facts);
}

std::optional<SizeCondition> Reader::sizeCondition(const CodeStatement &S) {
  using C = SizeCondition;
  Captures Got;
  static constexpr std::pair<StringRef, C::Form> Bounds[] = {
      {"if ( $name [ $int ] < $int )", C::Lower},
      {"if ( $name [ $int ] > $int )", C::Upper}};
  for (const auto &[Pattern, Form] : Bounds) {
    if (!S.matches(Pattern, Got))
      continue;
    const auto Input = inputOf(Got[0].front().Text, "_size");
    const auto Dim = index(Got[1]);
    const auto Value = integer(Got[2]);
    if (Input && Dim && *Dim < MaxRank && Value)
      return C{Form, *Input, *Dim, *Value};
  }
  if (S.matches("if ( $int != $name [ $int ] )", Got)) {
    const auto Value = integer(Got[0]);
    const auto Dim = index(Got[2]);
    const auto OfSize = inputOf(Got[1].front().Text, "_size");
    const auto OfStride = inputOf(Got[1].front().Text, "_stride");
    if (Value && Dim && *Dim < MaxRank && (OfSize || OfStride))
      return C{OfSize ? C::Constant : C::Stride,
               OfSize ? *OfSize : *OfStride, *Dim, *Value};
  }
  return std::nullopt;
}

Block Reader::blockOf(const CodeStatement &S) {
  Block Result;
  Captures Got;
  if (S.matches("if ( ! _check_aoti_runtime_check_inputs_env ( ) )", Got) ||
      S.matches("if ( _check_aoti_runtime_check_inputs_env ( ) )", Got)) {
    Result.K = Block::EnvGate;
    // The call to it comes after: 'if' not, return.
    Facts.GatesChecks |= isIn(Block::CheckInputs);
    return Result;
  }
  if (isIn(Block::CheckInputs) || isIn(Block::CheckInput)) {
    Result.Condition = sizeCondition(S);
    return Result;
  }
  if (S.contains("class $name", Got) &&
      Got[0].front().Text.starts_with("AOTInductorModelKernels")) {
    Result.K = Block::KernelClass;
    return Result;
  }
  if (S.contains(": AOTInductorModelBase ( $int , $int ,", Got)) {
    Facts.HasModel = true;
    Facts.InputCount = index(Got[0]);
    Facts.OutputCount = index(Got[1]);
  }
  // Functions: their blocks open after the parameters.
  if (S.contains("void __check_inputs_outputs (", Got)) {
    Result.K = Block::CheckInputs;
    Facts.DefinesChecks = true;
  } else if (S.contains("static void $name ( AtenTensorHandle *", Got) &&
             Got[0].front().Text.starts_with("check_input_")) {
    Result.K = Block::CheckInput;
  } else if (S.contains(":: run_impl ( AtenTensorHandle *", Got)) {
    Result.K = Block::RunImpl;
    Facts.HasRunImpl = true;
  } else {
    if (S.matches("extern $string void $name ( $rest", Got))
      addKernel(Got[1].front().Text);
    else if (S.matches("AOTIRuntimeError $name ( $rest", Got) &&
             Facts.InterfaceFunctions.size() < MaxNames)
      Facts.InterfaceFunctions.insert(nameOf(Got[0]));
    return Result;
  }
  Result.IsFunction = true;
  return Result;
}

void Reader::close(const Block &B) {
  if (B.IsFunction) {
    nameCustomOperator();
    Bound.clear();
    Aliases.clear();
    Arrays.clear();
    Buffers.clear();
  }
  if (!B.Condition || !B.Throws)
    return;
  InputFacts &Input = Facts.Inputs[B.Condition->Input];
  const auto &[Form, _, Dim, Value] = *B.Condition;
  switch (Form) {
  case SizeCondition::Constant:
    Input.Constants.emplace(Dim, Value);
    break;
  case SizeCondition::Lower:
    Input.Lowers.emplace(Dim, Value);
    Facts.HasLowerBound = true;
    break;
  case SizeCondition::Upper:
    Input.Uppers.emplace(Dim, Value);
    break;
  case SizeCondition::Stride:
    Input.Strides.emplace(Dim, Value);
    break;
  }
}

void Reader::statement(const CodeStatement &S) {
  if (S.Tokens.empty())
    return;
  if (!Blocks.empty() && S.Tokens.front().Text == "throw")
    Blocks.back().Throws = true;
  if (isIn(Block::CheckInputs) || isIn(Block::CheckInput)) {
    inputBinding(S) || typeCheck(S);
    return;
  }
  if (isIn(Block::RunImpl)) {
    calls(S);
    inputBinding(S) || symbol(S) || assertion(S) || output(S) || buffer(S);
    return;
  }
  Captures Got;
  if (isIn(Block::KernelClass)) {
    if (S.contains("$name { nullptr }", Got))
      addKernel(Got[0].front().Text);
  } else if (S.matches("extern $string void $name ( $rest", Got)) {
    addKernel(Got[1].front().Text);
  } else {
    modelInfo(S);
  }
}

bool Reader::modelInfo(const CodeStatement &S) {
  Captures Got;
  if (S.matches("inputs_info_ [ $int ] . name = $string", Got)) {
    if (const auto I = index(Got[0]))
      Facts.Inputs[*I].Name = nameOf(Got[1]);
    return true;
  }
  // With aot_inductor.allow_stack_allocation, no include tells.
  if (S.matches("CACHE_TORCH_DEVICE ( $name )", Got)) {
    useDevice(Got[0].front().Text, "its code allocates on it");
    return true;
  }
  if (S.matches("outputs_info_ [ $int ] . name = $string", Got)) {
    if (const auto I = index(Got[0]))
      Facts.OutputNames[*I] = nameOf(Got[1]);
    return true;
  }
  return false;
}

bool Reader::inputBinding(const CodeStatement &S) {
  Captures Got;
  if (S.matches("ConstantHandle $name = ConstantHandle ( input_handles [ $int ] )",
                Got) ||
      S.matches("auto $name = input_handles [ $int ]", Got)) {
    if (const auto I = index(Got[1])) {
      Bound[nameOf(Got[0])] = *I;
      Facts.Inputs[*I].HasCheck = true;
    }
    return true;
  }
  if (S.matches("auto $name = std :: move ( inputs [ $int ] )", Got)) {
    if (const auto I = index(Got[1]))
      Bound[nameOf(Got[0])] = *I;
    return true;
  }
  return false;
}

bool Reader::typeCheck(const CodeStatement &S) {
  Captures Got;
  if (S.matches("int32_t $name = $name ( )", Got)) {
    const auto Input = inputOf(Got[0].front().Text, "_expected_dtype");
    StringRef Type = Got[1].front().Text;
    if (Input && Type.consume_front("aoti_torch_dtype_"))
      Facts.Inputs[*Input].Type = parseDType(Type);
    return true;
  }
  if (S.matches("int32_t $name = $int", Got)) {
    const auto Input = inputOf(Got[0].front().Text, "_expected_device_type");
    const auto Type = integer(Got[1]);
    if (Input && Type)
      Facts.Inputs[*Input].Device = deviceName(*Type);
    return true;
  }
  return false;
}

bool Reader::symbol(const CodeStatement &S) {
  Captures Got;
  if (S.matches("int64_t $name = $name [ $int ]", Got)) {
    const auto Input = inputOf(Got[1].front().Text, "_size");
    const auto Dim = index(Got[2]);
    if (!Input || !Dim)
      return false;
    Facts.HasSymbol = true;
    // "int64_t arg0_1_size_0 = arg0_1_size[0]" is for one to be solved.
    const StringRef Name = Got[0].front().Text;
    if (!Name.starts_with(Got[1].front().Text))
      Facts.Inputs[*Input].Symbols.emplace(*Dim, Name.str());
    return true;
  }
  if (S.matches("int64_t $name = $name", Got)) {
    const auto It = Aliases.find(std::string_view(Got[1].front().Text));
    Aliases[nameOf(Got[0])] =
        It == Aliases.end() ? nameOf(Got[1]) : It->second;
    return true;
  }
  return false;
}

bool Reader::assertion(const CodeStatement &S) {
  Captures Got;
  // torch 2.15 adds the element type at the end.
  if (!S.matches("assert_size_stride ( $name , $list , $list , $string $arg )",
                 Got) &&
      !S.matches("assert_size_stride ( $name , $list , $list , $string , $arg , "
                 "$string )",
                 Got))
    return false;
  const StringRef Operator = Got[3].front().Text;
  if (CallsCustomOperator && Operator.starts_with("torch.ops.")) {
    addKernel(Operator);
    CallsCustomOperator = false;
  }
  auto Layout = layout(Got[1], Got[2]);
  if (!Layout)
    return true;
  const StringRef Name = Got[0].front().Text;
  if (const auto Input = inputOf(Name, "");
      Input && Operator == "input")
    Facts.Inputs[*Input].Asserted = std::move(Layout);
  else if (auto &Shape = Buffers[Name.str()].Layout; !Shape)
    Shape = std::move(Layout);
  return true;
}

bool Reader::buffer(const CodeStatement &S) {
  Captures Got;
  // const int64_t int_array_0[] = {s17, 8L};
  if (S.contains("int64_t $name [ ] = $list", Got)) {
    Arrays[nameOf(Got[0])] = elements(Got[1], Aliases);
    return true;
  }
  if (S.contains("int64_t * $name = nullptr", Got)) {
    Arrays[nameOf(Got[0])] = {};
    return true;
  }
  if (S.contains("aoti_torch_empty_strided ( $int , $name , $name , $name , "
                 "$name , $arg , & $name )",
                 Got)) {
    BufferFacts New;
    New.Layout = layoutOfArrays(Got[1].front().Text, Got[2].front().Text);
    StringRef Type = Got[3].front().Text, Device = Got[4].front().Text;
    if (Type.consume_front("cached_torch_dtype_"))
      New.Type = parseDType(Type);
    if (Device.consume_front("cached_torch_device_type_"))
      New.Device = Device;
    StringRef Name = Got[6].front().Text;
    if (Name.consume_back("_handle"))
      Buffers[Name.str()] = std::move(New);
    return true;
  }
  // auto buf2 = std::move(buf1);  // reuse
  if (S.matches("auto $name = std :: move ( $name )", Got)) {
    Buffers[nameOf(Got[0])] = bufferNamed(Got[1].front().Text);
    return true;
  }
  if (S.matches("auto $name = wrap_with_raii_handle_if_needed ( "
                "reinterpret_tensor_wrapper ( $name , $int , $name , $name , "
                "$arg ) )",
                Got)) {
    const BufferFacts Base = bufferNamed(Got[1].front().Text);
    BufferFacts New = Base;
    if (Base.Input) {
      New.Type = Facts.Inputs[*Base.Input].Type;
      New.Device = Facts.Inputs[*Base.Input].Device;
    }
    New.Input.reset();
    New.Layout = layoutOfArrays(Got[3].front().Text, Got[4].front().Text);
    Buffers[nameOf(Got[0])] = std::move(New);
    return true;
  }
  // Allocated larger than it is.
  if (S.contains("aoti_torch_as_strided ( $name , $name , $name , $rest", Got)) {
    StringRef Name = Got[0].front().Text;
    if (Name.consume_back("_handle"))
      Buffers[Name.str()].Layout =
          layoutOfArrays(Got[1].front().Text, Got[2].front().Text);
    return true;
  }
  return false;
}

bool Reader::output(const CodeStatement &S) {
  Captures Got;
  if (S.matches("output_handles [ $int ] = $name . release ( )", Got)) {
    if (const auto I = index(Got[0]))
      Facts.Outputs.emplace(*I, bufferNamed(Got[1].front().Text));
    return true;
  }
  if (S.matches("output_handles [ $int ] = output_handles [ $int ]", Got)) {
    const auto I = index(Got[0]), From = index(Got[1]);
    if (I && From && Facts.Outputs.count(*From))
      Facts.Outputs.emplace(*I, BufferFacts(Facts.Outputs[*From]));
    return true;
  }
  return false;
}

/// Operators that are called through the C interface of ATen.
void Reader::calls(const CodeStatement &S) {
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
      nameCustomOperator();
      CallsCustomOperator = true;
    }
  }
}

/// Those that torch dispatches are called by their number in another file; the
/// assertion that may follow has the name.
void Reader::nameCustomOperator() {
  if (CallsCustomOperator)
    addKernel("aoti_torch_proxy_executor_call_function");
  CallsCustomOperator = false;
}

} // namespace

WrapperFacts readWrapperFacts(StringRef Text) { return Reader(Text).read(); }

} // namespace aoti_tidy
