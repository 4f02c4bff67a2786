// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/ModelProof.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Kind = TracedName::Kind;

std::vector<std::pair<unsigned, unsigned>> placesOf(const EmittedModel &Model,
                                                    const SafeRange &Range) {
  std::vector<std::pair<unsigned, unsigned>> Places;
  for (unsigned Input = 0; Input < Model.Inputs.size(); ++Input) {
    const auto &Dims = Model.Inputs[Input].Dims;
    for (unsigned Dim = 0; Dims && Dim < Dims->size(); ++Dim)
      if ((Input == Range.Input && Dim == Range.Dim) ||
          (*Dims)[Dim].Symbol == Range.Symbol)
        Places.emplace_back(Input, Dim);
  }
  return Places;
}

/// assert_size_stride(arg1_1, {s77, 16L}, {16L, 1L}, "input");
ModelProof::Check checkOf(const EmittedModel &Model, unsigned Input) {
  const llvm::StringRef Wrapper = Model.Files.front().Text;
  const size_t At = Wrapper.find(
      fmt::format(" assert_size_stride({},", Model.Inputs[Input].Name));
  if (At == llvm::StringRef::npos)
    return ModelProof::Check::Never;
  const llvm::StringRef Line = Wrapper.take_front(At).rsplit('\n').second;
  return Line.contains("_check_aoti_runtime_check_inputs_env")
             ? ModelProof::Check::OnRequest
             : ModelProof::Check::Always;
}

bool isOutside(const UnsafeAccess &U, const SafeRange &Range) {
  const auto At = U.Values.find({Range.Symbol, VariableKind::Symbol});
  return At != U.Values.end() &&
         (At->second < Range.From || At->second > Range.To);
}

bool isSame(const ModelProof::Contents &A, const ModelProof::Contents &B) {
  return A.Range.Of == B.Range.Of && !A.Stops == !B.Stops &&
         A.Range.From == B.Range.From && A.Range.Below == B.Range.Below;
}

} // namespace

const IndexExpr &demandOf(const IndexExpr &Condition) {
  if (Condition.op() == Op::Or)
    for (const IndexExpr &Part : Condition.operands())
      if (Part.op() != Op::Not)
        return demandOf(Part);
  return Condition;
}

std::optional<ContentRange> rangeOf(const TracedCall &Call,
                                    const TracedAssert &A) {
  if (!A.Condition)
    return std::nullopt;
  const IndexExpr &Range = demandOf(*A.Condition);
  if (Range.op() != Op::And || Range.operands().size() != 2)
    return std::nullopt;
  const IndexExpr &Lower = Range.operands()[0], &Upper = Range.operands()[1];
  if (Lower.op() != Op::LessEqual || Upper.op() != Op::Less ||
      Lower.operands()[1] != Upper.operands()[0])
    return std::nullopt;
  IndexExpr From = Lower.operands()[0], Index = Lower.operands()[1];
  const IndexExpr &Below = Upper.operands()[1];
  // i < 0 ? i + size : i
  if (Index.op() == Op::Select && From == IndexExpr(0)) {
    const IndexExpr Value = Index.operands()[2];
    if (!(Index ==
          IndexExpr::make(Op::Select, {less(Value, 0), Value + Below, Value})))
      return std::nullopt;
    From = 0 - Below;
    Index = Value;
  }
  for (const unsigned Name : A.Names) {
    const TracedName &N = Call.Names[Name];
    if (Index.op() == Op::Variable && N.What == Index.variable() && N.Memory &&
        N.Memory->Input && (N.Is == Kind::Loaded || N.Is == Kind::Item))
      return ContentRange{N.Memory, From, Below};
  }
  return std::nullopt;
}

ModelProof proofOf(const EmittedModel &Model, const Trace &Of) {
  const IndexSafety &Safety = Of.Safety;
  ModelProof Result;
  for (const SafeRange &Range : Safety.Ranges)
    Result.Sizes.push_back({&Range,
                            inputDimension(Model, Range.Input, Range.Dim),
                            placesOf(Model, Range)});
  for (const SizeRelation &R : Safety.Relations)
    Result.Relations.push_back({&R, checkOf(Model, R.Input)});
  const auto Add = [&](ModelProof::Contents C) {
    if (llvm::none_of(Result.Values,
                      [&](const auto &Known) { return isSame(C, Known); }))
      Result.Values.push_back(std::move(C));
  };
  for (const NeededContents &Needed : Safety.Contents)
    if (Needed.Of && Needed.From)
      Add({{Needed.Of, *Needed.From, *Needed.Below},
           nullptr,
           &Needed.Otherwise});
  for (const FailingAssert &F : Safety.FailingAsserts)
    Result.Failing.push_back(&F);
  for (const TracedCall &Call : Of.Calls) {
    for (const TracedAssert &A : Call.Asserts) {
      Result.OpenAsserts += A.Decision.Is == Prover::Answer::Unknown;
      if (A.Decision.Is != Prover::Answer::Refuted)
        continue;
      if (const auto Range = rangeOf(Call, A))
        Add({*Range, A.Assert});
      else if (llvm::none_of(Result.Failing, [&](const FailingAssert *F) {
                 return F->What == A.Assert;
               }))
        Result.Asserts.push_back({&Call, &A});
    }
    for (const TracedAccess &A : Call.Accesses)
      for (const IndexExpr &Check : A.Checks)
        if (!llvm::is_contained(Result.Checks, Check))
          Result.Checks.push_back(Check);
  }
  for (const DivisionByZero &D : Safety.Divisions) {
    const auto IsThatSize = [&](const SafeRange &R) {
      return R.Divides &&
             D.Divisor == IndexExpr::variable({R.Symbol, VariableKind::Symbol});
    };
    if (llvm::none_of(Safety.Ranges, IsThatSize) &&
        llvm::none_of(Result.Divisions, [&](const DivisionByZero *Known) {
          return Known->Divisor == D.Divisor && Known->IsCertain == D.IsCertain;
        }))
      Result.Divisions.push_back(&D);
  }
  for (const UnsafeAccess &U : Safety.Unsafe) {
    const bool IsByContents =
        U.Why == UnsafeAccess::Cause::Contents &&
        llvm::any_of(Safety.Contents, [&](const NeededContents &Needed) {
          return Needed.From && Needed.Otherwise.What == U.What &&
                 Needed.Otherwise.Call == U.Call;
        });
    if (!IsByContents && llvm::none_of(Safety.Ranges, [&](const auto &Range) {
          return isOutside(U, Range);
        }))
      Result.Others.push_back(&U);
  }
  return Result;
}

} // namespace aoti_tidy
