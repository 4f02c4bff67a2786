// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by WrapperModel.cpp, which finds its way through a wrapper,
// WrapperSymbols.cpp, which reads sizes and checks, WrapperBuffers.cpp, which
// reads tensors, and WrapperCalls.cpp, which reads the calls of kernels and
// ATen.
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODELREADER_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODELREADER_H

#include "checks/lib/emitted/IndexParser.h"
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/emitted/WrapperReader.h"
#include "checks/lib/emitted/WrapperSource.h"

namespace aoti_tidy::wrapper {

/// A '{...}' of statements around the one being read.
struct ModelBlock {
  enum Kind {
    Other,
    Run,         ///< the function that runs the model
    FoldingRun,  ///< the one that computes constants from others
    InputGate,   ///< what AOTI_RUNTIME_CHECK_INPUTS switches on
    Conditional, ///< 'if' or 'else'
    Loop,
  };
  Kind K = Other;
  /// Of a Conditional, if it is understood.
  std::optional<IndexExpr> Condition;
  bool Throws = false;
  CodePlace At;
  size_t ChecksBefore = 0; ///< that held before it
  /// Variables that it gave another tensor, and what they had before.
  std::vector<std::pair<std::string, unsigned>> Assigned;
  std::vector<std::string> AssignedSizes; ///< other variables
};

/// Takes a wrapper's statements one by one.
class ModelReader {
public:
  ModelReader(llvm::StringRef Text, llvm::StringRef Name, WrapperSource Source);
  EmittedModel read();

private:
  using Tokens = llvm::ArrayRef<CodeToken>;
  using Sizes = std::vector<std::optional<IndexExpr>>;

  // WrapperModel.cpp
  CodePlace placeOf(const CodeToken &T) const;
  void open(const CodeStatement &S);
  ModelBlock blockOf(const CodeStatement &S);
  void close();
  void statement(const CodeStatement &S);
  void useOfBuffer(const CodeStatement &S);
  bool isIn(ModelBlock::Kind K) const;
  void notModelled(const CodeToken &At, std::string Why);

  // WrapperSymbols.cpp
  bool size(const CodeStatement &S);
  bool computed(const CodeStatement &S);
  bool check(const CodeStatement &S);
  bool scalar(const CodeStatement &S);
  void item(Tokens Arguments, llvm::StringRef Type);
  /// What the code calls \p Name, nothing if it is not known.
  std::optional<IndexExpr> valueOf(llvm::StringRef Name);
  std::optional<IndexExpr> parse(Tokens Expression,
                                 Doubles D = Doubles::ConvertToInteger);
  void define(const CodeToken &Name, std::optional<IndexExpr> Value);
  /// Adds \p Symbol, of which \p Name is the name in the code.
  void addSymbol(const CodeToken &Name, SizeSymbol Symbol,
                 VariableKind Kind = VariableKind::Symbol);
  void require(IndexExpr Condition);
  /// Whether it is just the size of some tensor, which is never negative.
  bool isTensorSize(const IndexExpr &E) const;

  // WrapperBuffers.cpp
  bool constantInfo(const CodeStatement &S);
  bool binding(const CodeStatement &S);
  bool array(const CodeStatement &S);
  bool variable(const CodeStatement &S);
  bool layoutAssertion(const CodeStatement &S);
  bool countAssertion(const CodeStatement &S);
  void allocate(Tokens Sizes, Tokens Strides, Tokens Type, Tokens Handle);
  void layOutInput(Buffer &B, const TensorContract &T);
  Sizes parseAll(llvm::ArrayRef<Tokens> Elements);
  /// The elements of the array that is named or, '{...}', written out.
  std::optional<Sizes> elementsOf(Tokens Array);
  /// Whether all of it is known.
  bool setLayout(Buffer &B, Tokens Sizes, Tokens Strides);
  unsigned addBuffer(Buffer B, const CodeToken &Name);
  void nameBuffer(unsigned Index, const CodeToken &Name);
  /// The same until there is a variable for it.
  void nameAfterHandle(unsigned Index, const CodeToken &Handle);
  unsigned addView(unsigned Base, std::optional<IndexExpr> Offset,
                   const CodeToken &At);
  std::optional<unsigned> bufferNamed(llvm::StringRef Name) const;
  /// The tensor that \p Expression is, a new one if it makes a view.
  std::optional<unsigned> tensor(Tokens Expression);
  std::optional<unsigned> pointer(Tokens Expression);

  // WrapperCalls.cpp
  void sourceNodes(llvm::StringRef Comments);
  void droppedError(const CodeStatement &S);
  bool kernelLaunch(const CodeStatement &S);
  bool kernelCall(const CodeStatement &S);
  bool operatorCall(const CodeStatement &S);
  /// Whether \p Function is one that says what its result's layout is.
  bool makesKnown(llvm::StringRef Function, llvm::ArrayRef<Tokens> Of);
  KernelCall::Argument argument(Tokens A, unsigned Number,
                                llvm::StringRef Kernel);

  llvm::StringRef Text;
  EmittedCode Code;
  EmittedModel Model;
  std::set<std::string, std::less<>> Kernels;
  std::vector<size_t> LineStarts; ///< offsets in Text
  std::vector<ModelBlock> Blocks;
  std::optional<IndexExpr> LastCondition; ///< of the block that just closed
  std::map<size_t, Buffer> Constants;     ///< by index, names included
  bool HasRun = false;

  // Of the function that runs the model.
  ByName<unsigned> Buffers;   ///< and handles, and pointers into them
  std::set<unsigned> Unnamed; ///< buffers that only have a handle yet
  /// How many views with an offset lie between each buffer and its memory.
  std::map<unsigned, unsigned> OffsetsBelow;
  ByName<IndexExpr> Values;
  struct UnnamedItem {
    CodeToken Name;
    std::string Of; ///< the tensor that it is read from
  };
  ByName<UnnamedItem> UnnamedItems;
  std::set<std::string, std::less<>> DoubleNames;
  ByName<Sizes> Arrays;
  ByName<unsigned> SizeArrays, StrideArrays; ///< arg0_1_size: of which buffer
  ByName<size_t> SymbolIndex;                ///< in Model.Symbols
  ByName<unsigned> SymbolUses;          ///< how many have that name in code
  std::vector<IndexExpr> Checks;        ///< what has held up to here
  std::vector<std::string> SourceNodes; ///< of the call that comes next
};

} // namespace aoti_tidy::wrapper

#endif
