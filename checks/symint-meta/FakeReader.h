// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEREADER_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEREADER_H

#include "checks/symint-meta/FakeCode.h"
#include "checks/symint-meta/FakeSchemas.h"
#include "checks/symint-meta/SymIntMetaRule.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace aoti_tidy::python {

/// Finds in fakes what makes numbers of symbols, and what asks for data.
class FakeReader {
public:
  FakeReader(const File &F, const OpDefinitions &Operators)
      : F(F), Operators(Operators),
        WantsUnbacked(F.settings().flag("aoti-symint-meta.UnbackedSizes")) {}

  std::vector<Finding> read(llvm::ArrayRef<FakeKernel> Kernels);

private:
  void kernel(const FakeKernel &K);
  void body(SymbolicFunction &V);
  void visit(Node N);
  void call(Node N);
  void function(Node N, llvm::StringRef Name);
  void method(const MethodCall &Call, Node N);
  void condition(Node Of);
  void branch(Node Condition);
  /// Whether \p Expr is what a row of FakeCalls.def takes.
  enum class Takes : uint8_t { Size, Sizes, Made, Sized, Data };
  bool takes(Takes What, Node Expr);
  /// A size that is a symbol still: that was not checked to be some number.
  bool isFree(Node Size) {
    return In->of(Size).is(SymbolicValue::Kind::Size) &&
           !F.index<CheckedSizes>().isChecked(Size);
  }
  /// A tensor whose first dimension may vary.
  bool isFreeInFront(Node Tensor);

  /// Says that \p At is a defect, which does something with \p Of. Null if
  /// something was found there already, or the fake catches what it raises.
  Finding *add(Node At, FakeDefect D, Node Of = {});

  const File &F;
  const OpDefinitions &Operators;
  const bool WantsUnbacked; ///< the option UnbackedSizes
  const FakeKernel *Kernel = nullptr;
  const OpDefinition *Operator = nullptr; ///< the kernel's, if it is known
  SymbolicFunction *In = nullptr;         ///< what is read now
  std::vector<Node> By;                   ///< the calls that lead there
  std::set<std::pair<const void *, std::string>> Readings; ///< of helpers
  llvm::DenseSet<unsigned> Seen; ///< by where in the text
  std::vector<Finding> Result;
};

} // namespace aoti_tidy::python

#endif
