// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/KernelRecord.h"
#include "driver/base/Record.h"
#include "llvm/ADT/STLExtras.h"
#include <unordered_map>

using Op = aoti_tidy::IndexExpr::Op;

namespace aoti_tidy {

template <typename Record> void fields(Record &R, CodePlace &X) {
  auto &[File, Line, Column] = X;
  R(File, Line, Column);
}
template <typename Record> void fields(Record &R, KernelParameter &X) {
  auto &[Name, IsPointer, Element] = X;
  R(Name, IsPointer, Element);
}
template <typename Record> void fields(Record &R, Kernel::Unmodelled &X) {
  auto &[At, Why] = X;
  R(At, Why);
}

namespace {

/// An expression, by its place among those of the kernel. The accesses in a loop
/// are under the same conditions: each is written once.
using Place = uint32_t;

struct ExprRecord {
  Op Is = Op::Constant;
  int64_t Value = 0;
  std::string Name;
  VariableKind Kind = VariableKind::Symbol;
  std::vector<Place> Operands; ///< all before it
};

struct AccessRecord {
  unsigned Parameter = 0;
  Place Index = 0, Count = 0;
  std::vector<Place> When;
  bool IsWrite = false;
  std::string Text;
  CodePlace At;
  std::string Becomes;
};

struct AssertRecord {
  Place Condition = 0;
  std::string Message;
  std::vector<Place> When;
  CodePlace At;
};

struct KernelRecord {
  std::vector<ExprRecord> Exprs;
  std::string Name;
  std::vector<KernelParameter> Parameters;
  std::vector<AccessRecord> Accesses;
  std::vector<AssertRecord> Asserts;
  std::vector<Place> Facts;
  std::vector<std::string> Wrapped;
  std::vector<Kernel::Unmodelled> NotModelled;
  CodePlace At;
  bool LacksVectorSize = false, AssertsAbort = false;
};

template <typename Record> void fields(Record &R, ExprRecord &X) {
  auto &[Is, Value, Name, Kind, Operands] = X;
  R(Is, Value, Name, Kind, Operands);
}
template <typename Record> void fields(Record &R, AccessRecord &X) {
  auto &[Parameter, Index, Count, When, IsWrite, Text, At, Becomes] = X;
  R(Parameter, Index, Count, When, IsWrite, Text, At, Becomes);
}
template <typename Record> void fields(Record &R, AssertRecord &X) {
  auto &[Condition, Message, When, At] = X;
  R(Condition, Message, When, At);
}
template <typename Record> void fields(Record &R, KernelRecord &X) {
  auto &[Exprs, Name, Parameters, Accesses, Asserts, Facts, Wrapped,
         NotModelled, At, LacksVectorSize, AssertsAbort] = X;
  R(Exprs, Name, Parameters, Accesses, Asserts, Facts, Wrapped, NotModelled, At,
    LacksVectorSize, AssertsAbort);
}

class ExprWriter {
public:
  Place place(const IndexExpr &E) {
    if (const auto It = Places.find(E); It != Places.end())
      return It->second;
    ExprRecord Made;
    Made.Is = E.op();
    IsPossible &= !E.isTooLarge();
    if (E.op() == Op::Constant)
      Made.Value = E.constant();
    else if (E.op() == Op::Variable)
      std::tie(Made.Name, Made.Kind) =
          std::tie(E.variable().Name, E.variable().Kind);
    Made.Operands = places(E.operands());
    Exprs.push_back(std::move(Made));
    return Places[E] = Exprs.size() - 1;
  }
  std::vector<Place> places(llvm::ArrayRef<IndexExpr> All) {
    std::vector<Place> Result;
    for (const IndexExpr &E : All)
      Result.push_back(place(E));
    return Result;
  }

  std::vector<ExprRecord> Exprs;
  bool IsPossible = true;

private:
  std::unordered_map<IndexExpr, Place, IndexExpr::Hasher> Places;
};

class ExprReader {
public:
  explicit ExprReader(llvm::ArrayRef<ExprRecord> Records) {
    for (const ExprRecord &R : Records) {
      auto Of = all(R.Operands);
      if (!IsWhole)
        return;
      if (R.Is == Op::Constant)
        Exprs.push_back(R.Value);
      else if (R.Is == Op::Variable)
        Exprs.push_back(IndexExpr::variable({R.Name, R.Kind}));
      else if (takes(R.Is, Of.size()))
        Exprs.push_back(IndexExpr::make(R.Is, std::move(Of)));
      else
        IsWhole = false;
    }
  }

  IndexExpr at(Place P) {
    IsWhole &= P < Exprs.size();
    return IsWhole ? Exprs[P] : IndexExpr(0);
  }
  std::vector<IndexExpr> all(llvm::ArrayRef<Place> Places) {
    std::vector<IndexExpr> Result;
    for (const Place P : Places)
      Result.push_back(at(P));
    return Result;
  }

  bool IsWhole = true;

private:
  static bool takes(Op O, size_t Operands) {
    switch (O) {
    case Op::Add:
    case Op::Mul:
    case Op::And:
    case Op::Or:
      return Operands >= 2;
    case Op::True:
      return Operands == 0;
    case Op::Abs:
    case Op::Not:
      return Operands == 1;
    case Op::Select:
      return Operands == 3;
    case Op::Constant:
    case Op::Variable:
    case Op::TooLarge:
      return false;
    default:
      return O <= Op::Not && Operands == 2;
    }
  }

  std::vector<IndexExpr> Exprs;
};

std::string bytesOf(const Kernel &K) {
  ExprWriter E;
  KernelRecord R;
  auto &[Name, Parameters, Accesses, Asserts, Facts, Wrapped, NotModelled, At,
         LacksVectorSize, AssertsAbort] = K;
  R.Name = Name;
  R.Parameters = Parameters;
  for (const Access &A : Accesses) {
    auto &[Parameter, Index, Count, When, IsWrite, Text, At, Becomes] = A;
    R.Accesses.push_back({Parameter, E.place(Index), E.place(Count),
                          E.places(When), IsWrite, Text, At, Becomes});
  }
  for (const IndexAssert &A : Asserts) {
    auto &[Condition, Message, When, At] = A;
    R.Asserts.push_back({E.place(Condition), Message, E.places(When), At});
  }
  R.Facts = E.places(Facts);
  R.Wrapped = Wrapped;
  R.NotModelled = NotModelled;
  R.At = At;
  R.LacksVectorSize = LacksVectorSize;
  R.AssertsAbort = AssertsAbort;
  R.Exprs = std::move(E.Exprs);
  return E.IsPossible ? toRecord(std::move(R)) : "";
}

} // namespace

std::optional<Kernel> kernelOfRecord(llvm::StringRef Bytes) {
  KernelRecord R;
  if (!fromRecord(Bytes, R))
    return std::nullopt;
  ExprReader E(R.Exprs);
  Kernel K;
  K.Name = std::move(R.Name);
  K.Parameters = std::move(R.Parameters);
  for (AccessRecord &A : R.Accesses) {
    E.IsWhole &= A.Parameter < K.Parameters.size();
    K.Accesses.push_back({A.Parameter, E.at(A.Index), E.at(A.Count),
                          E.all(A.When), A.IsWrite, std::move(A.Text), A.At,
                          std::move(A.Becomes)});
  }
  for (AssertRecord &A : R.Asserts)
    K.Asserts.push_back(
        {E.at(A.Condition), std::move(A.Message), E.all(A.When), A.At});
  K.Facts = E.all(R.Facts);
  K.Wrapped = std::move(R.Wrapped);
  K.NotModelled = std::move(R.NotModelled);
  K.At = R.At;
  K.LacksVectorSize = R.LacksVectorSize;
  K.AssertsAbort = R.AssertsAbort;
  return E.IsWhole ? std::optional(std::move(K)) : std::nullopt;
}

std::string kernelRecord(const Kernel &K) {
  std::string Bytes = bytesOf(K);
  // make() simplifies: that it has no more to do for what it once made is seen
  // here, not supposed.
  const auto Again = kernelOfRecord(Bytes);
  return Again && bytesOf(*Again) == Bytes ? Bytes : "";
}

} // namespace aoti_tidy
