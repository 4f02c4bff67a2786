// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the parts of the reader: WrapperReader.cpp finds its way through a
// wrapper, WrapperInterface.cpp reads the model class and the checks of inputs,
// and of the function that runs the model WrapperSymbols.cpp reads sizes and
// checks, WrapperBuffers.cpp tensors, and WrapperCalls.cpp calls. The forms are
// those of torch/_inductor/codegen/cpp_wrapper_cpu.py and its neighbours, torch
// 2.4 to 2.15.
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERREADER_H

#include "checks/lib/emitted/IndexParser.h"
#include "checks/lib/emitted/WrapperFacts.h"

namespace aoti_tidy::wrapper {

inline constexpr const char *UnknownCheck = "a check that is not understood";

template <typename T> using ByName = std::map<std::string, T, std::less<>>;
using Tokens = llvm::ArrayRef<CodeToken>;
using Captures = llvm::SmallVector<Tokens, 8>;

/// torch's limit.
constexpr size_t MaxRank = 64;

std::optional<int64_t> integer(Tokens Token);
std::optional<size_t> index(Tokens Token);
std::string nameOf(Tokens Token);
/// cached_torch_dtype_float32
std::optional<DType> typeOf(Tokens Name);

/// A condition in the checks of inputs that guards a throw.
struct SizeCondition {
  std::map<size_t, int64_t> InputFacts::*Bounds; ///< that it is one of
  size_t Input, Dim;
  int64_t Value;
};

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
  std::optional<SizeCondition> Check;
  std::optional<IndexExpr> Condition;
  /// For an "else if", the condition that one of those above it holds.
  std::optional<IndexExpr> Above;
  bool Throws = false;
  CodePlace At;
  size_t ChecksBefore = 0; ///< that held before it
  std::vector<std::pair<std::string, unsigned>> Assigned;
  std::vector<std::string> AssignedSizes; ///< other variables
};

class Reader {
public:
  explicit Reader(llvm::StringRef Text);
  std::optional<WrapperFacts> read();

private:
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
  void followMemory(const CodeStatement &S);
  void allocated(unsigned Buffer);
  void keepMemory(llvm::StringRef Variable);
  void dropMemory(llvm::StringRef Variable);
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
  /// "arg0_1_size"
  std::optional<size_t> checkedInput(llvm::StringRef Variable,
                                     llvm::StringRef Suffix) const;
  std::optional<SizeCondition> sizeCondition(const CodeStatement &S);

  // WrapperSymbols.cpp
  bool size(const CodeStatement &S);
  bool computed(const CodeStatement &S);
  bool check(const CodeStatement &S);
  bool scalar(const CodeStatement &S);
  void item(Tokens Arguments, llvm::StringRef Type);
  std::optional<IndexExpr> valueOf(llvm::StringRef Name);
  std::optional<IndexExpr> parse(Tokens Expression,
                                 Doubles D = Doubles::ConvertToInteger);
  void define(const CodeToken &Name, std::optional<IndexExpr> Value);
  void addSymbol(const CodeToken &Name, SizeSymbol Symbol,
                 VariableKind Kind = VariableKind::Symbol);
  void addItem(const CodeToken &Name, unsigned Of);
  void require(IndexExpr Condition);
  void requireOrThrow(const IndexExpr &Condition);
  /// A tensor's size is never negative.
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
  /// torch throws for a negative size of an allocation, and of a view with
  /// elements.
  void requireSizes(llvm::ArrayRef<IndexExpr> Sizes, bool MayBeEmpty);
  void layOutInput(unsigned Index);
  Elements elements(Tokens List);
  std::optional<Elements> elementsOf(Tokens Array);
  std::optional<WrittenLayout> layout(Tokens Sizes, Tokens Strides);
  bool setLayout(unsigned Index, std::optional<WrittenLayout> Layout);
  /// The same, with the extent that torch allocates.
  bool setExtent(unsigned Index, std::optional<WrittenLayout> Layout);
  unsigned add(Buffer B, TensorFacts T = {});
  unsigned addBuffer(Buffer B, const CodeToken &Name);
  void nameBuffer(unsigned Index, const CodeToken &Name);
  /// Until there is a variable for it.
  void nameAfterHandle(unsigned Index, const CodeToken &Handle);
  unsigned addView(unsigned Base, std::optional<IndexExpr> Offset,
                   const CodeToken &At);
  unsigned addReshaped(unsigned Base, std::optional<IndexExpr> Offset,
                       const CodeToken &At, Tokens Sizes, Tokens Strides);
  unsigned memoryOf(unsigned Buffer) const;
  std::optional<unsigned> bufferNamed(llvm::StringRef Name) const;
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
  std::string whyNotFollowed() const;
  bool operatorCall(const CodeStatement &S);
  bool makesKnown(llvm::StringRef Function, llvm::ArrayRef<Tokens> Of);
  void divideBySizes(const CodeToken &Function, llvm::ArrayRef<Tokens> Of);
  /// The wrapper computes \p E, whose divisors it does not guard.
  void divideIn(const IndexExpr &E, Tokens Text);
  void addDivisions(llvm::StringRef By, const CodeToken &At,
                    llvm::ArrayRef<IndexExpr> Divisors);
  std::optional<ResultContents> indexResult(llvm::StringRef Function,
                                            llvm::ArrayRef<Tokens> Of);
  KernelCall::Argument argument(Tokens A, unsigned Number,
                                llvm::StringRef Kernel);

  llvm::StringRef Text;
  EmittedCode Code;
  WrapperFacts Facts;
  EmittedModel &Model; ///< of the facts
  std::set<std::string, std::less<>> Kernels;
  std::vector<size_t> LineStarts; ///< offsets in Text
  std::vector<Block> Blocks;
  /// A condition of the closed block, or of one above it in an "else if" chain,
  /// holds.
  std::optional<IndexExpr> LastCondition;
  std::map<size_t, Buffer> Constants; ///< by index, names included
  bool HasRun = false;

  ByName<size_t> CheckedInputs;

  ByName<unsigned> Buffers;   ///< and handles, and pointers into them
  std::set<unsigned> Unnamed; ///< buffers that only have a handle yet
  /// ArrayRefTensor: nothing checks the sizes of its views.
  std::set<unsigned> BareArrays;
  /// Inputs without an assertion of their layout, until one is used.
  std::set<unsigned> NotLaidOut;
  /// The views with an offset between each buffer and its memory.
  std::map<unsigned, unsigned> OffsetsBelow;
  std::map<unsigned, unsigned> KeeperCount; ///< of allocated buffers
  ByName<unsigned> Keepers; ///< variables, by the buffer that they keep
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
  std::set<std::string> Divisors;       ///< of the wrapper, as text
};

} // namespace aoti_tidy::wrapper

#endif
