// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of run_impl(), as torch/_inductor/codegen/cpp_wrapper_cpu.py writes
// it, torch 2.4 to 2.15.
#include "checks/lib/emitted/WrapperReader.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy::wrapper {
namespace {

/// The elements of "s17, 8L" or "s77, ", and their texts.
std::pair<Expressions, std::vector<std::string>>
elements(ArrayRef<CodeToken> List, const ByName<std::string> &Aliases) {
  std::pair<Expressions, std::vector<std::string>> Result;
  for (const ArrayRef<CodeToken> Element : splitAtCommas(List)) {
    std::string Text;
    for (const CodeToken &T : Element)
      Text += T.Text.str() + (T.Text == "," ? " " : "");
    Result.first.push_back(SizeExpression::parse(Element, Aliases));
    Result.second.push_back(std::move(Text));
  }
  return Result;
}

} // namespace

std::optional<EmittedLayout> Reader::layout(ArrayRef<CodeToken> Sizes,
                                            ArrayRef<CodeToken> Strides) const {
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
    Aliases[nameOf(Got[0])] = It == Aliases.end() ? nameOf(Got[1]) : It->second;
    return true;
  }
  return false;
}

bool Reader::assertion(const CodeStatement &S) {
  Captures Got;
  // torch 2.15 adds the element type at the end.
  if (!S.matches("assert_size_stride ( $name , $list , $list , $string $arg )",
                 Got) &&
      !S.matches(
          "assert_size_stride ( $name , $list , $list , $string , $arg , "
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
  if (const auto Input = inputOf(Name, ""); Input && Operator == "input")
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
  if (S.contains("aoti_torch_as_strided ( $name , $name , $name , $rest",
                 Got)) {
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
    if (I && From && Facts.Outputs.contains(*From))
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

} // namespace aoti_tidy::wrapper
