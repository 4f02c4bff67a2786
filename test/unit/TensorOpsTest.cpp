// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What torch 2.13 answers, by operator.
#include "checks/lib/tensor/TensorOps.h"
#include "TensorText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

using Arguments = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6>;

TensorValue call(llvm::StringRef Name, Arguments Args, Place Where = 0,
                 std::optional<DType> Default = DType::Float) {
  return evaluate({Name, std::move(Args), Where, Default});
}

std::string result(llvm::StringRef Name, Arguments Args) {
  return text(call(Name, std::move(Args)));
}

IntList sizes(std::initializer_list<int> Sizes) {
  return IntList(Sizes.begin(), Sizes.end());
}

Value number(int64_t N) { return Extent(N); }

TensorValue randn(IntList Sizes) {
  return call("randn", {{"size", std::move(Sizes)}});
}

TensorValue ofType(DType Type) {
  return call("ones", {{"size", sizes({2})}, {"dtype", Type}});
}

const Extent Unknown;

TEST(TensorOps, FactoriesHaveDefaults) {
  EXPECT_EQ(result("randn", {{"size", sizes({8, 10})}}),
            "cpu float32 [8, 10] contiguous");
  EXPECT_EQ(result("zeros", {{"size", number(3)}}),
            "cpu float32 [3] contiguous");
  EXPECT_EQ(result("empty", {{"size", UnknownValue()}}),
            "cpu float32 ? contiguous");
  EXPECT_EQ(result("randint", {{"high", number(5)}, {"size", sizes({2})}}),
            "cpu int64 [2] contiguous");
  EXPECT_EQ(result("full", {{"size", sizes({2})}, {"fill_value", number(1)}}),
            "cpu int64 [2] contiguous");
  EXPECT_EQ(result("full", {{"size", sizes({2})}, {"fill_value", RealValue()}}),
            "cpu float32 [2] contiguous");
  EXPECT_EQ(result("full", {{"size", sizes({2})}, {"fill_value", true}}),
            "cpu bool [2] contiguous");
  EXPECT_EQ(
      result("full", {{"size", sizes({2})}, {"fill_value", UnknownValue()}}),
      "cpu ? [2] contiguous");
  EXPECT_EQ(result("eye", {{"n", number(3)}}), "cpu float32 [3, 3] contiguous");
  EXPECT_EQ(result("eye", {{"n", number(3)}, {"m", number(2)}}),
            "cpu float32 [3, 2] contiguous");
  EXPECT_EQ(
      result("linspace",
             {{"start", number(0)}, {"end", number(4)}, {"steps", number(5)}}),
      "cpu float32 [5] contiguous");
  EXPECT_EQ(result("randperm", {{"n", number(4)}}), "cpu int64 [4] contiguous");
  EXPECT_EQ(result("scalar_tensor", {{"s", number(3)}}),
            "cpu float32 [] contiguous");
  EXPECT_EQ(text(call("ones", {{"size", sizes({2})}}, 0, std::nullopt)),
            "cpu ? [2] contiguous");
}

TEST(TensorOps, NumbersOfTheirOwnType) {
  const Value Ints = DataValue{IntList{1}, DType::Int};
  EXPECT_EQ(result("at_tensor", {{"data", Ints}}), "cpu int32 [1] contiguous");
  EXPECT_EQ(result("at_tensor", {{"data", Ints}, {"options", OptionsValue()}}),
            "cpu float32 [1] contiguous");
  EXPECT_EQ(result("tensor", {{"data", Ints}}), "cpu int64 [1] contiguous");
}

TEST(TensorOps, Padding) {
  const auto Pad = [](IntList By) {
    return result("constant_pad_nd",
                  {{"self", randn(sizes({2, 3}))}, {"pad", std::move(By)}});
  };
  EXPECT_EQ(Pad(sizes({1, 1})), "cpu float32 [2, 5] contiguous");
  EXPECT_EQ(Pad(sizes({0, 1, 2, -1})), "cpu float32 [3, 4] contiguous");
  EXPECT_EQ(Pad({Unknown, 1}), "cpu float32 [2, ?] contiguous");
  EXPECT_EQ(Pad(sizes({1})), "cpu float32 ? ?");
}

TEST(TensorOps, RangesCountTheirElements) {
  EXPECT_EQ(result("arange", {{"end", number(5)}}), "cpu int64 [5] contiguous");
  EXPECT_EQ(result("arange", {{"end", RealValue()}}),
            "cpu float32 [?] contiguous");
  EXPECT_EQ(result("arange", {{"end", UnknownValue()}}),
            "cpu ? [?] contiguous");
  EXPECT_EQ(result("arange", {{"end", Unknown}}), "cpu int64 [?] contiguous");
  const auto Range = [](int Start, int End, int Step) {
    return text(call("arange", {{"start", number(Start)},
                                {"end", number(End)},
                                {"step", number(Step)}})
                    .Sizes->Value);
  };
  EXPECT_EQ(Range(1, 7, 2), "[3]");
  EXPECT_EQ(Range(1, 8, 2), "[4]");
  EXPECT_EQ(Range(5, 0, -2), "[3]");
  EXPECT_EQ(Range(0, 5, 0), "[?]");
}

TEST(TensorOps, OptionsAreObeyed) {
  OptionsValue Options;
  Options.Device = Setting<DeviceValue>::known(*parseDevice("cuda:1"));
  EXPECT_EQ(result("ones", {{"size", sizes({2})}, {"options", Options}}),
            "cuda:1 float32 [2] contiguous");
  // at::TensorOptions without a type take the default int64's place.
  EXPECT_EQ(result("randint", {{"size", sizes({2})}, {"options", Options}}),
            "cuda:1 float32 [2] contiguous");
  EXPECT_EQ(result("randint",
                   {{"size", sizes({2})}, {"device", *parseDevice("cuda")}}),
            "cuda int64 [2] contiguous");
  Options.Type = Setting<DType>::unknown();
  Options.NamesLayout = true;
  EXPECT_EQ(result("ones", {{"size", sizes({2})}, {"options", Options}}),
            "cuda:1 ? [2] ?");
  EXPECT_EQ(result("ones", {{"size", sizes({2})}, {"options", UnknownValue()}}),
            "? ? [2] ?");
  EXPECT_EQ(result("ones", {{"size", sizes({2})}, {"device", NoValue()}}),
            "cpu float32 [2] contiguous");
}

TEST(TensorOps, Data) {
  const auto Of = [](std::optional<DType> Type) {
    return result("tensor", {{"data", DataValue{sizes({2, 3}), Type}}});
  };
  EXPECT_EQ(Of(DType::Int), "cpu int64 [2, 3] contiguous");
  EXPECT_EQ(Of(DType::Double), "cpu float32 [2, 3] contiguous");
  EXPECT_EQ(Of(DType::Byte), "cpu uint8 [2, 3] contiguous");
  EXPECT_EQ(Of(std::nullopt), "cpu ? [2, 3] contiguous");
  EXPECT_EQ(result("tensor", {{"data", number(3)}}), "cpu int64 [] contiguous");
  EXPECT_EQ(result("tensor", {{"data", UnknownValue()}}), "cpu ? ? contiguous");
  EXPECT_EQ(
      result("from_blob", {{"data", UnknownValue()}, {"sizes", sizes({2, 3})}}),
      "cpu float32 [2, 3] contiguous");
  EXPECT_EQ(result("from_blob", {{"data", UnknownValue()},
                                 {"sizes", sizes({2, 3})},
                                 {"strides", sizes({1, 2})}}),
            "cpu float32 [2, 3] strided [1, 2]");
  EXPECT_EQ(result("empty_strided",
                   {{"size", sizes({2, 3})}, {"stride", sizes({3, 1})}}),
            "cpu float32 [2, 3] contiguous");
}

TEST(TensorOps, Copies) {
  const TensorValue X = randn(sizes({3, 4}));
  const TensorValue T = call("t", {{"self", X}});
  const TensorValue Half = ofType(DType::Half);
  EXPECT_EQ(result("zeros_like", {{"self", T}}),
            "cpu float32 [4, 3] strided [1, 4]");
  EXPECT_EQ(result("full_like", {{"self", Half}, {"fill_value", RealValue()}}),
            "cpu float16 [2] contiguous");
  EXPECT_EQ(result("new_ones", {{"self", Half}, {"size", sizes({2, 2})}}),
            "cpu float16 [2, 2] contiguous");
  EXPECT_EQ(result("to", {{"self", T}, {"dtype", DType::Half}}),
            "cpu float16 [4, 3] strided [1, 4]");
  EXPECT_EQ(result("to", {{"self", X}, {"device", UnknownValue()}}),
            "? float32 [3, 4] contiguous");
  EXPECT_EQ(result("type_as", {{"self", X}, {"other", Half}}),
            "cpu float16 [3, 4] contiguous");
  EXPECT_EQ(result("cuda", {{"self", X}}), "cuda float32 [3, 4] contiguous");
  EXPECT_EQ(result("long", {{"self", X}}), "cpu int64 [3, 4] contiguous");
  EXPECT_EQ(result("clone", {{"self", T}}),
            "cpu float32 [4, 3] strided [1, 4]");
  // Gaps and repetitions are not copied.
  EXPECT_EQ(
      result("clone", {{"self", call("narrow", {{"self", X},
                                                {"dim", number(1)},
                                                {"start", number(0)},
                                                {"length", number(2)}})}}),
      "cpu float32 [3, 2] ?");
  EXPECT_EQ(result("contiguous", {{"self", T}}),
            "cpu float32 [4, 3] contiguous");
  EXPECT_EQ(result("repeat", {{"self", X}, {"repeats", sizes({2, 1, 2})}}),
            "cpu float32 [2, 3, 8] contiguous");
  EXPECT_EQ(
      result("index_select",
             {{"self", X}, {"dim", number(1)}, {"index", randn(sizes({7}))}}),
      "cpu float32 [3, 7] contiguous");
}

TEST(TensorOps, Transpositions) {
  const auto T = [](IntList Sizes) {
    return result("t", {{"self", randn(std::move(Sizes))}});
  };
  EXPECT_EQ(T(sizes({3, 4})), "cpu float32 [4, 3] strided [1, 4]");
  EXPECT_EQ(T(sizes({1, 10})), "cpu float32 [10, 1] contiguous");
  EXPECT_EQ(T(sizes({5})), "cpu float32 [5] contiguous");
  EXPECT_EQ(T(sizes({0, 4})), "cpu float32 [4, 0] contiguous");
  EXPECT_EQ(T({Unknown, 4}), "cpu float32 [4, ?] strided [1, 4]");
  EXPECT_EQ(T({Unknown, Unknown}), "cpu float32 [?, ?] strided [1, ?]");
  const TensorValue X = randn(sizes({4, 5, 6}));
  EXPECT_EQ(result("permute", {{"self", X}, {"dims", sizes({2, 0, -2})}}),
            "cpu float32 [6, 4, 5] strided [1, 30, 6]");
  EXPECT_EQ(result("permute", {{"self", X}, {"dims", sizes({0, 0, 1})}}),
            "cpu float32 ? ?");
  EXPECT_EQ(result("permute", {{"self", randn(sizes({1, 5, 1}))},
                               {"dims", sizes({2, 1, 0})}}),
            "cpu float32 [1, 5, 1] contiguous");
  EXPECT_EQ(result("transpose",
                   {{"self", X}, {"dim0", number(-1)}, {"dim1", number(-2)}}),
            "cpu float32 [4, 6, 5] strided [30, 1, 6]");
  EXPECT_EQ(result("mT", {{"self", X}}),
            "cpu float32 [4, 6, 5] strided [30, 1, 6]");
  EXPECT_EQ(result("transpose",
                   {{"self", X}, {"dim0", number(0)}, {"dim1", Unknown}}),
            "cpu float32 ? ?");
}

TEST(TensorOps, Views) {
  const TensorValue X = randn(sizes({3, 4}));
  const TensorValue T = call("t", {{"self", X}});
  const auto Unsqueeze = [](const TensorValue &Of, int Dim) {
    return result("unsqueeze", {{"self", Of}, {"dim", number(Dim)}});
  };
  EXPECT_EQ(Unsqueeze(X, -1), "cpu float32 [3, 4, 1] contiguous");
  EXPECT_EQ(Unsqueeze(T, 0), "cpu float32 [1, 4, 3] strided [4, 1, 4]");
  EXPECT_EQ(Unsqueeze(T, 1), "cpu float32 [4, 1, 3] strided [1, 12, 4]");
  EXPECT_EQ(Unsqueeze(T, 2), "cpu float32 [4, 3, 1] strided [1, 4, 1]");
  EXPECT_EQ(Unsqueeze(X, 5), "cpu float32 ? ?");
  EXPECT_EQ(result("squeeze", {{"self", randn(sizes({1, 3, 1}))}}),
            "cpu float32 [3] contiguous");
  EXPECT_EQ(result("squeeze",
                   {{"self", randn(sizes({1, 3, 1}))}, {"dim", number(0)}}),
            "cpu float32 [3, 1] contiguous");
  EXPECT_EQ(result("squeeze", {{"self", X}, {"dim", number(0)}}),
            "cpu float32 [3, 4] contiguous");
  EXPECT_EQ(
      result("squeeze", {{"self", randn({Unknown, 3})}, {"dim", number(0)}}),
      "cpu float32 ? ?");
  EXPECT_EQ(result("view", {{"self", X}, {"size", sizes({-1, 6})}}),
            "cpu float32 [2, 6] contiguous");
  EXPECT_EQ(
      result("view", {{"self", randn({Unknown, 4})}, {"size", sizes({-1, 2})}}),
      "cpu float32 [?, 2] contiguous");
  EXPECT_EQ(result("reshape", {{"self", T}, {"shape", sizes({2, 6})}}),
            "cpu float32 [2, 6] ?");
  EXPECT_EQ(result("view", {{"self", X}, {"dtype", DType::Int}}),
            "cpu int32 [3, 4] contiguous");
  EXPECT_EQ(result("view", {{"self", X}, {"dtype", DType::Half}}),
            "cpu float16 ? ?");
  EXPECT_EQ(result("flatten", {{"self", X}}), "cpu float32 [12] contiguous");
  EXPECT_EQ(result("flatten", {{"self", randn(sizes({2, 3, 4}))},
                               {"start_dim", number(1)}}),
            "cpu float32 [2, 12] contiguous");
  EXPECT_EQ(result("flatten", {{"self", randn({})}}),
            "cpu float32 [1] contiguous");
}

TEST(TensorOps, Slices) {
  const TensorValue X = randn(sizes({8, 4}));
  const auto Narrow = [&](int Dim, Extent Length) {
    return result("narrow", {{"self", X},
                             {"dim", number(Dim)},
                             {"start", Unknown},
                             {"length", Length}});
  };
  EXPECT_EQ(Narrow(0, 3), "cpu float32 [3, 4] contiguous");
  EXPECT_EQ(Narrow(1, 3), "cpu float32 [8, 3] strided [4, 1]");
  EXPECT_EQ(Narrow(0, Unknown), "cpu float32 [?, 4] contiguous");
  const auto Slice = [&](int Start, Value End, int Step) {
    return text(call("slice", {{"self", X},
                               {"start", number(Start)},
                               {"end", std::move(End)},
                               {"step", number(Step)}})
                    .Sizes->Value);
  };
  EXPECT_EQ(Slice(-1, NoValue(), 1), "[1, 4]");
  EXPECT_EQ(Slice(1, number(100), 1), "[7, 4]");
  EXPECT_EQ(Slice(9, number(10), 1), "[0, 4]");
  EXPECT_EQ(Slice(1, number(-9), 1), "[0, 4]");
  EXPECT_EQ(Slice(0, number(8), 3), "[3, 4]");
  EXPECT_EQ(Slice(0, Unknown, 1), "[?, 4]");
  EXPECT_EQ(
      result("select", {{"self", X}, {"dim", number(1)}, {"index", number(0)}}),
      "cpu float32 [8] strided [4]");
  EXPECT_EQ(result("index", {{"self", X}}), "cpu float32 ? ?");
}

TEST(TensorOps, Expansions) {
  const auto Expand = [](IntList From, IntList To) {
    return result("expand",
                  {{"self", randn(std::move(From))}, {"size", std::move(To)}});
  };
  EXPECT_EQ(Expand(sizes({1, 4}), sizes({3, -1})),
            "cpu float32 [3, 4] strided [0, 1]");
  EXPECT_EQ(Expand(sizes({4}), sizes({3, 4})),
            "cpu float32 [3, 4] strided [0, 1]");
  EXPECT_EQ(Expand(sizes({4}), sizes({1, 4})), "cpu float32 [1, 4] contiguous");
  EXPECT_EQ(Expand({Unknown, 4}, sizes({3, 4})), "cpu float32 [3, 4] ?");
}

TEST(TensorOps, Combinations) {
  const TensorValue A = randn(sizes({2, 3}));
  const TensorValue B = randn(sizes({4, 3}));
  const auto Cat = [](TensorList List) {
    return result("cat", {{"tensors", std::move(List)}});
  };
  EXPECT_EQ(Cat({{A}, {B}}), "cpu float32 [6, 3] contiguous");
  EXPECT_EQ(Cat({{A}, {randn({Unknown, Unknown})}}),
            "cpu float32 [?, 3] contiguous");
  EXPECT_EQ(Cat({{A}, {}}), "? ? ? ?");
  EXPECT_EQ(Cat({{A}, {call("half", {{"self", B}})}}),
            "cpu ? [6, 3] contiguous");
  EXPECT_EQ(
      result("stack", {{"tensors", TensorList{{A}, {A}}}, {"dim", number(-1)}}),
      "cpu float32 [2, 3, 2] contiguous");
}

TEST(TensorOps, Promotion) {
  const auto Add = [](DType Type, Value Other) {
    return result("add", {{"self", ofType(Type)}, {"other", std::move(Other)}});
  };
  EXPECT_EQ(Add(DType::Int, number(1)), "cpu int32 [2] contiguous");
  EXPECT_EQ(Add(DType::Int, RealValue()), "cpu float32 [2] contiguous");
  EXPECT_EQ(Add(DType::Half, RealValue()), "cpu float16 [2] contiguous");
  EXPECT_EQ(Add(DType::Bool, number(1)), "cpu int64 [2] contiguous");
  EXPECT_EQ(Add(DType::Int, ofType(DType::Int)), "cpu int32 [2] contiguous");
  EXPECT_EQ(Add(DType::Int, ofType(DType::Half)), "cpu float16 [2] contiguous");
  EXPECT_EQ(Add(DType::Half, ofType(DType::BFloat16)),
            "cpu float32 [2] contiguous");
  EXPECT_EQ(Add(DType::Byte, ofType(DType::Char)), "cpu int16 [2] contiguous");
  EXPECT_EQ(Add(DType::Byte, ofType(DType::Int)), "cpu int32 [2] contiguous");
  EXPECT_EQ(Add(DType::Bool, ofType(DType::Byte)), "cpu uint8 [2] contiguous");
  EXPECT_EQ(Add(DType::Float, ofType(DType::ComplexFloat)),
            "cpu complex64 [2] contiguous");
  EXPECT_EQ(Add(DType::Double, ofType(DType::ComplexFloat)),
            "cpu complex128 [2] contiguous");
  EXPECT_EQ(Add(DType::Float8_e5m2, ofType(DType::Int)),
            "cpu ? [2] contiguous");
  EXPECT_EQ(result("abs", {{"self", ofType(DType::ComplexFloat)}}),
            "cpu float32 [2] contiguous");
  // One without dimensions counts for less.
  EXPECT_EQ(Add(DType::Half, call("scalar_tensor",
                                  {{"s", number(3)}, {"dtype", DType::Float}})),
            "cpu ? [2] contiguous");
  EXPECT_EQ(Add(DType::Int, UnknownValue()), "cpu ? ? ?");
  EXPECT_EQ(
      result("div", {{"self", ofType(DType::Byte)}, {"other", number(255)}}),
      "cpu float32 [2] contiguous");
  EXPECT_EQ(result("sqrt", {{"self", ofType(DType::Int)}}),
            "cpu float32 [2] contiguous");
  EXPECT_EQ(result("relu", {{"self", ofType(DType::Int)}}),
            "cpu int32 [2] contiguous");
  EXPECT_EQ(result("eq", {{"self", ofType(DType::Int)}, {"other", number(1)}}),
            "cpu bool [2] contiguous");
  EXPECT_EQ(result("add", {{"self", randn(sizes({3, 1}))},
                           {"other", randn(sizes({1, 4}))}}),
            "cpu float32 [3, 4] ?");
  const auto Shape = [](IntList A, IntList B) {
    return result(
        "mul", {{"self", randn(std::move(A))}, {"other", randn(std::move(B))}});
  };
  EXPECT_EQ(Shape(sizes({2, 3}), sizes({3})), "cpu float32 [2, 3] ?");
  EXPECT_EQ(Shape(sizes({2, 3}), IntList()), "cpu float32 [2, 3] contiguous");
  EXPECT_EQ(Shape({Unknown, 3}, sizes({2, 1})), "cpu float32 [2, 3] ?");
  EXPECT_EQ(Shape({Unknown, 3}, sizes({1, 3})), "cpu float32 [?, 3] ?");
  EXPECT_EQ(Shape(sizes({2}), sizes({3})), "cpu float32 [?] ?");
}

TensorValue on(const char *Device, IntList Sizes) {
  TensorValue T = randn(std::move(Sizes));
  T.Device->Value = *parseDevice(Device);
  return T;
}

TEST(TensorOps, OperandsAreOnOneDevice) {
  const TensorValue Gpu = on("cuda", sizes({2, 4}));
  const TensorValue Cpu = randn(sizes({2, 4}));
  const TensorValue Number = randn({});
  const auto Add = [](Value A, Value B) {
    return result("add", {{"self", std::move(A)}, {"other", std::move(B)}});
  };
  EXPECT_EQ(Add(Gpu, Number), "cuda float32 [2, 4] contiguous");
  EXPECT_EQ(Add(Number, Gpu), "cuda float32 [2, 4] contiguous");
  EXPECT_EQ(Add(Gpu, UnknownValue()), "cuda ? ? ?");
  EXPECT_EQ(Add(Cpu, UnknownValue()), "cpu ? ? ?");
  // The other one may be on a GPU.
  EXPECT_EQ(Add(Number, UnknownValue()), "? ? ? ?");
  EXPECT_EQ(Add(on("cuda:0", {}), on("cuda:1", sizes({2}))),
            "? float32 [2] contiguous");
  TensorValue Held = Cpu;
  Held.Device->Value.Type.clear();
  Held.Device->Value.Variable = 7;
  EXPECT_FALSE(call("add", {{"self", Held}, {"other", UnknownValue()}}).Device);
  EXPECT_TRUE(call("add", {{"self", Held}, {"other", Held}}).Device);
  // Wherever that is, it has to be where the other one is, if not a number.
  EXPECT_EQ(Add(Held, Gpu), "cuda float32 [2, 4] contiguous");
  EXPECT_EQ(Add(Held, Cpu), "cpu float32 [2, 4] contiguous");
  const auto BesideNumber = call("add", {{"self", Number}, {"other", Held}});
  ASSERT_TRUE(BesideNumber.Device);
  EXPECT_EQ(BesideNumber.Device->Value, Held.Device->Value);
  TensorValue Elsewhere = Held;
  Elsewhere.Device->Value.Variable = 8;
  EXPECT_FALSE(call("add", {{"self", Held}, {"other", Elsewhere}}).Device);
  const auto OnHeld = [&](llvm::StringRef Name, TensorValue Other) {
    const auto Of = call(Name, {{"self", Held}, {"other", std::move(Other)}});
    return Of.Device && Of.Device->Value == Held.Device->Value;
  };
  EXPECT_TRUE(OnHeld("matmul", Elsewhere));
  EXPECT_FALSE(OnHeld("matmul", Gpu));
  // Indices may be on the CPU.
  EXPECT_TRUE(OnHeld("index_add", Cpu));

  EXPECT_EQ(result("matmul", {{"self", UnknownValue()}, {"other", Cpu}}),
            "cpu ? ? ?");
  EXPECT_EQ(result("matmul", {{"self", Gpu}, {"other", Cpu}}),
            "? float32 [2, 4] ?");
  EXPECT_EQ(result("hstack", {{"tensors", TensorBag{{Gpu}}}}), "cuda ? ? ?");
  EXPECT_EQ(result("where", {{"condition", UnknownValue()},
                             {"self", Number},
                             {"other", UnknownValue()}}),
            "? ? ? ?");
  EXPECT_EQ(
      result("where",
             {{"condition", UnknownValue()}, {"self", Gpu}, {"other", Number}}),
      "cuda float32 ? ?");
  EXPECT_EQ(
      result("masked_fill",
             {{"self", Gpu}, {"mask", UnknownValue()}, {"value", Number}}),
      "cuda float32 ? ?");
}

// As torch 2.13 has them.
TEST(TensorOps, TypesOfWhatHasAnotherShape) {
  const auto Of = [](llvm::StringRef Name, DType Type) {
    return result(Name, {{"self", ofType(Type)}});
  };
  EXPECT_EQ(Of("softmax", DType::Half), "cpu float16 [2] ?");
  EXPECT_EQ(result("softmax",
                   {{"self", ofType(DType::Half)}, {"dtype", DType::Float}}),
            "cpu float32 [2] ?");
  // torch::nn::functional keeps the type among its options.
  EXPECT_EQ(result("softmax", {{"self", ofType(DType::Half)},
                               {"options", UnknownValue()}}),
            "cpu ? [2] ?");
  EXPECT_EQ(Of("mean", DType::Int), "cpu ? [] contiguous");
  EXPECT_EQ(Of("norm", DType::ComplexFloat), "cpu ? [] contiguous");
  EXPECT_EQ(Of("sum", DType::Int), "cpu int64 [] contiguous");
  EXPECT_EQ(Of("sum", DType::Half), "cpu float16 [] contiguous");
  EXPECT_EQ(Of("argmax", DType::Float), "cpu int64 [] contiguous");
  EXPECT_EQ(Of("any", DType::Float), "cpu bool [] contiguous");
  EXPECT_EQ(Of("any", DType::Byte), "cpu ? [] contiguous");
  EXPECT_EQ(Of("stft", DType::Float), "cpu ? ? ?");
  EXPECT_EQ(Of("isnan", DType::Float), "cpu bool [2] contiguous");
  EXPECT_EQ(Of("gelu", DType::Int), "cpu ? [2] contiguous");
  EXPECT_EQ(result("max", {{"self", ofType(DType::Int)},
                           {"other", ofType(DType::Float)}}),
            "cpu ? ? ?");
  EXPECT_EQ(
      result("pow", {{"self", ofType(DType::Half)}, {"exponent", number(2)}}),
      "cpu float16 [2] contiguous");
  EXPECT_EQ(result("bitwise_and", {{"self", ofType(DType::Bool)},
                                   {"other", ofType(DType::Bool)}}),
            "cpu bool [2] contiguous");
  EXPECT_EQ(result("hann_window", {{"window_length", number(400)}}),
            "cpu float32 [400] contiguous");
  EXPECT_EQ(result("tril_indices", {{"row", number(4)}}),
            "cpu int64 [2, ?] contiguous");

  const auto Both = evaluateAll(
      {"max", {{"self", ofType(DType::Float)}, {"dim", number(0)}}}, 2);
  EXPECT_EQ(text(Both[0]), "cpu float32 [] ?");
  EXPECT_EQ(text(Both[1]), "cpu int64 [] ?");
  const auto Statistics =
      evaluateAll({"var", {{"self", ofType(DType::Float)}}}, 2);
  EXPECT_EQ(text(Statistics[1]), "cpu ? [] contiguous");
}

TEST(TensorOps, Reductions) {
  const auto Of = [](llvm::StringRef Name, Arguments More) {
    More.push_back({"self", randn(sizes({2, 3, 4, 5}))});
    return result(Name, std::move(More));
  };
  for (const char *Name :
       {"mean", "sum", "amax", "std", "var", "norm", "nansum"}) {
    EXPECT_EQ(Of(Name, {}), "cpu float32 [] contiguous");
    EXPECT_EQ(Of(Name, {{"dim", number(1)}}), "cpu float32 [2, 4, 5] ?");
    EXPECT_EQ(Of(Name, {{"dim", sizes({2, -1})}}), "cpu float32 [2, 3] ?");
    EXPECT_EQ(Of(Name, {{"dim", sizes({2, 3})}, {"keepdim", true}}),
              "cpu float32 [2, 3, 1, 1] ?");
  }
  EXPECT_EQ(Of("sum", {{"dtype", DType::Double}}), "cpu float64 [] contiguous");
  EXPECT_EQ(Of("argmax", {{"dim", number(-1)}}), "cpu int64 [2, 3, 4] ?");
  // Which dimensions, and whether they stay, is not known.
  EXPECT_EQ(Of("mean", {{"dim", UnknownValue()}}), "cpu float32 ? ?");
  EXPECT_EQ(Of("mean", {{"dim", IntList{Unknown}}}), "cpu float32 ? ?");
  EXPECT_EQ(Of("mean", {{"dim", IntList()}}), "cpu float32 ? ?");
  EXPECT_EQ(Of("mean", {{"dim", number(4)}}), "cpu float32 ? ?");
  EXPECT_EQ(Of("mean", {{"dim", number(1)}, {"keepdim", UnknownValue()}}),
            "cpu float32 ? ?");
  EXPECT_EQ(Of("argmax", {{"keepdim", true}}), "cpu int64 ? ?");
  EXPECT_EQ(result("mean", {{"self", UnknownValue()}, {"dim", number(1)}}),
            "? ? ? ?");
  EXPECT_EQ(result("sum", {{"self", ofType(DType::Bool)}, {"dim", number(0)}}),
            "cpu int64 [] ?");
}

TEST(TensorOps, Powers) {
  const TensorValue X = randn(sizes({2, 1}));
  EXPECT_EQ(result("pow", {{"self", X}, {"exponent", randn(sizes({3}))}}),
            "cpu float32 [2, 3] ?");
  EXPECT_EQ(result("pow", {{"self", RealValue()}, {"exponent", X}}),
            "cpu float32 [2, 1] contiguous");
  EXPECT_EQ(result("pow", {{"self", ofType(DType::Int)},
                           {"exponent", UnknownValue()}}),
            "cpu ? ? ?");
  EXPECT_EQ(
      result("pow", {{"self", ofType(DType::Int)}, {"exponent", number(2)}}),
      "cpu ? [2] contiguous");
}

TEST(TensorOps, PaddedSequences) {
  const TensorValue Long = ofType(DType::Long), Float = ofType(DType::Float);
  EXPECT_EQ(result("pad_sequence", {{"sequences", TensorBag{{Long}}}}),
            "cpu int64 ? ?");
  EXPECT_EQ(
      result("pad_sequence", {{"sequences", TensorList{{Long}, {Float}}}}),
      "cpu ? ? ?");
  EXPECT_EQ(result("pad_sequence", {{"sequences", UnknownValue()}}), "? ? ? ?");
}

TEST(TensorOps, LayoutOfWhatIsCombinedWithASmallerOne) {
  const TensorValue Image = call("permute", {{"self", randn(sizes({4, 6, 3}))},
                                             {"dims", sizes({2, 0, 1})}});
  const std::string Kept = "cpu float32 [3, 4, 6] strided [1, 18, 3]";
  EXPECT_EQ(text(Image), Kept);
  const TensorValue Mean = randn(sizes({3, 1, 1}));
  EXPECT_EQ(result("sub", {{"self", Image}, {"other", Mean}}), Kept);
  EXPECT_EQ(result("sub", {{"self", Mean}, {"other", Image}}), Kept);
  EXPECT_EQ(result("flip", {{"self", Image}, {"dims", sizes({0})}}), Kept);
  // Two dimensions of the other one say how they lie.
  EXPECT_EQ(result("sub", {{"self", Image}, {"other", randn(sizes({4, 6}))}}),
            "cpu float32 [3, 4, 6] ?");
}

TEST(TensorOps, InPlace) {
  EXPECT_EQ(
      result("fill_", {{"self", ofType(DType::Int)}, {"value", RealValue()}}),
      "cpu int32 [2] contiguous");
  EXPECT_EQ(result("resize_", {{"self", ofType(DType::Int)}}), "? ? ? ?");
  EXPECT_EQ(result("no_such_operator", {{"self", ofType(DType::Int)}}),
            "? ? ? ?");
}

TEST(TensorOps, PropertiesSayWhereTheyComeFrom) {
  const TensorValue Made = call("randn", {{"size", sizes({3, 4})}}, 1);
  const TensorValue Moved = call("cuda", {{"self", Made}}, 2);
  const TensorValue Turned = call("t", {{"self", Moved}}, 3);
  EXPECT_EQ(Turned.Type->From, 1u);
  EXPECT_EQ(Turned.Device->From, 2u);
  EXPECT_EQ(Turned.Sizes->From, 3u);
  EXPECT_EQ(Turned.Order.From, 3u);
  // One operand alone says where its result is; of several, none does.
  const auto PlaceOf = [&](llvm::StringRef Name, Arguments Args) {
    Args.push_back({"self", Moved});
    return call(Name, std::move(Args), 4).Device->From;
  };
  EXPECT_EQ(PlaceOf("softmax", {{"dim", number(1)}}), 2u);
  EXPECT_EQ(PlaceOf("add", {{"other", number(1)}}), 2u);
  EXPECT_EQ(PlaceOf("add", {{"other", Moved}}), 4u);
  EXPECT_EQ(PlaceOf("matmul", {{"other", UnknownValue()}}), 4u);
  EXPECT_EQ(PlaceOf("masked_fill", {{"mask", UnknownValue()}}), 4u);
}

TEST(TensorOps, Devices) {
  for (const char *Text : {"cpu", "cuda", "cuda:0", "xpu:12", "mps"})
    EXPECT_EQ(parseDevice(Text) ? text(*parseDevice(Text)) : "none", Text);
  for (const char *Text :
       {"", "CUDA", "cuda:", "cuda:01", "cuda:+1", "cuda:x", "cuda 0", ":0",
        "cuda:0:1", "cuda:99999999999999999999"})
    EXPECT_FALSE(parseDevice(Text)) << Text;
}

} // namespace
} // namespace aoti_tidy
