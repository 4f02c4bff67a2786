// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by WrapperFacts.cpp, which finds its way through a wrapper and reads
// its input checks, and WrapperRun.cpp, which reads the body of run_impl().
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H

#include "checks/lib/emitted/WrapperFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace aoti_tidy::wrapper {

using Expressions = std::vector<std::optional<SizeExpression>>;
using Captures = llvm::SmallVector<llvm::ArrayRef<CodeToken>, 8>;

/// More than any tensor has: torch's limit.
constexpr size_t MaxRank = 64;

/// The condition of an 'if' that guards a throw.
struct SizeCondition {
  enum Form { Constant, Lower, Upper, Stride } F;
  size_t Input, Dim;
  int64_t Value;
};

struct Block {
  enum Kind { Other, KernelClass, RunImpl, CheckInputs, CheckInput, EnvGate };
  Kind K = Other;
  bool IsFunction = false, Throws = false;
  std::optional<SizeCondition> Condition;
};

std::optional<int64_t> integer(llvm::ArrayRef<CodeToken> Token);
/// Of an input, an output or a dimension.
std::optional<size_t> index(llvm::ArrayRef<CodeToken> Token);
/// A variable's or an operator's name in emitted code.
std::string nameOf(llvm::ArrayRef<CodeToken> Token);

/// Takes a wrapper's statements one by one.
class Reader {
public:
  explicit Reader(llvm::StringRef Text) : Code(Text) {}
  WrapperFacts read();

private:
  void directive(llvm::StringRef Line);
  void useDevice(llvm::StringRef Device, const llvm::Twine &Evidence);
  Block blockOf(const CodeStatement &S);
  void close(const Block &B);
  void statement(const CodeStatement &S);
  bool modelInfo(const CodeStatement &S);
  bool inputBinding(const CodeStatement &S);
  bool typeCheck(const CodeStatement &S);
  bool symbol(const CodeStatement &S);
  bool assertion(const CodeStatement &S);
  bool buffer(const CodeStatement &S);
  bool output(const CodeStatement &S);
  void calls(const CodeStatement &S);

  bool isIn(Block::Kind K) const {
    return llvm::any_of(Blocks, [&](const Block &B) { return B.K == K; });
  }
  std::optional<SizeCondition> sizeCondition(const CodeStatement &S);
  /// The input in "arg0_1_size"; nothing if it is something else.
  std::optional<size_t> inputOf(llvm::StringRef Variable,
                                llvm::StringRef Suffix) const;
  std::optional<EmittedLayout> layout(llvm::ArrayRef<CodeToken> Sizes,
                                      llvm::ArrayRef<CodeToken> Strides) const;
  std::optional<EmittedLayout> layoutOfArrays(llvm::StringRef Sizes,
                                              llvm::StringRef Strides) const;
  BufferFacts bufferNamed(llvm::StringRef Name) const;
  void addKernel(llvm::StringRef Name);
  void nameCustomOperator();

  EmittedCode Code;
  WrapperFacts Facts;
  std::vector<Block> Blocks;
  // Of the function that is being read.
  ByName<size_t> Bound;
  ByName<std::string> Aliases;
  ByName<std::pair<Expressions, std::vector<std::string>>> Arrays;
  ByName<BufferFacts> Buffers;
  bool CallsCustomOperator = false; ///< whose name is still to come
  std::set<std::string, std::less<>> KnownKernels;
};

} // namespace aoti_tidy::wrapper

#endif
