// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SymIntMetaRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

using Kind = DefectFacts::Kind;
using Effect = SymIntEffect;

TEST(SymIntMetaRule, SaysWhatAReadOfSizesDoes) {
  DefectFacts D{.Call = "x.size(0)",
                .Of = "x",
                .Cure = "x.sym_size(0)",
                .K = Kind::Read,
                .Effect = Effect::Specialises};
  EXPECT_EQ(kernelProblem(D),
            "'x.size(0)' freezes every dynamic dimension of 'x' in a meta "
            "kernel; use 'x.sym_size(0)'");
  D.Effect = Effect::SpecialisesInner;
  EXPECT_EQ(kernelProblem(D),
            "'x.size(0)' freezes every dynamic dimension of 'x' in a meta "
            "kernel when one but the first is dynamic; use 'x.sym_size(0)'");
  D.Effect = Effect::Throws;
  EXPECT_EQ(kernelProblem(D), "'x.size(0)' throws in a meta kernel when a "
                              "dimension of 'x' is dynamic; use "
                              "'x.sym_size(0)'");
  D.Of.clear();
  EXPECT_EQ(kernelProblem(D), "'x.size(0)' throws in a meta kernel when a "
                              "dimension of the tensor is dynamic; use "
                              "'x.sym_size(0)'");
}

TEST(SymIntMetaRule, SaysWhatUnwrappingDoes) {
  DefectFacts D{.Call = "n.expect_int()",
                .Of = "n",
                .K = Kind::Unwrap,
                .Effect = Effect::Throws};
  const auto Said = [&](Effect E) {
    D.Effect = E;
    return kernelProblem(D);
  };
  EXPECT_EQ(Said(Effect::Throws),
            "'n.expect_int()' throws in a meta kernel when 'n' is symbolic; "
            "compute with the c10::SymInt itself");
  EXPECT_EQ(Said(Effect::Specialises),
            "'n.expect_int()' freezes 'n' in a meta kernel; compute with the "
            "c10::SymInt itself");
  EXPECT_EQ(Said(Effect::Unchecked),
            "'n.expect_int()' takes a pointer for a size in a meta kernel when "
            "'n' is symbolic; compute with the c10::SymInt itself");
  D.Of.clear();
  EXPECT_EQ(Said(Effect::Specialises),
            "'n.expect_int()' freezes the value in a meta kernel; compute with "
            "the c10::SymInt itself");
  D.IsList = true;
  EXPECT_EQ(Said(Effect::Specialises),
            "'n.expect_int()' freezes the array in a meta kernel; pass the "
            "c10::SymIntArrayRef on as it is");
}

TEST(SymIntMetaRule, SaysWhatOtherDefectsDo) {
  EXPECT_EQ(
      kernelProblem(
          {.Call = "x.item()", .K = Kind::Data, .Effect = Effect::Throws}),
      "'x.item()' throws in a meta kernel, whose tensors have no data; "
      "compute the result's sizes from sizes alone, or write the fake "
      "kernel in Python");
  EXPECT_EQ(kernelProblem({.Call = "x.data_ptr()",
                           .K = Kind::Data,
                           .Effect = Effect::NullOrThrows}),
            "'x.data_ptr()' throws or is null in a meta kernel, whose tensors "
            "have no data; compute the result's sizes from sizes alone");
  EXPECT_EQ(stableKernelProblem(),
            "a Meta kernel of the stable ABI cannot be symbolic: sizes and "
            "SymInt arguments reach it as int64_t, and export freezes them; "
            "write the fake in Python with 'torch.library.register_fake'");
}

TEST(SymIntMetaRule, SaysWhatAFakeDoes) {
  const std::pair<FakeDefect, const char *> Rows[] = {
      {FakeDefect::IntOfSize,
       "'E' freezes a dynamic dimension in a fake; use 'O'"},
      {FakeDefect::IntOfResult,
       "'E' freezes a dynamic dimension in a fake; use 'torch.sym_int(O)', or "
       "integers all the way ('//')"},
      {FakeDefect::FloatOfSize, "'E' freezes a dynamic dimension in a fake; "
                                "use 'torch.sym_float(O)'"},
      {FakeDefect::RootOfSize,
       "'E' freezes a dynamic dimension in a fake; use '** 0.5'"},
      {FakeDefect::FunctionOfSize,
       "'E' freezes a dynamic dimension in a fake; if it becomes a size of the "
       "result, use 'torch.library.get_ctx().new_dynamic_size()'"},
      {FakeDefect::OptionalTensor,
       "'E' reads tensor data in a fake, which has none: "
       "export fails; use 'E is not None'"},
      {FakeDefect::CountedLoop,
       "'E' freezes a dynamic dimension in a fake: the loop runs as often as "
       "the example's size says; compute without it"},
      {FakeDefect::RepeatedList,
       "'E' freezes a dynamic dimension in a fake: it has as many elements as "
       "the example's size says"},
      {FakeDefect::Length,
       "'E' freezes the first dimension of 'O' in a fake; use 'O.shape[0]'"},
      {FakeDefect::Loop,
       "a loop over 'E' freezes its first dimension in a fake"},
      {FakeDefect::Elements, "'E' goes through a tensor and freezes its first "
                             "dimension in a fake"},
      {FakeDefect::IntOfEachSize,
       "'E' freezes every dynamic dimension in it; use 'O'"},
      {FakeDefect::NumelOfSizes,
       "'E' freezes every dynamic dimension in it, other than a tensor's "
       "'numel()'; use 'math.prod(O)'"},
      {FakeDefect::TensorOfSizes,
       "'E' freezes the dynamic dimensions in it: a fake has no data to put "
       "them into; use 'torch.empty'"},
      {FakeDefect::Divmod,
       "'E' fails when export makes the size dynamic; use '//' and '%'"},
      {FakeDefect::Nbytes, "'E' fails on a tensor of dynamic sizes; use "
                           "'O.numel() * O.element_size()'"},
      {FakeDefect::Number, "'E' reads tensor data in a fake, which has none: "
                           "export fails; a size that depends on data is "
                           "'torch.library.get_ctx().new_dynamic_size()'"},
      {FakeDefect::Pointer,
       "'E' reads tensor data in a fake, which has none: export fails"},
      {FakeDefect::Condition,
       "'E' reads tensor data in a fake, which has none: "
       "export fails; decide by sizes, or leave it to the kernel"},
      {FakeDefect::Comparison,
       "'E' reads tensor data in a fake, which has none: "
       "export fails; leave it to the kernel"},
      {FakeDefect::InMetaKernel,
       "'E' reads tensor data in a kernel for the key Meta, which has none: "
       "export fails; use 'torch.library.register_fake', and "
       "'torch.library.get_ctx().new_dynamic_size()' for a size that depends "
       "on data"},
      {FakeDefect::Branch,
       "'E' guards on a size in a fake: export fails where it depends on data; "
       "compute without the branch"},
      {FakeDefect::SizeCheck,
       "'E' guards on a size in a fake: export fails where it depends on data; "
       "use 'torch._check'"},
      {FakeDefect::SizesCheck,
       "'E' guards on a size in a fake: export fails where it depends on data; "
       "use 'torch._check' for each size"},
  };
  for (const auto &[D, Text] : Rows)
    EXPECT_EQ(fakeProblem(D, "E", "O",
                          /*IsMetaKernel=*/D == FakeDefect::InMetaKernel),
              Text);
}

TEST(SymIntMetaRule, SaysWhatBecomesOfAComputedSize) {
  constexpr const char *Gives = "'E' bakes the example's number into a fake";
  const std::pair<FakeDefect, const char *> Rows[] = {
      {FakeDefect::IntOfSize, "; use 'O'"},
      {FakeDefect::IntOfResult,
       "; use 'torch.sym_int(O)', or integers all the way ('//')"},
      {FakeDefect::FloatOfSize, "; use 'torch.sym_float(O)'"},
      {FakeDefect::CountedLoop, ": the loop runs as often as the example's "
                                "size says; compute without it"},
  };
  for (const auto &[D, Cure] : Rows)
    EXPECT_EQ(fakeProblem(D, "E", "O", /*IsMetaKernel=*/false,
                          /*IsDimension=*/false),
              std::string(Gives) + Cure);
  // What is no number of one dimension is as it was.
  EXPECT_EQ(fakeProblem(FakeDefect::Length, "E", "O", false, false),
            "'E' freezes the first dimension of 'O' in a fake; use "
            "'O.shape[0]'");
}

TEST(SymIntMetaRule, SaysWhatAKernelForMetaDoes) {
  const std::pair<FakeDefect, const char *> Rows[] = {
      {FakeDefect::IntOfSize, "'E' freezes a dynamic dimension in a kernel for "
                              "the key Meta; use 'O'"},
      {FakeDefect::Loop, "a loop over 'E' freezes its first dimension in a "
                         "kernel for the key Meta"},
      {FakeDefect::Condition,
       "'E' reads tensor data in a kernel for the key Meta, which has none: "
       "export fails; decide by sizes, or leave it to the "
       "kernel"},
      // It has no context to ask for a new size.
      {FakeDefect::Number,
       "'E' reads tensor data in a kernel for the key Meta, which has none: "
       "export fails; use 'torch.library.register_fake', and "
       "'torch.library.get_ctx().new_dynamic_size()' for a size that depends "
       "on data"},
      {FakeDefect::FunctionOfSize,
       "'E' freezes a dynamic dimension in a kernel for the key Meta; if it "
       "becomes a size of the result, use 'torch.library.register_fake' and "
       "'torch.library.get_ctx().new_dynamic_size()'"},
  };
  for (const auto &[D, Text] : Rows)
    EXPECT_EQ(fakeProblem(D, "E", "O", /*IsMetaKernel=*/true), Text);
}

TEST(SymIntMetaRule, NamesTheTypeThatAParameterShouldHave) {
  EXPECT_EQ(concreteProblem({"n", 2, ParameterForm::Int}, "int64_t"),
            "'n' is 'int64_t' where the schema says 'SymInt': export freezes "
            "the value it is called with; take 'c10::SymInt'");
  EXPECT_EQ(concreteProblem({"", 2, ParameterForm::OptionalInt}, "T"),
            "parameter 2 is 'T' where the schema says 'SymInt?': export "
            "freezes the value it is called with; take "
            "'std::optional<c10::SymInt>'");
  EXPECT_EQ(concreteProblem({"n", 2, ParameterForm::IntList}, "T"),
            "'n' is 'T' where the schema says 'SymInt[]': the call fails when "
            "export passes a symbolic size; take 'c10::SymIntArrayRef'");
  EXPECT_EQ(concreteProblem({"n", 2, ParameterForm::OptionalIntList}, "T"),
            "'n' is 'T' where the schema says 'SymInt[]?': the call fails when "
            "export passes a symbolic size; take 'at::OptionalSymIntArrayRef'");
  EXPECT_EQ(symbolicProblem({"n", 2, ParameterForm::SymInt}),
            "'n' is symbolic where the schema says 'int': torch refuses the "
            "kernel when the library is loaded; write 'SymInt' in the schema");
}

TEST(SymIntMetaRule, NamesATypeForASizeInCxxOnly) {
  const std::string Both =
      "'n' becomes a size of a tensor, but the schema says 'int': export "
      "freezes the value it is called with; write 'SymInt' in the schema";
  EXPECT_EQ(sizeProblem({.Name = "n"}), Both);
  EXPECT_EQ(sizeProblem({"n", 1, ParameterForm::IntList}),
            Both + " and take 'c10::SymIntArrayRef'");
}

TEST(SymIntMetaRule, ReportsOtherSizesThanShapesOnRequest) {
  EXPECT_TRUE(isReportedSize(/*IsList=*/true, /*IsWholeShape=*/true, false));
  EXPECT_FALSE(isReportedSize(/*IsList=*/true, /*IsWholeShape=*/false, false));
  EXPECT_FALSE(isReportedSize(/*IsList=*/false, /*IsWholeShape=*/true, false));
  EXPECT_TRUE(isReportedSize(false, false, /*SchemaInts=*/true));
}

TEST(SymIntMetaRule, KnowsWhatAnExceptMayCatch) {
  EXPECT_TRUE(raises(FakeDefect::Divmod));
  EXPECT_TRUE(raises(FakeDefect::Number));
  EXPECT_FALSE(raises(FakeDefect::IntOfSize));
}

TEST(SymIntMetaRule, HasATextForEachNote) {
  EXPECT_EQ(noteText(SymIntNote::Call), "called here");
  EXPECT_EQ(noteText(SymIntNote::SizeUse), "becomes a size here");
  EXPECT_EQ(noteText(SymIntNote::StableRead), "reads a concrete size here");
  EXPECT_EQ(noteText(SymIntNote::FakeIsHere), "registered as a fake here");
  EXPECT_EQ(noteText(SymIntNote::SchemaIsHere), "the schema is here");
  EXPECT_EQ(noteText(SymIntNote::SymIntInSchema),
            "the schema says 'SymInt' here");
}

} // namespace
