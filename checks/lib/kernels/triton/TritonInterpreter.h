// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONINTERPRETER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONINTERPRETER_H

#include "checks/lib/emitted/EmittedCode.h"
#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/kernels/triton/TritonLanes.h"
#include "checks/lib/kernels/triton/TritonSource.h"
#include "checks/lib/kernels/triton/TritonValue.h"
#include "checks/lib/python/Syntax.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {

struct TritonMeta {
  llvm::StringMap<std::string> Signature; ///< "in_ptr0": "*i64"
  llvm::StringMap<int64_t> Constants;     ///< of parameters
  /// tl.device_assert is compiled: Inductor does so unless asserts are switched
  /// off or the device is AMD's.
  bool HasAsserts = true;
  /// The grid has a program for each block of 'xnumel' and the like.
  bool GridCovers = false;
};

/// Goes once through a Triton kernel with an expression for each integer, per
/// lane, and records each use of memory with its conditions.
class TritonInterpreter {
public:
  TritonInterpreter(const TritonSource &Source, TritonMeta Meta, unsigned File);

  Kernel run(python::Node Function);

private:
  using Node = python::Node;
  enum class Flow { Goes, Ends };
  struct Arguments {
    llvm::SmallVector<Node, 4> Positional;
    llvm::StringMap<Node> Named;
    bool HasUnpacking = false;
    Node get(unsigned Position, llvm::StringRef Name) const;
    unsigned size() const { return Positional.size() + Named.size(); }
  };

  // TritonInterpreter.cpp
  void bindParameters(Node Function);
  CodePlace place(Node N) const;
  IndexExpr fresh(llvm::StringRef Name, VariableKind Kind);
  /// A fresh variable, named after the one that is being assigned.
  IndexExpr computed();
  IndexExpr opaque();
  /// \p E, or a variable for it if it is too long.
  TritonValue bounded(IndexExpr E);
  /// The value of a variable that may hold \p V or something like it.
  TritonValue blurred(const TritonValue &V);
  void notModelled(Node At, std::string Why);
  void notModelledIn(Node N, llvm::StringRef Why);
  std::string whyUnknown(Node Index) const;
  std::optional<IndexExpr> maskOf(Node Mask);
  void access(Node Address, const TritonAddress &A,
              const std::optional<IndexExpr> &Mask, bool IsWrite,
              std::string Becomes = {});
  void assertion(Node At, const IndexExpr &Condition, std::string Message);
  std::optional<IndexExpr> gridSize(unsigned Axis);
  std::optional<int64_t> blockSize(llvm::StringRef Parameter) const;

  // TritonStatements.cpp
  Flow exec(Node Statement);
  Flow execBlock(Node Block);
  Flow execIf(llvm::ArrayRef<std::pair<Node, Node>> Branches);
  void execFor(Node Statement);
  void assign(Node Target, const TritonValue &Value);
  void blurAssigned(Node Body);
  void mergeWith(llvm::StringMap<TritonValue> Other, const IndexExpr &IfOther);

  // TritonExpressions.cpp
  TritonValue eval(Node E);
  TritonValue evalUnlimited(Node E);
  TritonValue evalIdentifier(Node E) const;
  TritonValue evalInteger(Node E);
  static TritonValue evalFloat(const std::string &Text);
  TritonValue evalUnary(Node E);
  TritonValue evalBinary(Node E);
  TritonValue evalComparison(Node E);
  TritonValue evalBoolean(Node E);
  TritonValue evalChoice(Node E);
  TritonValue evalSubscript(Node E);
  TritonValue binary(llvm::StringRef O, const TritonValue &A,
                     const TritonValue &B);
  TritonValue binaryReal(llvm::StringRef O, const TritonValue &A,
                         const TritonValue &B);
  TritonValue integerBinary(llvm::StringRef O, const IndexExpr &A,
                            const IndexExpr &B);
  TritonValue compared(llvm::StringRef O, const TritonValue &A,
                       const TritonValue &B);
  TritonValue selected(const IndexExpr &Condition, const TritonValue &A,
                       const TritonValue &B);
  TritonValue converted(const TritonValue &V, const TritonType &To);
  /// \p Made, the unbounded result for \p A and \p B, in their type.
  TritonValue typed(TritonValue Made, const TritonValue &A,
                    const TritonValue &B);
  KernelReal exactReal(const IndexExpr &E, unsigned Bits = 32);
  /// Whether \p V is not 0; an opaque condition where that is not known.
  IndexExpr condition(const TritonValue &V);
  IndexExpr condition(Node E);

  // TritonCalls.cpp
  TritonValue evalCall(Node E);
  std::optional<TritonValue> evalMemory(llvm::StringRef Name,
                                        const Arguments &Of);
  std::optional<TritonValue> evalMethod(Node Object, llvm::StringRef Name,
                                        const Arguments &Of);
  std::optional<TritonValue> evalProgram(llvm::StringRef Name,
                                         const Arguments &Of);
  std::optional<TritonValue> evalMath(llvm::StringRef Name,
                                      const Arguments &Of);
  std::optional<TritonValue> evalReduction(llvm::StringRef Name,
                                           const Arguments &Of);
  TritonValue evalUnknownCall(llvm::StringRef Name, const Arguments &Of);
  TritonValue rounded(const TritonValue &V, llvm::StringRef How);
  TritonValue extremum(bool IsMax, const TritonValue &A, const TritonValue &B,
                       bool KeepsNaN);
  TritonValue addressIn(python::Node Address,
                        const std::optional<IndexExpr> &Lane);
  TritonValue load(Node Address, Node Mask, Node Other);
  std::optional<TritonValue> search(const Arguments &Of);
  void store(Node Address, Node Mask);
  TritonValue moved(const TritonValue &V, llvm::ArrayRef<unsigned> AxisOf);
  static Arguments argumentsOf(Node Call);
  std::optional<TritonType> typeOf(Node E);

  const TritonSource &Source;
  TritonMeta Meta;
  unsigned File;
  Kernel Result;
  llvm::StringMap<unsigned> Parameters;
  std::vector<std::optional<TritonType>> Elements; ///< of each parameter's
  llvm::StringSet<> Written; ///< pointers that are stored through
  llvm::StringMap<TritonValue> Values;
  std::vector<IndexExpr> Path;
  /// Path without the masks of the address that is evaluated.
  const std::vector<IndexExpr> *Outside = nullptr;
  llvm::StringMap<unsigned> Names;
  TritonLanes Lanes;
  std::string Naming; ///< the variable that is being assigned
  TypedIntegers Integers;
  RealArithmetic Reals;
  llvm::DenseSet<unsigned> NotModelledAt;
  unsigned Depth = 0;
};

/// The Triton kernels in the wrapper \p Text. Parameters are those of the
/// launching function, one per argument of a call; conditions and ranges are
/// those of one lane. Indices are taken to fit the type that Inductor chose.
std::vector<Kernel> readTritonKernels(llvm::StringRef Text, unsigned File = 0);

} // namespace aoti_tidy

#endif
