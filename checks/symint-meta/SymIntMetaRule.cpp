// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SymIntMetaRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::string quotedOr(StringRef Text, StringRef Otherwise) {
  return Text.empty() ? Otherwise.str() : fmt::format("'{}'", Text);
}

std::string freezes(StringRef Expr, StringRef What,
                    StringRef Where = "a meta kernel") {
  return fmt::format("'{}' freezes {} in {}", Expr, What, Where);
}

std::string readProblem(const DefectFacts &D) {
  const std::string Tensor = quotedOr(D.Of, "the tensor");
  if (D.Effect == SymIntEffect::Throws)
    return fmt::format("'{}' throws in a meta kernel when a dimension of {} is "
                       "dynamic; use '{}'",
                       D.Call, Tensor, D.Cure);
  return fmt::format("{}{}; use '{}'",
                     freezes(D.Call, "every dynamic dimension of " + Tensor),
                     D.Effect == SymIntEffect::SpecialisesInner
                         ? " when one but the first is dynamic"
                         : "",
                     D.Cure);
}

std::string unwrapProblem(const DefectFacts &D) {
  const std::string Value =
      quotedOr(D.Of, D.IsList ? "the array" : "the value");
  const char *Cure = D.IsList ? "pass the c10::SymIntArrayRef on as it is"
                              : "compute with the c10::SymInt itself";
  if (D.Effect == SymIntEffect::Specialises)
    return freezes(D.Call, Value) + "; " + Cure;
  return fmt::format("'{}' {} in a meta kernel when {} is symbolic; {}", D.Call,
                     D.Effect == SymIntEffect::Unchecked
                         ? "takes a pointer for a size"
                         : "throws",
                     Value, Cure);
}

std::string dataProblem(const DefectFacts &D) {
  const bool Throws = D.Effect == SymIntEffect::Throws;
  return fmt::format("'{}' {} in a meta kernel, whose tensors have no data; "
                     "compute the result's sizes from sizes alone{}",
                     D.Call, Throws ? "throws" : "throws or is null",
                     Throws ? ", or write the fake kernel in Python" : "");
}

/// Of a fake in Python.
std::string asksForData(StringRef Expr, StringRef Where,
                        const std::string &Cure) {
  return fmt::format("'{}' asks for the data of a tensor in {}, where there is "
                     "none: export fails{}{}",
                     Expr, Where, Cure.empty() ? "" : "; ", Cure);
}

constexpr char MetaKernel[] = "a kernel for the key Meta";

constexpr char NewSize[] = "a size that depends on data is "
                           "'torch.library.get_ctx().new_dynamic_size()'";

/// A kernel for the key Meta has no context to ask for one.
constexpr char NewSizeInFake[] =
    "use 'torch.library.register_fake', and "
    "'torch.library.get_ctx().new_dynamic_size()' for a size that depends on "
    "data";

std::string guards(StringRef Expr, StringRef Where, StringRef Cure) {
  return fmt::format("'{}' guards on a size in {}: export fails where it "
                     "depends on data; {}",
                     Expr, Where, Cure);
}

std::string nameOf(const ParameterFacts &P) {
  return quotedOr(P.Name, fmt::format("parameter {}", P.Position));
}

} // namespace

std::string kernelProblem(const DefectFacts &D) {
  switch (D.K) {
  case DefectFacts::Kind::Read:
    return readProblem(D);
  case DefectFacts::Kind::Unwrap:
    return unwrapProblem(D);
  case DefectFacts::Kind::Resize:
    return freezes(D.Call, "every dynamic dimension of " +
                               quotedOr(D.Of, "its argument")) +
           "; make the tensor with 'at::empty_like'";
  case DefectFacts::Kind::Data:
    return dataProblem(D);
  case DefectFacts::Kind::Iterator:
    return "building a TensorIterator throws in a meta kernel when a dimension "
           "is dynamic; compute the result's sizes from 'sym_sizes()'";
  }
  return {};
}

std::string stableKernelProblem() {
  return "a Meta kernel of the stable ABI cannot be symbolic: sizes and SymInt "
         "arguments reach it as int64_t, and export freezes them; write the "
         "fake in Python with 'torch.library.register_fake'";
}

std::string fakeProblem(FakeDefect D, StringRef Expr, StringRef Of,
                        bool IsMetaKernel, bool IsDimension) {
  const StringRef Where = IsMetaKernel ? MetaKernel : "a fake";
  // Measured on torch 2.13: with a named Dim either one is a violated
  // constraint.
  const auto FreezesOne = [&] {
    return IsDimension
               ? freezes(Expr, "a dynamic dimension", Where)
               : fmt::format("'{}' gives the example's number in {}, silently "
                             "with 'Dim.AUTO', while a named 'Dim' raises",
                             Expr, Where);
  };
  switch (D) {
  case FakeDefect::IntOfSize:
    return fmt::format("{}; use '{}'", FreezesOne(), Of);
  case FakeDefect::IntOfResult:
    return fmt::format("{}; use 'torch.sym_int({})', or integers all the way "
                       "('//')",
                       FreezesOne(), Of);
  case FakeDefect::FloatOfSize:
    return fmt::format("{}; use 'torch.sym_float({})'", FreezesOne(), Of);
  case FakeDefect::RootOfSize:
    return FreezesOne() + "; use '** 0.5'";
  case FakeDefect::CeilOfSize:
    return FreezesOne() + "; use 'math.ceil'";
  case FakeDefect::FunctionOfSize:
    return fmt::format("{}; if it becomes a size of the result, {}'torch."
                       "library.get_ctx().new_dynamic_size()'",
                       FreezesOne(),
                       IsMetaKernel ? "use 'torch.library.register_fake' and "
                                    : "use ");
  case FakeDefect::BroadcastOfSizes:
    return fmt::format("'{}' freezes every dynamic dimension in it; use "
                       "'torch.broadcast_shapes'",
                       Expr);
  case FakeDefect::NumbersOfSizes:
    return fmt::format("'{}' freezes every dynamic dimension in it: its dtype "
                       "makes numbers of the sizes; leave the dtype out, or "
                       "compute without numpy",
                       Expr);
  case FakeDefect::FormattedSize:
    return FreezesOne() + ": it makes a number of the size; write the size as "
                          "'%s' does";
  case FakeDefect::CountedLoop:
    return FreezesOne() + ": the loop runs as often as the example's size "
                          "says; compute without it";
  case FakeDefect::RepeatedList:
    return FreezesOne() +
           ": it has as many elements as the example's size says";
  case FakeDefect::Length:
    return fmt::format(
        "{}; use '{}.shape[0]'",
        freezes(Expr, fmt::format("the first dimension of '{}'", Of), Where),
        Of);
  case FakeDefect::Loop:
    return fmt::format("a loop over '{}' freezes its first dimension in {}",
                       Expr, Where);
  case FakeDefect::Elements:
    return fmt::format("'{}' goes through a tensor and freezes its first "
                       "dimension in {}",
                       Expr, Where);
  case FakeDefect::IntOfEachSize:
    return fmt::format("'{}' freezes every dynamic dimension in it; use '{}'",
                       Expr, Of);
  case FakeDefect::IntOfEachResult:
    return fmt::format("'{}' gives the example's numbers, silently with "
                       "'Dim.AUTO', while a named 'Dim' raises; use "
                       "'torch.sym_int' for each, or integers all the way "
                       "('//')",
                       Expr);
  case FakeDefect::NumelOfSizes:
    return fmt::format("'{}' freezes every dynamic dimension in it, other than "
                       "a tensor's 'numel()'; use 'math.prod({})'",
                       Expr, Of);
  case FakeDefect::TensorOfSizes:
    return fmt::format("'{}' freezes the dynamic dimensions in it: {} has "
                       "no data to put them into; use 'torch.empty'",
                       Expr, Where);
  case FakeDefect::SizesToList:
    return fmt::format("'{}' fails, sizes have no 'tolist'; use 'list({})'",
                       Expr, Of);
  case FakeDefect::Divmod:
    return fmt::format("'{}' fails when export makes the size dynamic; use "
                       "'//' and '%'",
                       Expr);
  case FakeDefect::Hashed:
    return fmt::format("'{}' fails when export makes the size dynamic: a cache "
                       "cannot hash a symbol; use '{}.__wrapped__'",
                       Expr, Of);
  case FakeDefect::HashedKey:
    return fmt::format("'{}' fails when export makes the size dynamic: a dict "
                       "or set cannot hash a symbol; keep sizes out of the key",
                       Expr);
  case FakeDefect::FormatSpec:
    return fmt::format("'{}' fails when export makes the size dynamic: a "
                       "symbol takes no format; use 'str({})'",
                       Expr, Of);
  case FakeDefect::TypeCheck:
    return fmt::format("'{}' fails when export makes the size dynamic: a "
                       "symbol is no 'int'; use '(int, torch.SymInt)'",
                       Expr);
  case FakeDefect::Nbytes:
    return fmt::format("'{0}' fails on a tensor of dynamic sizes; use "
                       "'{1}.numel() * {1}.element_size()'",
                       Expr, Of);
  case FakeDefect::Number:
    return asksForData(Expr, Where, IsMetaKernel ? NewSizeInFake : NewSize);
  case FakeDefect::Pointer:
    return asksForData(Expr, Where, "");
  case FakeDefect::Condition:
    return asksForData(Expr, Where,
                       "decide by sizes, or leave it to the kernel");
  case FakeDefect::OptionalTensor:
    return asksForData(Expr, Where, fmt::format("use '{} is not None'", Expr));
  case FakeDefect::Comparison:
    return asksForData(Expr, Where, "leave it to the kernel");
  case FakeDefect::LengthOfData:
    return asksForData(Expr, Where, fmt::format("use '{}.shape[0]'", Of));
  case FakeDefect::InMetaKernel:
    return asksForData(Expr, MetaKernel, NewSizeInFake);
  case FakeDefect::SizeInMeta:
    return fmt::format("'{}' fails in a kernel for the key Meta, which has no "
                       "context; register it with "
                       "'torch.library.register_fake'",
                       Expr);
  case FakeDefect::LostSize:
    return fmt::format("the size of '{}' is no dimension of a result: export "
                       "fails; make the dimension itself the new size",
                       Expr);
  case FakeDefect::LostNumber:
    return fmt::format("'{}' is no dimension of a result, and there is no data "
                       "in a fake: export fails; {}",
                       Expr, NewSize);
  case FakeDefect::Branch:
    return guards(Expr, Where, "compute without the branch");
  case FakeDefect::SizeCheck:
    return guards(Expr, Where, "use 'torch._check'");
  case FakeDefect::SizesCheck:
    return guards(Expr, Where, "use 'torch._check' for each size");
  }
  return {};
}

FakeFailure fakeFailure(FakeDefect D) {
  switch (D) {
  case FakeDefect::SizesToList:
  case FakeDefect::Divmod:
  case FakeDefect::Hashed:
  case FakeDefect::HashedKey:
  case FakeDefect::FormatSpec:
  case FakeDefect::TypeCheck:
  case FakeDefect::Nbytes:
  case FakeDefect::Pointer:
  case FakeDefect::OptionalTensor: // of more than one element
  case FakeDefect::Comparison:
  case FakeDefect::InMetaKernel:
  case FakeDefect::SizeInMeta:
    return FakeFailure::Raises;
  case FakeDefect::Number:
  case FakeDefect::Condition:
  case FakeDefect::LengthOfData:
  case FakeDefect::LostSize:
  case FakeDefect::LostNumber:
    return FakeFailure::Loses;
  default:
    return FakeFailure::None;
  }
}

bool isCaughtAs(FakeDefect D, StringRef Name) {
  Name = Name.substr(Name.rfind('.') + 1);
  if (Name == "Exception" || Name == "BaseException")
    return true;
  // Torch's own exceptions derive from RuntimeError.
  if (D == FakeDefect::Divmod || D == FakeDefect::Hashed ||
      D == FakeDefect::HashedKey || D == FakeDefect::FormatSpec)
    return Name == "TypeError";
  if (D == FakeDefect::TypeCheck)
    return Name == "AssertionError";
  if (D == FakeDefect::SizesToList)
    return Name == "AttributeError";
  return Name == "RuntimeError" || Name.starts_with("DataDependent") ||
         Name.starts_with("GuardOnDataDependent");
}

bool needsLostSizes(std::optional<TorchVersion> Torch) {
  return Torch.value_or(TorchVersion::newest()) >= TorchVersion{2, 4};
}

std::string concreteProblem(const ParameterFacts &P, StringRef Type) {
  return fmt::format("{} is '{}' where the schema says '{}': {}; take '{}'",
                     nameOf(P), Type, schemaTypeFor(P.Form),
                     isConcreteList(P.Form)
                         ? "the call fails when export passes a symbolic size"
                         : "export freezes the value it is called with",
                     symbolicTypeFor(P.Form));
}

std::string symbolicProblem(const ParameterFacts &P) {
  return nameOf(P) + " is symbolic where the schema says 'int': torch refuses "
                     "the kernel when the library is loaded; write 'SymInt' in "
                     "the schema";
}

std::string sizeProblem(const ParameterFacts &P) {
  std::string Text =
      nameOf(P) + " becomes a size of a tensor, but the schema says 'int': "
                  "export freezes the value it is called with; write 'SymInt' "
                  "in the schema";
  if (P.Form != ParameterForm::Other)
    Text += fmt::format(" and take '{}'", symbolicTypeFor(P.Form));
  return Text;
}

std::string refusedProblem(const ParameterFacts &P) {
  return fmt::format("{} is {}, of which torch makes no kernel; take '{}' by "
                     "value",
                     nameOf(P),
                     P.Form == ParameterForm::RefusedSymIntList
                         ? "a vector of c10::SymInt"
                         : "a reference to a c10::SymInt",
                     symbolicTypeFor(P.Form));
}

bool isReportedSize(bool IsList, bool IsWholeShape, bool SchemaInts) {
  return SchemaInts || (IsList && IsWholeShape);
}

std::string endNote(StringRef Call) {
  return fmt::format("it ends up in '{0}' here; use '{0}_symint'", Call);
}

StringRef noteText(SymIntNote N) {
  switch (N) {
  case SymIntNote::Call:
    return "called here";
  case SymIntNote::SizeUse:
    return "becomes a size here";
  case SymIntNote::SizeGiven:
    return "called with the size of a tensor here";
  case SymIntNote::PartOfSize:
    return "here it is only a part of a size";
  case SymIntNote::StableRead:
    return "reads a concrete size here";
  case SymIntNote::Except:
    return "this 'except' does not help: export fails when the fake has "
           "returned, as no result has the size that depends on data";
  case SymIntNote::SkippedCode:
    return "no fix: it would not change the code of this '#if', which is not "
           "compiled here";
  case SymIntNote::FakeIsHere:
    return "registered as a fake here";
  case SymIntNote::SchemaIsHere:
    return "the schema is here";
  case SymIntNote::SymIntInSchema:
    return "the schema says 'SymInt' here";
  }
  return {};
}

} // namespace aoti_tidy
