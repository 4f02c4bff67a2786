// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperFacts.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using Kind = ConstantContract::Kind;

namespace {

/// What a wrapper says of its constants: \p Count and what follows it among the
/// arguments of the base class, and the \p Lines about them.
ModelContract model(const std::string &Count, const std::string &Lines) {
  const auto Facts = readWrapperFacts(
      "AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> m)\n"
      "    : AOTInductorModelBase(1,\n                           1,\n"
      "                           " +
      Count + ") {\n" + Lines + "}\n");
  return contractOf(*Facts).Models.front();
}

constexpr const char *Weight =
    "    constants_info_[0].name = \"fc_weight\";\n"
    "    constants_info_[0].dtype = cached_torch_dtype_float32;\n"
    "    constants_info_[0].device_type = cached_torch_device_type_cuda;\n"
    "    constants_info_[0].offset = 0;\n"
    "    constants_info_[0].data_size = 512;\n"
    "    constants_info_[0].from_folded = false;\n"
    "    constants_info_[0].type = static_cast<int32_t>"
    "(torch::aot_inductor::ConstantType::Parameter);\n"
    "    constants_info_[0].shape = {8, 16};\n"
    "    constants_info_[0].stride = {16, 1};\n"
    "    constants_info_[0].original_fqn = \"fc.weight\";\n";

TEST(WrapperConstants, AreReadWithAllThatIsSaidOfThem) {
  const ModelContract Model =
      model("1, device_str, std::move(cubin_dir), false", Weight);
  ASSERT_TRUE(Model.Constants && Model.Constants->size() == 1);
  const ConstantContract &C = Model.Constants->front();
  EXPECT_EQ(C.Name, "fc_weight");
  EXPECT_EQ(C.OriginalName, "fc.weight");
  EXPECT_EQ(C.Origin, Kind::Parameter);
  EXPECT_EQ(C.Type, DType::Float);
  EXPECT_EQ(C.Sizes, (std::vector<int64_t>{8, 16}));
  EXPECT_EQ(C.Device, "cuda");
  EXPECT_EQ(C.Bytes, 512u);
  EXPECT_FALSE(C.IsFolded);
  EXPECT_EQ(Model.Store, ConstantStore::Outside);
}

TEST(WrapperConstants, AreInTheLibraryUnlessTheWrapperSaysNo) {
  EXPECT_EQ(model("1, device_str, std::move(cubin_dir), true", Weight).Store,
            ConstantStore::Library);
  // Before torch 2.6, they always are.
  EXPECT_EQ(model("1, device_str, std::move(cubin_dir)", Weight).Store,
            ConstantStore::Library);
  EXPECT_EQ(model("1", Weight).Store, ConstantStore::Unknown);
}

TEST(WrapperConstants, FoldedOnesAreTold) {
  const ModelContract Model =
      model("1, device_str, std::move(cubin_dir), false",
            "    constants_info_[0].name = \"_FOLDED_CONST_permute\";\n"
            "    constants_info_[0].from_folded = true;\n"
            "    constants_info_[0].type = static_cast<int32_t>"
            "(torch::aot_inductor::ConstantType::FoldedConstant);\n"
            "    constants_info_[0].shape = {};\n");
  ASSERT_TRUE(Model.Constants);
  EXPECT_TRUE(Model.Constants->front().IsFolded);
  EXPECT_EQ(Model.Constants->front().Origin, Kind::Folded);
}

TEST(WrapperConstants, AreNotKnownUnlessAllAreNamed) {
  EXPECT_FALSE(model("2, device_str, dir, true", Weight).Constants);
  EXPECT_FALSE(model("1, device_str, dir, true",
                     "    constants_info_[0].data_size = 512;\n")
                   .Constants);
  EXPECT_FALSE(model("1, device_str, dir, true",
                     "    constants_info_[1].name = \"w\";\n")
                   .Constants);
  const ModelContract None = model("0, device_str, dir, false", "");
  ASSERT_TRUE(None.Constants);
  EXPECT_TRUE(None.Constants->empty());
}

} // namespace
