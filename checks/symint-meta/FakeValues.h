// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEVALUES_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEVALUES_H

#include "checks/lib/script/File.h"
#include "checks/symint-meta/FakeObjects.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <memory>

namespace aoti_tidy::python {

/// As far as conditions ask: a number is true or false.
enum class FakeConstant : uint8_t { None, False, True };

struct FakeParameter;
struct ListParts;
struct ListPart;

/// 'Object.Name(Arguments)'
struct MethodCall {
  Node Object;
  llvm::StringRef Name;
  llvm::SmallVector<Node, 4> Arguments;
};

/// \p Expr as such a call.
std::optional<MethodCall> methodCall(Node Expr);

/// 'x' of 'x.shape' and 'x.size()'; null if \p Shape is something else.
Node shapeOwner(Node Shape);

/// Methods whose result has the sizes of the tensor they are called on, in some
/// order, or products of them.
bool keepsSizes(llvm::StringRef Method);

/// What the expressions of a fake stand for: which come of the tensors that it
/// is given. What is not certain is nothing of that.
class FakeValues {
  /// Which tensors count: all, or those whose sizes a model may vary.
  enum class Of : uint8_t { All, Sized };

public:
  /// What is known of parameters, by name, beside what their annotations and
  /// uses say.
  struct Given {
    llvm::SmallVector<llvm::StringRef, 8> Tensors;
    llvm::SmallVector<llvm::StringRef, 8> Sizes;     ///< may be symbols
    llvm::SmallVector<llvm::StringRef, 4> SizeLists; ///< lists of such
    llvm::SmallVector<llvm::StringRef, 4> TensorLists;
    /// Of Tensors: whose sizes are the model's.
    llvm::SmallVector<llvm::StringRef, 4> OfModel;
    /// What is not in Tensors is none of the fake's, though it is annotated or
    /// used as one.
    bool IsAll = false;
    /// It is what a call gives. An operator gives tensors to what is used as
    /// one; a call may give anything, 'self' and a module too.
    bool IsCall = false;
    /// Of a call: parameters that may be given a tensor, as far as it is known.
    llvm::SmallVector<llvm::StringRef, 4> MaybeTensors;
    /// Of a call: parameters whose truth value is known, by what it gives or by
    /// their defaults.
    llvm::SmallVector<std::pair<llvm::StringRef, FakeConstant>, 4> Constants;
    /// Of a method: its object, as far as it is known.
    std::shared_ptr<const FakeObject> Self;
    /// Of an operator: the parameters that something else gives.
    llvm::SmallVector<llvm::StringRef, 4> Bound;
  };

  /// \p Function is a function_definition or lambda.
  FakeValues(const File &F, Node Function, const Given &Known);
  FakeValues(const File &F, Node Function) : FakeValues(F, Function, Given()) {}

  /// A tensor that the fake is given, or one of the same sizes or a part of it.
  bool isTensor(Node Expr) const { return isTensor(Expr, Of::All, 0); }
  /// One whose sizes a model may vary: none that is a parameter of the model by
  /// its name, 'weight'.
  bool isSizedTensor(Node Expr) const { return isSizedTensor(Expr, 0); }
  /// A name that is None on some way, or a parameter that may be: its
  /// annotation or its default says so.
  bool mayBeNone(Node Expr) const;
  /// A list or the like of which each element is a size: 'x.shape',
  /// 'x.size()[1:]', '[x.shape[0], 2 * x.shape[1]]'.
  bool isSizes(Node Expr) const { return isSizes(Expr, 0); }
  /// A list of which some element is one: '[x.shape[0], 3]'.
  bool hasSizes(Node Expr) const { return hasSizes(Expr, 0); }
  /// A size, or a list of which something is one, however deep: what a tensor of
  /// numbers is made of.
  bool isMadeOfSizes(Node Expr) const { return isMadeOfSizes(Expr, 0); }
  /// A list of tensors, some of which may be None.
  bool isListOfTensors(Node Expr) const {
    return isTensorList(Expr) || isListOfTensors(Expr, Of::All, 0);
  }
  /// A size, or what is computed from one; on one of the ways there, if the
  /// text has several.
  bool isSize(Node Expr) const { return isSize(Expr, 0); }
  /// A size that is a symbol still, or what has one in it, however deep, and
  /// would be hashed with it: '(x.dtype, tuple(x.shape))'.
  bool isUnhashable(Node Expr) const { return isUnhashable(Expr, 0); }
  /// \p Size is an integer for certain, and no quotient or root.
  bool isInteger(Node Size) const { return isInteger(Size, 0); }
  /// Each element of \p List is an integer for certain.
  bool areIntegers(Node List) const { return areIntegers(List, 0); }
  /// A tensor of which a size is the first one, if it is made of sizes:
  /// 'x.reshape(-1, 2)', 'x.new_empty(x.shape[0], 2)'.
  bool isSizedInFront(Node Tensor) const { return isMadeSizeAt(Tensor, 0, 0); }
  /// A number or truth value out of a tensor's data: 'x.sum().item()',
  /// 'x.any()', 'x[0] > 3', but no tensor that may be large.
  bool isDatum(Node Expr) const { return isDatum(Expr, 0); }
  /// What is computed from a tensor, itself a tensor.
  bool isComputed(Node Expr) const { return isComputed(Expr, 0); }
  /// The numbers in a tensor, as a list: 'x.tolist()'.
  bool isDataList(Node Expr) const { return isDataList(Expr, 0); }
  /// A number that is made anew when \p Expr runs, whatever the tensors are:
  /// 'x.max().item()', but not 'x.item()', which the model may know already.
  bool isNewDatum(Node Expr) const;

  /// Whether \p Condition is true, as far as constants that the call gives
  /// say.
  std::optional<bool> truthOf(Node Condition) const {
    return truthOf(Condition, 0);
  }

  const File &file() const { return F; }
  Node function() const { return Function; }
  /// The names of the parameters, in their order; those that only keywords
  /// reach included.
  llvm::ArrayRef<Node> parameters() const { return Parameters; }
  /// The index of the parameter that the identifier \p Use is.
  std::optional<size_t> parameter(Node Use) const;
  /// Whether the parameter at \p Index takes all positions that are left:
  /// '*sizes'.
  bool isSplat(size_t Index) const { return Splat == Index; }
  /// Whether the annotation of \p Parameter, one of parameters(), is a
  /// tensor's.
  bool isAnnotatedTensor(Node Parameter) const;
  /// The same of a list of tensors.
  bool isAnnotatedTensorList(Node Parameter) const;
  /// Whether a parameter is in \p Expr that the caller knows to be a size.
  bool hasGivenSize(Node Expr) const;
  /// A function of the file, or of a module that it imports, and how many
  /// parameters in front a call of it does not give: 'self'.
  struct Callee {
    Node Function;
    size_t Bound = 0;
    const File *In = nullptr;
    std::shared_ptr<const FakeObject> Self = nullptr; ///< of a method
  };
  /// The function that \p Call calls, if it has no decorators but those of
  /// methods.
  static Callee calledFunction(const File &F, Node Call) {
    return functionNamed(F, Call.field("function"));
  }
  static Callee functionNamed(const File &F, Node Name);
  /// The same of a call, or of what runs a property: 'view.rows'. Methods of
  /// objects that the fake makes are among them.
  Callee calleeOf(Node Expr) const;
  /// The class whose constructor \p Call calls, if that is all it does.
  FakeClass classCalled(Node Call) const;
  /// What runs then: '__init__', or '__post_init__' of a dataclass.
  static Callee constructor(const FakeClass &Of);
  /// The object of a class that \p Expr is; null if it is not known.
  std::shared_ptr<const FakeObject> objectOf(Node Expr) const;
  /// What \p Call gives to the parameters of \p Called.
  Given givenTo(const Callee &Called, Node Call) const;

private:
  bool isTensor(Node Expr, Of Which, unsigned Depth) const;
  bool isTensor(Node Expr, unsigned Depth) const {
    return isTensor(Expr, Of::All, Depth);
  }
  bool isSizedTensor(Node Expr, unsigned Depth) const {
    return isTensor(Expr, Of::Sized, Depth);
  }
  bool computeIsTensor(Node Expr, Of Which, unsigned Depth) const;
  bool areTensors(llvm::ArrayRef<Node> Values, Of Which, unsigned Depth) const;
  bool isTensorAsVariable(Node Use, Of Which, unsigned Depth) const;
  bool isTensorAsTarget(Node Target, Of Which, unsigned Depth) const;
  bool isListOfTensors(Node List, Of Which, unsigned Depth) const;
  bool isTensorAt(Node List, int64_t Index, Of Which, unsigned Depth) const;
  bool isMappedTensor(Node Map, Of Which, unsigned Depth) const;
  bool isReturnedTensor(const Callee &Called, Given Known,
                        std::optional<int64_t> Index, Of Which) const;
  static bool isOfModel(llvm::StringRef Name);
  static bool isOfModelBeside(llvm::StringRef Name,
                              llvm::ArrayRef<FakeParameter> Others);
  bool isSizes(Node Expr, unsigned Depth) const;
  bool isSize(Node Expr, unsigned Depth) const;
  bool isDatum(Node Expr, unsigned Depth) const;
  bool isComputed(Node Expr, unsigned Depth) const;
  bool isDataList(Node Expr, unsigned Depth) const;
  bool hasSizes(Node Expr, unsigned Depth) const;
  bool isMadeOfSizes(Node Expr, unsigned Depth) const;
  bool isUnhashable(Node Expr, unsigned Depth) const;
  bool computeIsUnhashable(Node Expr, unsigned Depth) const;
  bool isInteger(Node Size, unsigned Depth) const;
  bool areIntegers(Node List, unsigned Depth) const;
  bool computeIsSize(Node Expr, unsigned Depth) const;
  bool computeIsInteger(Node Size, unsigned Depth) const;
  bool computeIsComputed(Node Expr, unsigned Depth) const;
  bool computeIsDatum(Node Expr, unsigned Depth) const;
  bool isSizeCall(Node Call, unsigned Depth) const;
  bool isPartOfSizes(const ListPart &P, unsigned Depth) const;
  bool isShape(Node Expr, unsigned Depth) const;
  bool isSizeAt(Node List, Node Index, unsigned Depth) const;
  bool isSizeAt(const ListParts &List, int64_t Index, unsigned Depth) const;
  bool isMadeSizeAt(Node Tensor, int64_t Index, unsigned Depth) const;
  bool isSizeAsTarget(Node Target, unsigned Depth) const;
  bool isSizesAsTarget(Node Target, unsigned Depth) const;
  bool isSizeAsVariable(Node Use, unsigned Depth) const;
  bool isReturned(Node Call,
                  llvm::function_ref<bool(const FakeValues &, Node)> Is) const;
  static llvm::ArrayRef<Node> returnsOf(const Callee &Called);
  FakeObject objectMade(const FakeClass &Class, Node Call) const;
  void giveFields(FakeObject &O, Node Call) const;
  void giveAttribute(FakeObject &O, llvm::StringRef Name, Node Value) const;
  bool isHeld(Node Attribute,
              llvm::SmallVector<llvm::StringRef, 4> FakeObject::*Which) const;
  bool handsOn(Node Splat) const;
  std::optional<bool> truthOf(Node Condition, unsigned Depth) const;
  std::optional<FakeValues> insideOf(const Callee &Called,
                                     const Given &Known) const;
  bool isElementOfData(Node Use, unsigned Depth) const;
  bool isTensorList(Node Expr) const;
  void readParameters(const Given &Known);

  /// What a question has said of expressions, by their ids. Many expressions
  /// may lead to one, which is read once.
  struct Answer {
    bool Is;
    unsigned Depth; ///< that it was asked at: deeper, it says no more
  };
  using Answers = llvm::DenseMap<const void *, Answer>;
  static bool once(Answers &Known, Node Expr, unsigned Depth,
                   llvm::function_ref<bool()> Compute);

  const File &F;
  Node Function;
  std::vector<Node> Parameters;
  std::optional<size_t> Splat;
  llvm::DenseSet<size_t> Tensors, Sizes, SizeLists;
  llvm::DenseSet<size_t> OfModel;     ///< of Tensors, see Given
  llvm::DenseSet<size_t> TensorLists; ///< lists of tensors
  /// By parameter: the constant that it is.
  llvm::DenseMap<size_t, FakeConstant> Constants;
  unsigned CallDepth = 0; ///< of a helper: how many calls lead to it
  std::shared_ptr<const FakeObject> Self; ///< of the method, if it is one
  /// By expression.
  mutable std::map<const void *, std::shared_ptr<const FakeObject>> Objects;
  mutable unsigned ObjectDepth = 0; ///< of objects that are looked into now
  mutable Answers KnownTensors[2];  ///< by Of
  mutable Answers KnownSizes, KnownIntegers, KnownComputed, KnownData,
      KnownUnhashable;
};

} // namespace aoti_tidy::python

#endif
