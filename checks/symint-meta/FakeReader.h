// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEREADER_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEREADER_H

#include "checks/symint-meta/FakeChecks.h"
#include "checks/symint-meta/FakeSchemas.h"
#include "checks/symint-meta/SymIntMetaRule.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace aoti_tidy::python {

/// Finds in fakes what makes numbers of symbols, and what asks for data.
class FakeReader {
public:
  FakeReader(const File &F, const OpDefinitions &Operators)
      : Main(F), In(&F), Operators(Operators),
        WantsUnbacked(F.settings().flag("aoti-symint-meta.UnbackedSizes")) {}

  std::vector<Finding> read(llvm::ArrayRef<FakeKernel> Kernels);

private:
  /// A call by which a helper is reached.
  using Calls = std::vector<Node>;

  void kernel(const FakeKernel &K);
  void body(const FakeValues &V, const Calls &By);
  void object(Node N, const FakeValues &V, const Calls &By);
  void helper(Node Call, const FakeValues &V, const Calls &By);
  void visit(Node N, const FakeValues &V, const Calls &By);
  void call(Node N, const FakeValues &V, const Calls &By);
  void cached(Node N, const FakeValues &V, const Calls &By);
  Node cacheOf(Node Container) const;
  void lookup(Node N, Node Container, llvm::ArrayRef<Node> Keys,
              const FakeValues &V, const Calls &By);
  void hashes(Node N, const FakeValues &V, const Calls &By);
  void percent(Node N, const FakeValues &V, const Calls &By);
  void interpolation(Node N, const FakeValues &V, const Calls &By);
  void format(Node Call, const FakeValues &V, const Calls &By);
  void typeCheck(Node Condition, const FakeValues &V, const Calls &By);
  bool method(Node N, const FakeValues &V, const Calls &By);
  void lost(Node N, const FakeValues &V, const Calls &By);
  bool inMetaKernel(Node N, const FakeValues &V, const Calls &By);
  void list(Node N, llvm::StringRef Function, Node Of, const Calls &By);
  void conversion(Node Call, llvm::StringRef Function, Node Of,
                  const FakeValues &V, const Calls &By);
  void mapped(Node Map, Node List, const FakeValues &V, const Calls &By);
  void callback(Node Call, llvm::StringRef Name, llvm::ArrayRef<Node> Arguments,
                const FakeValues &V, const Calls &By);
  void inside(const FakeValues::Callee &Called, FakeValues::Given Given,
              Node Call, const Calls &By);
  bool numpy(Node N, llvm::StringRef Name, llvm::ArrayRef<Node> Arguments,
             const FakeValues &V, const Calls &By);
  void function(Node N, llvm::StringRef Name, llvm::ArrayRef<Node> Arguments,
                const FakeValues &V, const Calls &By);
  void condition(Node Of, const FakeValues &V, const Calls &By);
  void branch(Node Condition, const FakeValues &V, const Calls &By);
  bool isNewReading(Node Function, FakeValues::Given &Given, const Calls &By);
  bool isSkipped(Node N, const FakeValues &V);
  size_t endOfSymbols(Node Block, const FakeValues &V) const;
  /// A size that is a symbol still: that was not checked to be some number.
  bool isFree(Node Size, const FakeValues &V) const {
    return V.isSize(Size) && !In->index<CheckedSizes>().isChecked(Size, Size);
  }
  /// The same of the first dimension of a tensor.
  bool isFreeInFront(Node Tensor, const FakeValues &V) const {
    return V.isSizedTensor(Tensor) &&
           !In->index<CheckedSizes>().isFirstChecked(Tensor, Tensor);
  }
  /// By block of the body that is read: behind what it has no symbols any more.
  std::map<const void *, size_t> EndsOfSymbols;
  /// \p N is all that a call is given which was found already.
  bool isInFoundCall(Node N) const;

  static Node handlerAround(Node At, FakeDefect D);
  Node handlerOf(Node At, FakeDefect D, const Calls &By) const;

  /// Says that \p At is a defect, which does something with \p Of. Null if
  /// something was found there already, by another fake, or nothing comes of
  /// it, as the fake catches what it raises.
  Finding *add(Node At, FakeDefect D, const Calls &By, Node Of = {});
  static void replace(Finding *In, Node Old, std::string New) {
    // The text of another file is its own matter.
    if (In && In->Where.File.empty())
      In->Fix.push_back({rangeOf(Old), std::move(New)});
  }
  Note noteAt(Node At, SymIntNote N) const;

  const File &Main;
  const File *In; ///< what is read now, Main or a module that it imports
  const OpDefinitions &Operators;
  const bool WantsUnbacked; ///< the option UnbackedSizes
  const FakeKernel *Kernel = nullptr;
  bool AsksForMeta = false; ///< the kernel, which then is for other devices too
  /// What helpers were read with: by the function, the calls that lead there and
  /// what it is given but for constants, which are the elements.
  std::map<std::string, llvm::StringSet<>> Readings;
  llvm::DenseMap<const void *, unsigned> ReadingsOf; ///< by function
  const OpDefinition *Operator =
      nullptr;                     ///< the kernel's, if it is in the file
  const FakeValues *Own = nullptr; ///< the kernel's
  /// By the text.
  llvm::DenseSet<std::pair<const Tree *, unsigned>> Seen;
  /// The functions, each with a dict or set that cannot hash what it has there.
  llvm::DenseSet<std::pair<const void *, const void *>> Hashing;
  std::vector<Finding> Result;
};

inline Note noteAt(Node At, SymIntNote N) {
  return {rangeOf(At), noteText(N).str()};
}

} // namespace aoti_tidy::python

#endif
