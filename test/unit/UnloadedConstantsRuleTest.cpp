// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/unloaded-constants/UnloadedConstantsRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Kind = ConstantContract::Kind;
using Key = ConstantLoad::Key;

namespace {

ConstantContract constant(std::string Name, std::string Original, Kind Origin) {
  ConstantContract C;
  C.Name = std::move(Name);
  C.OriginalName = std::move(Original);
  C.Origin = Origin;
  C.IsFolded = Origin == Kind::Folded;
  C.Bytes = 64;
  return C;
}

ModelContract model(ConstantStore Store, std::string Device = "cpu") {
  ModelContract Model;
  Model.Device = std::move(Device);
  Model.Store = Store;
  Model.Constants = {
      constant("fc_weight", "fc.weight", Kind::Parameter),
      constant("fc_bias", "fc.bias", Kind::Parameter),
      constant("scale", "scale", Kind::Buffer),
      constant("_tensor_constant0", "_tensor_constant0", Kind::TensorConstant),
      constant("_FOLDED_CONST_permute", "_FOLDED_CONST_permute", Kind::Folded)};
  return Model;
}

const ModelContract Bare = model(ConstantStore::Nowhere);
const ModelContract Whole = model(ConstantStore::Library);

ConstantLoad load(std::initializer_list<const char *> Names) {
  ConstantLoad Load;
  Load.HasAllNames = true;
  for (const char *Name : Names)
    Load.Names.push_back({Name});
  return Load;
}

ConstantLoad all() {
  return load({"fc.weight", "fc.bias", "scale", "_tensor_constant0"});
}

std::string ofLoad(const ConstantLoad &Load,
                   const ModelContract &Model = Whole) {
  const auto Problem = loadProblem(Model, Load, "'m.pt2'", Language::Cxx);
  return Problem ? Problem->Text : "none";
}

std::string ofRun(std::vector<ConstantLoad> Before, bool HasSwap = false,
                  const ModelContract &Model = Bare) {
  return runProblem(Model, Before, HasSwap, "'m.pt2'", "m.load_constants(...)")
      .value_or("none");
}

TEST(UnloadedConstantsRule, ARunWithoutAnyLoad) {
  EXPECT_EQ(ofRun({}),
            "'m.pt2' holds no weights and none are loaded before this run, "
            "which dies of a segmentation fault; call 'm.load_constants(...)' "
            "first");
  EXPECT_EQ(ofRun({}, false, model(ConstantStore::Pickles, "cuda")),
            "'m.pt2' has its weights in files that no loader reads and none "
            "are loaded before this run, which reads from a null pointer; call "
            "'m.load_constants(...)' first");
}

TEST(UnloadedConstantsRule, NothingIsNeededOfWhatHasItsWeights) {
  for (const ConstantStore Store :
       {ConstantStore::Unknown, ConstantStore::Library, ConstantStore::Outside,
        ConstantStore::Blob})
    EXPECT_FALSE(needsConstants(model(Store)));
  EXPECT_TRUE(needsConstants(Bare));
  ModelContract Folded = Bare;
  Folded.Constants->erase(Folded.Constants->begin(),
                          Folded.Constants->begin() + 4);
  EXPECT_FALSE(needsConstants(Folded));
  ModelContract NotSaid = Bare;
  NotSaid.Constants.reset();
  EXPECT_FALSE(needsConstants(NotSaid));
}

TEST(UnloadedConstantsRule, ARunAfterLoads) {
  EXPECT_EQ(ofRun({all()}), "none");
  EXPECT_EQ(ofRun({load({"fc.weight", "fc.bias"}),
                   load({"scale", "_tensor_constant0"})}),
            "none");
  EXPECT_EQ(ofRun({load({"fc.weight", "fc.bias", "scale"})}),
            "'m.pt2' needs '_tensor_constant0', which nothing before this run "
            "loads, so it dies of a segmentation fault; load it, too");
  EXPECT_EQ(ofRun({load({"fc.weight", "scale"})}),
            "'m.pt2' needs 'fc.bias' and 1 more, which nothing before this run "
            "loads, so it dies of a segmentation fault; load them, too");
  // Names that are not known may be all.
  EXPECT_EQ(ofRun({ConstantLoad()}), "none");
  EXPECT_EQ(ofRun({load({"fc.weight"}), ConstantLoad()}), "none");
}

TEST(UnloadedConstantsRule, NamesOfTheEmittedCode) {
  ConstantLoad Load =
      load({"fc_weight", "fc_bias", "scale", "_tensor_constant0"});
  Load.By = Key::Emitted;
  EXPECT_EQ(ofRun({Load}), "none");
  EXPECT_EQ(ofLoad(Load), "none");
  ConstantLoad Original = all();
  Original.By = Key::Emitted;
  EXPECT_EQ(ofLoad(Original),
            "'fc.weight' is what the model that was exported calls it, and "
            "this function does not know it: nothing is updated; name it "
            "'fc_weight', or call 'load_constants'");
  // Other names are ignored without harm.
  Original = load({"head"});
  Original.By = Key::Emitted;
  EXPECT_EQ(ofLoad(Original), "none");
}

TEST(UnloadedConstantsRule, TheBufferThatIsNotInUse) {
  ConstantLoad Load = all();
  Load.IsForInactive = true;
  EXPECT_EQ(ofRun({Load}),
            "the weights of 'm.pt2' are loaded into the buffer that is not in "
            "use, and this run dies of a segmentation fault; call "
            "'swap_constant_buffer()' before it");
  EXPECT_EQ(ofRun({Load}, /*HasSwap=*/true), "none");
  EXPECT_EQ(loadNote(Bare, Load), "this fills the buffer that is not in use");
}

TEST(UnloadedConstantsRule, AStateDict) {
  ConstantLoad Load;
  Load.IsStateDict = true;
  EXPECT_EQ(ofRun({Load}),
            "'m.pt2' needs '_tensor_constant0', which nothing before this run "
            "loads, so it dies of a segmentation fault; load it, too");
  EXPECT_EQ(loadNote(Bare, Load),
            "'state_dict()' does not have '_tensor_constant0': a tensor that "
            "is neither parameter nor buffer");
  EXPECT_EQ(ofRun({Load, load({"_tensor_constant0"})}), "none");
}

TEST(UnloadedConstantsRule, ANameThatThePackageDoesNotHave) {
  const auto Problem = loadProblem(Whole, load({"fc.weight", "head.bias"}),
                                   "'m.pt2'", Language::Python);
  ASSERT_TRUE(Problem);
  EXPECT_EQ(Problem->Name, 1u);
  EXPECT_EQ(Problem->Text,
            "'m.pt2' has no constant 'head.bias', so this raises RuntimeError "
            "\"Constant not found: head.bias\"; leave it out");
  // In another branch, perhaps.
  ConstantLoad Load = load({"head.bias"});
  Load.Names.front().IsSure = false;
  EXPECT_EQ(ofLoad(Load), "none");
  // torch knows the name, and leaves it as it is.
  EXPECT_EQ(ofLoad(load({"_FOLDED_CONST_permute"})), "none");
}

TEST(UnloadedConstantsRule, AnUpdateThatIsToBeFull) {
  ConstantLoad Load = load({"fc.weight"});
  EXPECT_EQ(ofLoad(Load), "none");
  Load.ChecksAll = true;
  EXPECT_EQ(ofLoad(Load),
            "'m.pt2' has the parameter 'fc.bias', which this does not give "
            "although the update is to be full, so it throws; give it, too");
  // Only parameters have to be there.
  Load = load({"fc.weight", "fc.bias"});
  Load.ChecksAll = true;
  EXPECT_EQ(ofLoad(Load), "none");
  Load = load({"fc.weight"});
  Load.ChecksAll = true;
  Load.HasAllNames = false;
  EXPECT_EQ(ofLoad(Load), "none");
}

TEST(UnloadedConstantsRule, AnotherTensorThanTheModelHas) {
  ModelContract Model = Whole;
  ConstantLoad Load = load({"fc.weight"});
  Load.Names[0].Type = DType::Double;
  Load.Names[0].Sizes = {{1, 3}};
  // The package does not say what it has.
  EXPECT_EQ(ofLoad(Load, Model), "none");
  Model.Constants->front().Sizes = {{2, 3}};
  EXPECT_EQ(ofLoad(Load, Model),
            "'fc.weight' is [1, 3] here and [2, 3] in 'm.pt2', which takes its "
            "memory for that, without a check: results are wrong; pass what it "
            "has");
  Model.Constants->front().Type = DType::Float;
  EXPECT_EQ(ofLoad(Load, Model),
            "'fc.weight' is float64 here and float32 in 'm.pt2', which takes "
            "its memory for that, without a check: results are wrong; pass "
            "what it has");
  Load.Names[0].Type = DType::Float;
  Load.Names[0].Sizes = {{2, 3}};
  EXPECT_EQ(ofLoad(Load, Model), "none");
}

TEST(UnloadedConstantsRule, WhereThePackageIsLoaded) {
  EXPECT_EQ(sourceNote(Bare, "'m.pt2'"),
            "'m.pt2' is loaded here; it was compiled without the values of its "
            "4 constants");
  EXPECT_EQ(sourceNote(Whole, "'m.pt2'"), "'m.pt2' is loaded here");
}

} // namespace
