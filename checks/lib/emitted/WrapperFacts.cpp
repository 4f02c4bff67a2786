// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms are those of generate_input_output_runtime_checks() in
// torch/_inductor/codegen/cpp_wrapper_cpu.py, torch 2.4 to 2.15.
#include "checks/lib/emitted/WrapperReader.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace wrapper {
namespace {

/// More than any model has: of variables or kernels, and of blocks in blocks.
constexpr size_t MaxNames = 100'000, MaxDepth = 100;

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
  default:
    return {};
  }
}

} // namespace

std::optional<int64_t> integer(ArrayRef<CodeToken> Token) {
  int64_t Value;
  if (Token.front().Text.rtrim('L').getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

std::optional<size_t> index(ArrayRef<CodeToken> Token) {
  const auto Value = integer(Token);
  return Value && *Value < (1 << 16) ? std::optional<size_t>(*Value)
                                     : std::nullopt;
}

std::string nameOf(ArrayRef<CodeToken> Token) {
  return Token.front().Text.str();
}

std::optional<size_t> Reader::inputOf(StringRef Variable,
                                      StringRef Suffix) const {
  if (!Variable.consume_back(Suffix))
    return std::nullopt;
  const auto It = Bound.find(std::string_view(Variable));
  return It == Bound.end() ? std::nullopt : std::optional<size_t>(It->second);
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
  if (!isModelDevice(Device))
    return;
  useDevice(Device,
            "its code includes " + llvm::sys::path::filename(Line) + ".h");
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
      return C{OfSize ? C::Constant : C::Stride, OfSize ? *OfSize : *OfStride,
               *Dim, *Value};
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
  if (S.matches(
          "ConstantHandle $name = ConstantHandle ( input_handles [ $int ] )",
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

} // namespace wrapper

WrapperFacts readWrapperFacts(StringRef Text) {
  return wrapper::Reader(Text).read();
}

} // namespace aoti_tidy
