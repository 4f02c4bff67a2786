// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperFacts.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

std::string throws(const std::string &Condition) {
  return "    if (" + Condition +
         ") {\n        std::stringstream ss;\n"
         "        ss << \"input_handles[0]: { no };\";\n"
         "        throw std::runtime_error(std::move(ss).str());\n    }\n";
}

/// The checks of the input \p Name as torch writes them, \p Handle first.
std::string check(const std::string &Name, const std::string &Handle,
                  const std::string &Type,
                  const std::vector<std::string> &Conditions, int Device = 0) {
  std::string Result = Handle + "    int32_t " + Name +
                       "_dtype;\n    int32_t " + Name +
                       "_expected_dtype = aoti_torch_dtype_" + Type + "();\n" +
                       throws(Name + "_expected_dtype != " + Name + "_dtype") +
                       "    auto " + Name + "_size = " + Name + ".sizes();\n";
  for (const std::string &C : Conditions)
    Result += throws(C);
  return Result + "    int32_t " + Name +
         "_expected_device_type = " + std::to_string(Device) + ";\n";
}

/// A wrapper with two inputs and an output.
struct Wrapper {
  std::string Includes = "#include <torch/csrc/inductor/aoti_include/cpu.h>\n";
  std::string Interface =
      "AOTIRuntimeError AOTInductorModelContainerRun(int x) {\n}\n"
      "AOTIRuntimeError AOTInductorModelCreateV2(int x) {\n}\n";
  std::string Counts = "2, 1";
  std::string Names = "    inputs_info_[0].name = \"arg0_1\";\n"
                      "    inputs_info_[1].name = \"arg1_1\";\n"
                      "    outputs_info_[0].name = \"output0\";\n";
  std::string Checks =
      "AOTI_NOINLINE static void check_input_0(\n    AtenTensorHandle* "
      "input_handles\n) {\n" +
      check("arg0_1",
            "    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);\n",
            "float32",
            {"arg0_1_size[0] < 2", "arg0_1_size[0] > 32", "arg0_1_size[1] < 2",
             "8 != arg0_1_size[2]", "8 != arg0_1_stride[1]",
             "1 != arg0_1_stride[2]"}) +
      "}\nAOTI_NOINLINE static void check_input_1(\n    AtenTensorHandle* "
      "input_handles\n) {\n" +
      check("arg1_1",
            "    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);\n",
            "int64",
            {"arg1_1_size[0] < 2", "arg1_1_size[0] > 32",
             "1 != arg1_1_stride[0]"}) +
      "}\n";
  std::string Gate = "    if (!_check_aoti_runtime_check_inputs_env()){\n"
                     "        return;\n    }\n"
                     "    check_input_0(input_handles);\n";
  std::string Body =
      "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, "
      "2);\n"
      "    auto arg0_1 = std::move(inputs[0]);\n"
      "    auto arg1_1 = std::move(inputs[1]);\n"
      "    auto arg0_1_size = arg0_1.sizes();\n"
      "    int64_t s17 = arg0_1_size[0];\n"
      "    int64_t s77 = s17;\n"
      "    int64_t s27 = arg0_1_size[1];\n";
  std::string Asserts = "    if (_check_aoti_runtime_check_inputs_env()) { "
                        "assert_size_stride(arg0_1, "
                        "{s17, s27, 8L}, {8L*s27, 8L, 1L}, \"input\"); }\n"
                        "    if (_check_aoti_runtime_check_inputs_env()) { "
                        "assert_size_stride(arg1_1, "
                        "{s77, }, {1L, }, \"input\"); }\n";
  std::string Rest =
      "    const int64_t int_array_0[] = {s17, 8L};\n"
      "    static constexpr int64_t int_array_1[] = {8L, 1L};\n"
      "    AtenTensorHandle buf0_handle;\n"
      "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, "
      "int_array_0, "
      "int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, "
      "this->device_idx_, &buf0_handle));\n"
      "    RAIIAtenTensorHandle buf0(buf0_handle);\n"
      "    output_handles[0] = buf0.release();\n";
  std::string Call =
      "    __check_inputs_outputs(input_handles, output_handles);\n";

  std::string str() const {
    return Includes + "extern \"C\" {\n" + Interface +
           "} // extern \"C\"\n"
           "extern \"C\"  void  cpp_fused_add_0(const float* in_ptr0);\n"
           "namespace torch::aot_inductor {\nnamespace {\n"
           "class AOTInductorModelKernels : public AOTInductorModelKernelsBase "
           "{\n"
           "  public:\n    CUfunction triton_poi_fused_0{nullptr};\n};\n"
           "}  // namespace\n"
           "AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> "
           "m)\n"
           "    : AOTInductorModelBase(" +
           Counts + ", 0, device_str) {\n" + Names + "}\n" + Checks +
           "AOTI_NOINLINE static void __check_inputs_outputs(\n"
           "    AtenTensorHandle* input_handles,\n"
           "    AtenTensorHandle* output_handles) {\n" +
           Gate +
           "}\nvoid AOTInductorModel::run_impl(\n    AtenTensorHandle*\n"
           "        input_handles, // borrowed\n    AtenTensorHandle* "
           "output_handles\n"
           ") {\n" +
           Call + Body + Asserts + Rest +
           "} // AOTInductorModel::run_impl\n} // namespace "
           "torch::aot_inductor\n";
  }
};

/// "float32 cpu [s17:2..32, s27:2.., 8] [?, 8, 1] contiguous"; a bound that
/// nothing checks has a '~', one that is checked at every run a '!'.
std::string text(const TensorContract &T) {
  std::string Result =
      T.Name + " " + (T.Type ? name(*T.Type).str() : "?") + " " + T.Device;
  if (!T.Dims)
    return Result + " no shape";
  for (const Dimension &D : *T.Dims) {
    const auto Mark = [](bool IsChecked, bool Always) {
      return std::string(IsChecked ? "" : "~") + (Always ? "!" : "");
    };
    Result += " " + D.Symbol + ":" + Mark(D.LowerChecked, D.LowerAlways) +
              std::to_string(D.Lower) + "..";
    if (D.Upper != Dimension::Unbounded)
      Result += Mark(D.UpperChecked, D.UpperAlways) + std::to_string(D.Upper);
  }
  Result += " /";
  for (const auto &S : T.Strides)
    Result += S ? " " + std::to_string(*S) : " ?";
  return Result + (T.IsContiguous ? " contiguous" : "");
}

std::optional<Contract> contract(const std::string &Text) {
  const auto Facts = readWrapperFacts(Text);
  return Facts ? std::optional(contractOf(*Facts)) : std::nullopt;
}

ModelContract model(const Wrapper &W) {
  return contract(W.str())->Models.front();
}

std::string inputs(const Wrapper &W) {
  const auto C = contract(W.str());
  if (!C)
    return "no wrapper";
  const ModelContract &Model = C->Models.front();
  if (!Model.Inputs)
    return Model.SourceMissing;
  std::string Result;
  for (const TensorContract &T : *Model.Inputs)
    Result += text(T) + "\n";
  return Result;
}

std::string output(const Wrapper &W) {
  const ModelContract Model = model(W);
  return Model.Outputs ? text(Model.Outputs->front()) : "nothing";
}

InputChecks checks(const Wrapper &W) { return model(W).Checks; }

std::string writtenBy(const Wrapper &W) {
  const auto Era = contract(W.str())->WrittenBy;
  return Era->From.str() + "-" + Era->To.str();
}

} // namespace

TEST(WrapperContract, ReadsTorch213) {
  const Wrapper W;
  EXPECT_EQ(inputs(W),
            "arg0_1 float32 cpu s17:2..32 s27:2.. :8..8 / ? 8 1 contiguous\n"
            "arg1_1 int64 cpu s17:2..32 / 1 contiguous\n");
  EXPECT_EQ(output(W),
            "output0 float32 cpu s17:~2..~32 :~8..~8 / 8 1 contiguous");
  EXPECT_EQ(checks(W), InputChecks::OnRequest);
  EXPECT_EQ(model(W).Kernels, (std::vector<std::string>{"cpp_fused_add_0",
                                                        "triton_poi_fused_0"}));
  EXPECT_EQ(model(W).Device, "cpu");
  EXPECT_EQ(model(W).DeviceFrom, Evidence::Inferred);
  EXPECT_EQ(writtenBy(W), "2.13-2.13");
}

TEST(WrapperContract, ReadsTorch215) {
  Wrapper W;
  W.Interface =
      "AOTIRuntimeError AOTInductorModelContainerRun(int x) AOTI_RUNTIME_TRY({"
      "\n  return AOTI_RUNTIME_SUCCESS;\n})\n"
      "AOTIRuntimeError AOTInductorModelCreateV2(int x) AOTI_RUNTIME_TRY({\n"
      "  return AOTI_RUNTIME_SUCCESS;\n})\n";
  EXPECT_EQ(writtenBy(W), "2.13-2.13");
  W.Interface +=
      "AOTIRuntimeError AOTInductorModelContainerSetUseStreamAffinity(int x) "
      "AOTI_RUNTIME_TRY({\n  return AOTI_RUNTIME_SUCCESS;\n})\n";
  EXPECT_EQ(writtenBy(W), "2.15-2.15");
  EXPECT_EQ(inputs(W), inputs(Wrapper()));
}

TEST(WrapperContract, BoundsThatHoldAtEveryRun) {
  const auto Throws = [](const std::string &Unless) {
    return "    if (!(" + Unless + ")) { throw std::runtime_error(\"no\"); }\n";
  };
  Wrapper W;
  W.Body += Throws("s17 >= 3L") + Throws("s17 <= 32L") +
            Throws("(s27 > 0L) & (1L + s27 > 0L)") + Throws("2L*s27 <= 41L");
  // The second input is only compared with the first one on request.
  EXPECT_EQ(inputs(W),
            "arg0_1 float32 cpu s17:!3..!32 s27:2..!20 :8..8 / ? 8 1 "
            "contiguous\n"
            "arg1_1 int64 cpu s17:3..32 / 1 contiguous\n");
  EXPECT_TRUE(model(W).Assumptions.empty());
  EXPECT_EQ(checks(W), InputChecks::OnRequest);
  // Without the bound in the check of inputs.
  W.Checks.clear();
  EXPECT_EQ(inputs(W), "arg0_1 ?  s17:!3..!32 s27:!1..!20 :8..8 / ? 8 1 "
                       "contiguous\n"
                       "arg1_1 ?  s17:~3..~32 / 1 contiguous\n");
  // Other conditions are as they are; an alias is what it stands for.
  W = Wrapper();
  W.Body += Throws("(s77 % 2L) == 0L") + Throws("(s77 % 2L) == 0L") +
            Throws("s27 >= s17") + "    AOTI_TORCH_CHECK(s27 != 7L, \"no\");\n";
  std::vector<std::string> Assumed;
  for (const IndexExpr &E : model(W).Assumptions)
    Assumed.push_back(E.str());
  EXPECT_EQ(Assumed, (std::vector<std::string>{"s17 % 2 == 0", "s17 <= s27",
                                               "!(s27 == 7)"}));
  // What is under a condition, on request, or about what a tensor holds.
  W = Wrapper();
  W.Body += "    int64_t u0;\n    AOTI_TORCH_ERROR_CODE_CHECK("
            "aoti_torch_item_int64(arg1_1, &u0));\n" +
            Throws("u0 >= 4L") + Throws("u0 <= s27") + "    if (s17 > 8L) {\n" +
            Throws("s27 >= 9L") +
            "    }\n    if (_check_aoti_runtime_check_inputs_env()) {\n" +
            Throws("s27 >= 9L") + "    }\n";
  EXPECT_EQ(inputs(W), inputs(Wrapper()));
  EXPECT_TRUE(model(W).Assumptions.empty());
}

TEST(WrapperContract, ReadsTorch28WithoutAssertions) {
  Wrapper W;
  W.Asserts.clear();
  W.Interface =
      "AOTIRuntimeError AOTInductorModelContainerRun(int x) {\n}\n"
      "AOTIRuntimeError "
      "AOTInductorModelContainerUpdateUserManagedConstantBuffer(int x) {\n}\n";
  // Of arg0_1, the stride of the first dimension is not checked; of arg1_1,
  // that the size is the same is not said.
  EXPECT_EQ(inputs(W), "arg0_1 float32 cpu s17:2..32 s27:2.. :8..8 / ? 8 1\n"
                       "arg1_1 int64 cpu :2..32 / 1 contiguous\n");
  EXPECT_EQ(writtenBy(W), "2.8-2.9");
}

TEST(WrapperContract, ReadsTorch26) {
  // With AOT_INDUCTOR_DEBUG_COMPILE=1: one function, no condition, no devices.
  Wrapper W;
  W.Includes =
      "#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>\n";
  W.Interface = "AOTIRuntimeError AOTInductorModelContainerRun(int x) {\n}\n";
  W.Asserts.clear();
  W.Checks.clear();
  W.Gate = check("arg0_1", "    auto arg0_1 = input_handles[0];\n", "float16",
                 {"4 != arg0_1_size[0]", "1 != arg0_1_stride[0]"}, 1);
  W.Gate +=
      check("arg1_1",
            "    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);\n",
            "bool", {"arg1_1_size[0] > 7", "arg1_1_size[0] < 3"});
  EXPECT_EQ(inputs(W), "arg0_1 float16 cuda :4..4 / 1 contiguous\n"
                       "arg1_1 bool cpu :3..7 / ?\n");
  EXPECT_EQ(checks(W), InputChecks::Always);
  EXPECT_EQ(model(W).Device, "cuda");
  EXPECT_EQ(writtenBy(W), "2.2-2.5");
  // Without, only how many there are and what they are called.
  W.Gate.clear();
  W.Call.clear();
  EXPECT_EQ(inputs(W), "arg0_1 ?  no shape\narg1_1 ?  no shape\n");
  EXPECT_EQ(checks(W), InputChecks::Never);
}

TEST(WrapperContract, LeavesUnknownWhatIsNotUnderstood) {
  Wrapper W;
  W.Checks = "";
  // A size by a symbol that is solved for.
  W.Body += "    int64_t arg1_1_size_0 = arg1_1_size[0];\n"
            "    int64_t s6 = (1.0/4.0)*arg1_1_size_0;\n";
  W.Asserts =
      "assert_size_stride(arg0_1, {s17 % 2, 8L}, {s17 / 2, 1L}, \"input\");\n"
      "assert_size_stride(arg1_1, {4L*s6, 2L}, {1L, 4L*s6}, \"input\");\n";
  EXPECT_EQ(inputs(W), "arg0_1 ?  s17 % 2:~0.. :8..8 / ? 1\n"
                       "arg1_1 ?  4*s6:~0.. :2..2 / 1 ?\n");
  // Names without a value, and what is no size: just text.
  W.Asserts = "assert_size_stride(arg0_1, {2L*u9, f(s17, 2L)}, {f(s17, 2L), "
              "1L}, \"input\");\n"
              "assert_size_stride(arg1_1, {u9 + 2L*u9}, {1L}, \"input\");\n";
  EXPECT_EQ(inputs(W), "arg0_1 ?  2*u9:~0.. f(s17,2L):~0.. / ? 1 contiguous\n"
                       "arg1_1 ?  3*u9:~0.. / 1 contiguous\n");
  // Ranks that disagree; assertions that are no lists of the same length.
  W.Asserts = "assert_size_stride(arg0_1, {8L, 8L}, {1L}, \"input\");\n"
              "assert_size_stride(arg1_1, sizes, strides, \"input\");\n";
  EXPECT_EQ(inputs(W), "arg0_1 ?  no shape\narg1_1 ?  no shape\n");
  Wrapper Disagreeing;
  Disagreeing.Asserts =
      "assert_size_stride(arg0_1, {s17, 8L}, {8L, 1L}, \"input\");\n";
  EXPECT_EQ(inputs(Disagreeing).substr(0, 29),
            "arg0_1 float32 cpu no shape\na");
}

TEST(WrapperContract, NeedsABoundOfEachDimensionForTheRank) {
  // aot_inductor.check_lowerbound=False: an unbounded dimension has no check.
  Wrapper W;
  W.Asserts.clear();
  W.Gate = "    if (!_check_aoti_runtime_check_inputs_env()){ return; }\n";
  W.Checks =
      "AOTI_NOINLINE static void check_input_0(AtenTensorHandle* h) {\n" +
      check("arg0_1",
            "ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);\n",
            "float32", {"arg0_1_size[0] > 32"}) +
      "}\n";
  EXPECT_EQ(inputs(W), "arg0_1 float32 cpu no shape\narg1_1 ?  no shape\n");
  // Nothing is dynamic, so each dimension is compared with its constant.
  W.Body = "    auto arg0_1 = std::move(inputs[0]);\n";
  EXPECT_EQ(inputs(W), "arg0_1 float32 cpu :~0..32 / ?\narg1_1 ?  no shape\n");
}

TEST(WrapperContract, IsNotFooledByTexts) {
  Wrapper W;
  const std::string Expected = inputs(W);
  W.Body += "    // int64_t s99 = arg0_1_size[2];\n"
            "    /* assert_size_stride(arg0_1, {1L}, {1L}, \"input\"); */\n"
            "    const char *s = \"output_handles[0] = arg0_1.release();\";\n"
            "    const char *r = R\"(inputs_info_[0].name = \"x\";)\";\n";
  W.Names += "    in_spec_ = R\"([1, {\"inputs_info_[1].name\": \"y\"}])\";\n";
  EXPECT_EQ(inputs(W), Expected);
  // A condition that nothing is thrown for, and one of another variable.
  W.Checks += "static void check_input_2(AtenTensorHandle* input_handles) {\n"
              "    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);\n"
              "    if (arg0_1_size[1] > 5) { log(); }\n"
              "    if (other_size[1] > 5) { throw 1; }\n}\n";
  EXPECT_EQ(inputs(W), Expected);
}

TEST(WrapperContract, HasTheNamesOfKeywordArguments) {
  const auto KeywordsOf = [](const std::string &Spec) -> std::string {
    Wrapper W;
    W.Names += "    in_spec_ = " + Spec + ";\n";
    const auto Read = contract(W.str());
    const auto &Names = Read->Models.front().Keywords;
    return Names ? llvm::join(*Names, ",") : "unknown";
  };
  const auto Spec = [](const std::string &Context) {
    const std::string Leaf =
        R"({"type": null, "context": null, "children_spec": []})";
    return R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [)" +
           Leaf + R"(, {"type": "builtins.dict", "context": ")" + Context +
           R"(", "children_spec": [)" + Leaf + "]}]}]";
  };
  EXPECT_EQ(KeywordsOf("R\"(" + Spec("[]") + ")\""), "");
  EXPECT_EQ(KeywordsOf("R\"(" + Spec(R"([\"mask\", \"y\"])") + ")\""),
            "mask,y");
  // As torch 2.6 wrote it.
  EXPECT_EQ(
      KeywordsOf(
          R"("[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"y\\\"]\", \"children_spec\": []}]}]")"),
      "y");
  for (const char *Other :
       {"R\"()\"", "R\"([1])\"", "R\"([1, {\"children_spec\": [1, 2]}])\"",
        "R\"([1, {\"children_spec\": [1, {\"type\": \"builtins.dict\"}]}])\"",
        "\"\\\"",
        "R\"([1, {\"children_spec\": [1, {\"type\": \"builtins.dict\", "
        "\"context\": \"[1]\"}]}])\""})
    EXPECT_EQ(KeywordsOf(Other), "unknown") << Other;
  const std::string Deep(100'000, '[');
  EXPECT_EQ(KeywordsOf("R\"(" + Deep + ")\""), "unknown");
  EXPECT_EQ(KeywordsOf("R\"(" + Spec(Deep) + ")\""), "unknown");
}

TEST(WrapperContract, HasThePathsOfInputsAndOutputs) {
  const auto Read = [](const std::string &In, const std::string &Out) {
    Wrapper W;
    W.Names += "    in_spec_ = R\"(" + In + ")\";\n    out_spec_ = R\"(" + Out +
               ")\";\n";
    const auto Contract = contract(W.str());
    const ModelContract &M = Contract->Models.front();
    return llvm::join(inputPaths(M), " ") + " -> " +
           (M.OutputPaths ? llvm::join(*M.OutputPaths, " ") : "unknown");
  };
  const std::string Leaf = R"({"type": null, "children_spec": []})";
  const auto Dict = [&](const std::string &Keys) {
    return R"({"type": "builtins.dict", "context": ")" + Keys +
           R"(", "children_spec": [)" + Leaf + ", " + Leaf + "]}";
  };
  const auto Tuple = [](const std::string &Below) {
    return R"({"type": "builtins.tuple", "context": "null", "children_spec": [)" +
           Below + "]}";
  };
  const std::string Named = Dict(R"([\"right\", \"left\"])");
  EXPECT_EQ(
      Read("[1, " + Tuple(Tuple(Leaf + ", " + Named) + ", " + Named) + "]",
           "[1, " + Named + "]"),
      "args[0] args[1]['right'] args[1]['left'] right left -> "
      "['right'] ['left']");
  // Keys that are no strings go by their number.
  EXPECT_EQ(Read("[1]", "[1, " + Tuple(Leaf + ", " + Dict("[1, 2]")) + "]"),
            " -> [0] [1][0] [1][1]");
  EXPECT_EQ(Read("[1]", "[1, " + Leaf + "]"), " -> ");
  EXPECT_EQ(Read("[1]", "[1, {\"type\": \"x\"}]"), " -> unknown");
}

TEST(WrapperContract, SaysWhatIsMissing) {
  EXPECT_FALSE(contract(""));
  EXPECT_FALSE(contract("int main() {}"));
  EXPECT_FALSE(contract("// AOTInductorModelBase(2, 1, 0) {\n"));
  Wrapper W;
  W.Counts = "3, 1";
  EXPECT_EQ(inputs(W),
            "its wrapper does not name its inputs as any known torch does");
  W.Counts = "2, 2";
  EXPECT_EQ(inputs(W),
            "its wrapper does not name its outputs as any known torch does");
  W.Counts = "99999999999, 1";
  EXPECT_EQ(inputs(W),
            "its wrapper does not name its inputs as any known torch does");
}

TEST(WrapperContract, FollowsOutputs) {
  Wrapper W;
  const std::string Whole = W.Rest;
  const auto With = [&](const std::string &Last) {
    W.Rest = Whole.substr(0, Whole.find("    output_handles")) + Last;
    return output(W);
  };
  EXPECT_EQ(With("auto buf3 = std::move(buf0);  // reuse\n"
                 "output_handles[0] = buf3.release();\n"),
            "output0 float32 cpu s17:~2..~32 :~8..~8 / 8 1 contiguous");
  EXPECT_EQ(With("const int64_t int_array_2[] = {s17*s27};\n"
                 "static constexpr int64_t int_array_3[] = {2L};\n"
                 "auto var_0 = "
                 "wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper("
                 "buf0, 1, int_array_2, int_array_3, 0L));\n"
                 "output_handles[0] = var_0.release();\n"),
            "output0 float32 cpu s17*s27:~4.. / 2");
  EXPECT_EQ(With("output_handles[0] = arg1_1.release();\n"),
            "output0 int64 cpu s17:2..32 / 1 contiguous");
  EXPECT_EQ(With("assert_size_stride(buf7, {u0, }, {1L, }, "
                 "\"torch.ops.aten.nonzero.default\");\n"
                 "output_handles[0] = buf7.release();\n"),
            "output0 ?  u0:~0.. / 1 contiguous");
  EXPECT_EQ(With("const int64_t int_array_2[] = "
                 "{c10::div_floor_integer(static_cast<int64_t>(s17), "
                 "static_cast<int64_t>(2L))};\n"
                 "static constexpr int64_t int_array_3[] = {1L};\n"
                 "auto var_0 = "
                 "wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper("
                 "arg1_1, 1, int_array_2, int_array_3, 0L));\n"
                 "output_handles[0] = var_0.release();\n"),
            "output0 int64 cpu floor_div(s17, 2):~0.. / 1 contiguous");
  // Another name for an input is that input, with its bounds.
  EXPECT_EQ(With("auto buf4 = std::move(arg1_1);  // reuse\n"
                 "output_handles[0] = buf4.release();\n"),
            "output0 int64 cpu s17:2..32 / 1 contiguous");
  // Allocated larger than it is, and seen as another type.
  EXPECT_EQ(With("AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided(buf0, "
                 "int_array_1, int_array_1, &buf5_handle));\n"
                 "RAIIAtenTensorHandle buf5(buf5_handle);\n"
                 "output_handles[0] = buf5.release();\n"),
            "output0 float32 cpu :~8..~8 :~1..~1 / 8 1");
  EXPECT_EQ(With("AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf0, "
                 "cached_torch_dtype_int32, &buf6_handle));\n"
                 "RAIIAtenTensorHandle buf6(buf6_handle);\n"
                 "output_handles[0] = buf6.release();\n"),
            "output0 int32 cpu s17:~2..~32 :~8..~8 / 8 1 contiguous");
  EXPECT_EQ(With("output_handles[0] = unheard_of.release();\n"),
            "output0 ?  no shape");
  EXPECT_EQ(With("aoti_torch_clone(c, &output_handles[0]);\n"),
            "output0 ?  no shape");
}

TEST(WrapperContract, NamesOperators) {
  Wrapper W;
  const std::string Call =
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function("
      "proxy_executor, 0, 0, std::array<int64_t, 0>{}.data()));\n";
  W.Body +=
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_addmm_out(buf0, x));\n"
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(x, &y));\n" +
      Call +
      "assert_size_stride(buf1, {8L}, {1L}, \"torch.ops.my.op.default\");\n";
  std::vector<std::string> Expected = {"cpp_fused_add_0", "triton_poi_fused_0",
                                       "aoti_torch_cuda_addmm_out",
                                       "torch.ops.my.op.default"};
  EXPECT_EQ(model(W).Kernels, Expected);
  W.Body += Call;
  Expected.push_back("aoti_torch_proxy_executor_call_function");
  EXPECT_EQ(model(W).Kernels, Expected);
}

TEST(WrapperContract, ReadsTheInterfaceOfBareArrays) {
  // The function that runs the model comes before run_impl(), which only calls
  // it, and has no assertions of layouts.
  Wrapper W;
  W.Asserts.clear();
  W.Body = "    auto arg0_1 = std::get<0>(inputs);\n"
           "    auto arg1_1 = std::get<1>(inputs);\n" +
           W.Body.substr(W.Body.find("    auto arg0_1_size"));
  std::string Text = W.str();
  const size_t Run = Text.find("void AOTInductorModel::run_impl"),
               Body = Text.find(W.Call, Run) + W.Call.size();
  const std::string Entry = Text.substr(Run, Body - Run);
  Text.replace(Run, Body - Run,
               "Outputs AOTInductorModel::run_impl_minimal_arrayref_interface<"
               "\n    Inputs, Outputs>(const Inputs& inputs) {\n");
  Text += Entry + "}\n";
  const auto C = contract(Text);
  ASSERT_TRUE(C && C->Models.front().Inputs);
  EXPECT_EQ(C->Models.front().Checks, InputChecks::OnRequest);
  EXPECT_EQ(text(C->Models.front().Inputs->front()),
            "arg0_1 float32 cpu s17:2..32 s27:2.. :8..8 / ? 8 1");
  // Not a wrapper without the function that the runtime calls.
  EXPECT_EQ(contract(Text.substr(0, Text.size() - Entry.size() - 2))
                ->Models.front()
                .SourceMissing,
            "its wrapper has no run_impl()");
}

TEST(WrapperContract, RefusesMoreThanTorchEmits) {
  const std::string Whole = Wrapper().Rest;
  const auto IsRead = [&](const std::string &Statements) {
    Wrapper W;
    W.Rest = Statements + Whole;
    return contract(W.str()).has_value();
  };
  const auto Times = [](size_t Count, const std::string &Text) {
    std::string Result;
    while (Count-- > 0)
      Result += Text;
    return Result;
  };
  EXPECT_TRUE(IsRead(Times(1000, "aoti_torch_f();")));
  EXPECT_FALSE(IsRead(Times(300'000, "aoti_torch_f();")));
  EXPECT_FALSE(IsRead(Times(300'000, "int64_t a=s17;")));
  EXPECT_FALSE(IsRead(Times(200, "if (s17 < 2) {") + Times(200, "}")));
}
