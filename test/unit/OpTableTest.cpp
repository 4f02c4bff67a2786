// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpTable.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

OpFacts schema(const char *Text) {
  OpFacts F;
  auto S = OpSchema::parse(Text);
  F.Schemas.push_back({S->Name.str(), *S, {"schema.cpp", 1}});
  return F;
}

OpFacts kernel(const char *Op, const char *Key, const char *Function) {
  OpFacts F;
  F.Kernels.push_back({Op, Key, Function, {"impl.cpp", 2}, {}});
  return F;
}

OpFacts fake(const char *Op) {
  OpFacts F;
  F.Fakes.push_back(OpName::parse(Op).value_or(OpName()));
  return F;
}

bool holds(std::initializer_list<OpFacts> Facts, Condition::Kind K,
           bool Complete = true, bool Traceable = false,
           unsigned Argument = 0) {
  std::vector<const OpFacts *> Pointers;
  for (const OpFacts &F : Facts)
    Pointers.push_back(&F);
  Condition C;
  C.K = K;
  C.Function = "f";
  C.Op = "ns::op";
  C.Traceable = Traceable;
  C.Argument = Argument;
  return OpTable(Pointers, Complete ? UnreadCode() : UnreadCode::anything())
      .holds(C)
      .has_value();
}

using Kind = Condition::Kind;

} // namespace

TEST(OpTable, MetaKernel) {
  EXPECT_TRUE(holds({kernel("ns::op", "Meta", "f")}, Kind::IsMeta, false));
  EXPECT_TRUE(holds({kernel("", "Meta", "f")}, Kind::IsMeta, false));
  EXPECT_FALSE(holds({kernel("ns::op", "Meta", "g")}, Kind::IsMeta));
  EXPECT_FALSE(holds({kernel("ns::op", "CPU", "f")}, Kind::IsMeta));
  EXPECT_TRUE(
      holds({kernel("ns::op", "CPU", "f"), kernel("ns::op", "Meta", "f")},
            Kind::IsMeta));
}

TEST(OpTable, CompositeInPlaceOfMeta) {
  const auto Implicit = kernel("ns::op", "CompositeImplicitAutograd", "f");
  EXPECT_TRUE(holds({Implicit}, Kind::IsMeta, false, true));
  // It needs data: export cannot run it.
  EXPECT_FALSE(holds({Implicit}, Kind::IsMeta, true, false));
  // Measured on torch 2.13: export runs it, and not the Meta kernel.
  EXPECT_TRUE(holds({Implicit, kernel("ns::op", "Meta", "g")}, Kind::IsMeta,
                    true, true));
  const auto Explicit = kernel("ns::op", "CompositeExplicitAutograd", "f");
  EXPECT_TRUE(holds({Explicit}, Kind::IsMeta, true, true));
  // A fake may be in a file that was not read.
  EXPECT_FALSE(holds({Explicit}, Kind::IsMeta, false, true));
  EXPECT_FALSE(holds({Explicit, fake("ns::op")}, Kind::IsMeta, true, true));
  EXPECT_FALSE(holds({Explicit, fake("op")}, Kind::IsMeta, true, true));
  EXPECT_TRUE(holds({Explicit, fake("other::op")}, Kind::IsMeta, true, true));
}

TEST(OpTable, SchemaInAnotherFile) {
  const auto K = kernel("ns::op", "Meta", "f");
  const auto S = schema("ns::op(Tensor x, SymInt n, int k) -> Tensor");
  EXPECT_FALSE(holds({K}, Kind::IsMetaWithSymInt, true, false, 1));
  EXPECT_TRUE(holds({K, S}, Kind::IsMetaWithSymInt, true, false, 1));
  EXPECT_FALSE(holds({K, S}, Kind::IsMetaWithSymInt, true, false, 2));
  EXPECT_FALSE(holds({K, S}, Kind::IsMetaWithSymInt, true, false, 7));
  EXPECT_TRUE(holds({K, S}, Kind::IsMetaWithSymInt, true, false,
                    Condition::AnyArgument));
  EXPECT_TRUE(holds({K, S}, Kind::IsMetaWithInt, true, false, 2));
  const auto OnCpu = kernel("ns::op", "CPU", "f");
  EXPECT_FALSE(holds({OnCpu, S}, Kind::IsMetaWithInt, true, false, 2));
  EXPECT_TRUE(holds({OnCpu, S}, Kind::IsKernelWithInt, true, false, 2));
}

TEST(OpTable, OverloadsAreOperators) {
  const auto K = kernel("ns::op.out", "Meta", "f");
  const auto S = schema("ns::op(Tensor x, SymInt n) -> Tensor");
  EXPECT_FALSE(holds({K, S}, Kind::IsMetaWithSymInt, true, false, 1));
}

TEST(OpTable, LacksMeta) {
  const auto S = schema("ns::op(Tensor x) -> Tensor");
  const auto OnCpu = kernel("ns::op", "CPU", "f");
  EXPECT_TRUE(holds({S, OnCpu}, Kind::LacksMeta));
  EXPECT_FALSE(holds({S, OnCpu}, Kind::LacksMeta, /*Complete=*/false));
  EXPECT_FALSE(holds({S}, Kind::LacksMeta));
  EXPECT_FALSE(
      holds({S, OnCpu, kernel("ns::op", "Meta", "g")}, Kind::LacksMeta));
  EXPECT_FALSE(holds({S, OnCpu, fake("ns::op")}, Kind::LacksMeta));
  EXPECT_FALSE(
      holds({S, OnCpu, kernel("ns::op", "CompositeExplicitAutograd", "g")},
            Kind::LacksMeta));
  // Autograd kernels do not stand in for a device's.
  EXPECT_FALSE(holds({S, kernel("ns::op", "Autograd", "g")}, Kind::LacksMeta));
}

TEST(OpTable, UnknownKeyMayBeMeta) {
  const auto S = schema("ns::op(Tensor x) -> Tensor");
  const auto OnCpu = kernel("ns::op", "CPU", "f"),
             Any = kernel("ns::op", "", "g");
  EXPECT_FALSE(holds({S, OnCpu, Any}, Kind::LacksMeta));
  EXPECT_FALSE(holds({kernel("ns::op", "", "f")}, Kind::IsMeta, true, true));
  EXPECT_FALSE(holds({kernel("ns::op", "CompositeExplicitAutograd", "f"), Any},
                     Kind::IsMeta, true, true));
}

TEST(OpTable, SchemasThatDisagree) {
  const auto K = kernel("ns::op", "Meta", "f");
  const auto Sym = schema("ns::op(Tensor x, SymInt n) -> Tensor");
  const auto Int = schema("ns::op(Tensor x, int n) -> Tensor");
  EXPECT_TRUE(holds({K, Sym, Sym}, Kind::IsMetaWithSymInt, true, false, 1));
  for (const Kind About : {Kind::IsMetaWithSymInt, Kind::IsMetaWithInt}) {
    EXPECT_FALSE(holds({K, Sym, Int}, About, true, false, 1));
    EXPECT_FALSE(holds({Int, K, Sym}, About, true, false, 1));
  }
}

TEST(OpTable, OrderOfFilesDoesNotMatter) {
  auto A = kernel("ns::a", "Meta", "f"), B = kernel("ns::b", "Meta", "f");
  A.Kernels[0].Where.File = "a.cpp";
  B.Kernels[0].Where.File = "b.cpp";
  Condition C;
  C.K = Kind::IsMeta;
  C.Function = "f";
  // As a header's registrations come, once for each file that includes it.
  const OpFacts *Orders[][4] = {{&A, &B, &B, &A}, {&B, &A, &B, &B}};
  for (const auto &Order : Orders)
    EXPECT_EQ(
        registrationNote(*OpTable(Order, UnreadCode()).holds(C)),
        "registered here as the Meta kernel of 'ns::a' and 1 other operator");
}

TEST(OpTable, DescribesManyOperators) {
  const auto A = kernel("ns::a", "Meta", "f"), B = kernel("ns::b", "Meta", "f");
  Condition C;
  C.K = Kind::IsMeta;
  C.Function = "f";
  const OpFacts *Both[] = {&A, &B};
  EXPECT_EQ(
      registrationNote(*OpTable(Both, UnreadCode()).holds(C)),
      "registered here as the Meta kernel of 'ns::a' and 1 other operator");
}

TEST(OpTable, UnreadCodeMayHaveTheKernel) {
  const auto S = schema("ns::op(Tensor x) -> Tensor");
  const auto OnCpu = kernel("ns::op", "CPU", "f");
  const auto Explicit = kernel("ns::op", "CompositeExplicitAutograd", "f");
  auto HoldsBeside = [](llvm::StringRef Text, const OpFacts &Kernel,
                        const OpFacts &Schema, Kind K) {
    UnreadCode Unread;
    Unread.add(Text);
    Condition C;
    C.K = K;
    C.Function = "f";
    C.Op = "ns::op";
    C.Traceable = true;
    return OpTable({&Kernel, &Schema}, Unread).holds(C).has_value();
  };
  for (const char *Names :
       {"m.impl(\"op\", &f);", "\"other::op\"", "op", "\"\\nop(Tensor x)\"",
        "op.overload", "#define op", ""}) {
    EXPECT_FALSE(HoldsBeside(Names, OnCpu, S, Kind::LacksMeta)) << Names;
    EXPECT_FALSE(HoldsBeside(Names, Explicit, S, Kind::IsMeta)) << Names;
  }
  for (const char *Other : {"m.impl(\"op2\", &my_op);", "ns::", "top", " "}) {
    EXPECT_TRUE(HoldsBeside(Other, OnCpu, S, Kind::LacksMeta)) << Other;
    EXPECT_TRUE(HoldsBeside(Other, Explicit, S, Kind::IsMeta)) << Other;
  }
  // UTF-16.
  EXPECT_FALSE(
      HoldsBeside(llvm::StringRef("o\0p\0", 4), OnCpu, S, Kind::LacksMeta));
}

TEST(OpTable, SaysWhatMoreFilesCouldAnswer) {
  const OpFacts S = schema("ns::op(Tensor x) -> Tensor"),
                OnCpu = kernel("ns::op", "CPU", "g"),
                Explicit = kernel("ns::op", "CompositeExplicitAutograd", "f");
  Condition Lacks;
  Lacks.K = Kind::LacksMeta;
  Lacks.Op = "ns::op";
  EXPECT_EQ(OpTable({&S, &OnCpu}, UnreadCode::anything()).openQuestion(Lacks),
            "ns::op");
  const OpFacts Faked = fake("ns::op");
  EXPECT_FALSE(OpTable({&S, &OnCpu, &Faked}, UnreadCode()).openQuestion(Lacks));
  // Python makes up a name for its fake.
  OpFacts Nameless;
  Nameless.Fakes.push_back({"ns", "", ""});
  const OpTable Any({&S, &OnCpu, &Nameless}, UnreadCode());
  EXPECT_EQ(Any.openQuestion(Lacks), "ns::op");
  EXPECT_FALSE(Any.holds(Lacks));
  Nameless.Fakes.front().Namespace = "other";
  EXPECT_TRUE(OpTable({&S, &OnCpu, &Nameless}, UnreadCode()).holds(Lacks));
  Condition Reads;
  Reads.K = Kind::IsMeta;
  Reads.Function = "f";
  Reads.Traceable = true;
  EXPECT_EQ(OpTable({&S, &Explicit}, UnreadCode()).openQuestion(Reads),
            "ns::op");
  EXPECT_FALSE(OpTable({&S, &OnCpu}, UnreadCode()).openQuestion(Reads));
}
