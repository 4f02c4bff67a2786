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
  case DefectFacts::Kind::Data:
    return dataProblem(D);
  }
  return {};
}

std::string stableKernelProblem() {
  return "a Meta kernel of the stable ABI cannot be symbolic: sizes and SymInt "
         "arguments reach it as int64_t, and export freezes them; write the "
         "fake in Python with 'torch.library.register_fake'";
}

bool raises(FakeDefect D) {
  enum class Does : uint8_t { Freezes, Raises };
  static constexpr Does Table[] = {
#define FAKE_DEFECT(ID, EXPORT, MESSAGE) Does::EXPORT,
#include "checks/symint-meta/FakeDefects.def"
  };
  return Table[static_cast<size_t>(D)] == Does::Raises;
}

std::string fakeProblem(FakeDefect D, StringRef Expr, StringRef Of,
                        bool IsMetaKernel, bool IsDimension) {
  static constexpr const char *Messages[] = {
#define FAKE_DEFECT(ID, EXPORT, MESSAGE) MESSAGE,
#include "checks/symint-meta/FakeDefects.def"
  };
  const StringRef Where = IsMetaKernel ? "a kernel for the key Meta" : "a fake";
  // Measured on torch 2.13: with a named Dim either one is a violated
  // constraint.
  const std::string Freezes =
      IsDimension
          ? freezes(Expr, "a dynamic dimension", Where)
          : fmt::format("'{}' bakes the example's number into {}", Expr, Where);
  const std::string Data =
      fmt::format("'{}' reads tensor data in {}, which has none: export fails",
                  Expr, Where);
  // A kernel for the key Meta has no context to ask for one.
  const StringRef NewSize =
      IsMetaKernel ? "use 'torch.library.register_fake' and "
                     "'torch.library.get_ctx().new_dynamic_size()'"
                   : "use 'torch.library.get_ctx().new_dynamic_size()'";
  const StringRef NewNumber =
      IsMetaKernel
          ? "use 'torch.library.register_fake', and "
            "'torch.library.get_ctx().new_dynamic_size()' for a size that "
            "depends on data"
          : "a size that depends on data is "
            "'torch.library.get_ctx().new_dynamic_size()'";
  return fmt::format(fmt::runtime(Messages[static_cast<size_t>(D)]),
                     fmt::arg("expr", Expr), fmt::arg("of", Of),
                     fmt::arg("where", Where), fmt::arg("freezes", Freezes),
                     fmt::arg("data", Data), fmt::arg("newsize", NewSize),
                     fmt::arg("newnumber", NewNumber));
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

bool isReportedSize(bool IsList, bool IsWholeShape, bool SchemaInts) {
  return SchemaInts || (IsList && IsWholeShape);
}

StringRef noteText(SymIntNote N) {
  switch (N) {
  case SymIntNote::Call:
    return "called here";
  case SymIntNote::SizeUse:
    return "becomes a size here";
  case SymIntNote::StableRead:
    return "reads a concrete size here";
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
