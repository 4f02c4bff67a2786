// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETARULE_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETARULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/DefectFacts.h"
#include "checks/lib/ops/ParameterForm.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace aoti_tidy {

/// The problem with a meta kernel in C++ that does this.
std::string kernelProblem(const DefectFacts &D);

/// A Meta kernel of the stable ABI that reads sizes, or of which the schema has
/// a SymInt.
std::string stableKernelProblem();

/// Defects of a fake in Python: code that works only on numbers and data.
/// FakeDefects.def lists them.
enum class FakeDefect : uint8_t {
#define FAKE_DEFECT(ID, EXPORT, MESSAGE) ID,
#include "checks/symint-meta/FakeDefects.def"
};

/// Whether export fails where the defect is, so that an 'except' may catch it.
bool raises(FakeDefect D);

/// The problem with \p Expr in a fake, or in a kernel for the key Meta, which
/// does this with \p Of. \p IsDimension: a number of that says which number the
/// dimension is, so that export fixes it; else only the result is fixed.
std::string fakeProblem(FakeDefect D, llvm::StringRef Expr,
                        llvm::StringRef Of = {}, bool IsMetaKernel = false,
                        bool IsDimension = true);

/// A parameter of a kernel or a fake, as far as it is about the schema's type.
struct ParameterFacts {
  std::string Name;      ///< empty if it has none
  unsigned Position = 1; ///< counts from 1
  /// How the kernel takes it; in Python, where nothing says so, Other.
  ParameterForm Form = ParameterForm::Other;
};

/// The schema says SymInt, and the parameter is a plain int. \p Type is what
/// the kernel has written for it.
std::string concreteProblem(const ParameterFacts &P, llvm::StringRef Type);

/// The schema says int, and the parameter is a SymInt.
std::string symbolicProblem(const ParameterFacts &P);

/// The schema says int, and the parameter becomes a size of a tensor.
std::string sizeProblem(const ParameterFacts &P);

/// Whether sizeProblem() is reported: of a list that is the whole shape of a
/// tensor; of other ints, which mostly are constants of the model, on request.
bool isReportedSize(bool IsList, bool IsWholeShape, bool SchemaInts);

enum class SymIntNote {
  Call,        ///< that leads to the helper with the finding
  SizeUse,     ///< where a parameter becomes a size
  StableRead,  ///< in a kernel of the stable ABI
  SkippedCode, ///< that #if leaves out, and a fix does not see
  FakeIsHere,  ///< a fake's registration
  SchemaIsHere,
  SymIntInSchema,
};

llvm::StringRef noteText(SymIntNote N);

} // namespace aoti_tidy

#endif
