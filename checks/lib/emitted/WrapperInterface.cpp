// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the model class and the functions that check inputs, as
// generate_input_output_runtime_checks() in
// torch/_inductor/codegen/cpp_wrapper_cpu.py writes them.
#include "checks/lib/emitted/WrapperReader.h"
#include "checks/lib/package/Json.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy::wrapper {
namespace {

/// More than any model's inputs are nested.
constexpr size_t MaxNestedSpecs = 64;

json::Value jsonIn(StringRef Text) {
  auto Parsed = parseJson(Text);
  if (Parsed)
    return std::move(*Parsed);
  llvm::consumeError(Parsed.takeError());
  return nullptr;
}

json::Value specIn(StringRef Text) {
  json::Value Result = jsonIn(Text);
  if (Result.kind() == json::Value::Null) { // torch 2.6 writes escapes
    const json::Value Unescaped = jsonIn("\"" + Text.str() + "\"");
    Result = jsonIn(Unescaped.getAsString().value_or(""));
  }
  return Result;
}

/// The second of two: the tree behind the version, kwargs behind args.
const json::Object *secondIn(const json::Array *Pair) {
  return Pair && Pair->size() == 2 ? Pair->back().getAsObject() : nullptr;
}

/// The keys of a dict; nothing if they are no strings.
std::optional<std::vector<std::string>> keysOf(const json::Object &Dict) {
  std::vector<std::string> Result;
  json::Path::Root Ignored;
  if (!json::fromJSON(jsonIn(Dict.getString("context").value_or("")), Result,
                      Ignored))
    return std::nullopt;
  return Result;
}

using Steps = std::vector<std::string>;

/// Adds the ways to the leaves below \p Spec, to which \p At leads; false if it is
/// no tree.
bool addLeaves(const json::Object *Spec, Steps &At, std::vector<Steps> &Into) {
  if (!Spec || At.size() > MaxNestedSpecs)
    return false;
  const auto Type = Spec->getString("type");
  if (!Type) {
    Into.push_back(At);
    return true;
  }
  const json::Array *Below = Spec->getArray("children_spec");
  if (!Below)
    return false;
  const auto Keys = Type->ends_with("ict") ? keysOf(*Spec) : std::nullopt;
  for (const auto &[I, Child] : llvm::enumerate(*Below)) {
    At.push_back(Keys && I < Keys->size() ? "'" + (*Keys)[I] + "'"
                                          : std::to_string(I));
    const bool IsTree = addLeaves(Child.getAsObject(), At, Into);
    At.pop_back();
    if (!IsTree)
      return false;
  }
  return true;
}

/// Reads in_spec_, what torch.utils._pytree.treespec_dumps() writes of
/// tuple(args) and dict(kwargs): the keywords and leaves of \p Into, as the
/// contract has them. Any other text leaves them unknown.
void readInSpec(StringRef Spec, WrapperFacts &Into) {
  const json::Value Json = specIn(Spec);
  const json::Object *Call = secondIn(Json.getAsArray());
  const json::Array *Both = Call ? Call->getArray("children_spec") : nullptr;
  const json::Object *ByName = secondIn(Both);
  if (!ByName || ByName->getString("type") != "builtins.dict")
    return;
  Into.Keywords = keysOf(*ByName);
  const json::Object *Args = Both->front().getAsObject();
  const json::Array *Positional =
      Args ? Args->getArray("children_spec") : nullptr;
  Steps At;
  std::vector<Steps> Paths, Named;
  if (!Into.Keywords || !Positional || !addLeaves(Args, At, Paths) ||
      !addLeaves(ByName, At, Named))
    return;
  Into.Leaves.emplace();
  for (Steps &Path : Paths)
    Into.Leaves->push_back({std::move(Path), "", ""});
  for (Steps &Path : Named) {
    std::string Name = StringRef(Path.front()).trim('\'').str();
    const auto Index =
        llvm::find(*Into.Keywords, Name) - Into.Keywords->begin();
    Path.front() = std::to_string(Positional->size() + Index);
    Into.Leaves->push_back({std::move(Path), std::move(Name), ""});
  }
}

/// The same of out_spec_: where each output is, "['logits']".
std::optional<std::vector<std::string>> readOutSpec(StringRef Spec) {
  const json::Value Json = specIn(Spec);
  Steps At;
  std::vector<Steps> Paths;
  if (!addLeaves(secondIn(Json.getAsArray()), At, Paths))
    return std::nullopt;
  std::vector<std::string> Result;
  for (const Steps &Path : Paths) {
    std::string &Text = Result.emplace_back();
    for (const std::string &Step : Path)
      Text += "[" + Step + "]";
  }
  return Result;
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
  default:
    return {};
  }
}

} // namespace

std::optional<int64_t> integer(Tokens Token) {
  int64_t Value;
  if (Token.front().Text.rtrim('L').getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

std::optional<size_t> index(Tokens Token) {
  const auto Value = integer(Token);
  return Value && *Value < (1 << 16) ? std::optional<size_t>(*Value)
                                     : std::nullopt;
}

std::string nameOf(Tokens Token) { return Token.front().Text.str(); }

std::optional<DType> typeOf(Tokens Name) {
  if (Name.size() != 1)
    return std::nullopt;
  StringRef Type = Name.front().Text;
  return Type.consume_front("cached_torch_dtype_") ? parseDType(Type)
                                                   : std::nullopt;
}

void Reader::addKernel(StringRef Name) {
  if (Kernels.insert(Name.str()).second)
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

void Reader::useDevice(StringRef Device, const llvm::Twine &Evidence) {
  if (!Facts.Device.empty() && (Facts.Device != "cpu" || Device == "cpu"))
    return;
  Facts.Device = Device;
  Facts.DeviceEvidence = Evidence.str();
}

/// AOTInductorModel::AOTInductorModel(...) : AOTInductorModelBase(2, 1, 0, ...)
void Reader::modelBase(const CodeStatement &S) {
  Captures Got;
  if (!S.contains(": AOTInductorModelBase ( $int , $int ,", Got))
    return;
  Facts.HasModel = true;
  Facts.InputCount = index(Got[0]);
  Facts.OutputCount = index(Got[1]);
  Got.clear();
  if (!S.contains(": AOTInductorModelBase ( $int , $int , $int , $rest", Got))
    return;
  Facts.ConstantCount = index(Got[2]);
  // Before torch 2.6, 'include_weights' is not there, and libraries have them.
  const Tokens Rest = Got[3];
  Facts.HasWeights = Rest.size() < 2 || Rest.drop_back().back().Text != "false";
}

void Reader::interfaceFunction(const CodeStatement &S) {
  constexpr size_t MaxFunctions = 10'000; // more than torch will ever have
  Captures Got;
  if (S.matches("extern $string void $name ( $rest", Got))
    addKernel(Got[1].front().Text);
  else if (S.matches("AOTIRuntimeError $name ( $rest", Got) &&
           Facts.InterfaceFunctions.size() < MaxFunctions)
    Facts.InterfaceFunctions.insert(nameOf(Got[0]));
}

bool Reader::modelInfo(const CodeStatement &S) {
  Captures Got;
  if (S.matches("in_spec_ = $string", Got)) {
    readInSpec(Got[0].front().Text, Facts);
    return true;
  }
  if (S.matches("out_spec_ = $string", Got)) {
    Facts.OutputPaths = readOutSpec(Got[0].front().Text);
    return true;
  }
  if (S.matches("extern $string void $name ( $rest", Got)) {
    addKernel(Got[1].front().Text);
    return true;
  }
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

/// By the last word of
/// "static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter)".
static ConstantContract::Kind originOf(Tokens Type) {
  using Kind = ConstantContract::Kind;
  StringRef Word;
  for (const CodeToken &T : Type)
    if (T.K == CodeToken::Name)
      Word = T.Text;
  return llvm::StringSwitch<Kind>(Word)
      .Case("Parameter", Kind::Parameter)
      .Case("Buffer", Kind::Buffer)
      .Case("TensorConstant", Kind::TensorConstant)
      .Case("FoldedConstant", Kind::Folded)
      .Default(Kind::Unknown);
}

static std::optional<std::vector<int64_t>>
integersOf(llvm::ArrayRef<IndexExpr> Values) {
  std::vector<int64_t> Result;
  for (const IndexExpr &Value : Values) {
    if (Value.op() != IndexExpr::Op::Constant)
      return std::nullopt;
    Result.push_back(Value.constant());
  }
  return Result;
}

/// constants_info_[0].original_fqn = "fc.weight";
void Reader::nameConstant(ConstantContract &C, StringRef Field, Tokens Value) {
  const CodeToken &First = Value.front();
  StringRef Text = First.Text;
  if (Field == "name" && First.K == CodeToken::String)
    C.Name = Text;
  else if (Field == "original_fqn" && First.K == CodeToken::String)
    C.OriginalName = Text;
  else if (Field == "device_type" &&
           Text.consume_front("cached_torch_device_type_"))
    C.Device = Text;
  else if (Field == "from_folded")
    C.IsFolded = Text == "true";
  else if (Field == "type")
    C.Origin = originOf(Value);
}

/// constants_info_[0].shape = {10, 16};
bool Reader::constantInfo(const CodeStatement &S) {
  Captures Got;
  if (!S.matches("constants_info_ [ $int ] . $name = $rest", Got))
    return false;
  const auto Index = index(Got[0]);
  if (!Index || Got[2].empty())
    return true;
  Buffer &B = Constants[*Index];
  ConstantContract &C = Facts.Constants[*Index];
  const StringRef Field = Got[1].front().Text;
  nameConstant(C, Field, Got[2]);
  if (Field == "dtype") {
    C.Type = B.Type = typeOf(Got[2]);
  } else if (Field == "data_size" && Got[2].front().K == CodeToken::Integer) {
    const auto Size = integer(Got[2]);
    C.Bytes = Size && *Size > 0 ? *Size : 0;
    B.ExtentKnown = Size && B.Type;
    if (B.ExtentKnown)
      B.Extent = *Size / elementSize(*B.Type);
  } else if (Field == "shape" || Field == "stride") {
    if (const auto Of = elementsOf(Got[2]); Of && Of->AreKnown) {
      llvm::append_range(Field == "shape" ? B.Sizes : B.Strides, Of->Values);
      if (Field == "shape")
        C.Sizes = integersOf(Of->Values);
    }
  }
  return true;
}

std::optional<size_t> Reader::checkedInput(StringRef Variable,
                                           StringRef Suffix) const {
  if (!Variable.consume_back(Suffix))
    return std::nullopt;
  const auto It = CheckedInputs.find(std::string_view(Variable));
  return It == CheckedInputs.end() ? std::nullopt : std::optional(It->second);
}

std::optional<SizeCondition> Reader::sizeCondition(const CodeStatement &S) {
  const auto Condition = [&](auto Bounds, Tokens Name, StringRef Suffix,
                             Tokens At,
                             Tokens Than) -> std::optional<SizeCondition> {
    const auto Input = checkedInput(Name.front().Text, Suffix);
    const auto Dim = index(At);
    const auto Value = integer(Than);
    if (!Input || !Dim || *Dim >= MaxRank || !Value)
      return std::nullopt;
    return SizeCondition{Bounds, *Input, *Dim, *Value};
  };
  Captures Got;
  if (S.matches("if ( $name [ $int ] < $int )", Got))
    return Condition(&InputFacts::Lowers, Got[0], "_size", Got[1], Got[2]);
  if (S.matches("if ( $name [ $int ] > $int )", Got))
    return Condition(&InputFacts::Uppers, Got[0], "_size", Got[1], Got[2]);
  if (!S.matches("if ( $int != $name [ $int ] )", Got))
    return std::nullopt;
  if (Got[1].front().Text.ends_with("_stride"))
    return Condition(&InputFacts::Strides, Got[1], "_stride", Got[2], Got[0]);
  return Condition(&InputFacts::Constants, Got[1], "_size", Got[2], Got[0]);
}

/// ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
/// int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
/// int32_t arg0_1_expected_device_type = 0;
void Reader::inputCheck(const CodeStatement &S) {
  Captures Got;
  if (S.matches(
          "ConstantHandle $name = ConstantHandle ( input_handles [ $int ] )",
          Got) ||
      S.matches("auto $name = input_handles [ $int ]", Got)) {
    if (const auto I = index(Got[1])) {
      CheckedInputs[nameOf(Got[0])] = *I;
      Facts.Inputs[*I].HasCheck = true;
    }
  } else if (S.matches("int32_t $name = $name ( )", Got)) {
    const auto Input = checkedInput(Got[0].front().Text, "_expected_dtype");
    StringRef Type = Got[1].front().Text;
    if (Input && Type.consume_front("aoti_torch_dtype_"))
      Facts.Inputs[*Input].Type = parseDType(Type);
  } else if (S.matches("int32_t $name = $int", Got)) {
    const auto Input =
        checkedInput(Got[0].front().Text, "_expected_device_type");
    const auto Type = integer(Got[1]);
    if (Input && Type)
      Facts.Inputs[*Input].Device = deviceName(*Type);
  }
}

} // namespace aoti_tidy::wrapper
