// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by WrapperReader.cpp, which finds its way through a wrapper,
// WrapperInterface.cpp, which reads what the model class says of itself and how
// it checks inputs, and the readers of the function that runs the model:
// WrapperSymbols.cpp of sizes and checks, WrapperBuffers.cpp of tensors, and
// WrapperCalls.cpp of the calls of kernels and ATen. The forms are those of
// torch/_inductor/codegen/cpp_wrapper_cpu.py and its neighbours for stack
// allocation and for GPUs, torch 2.4 to 2.15.
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H

#include "checks/lib/emitted/IndexParser.h"
#include "checks/lib/emitted/WrapperFacts.h"

namespace aoti_tidy::wrapper {

/// Why a condition that the code throws on is left out of the model.
inline constexpr const char *UnknownCheck = "a check that is not understood";

template <typename T> using ByName = std::map<std::string, T, std::less<>>;
using Tokens = llvm::ArrayRef<CodeToken>;
using Captures = llvm::SmallVector<Tokens, 8>;

/// More than any tensor has: torch's limit.
constexpr size_t MaxRank = 64;

/// Of a token that is one.
std::optional<int64_t> integer(Tokens Token);
/// Of an input, an output or a dimension.
std::optional<size_t> index(Tokens Token);
/// A variable's or an operator's name in emitted code.
std::string nameOf(Tokens Token);
/// cached_torch_dtype_float32
std::optional<DType> typeOf(Tokens Name);

/// The condition of an 'if' that guards a throw in the checks of inputs.
struct SizeCondition {
  std::map<size_t, int64_t> InputFacts::*Bounds; ///< that it is one of
  size_t Input, Dim;
  int64_t Value;
};

/// A '{...}' of statements around the one being read.
struct Block {
  enum Kind {
    Other,
    KernelClass, ///< names the kernels of a GPU
    InputChecks, ///< a function that checks inputs
    Run,         ///< the function that runs the model
    RunEntry,    ///< one that only calls it
    FoldingRun,  ///< the one that computes constants from others
    InputGate,   ///< what AOTI_RUNTIME_CHECK_INPUTS switches on
    Conditional, ///< 'if' or 'else'
    Loop,
  };
  Kind K = Other;
  /// Of an 'if', where it is understood: in a function that checks inputs, and
  /// in one that runs the model.
  std::optional<SizeCondition> Check;
  std::optional<IndexExpr> Condition;
  /// Of an "else if", that a condition above it holds.
  std::optional<IndexExpr> Above;
  bool Throws = false;
  CodePlace At;
  size_t ChecksBefore = 0; ///< that held before it
  /// Variables that it gave another tensor, and what they had before.
  std::vector<std::pair<std::string, unsigned>> Assigned;
  std::vector<std::string> AssignedSizes; ///< other variables
};

/// Takes a wrapper's statements one by one.
class Reader {
public:
  explicit Reader(llvm::StringRef Text);
  std::optional<WrapperFacts> read();

private:
  /// A list of sizes or strides, as in WrittenLayout.
  struct Elements {
    std::vector<IndexExpr> Values;
    bool AreKnown = true;
  };

  // WrapperReader.cpp
  bool isTooLarge() const;
  CodePlace placeOf(const CodeToken &T) const;
  void take(const CodeStatement &S);
  void open(const CodeStatement &S);
  Block blockOf(const CodeStatement &S);
  Block blockOfRun(const CodeStatement &S);
  void close();
  void closeBranch(const Block &B);
  void statement(const CodeStatement &S);
  void useOfBuffer(const CodeStatement &S);
  void passOn(const CodeStatement &S);
  bool isIn(Block::Kind K) const;
  void notModelled(const CodeToken &At, std::string Why);

  // WrapperInterface.cpp
  void directive(llvm::StringRef Line);
  void useDevice(llvm::StringRef Device, const llvm::Twine &Evidence);
  void addKernel(llvm::StringRef Name);
  void modelBase(const CodeStatement &S);
  void interfaceFunction(const CodeStatement &S);
  bool modelInfo(const CodeStatement &S);
  bool constantInfo(const CodeStatement &S);
  static void nameConstant(ConstantContract &C, llvm::StringRef Field,
                           Tokens Value);
  void inputCheck(const CodeStatement &S);
  /// The input in "arg0_1_size"; nothing if it is something else.
  std::optional<size_t> checkedInput(llvm::StringRef Variable,
                                     llvm::StringRef Suffix) const;
  std::optional<SizeCondition> sizeCondition(const CodeStatement &S);

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
  void addItem(const CodeToken &Name, unsigned Of);
  void require(IndexExpr Condition);
  /// The same where the code throws otherwise.
  void requireOrThrow(const IndexExpr &Condition);
  /// Whether it is just the size of some tensor, which is never negative.
  bool isTensorSize(const IndexExpr &E) const;

  // WrapperBuffers.cpp
  bool binding(const CodeStatement &S);
  bool array(const CodeStatement &S);
  bool variable(const CodeStatement &S);
  bool output(const CodeStatement &S);
  bool layoutAssertion(const CodeStatement &S);
  bool countAssertion(const CodeStatement &S);
  void allocate(Tokens Sizes, Tokens Strides, Tokens Type, Tokens Device,
                Tokens Handle);
  /// torch throws for a negative size: for all that it allocates, and for a
  /// view that would have elements.
  void requireSizes(llvm::ArrayRef<IndexExpr> Sizes, bool MayBeEmpty);
  void layOutInput(unsigned Index);
  Elements elements(Tokens List);
  /// The elements of the array that is named or, '{...}', written out.
  std::optional<Elements> elementsOf(Tokens Array);
  std::optional<WrittenLayout> layout(Tokens Sizes, Tokens Strides);
  /// Whether all of it is known.
  bool setLayout(unsigned Index, std::optional<WrittenLayout> Layout);
  /// The same, with the extent that torch allocates for it.
  bool setExtent(unsigned Index, std::optional<WrittenLayout> Layout);
  unsigned add(Buffer B, TensorFacts T = {});
  unsigned addBuffer(Buffer B, const CodeToken &Name);
  void nameBuffer(unsigned Index, const CodeToken &Name);
  /// The same until there is a variable for it.
  void nameAfterHandle(unsigned Index, const CodeToken &Handle);
  unsigned addView(unsigned Base, std::optional<IndexExpr> Offset,
                   const CodeToken &At);
  unsigned addReshaped(unsigned Base, std::optional<IndexExpr> Offset,
                       const CodeToken &At, Tokens Sizes, Tokens Strides);
  std::optional<unsigned> bufferNamed(llvm::StringRef Name) const;
  /// The tensor that \p Expression is, a new one if it makes a view.
  std::optional<unsigned> tensor(Tokens Expression);
  std::optional<unsigned> pointer(Tokens Expression);

  // WrapperCalls.cpp
  void sourceNodes(llvm::StringRef Comments);
  void operatorNames(const CodeStatement &S);
  void nameCustomOperator(llvm::StringRef Name);
  void droppedError(const CodeStatement &S);
  bool kernelLaunch(const CodeStatement &S);
  bool kernelCall(const CodeStatement &S);
  void addCall(llvm::StringRef Kernel, const CodeToken &At,
               std::vector<KernelCall::Argument> Arguments,
               std::string NotFollowed = {});
  /// Why nothing is known of a call here; empty if something is.
  std::string whyNotFollowed() const;
  bool operatorCall(const CodeStatement &S);
  /// Whether \p Function is one that says what its result's layout is.
  bool makesKnown(llvm::StringRef Function, llvm::ArrayRef<Tokens> Of);
  KernelCall::Argument argument(Tokens A, unsigned Number,
                                llvm::StringRef Kernel);

  llvm::StringRef Text;
  EmittedCode Code;
  WrapperFacts Facts;
  EmittedModel &Model; ///< of the facts
  std::set<std::string, std::less<>> Kernels;
  std::vector<size_t> LineStarts; ///< offsets in Text
  std::vector<Block> Blocks;
  /// That a condition of the block that just closed, or of those above it in a
  /// chain of "else if", holds.
  std::optional<IndexExpr> LastCondition;
  std::map<size_t, Buffer> Constants; ///< by index, names included
  bool HasRun = false;

  /// Of the function that checks inputs: which a variable is.
  ByName<size_t> CheckedInputs;

  // Of the function that runs the model.
  ByName<unsigned> Buffers;   ///< and handles, and pointers into them
  std::set<unsigned> Unnamed; ///< buffers that only have a handle yet
  /// ArrayRefTensor: nothing checks the sizes of its views.
  std::set<unsigned> BareArrays;
  /// Inputs of which no assertion says the layout: what else does may follow
  /// until one is used.
  std::set<unsigned> NotLaidOut;
  /// How many views with an offset lie between each buffer and its memory.
  std::map<unsigned, unsigned> OffsetsBelow;
  ByName<IndexExpr> Values;
  struct UnnamedItem {
    CodeToken Name;
    unsigned Of; ///< the tensor that it is read from
  };
  ByName<UnnamedItem> UnnamedItems;
  std::set<std::string, std::less<>> DoubleNames;
  ByName<Elements> Arrays;
  ByName<unsigned> SizeArrays, StrideArrays; ///< arg0_1_size: of which buffer
  ByName<size_t> SymbolIndex;                ///< in Model.Symbols
  ByName<unsigned> SymbolUses;          ///< how many have that name in code
  std::vector<IndexExpr> Checks;        ///< what has held up to here
  size_t ConditionCount = 0;            ///< of all calls
  std::vector<std::string> SourceNodes; ///< of the call that comes next
  bool CallsCustomOperator = false;     ///< whose name is still to come
};

} // namespace aoti_tidy::wrapper

#endif
