// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Modules.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeNumpy.h"
#include "checks/symint-meta/FakeReader.h"
#include "checks/symint-meta/FakeSymbols.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// Whether a name, a call or the like may stand before '.name' and '[0]'.
static bool isSimple(Node N) {
  return N.isAnyOf({"identifier", "attribute", "call", "subscript"});
}

/// Whether 'torch' is a name everywhere in the file.
static bool hasTorch(const File &F) {
  return llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Bound == torchname::Torch && I.Module == torchname::Torch &&
           Names::scopeOf(I.Clause).is("module");
  });
}

/// The dimension that x.unbind(0) asks for.
static bool isOfFirstDimension(llvm::ArrayRef<Node> Arguments) {
  return Arguments.empty() ||
         (Arguments.size() == 1 && Arguments.front().text() == "0");
}

void FakeReader::conversion(Node Call, StringRef Function, Node Of,
                            const FakeValues &V, const Calls &By) {
  if (V.isDatum(Of) || (Function != "range" && V.isComputed(Of))) {
    add(Call, FakeDefect::Number, By);
  } else if (!isFree(Of, V)) {
    return;
  } else if (Function == "range") {
    add(Call, FakeDefect::CountedLoop, By, Of);
  } else if (Function == "float") {
    Finding *Found = add(Call, FakeDefect::FloatOfSize, By, Of);
    if (In->names().qualifiedName(Call.field("function")) == "builtins.float" &&
        hasTorch(*In))
      replace(Found, Call.field("function"), torchname::SymFloat.str());
  } else if (!V.isInteger(Of)) {
    add(Call, FakeDefect::IntOfResult, By, Of);
  } else {
    replace(add(Call, FakeDefect::IntOfSize, By, Of), Call,
            isSimple(Of) ? Of.text().str() : "(" + Of.text().str() + ")");
  }
}

/// Whether any iterable will do in place of the iterator \p N: it is taken
/// apart where it is, 'next' would want the iterator.
static bool isTakenApart(const File &F, Node N) {
  const Node Around = N.parent();
  if (Around.isAnyOf({"list_splat", "for_statement", "for_in_clause"}))
    return true;
  if (Around.is("assignment"))
    return Around.field("left").isAnyOf(
        {"pattern_list", "tuple_pattern", "list_pattern"});
  if (!Around.is("argument_list"))
    return false;
  const auto Name = F.names().qualifiedName(Around.parent().field("function"));
  return Name &&
         llvm::is_contained(
             {StringRef("builtins.all"), StringRef("builtins.any"),
              StringRef("builtins.enumerate"), StringRef("builtins.list"),
              StringRef("builtins.max"), StringRef("builtins.min"),
              StringRef("builtins.sorted"), StringRef("builtins.sum"),
              StringRef("builtins.tuple"), StringRef("builtins.zip"),
              StringRef("math.prod"), StringRef(torchname::Size)},
             StringRef(*Name));
}

/// map(int, x.shape): as with 'int', only of integers nothing is lost without.
void FakeReader::mapped(Node Map, Node List, const FakeValues &V,
                        const Calls &By) {
  if (!V.areIntegers(List)) {
    add(Map, FakeDefect::IntOfEachResult, By, List);
    return;
  }
  Finding *Found = add(Map, FakeDefect::IntOfEachSize, By, List);
  if (isTakenApart(*In, Map) &&
      (isSimple(List) ||
       List.isAnyOf({"list", "tuple", "list_comprehension", "binary_operator",
                     "generator_expression", "parenthesized_expression"})))
    replace(Found, Map, List.text().str());
}

/// Whether \p N, a call of a method, was something of its own.
bool FakeReader::method(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const bool HasArguments = !argumentsOf(N).empty();
  const StringRef Method = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  if (Method == "numel" && !HasArguments && V.isSizes(Object)) {
    // x.shape.numel(), which is x.numel()
    Finding *Found = add(N, FakeDefect::NumelOfSizes, By, Object);
    const Node Tensor = Object.field("object");
    if (Object.is("attribute") && V.isTensor(Tensor))
      replace(Found, Object, Tensor.text().str());
  } else if (Method == "tolist" && !HasArguments && V.isSizes(Object)) {
    // x.shape.tolist()
    replace(add(N, FakeDefect::SizesToList, By, Object), N,
            "list(" + Object.text().str() + ")");
  } else if (Method == "astype" && HasArguments && isArray(*In, Object) &&
             V.isSizes(Object) && makesNumbers(*In, argumentsOf(N).front())) {
    // np.asarray(x.shape).astype(np.int64)
    add(N, FakeDefect::NumbersOfSizes, By);
  } else if (Method == "new_tensor" && HasArguments && V.isTensor(Object) &&
             V.isMadeOfSizes(argumentsOf(N).front())) {
    // x.new_tensor([x.shape[0], 1])
    add(N, FakeDefect::TensorOfSizes, By);
  } else if (Method == "bit_length" && isFree(Object, V)) {
    // x.shape[0].bit_length()
    add(N, FakeDefect::FunctionOfSize, By);
  } else if ((Method == "data_ptr" || (Method == "numpy" && !HasArguments)) &&
             V.isComputed(Object)) {
    // x.data_ptr(), x.numpy()
    add(N, FakeDefect::Pointer, By);
  } else if (Method == "unbind" && isFreeInFront(Object, V) &&
             isOfFirstDimension(argumentsOf(N))) {
    // x.unbind()
    add(N, FakeDefect::Elements, By);
  } else if (llvm::is_contained({"equal", "allclose", "is_nonzero"}, Method) &&
             V.isComputed(Object)) {
    // x.equal(y), as torch.equal(x, y)
    add(N, FakeDefect::Comparison, By);
  } else {
    return false;
  }
  return true;
}

void FakeReader::call(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const auto Arguments = argumentsOf(N);
  if (Callee.is("attribute")) {
    if (method(N, V, By) || inMetaKernel(N, V, By))
      return;
    lost(N, V, By);
    hashes(N, V, By);
    if (Callee.field("attribute").text() == "format")
      format(N, V, By);
  }
  cached(N, V, By);
  helper(N, V, By);
  const auto Name = In->names().qualifiedName(Callee);
  if (!Name)
    return;
  if (*Name == "builtins.format")
    format(N, V, By);
  if (!Arguments.empty())
    function(N, *Name, Arguments, V, By);
}

/// 'isinstance(n, int)', which must be true.
void FakeReader::typeCheck(Node Condition, const FakeValues &V,
                           const Calls &By) {
  const auto Arguments = argumentsOf(Condition);
  if (Condition.field("function").text() != "isinstance" ||
      Arguments.size() != 2 || !isFree(Arguments[0], V))
    return;
  const auto IsNumber = [](Node Type) {
    return llvm::is_contained({"float", "int"}, Type.text());
  };
  if (Arguments[1].is("tuple") ? llvm::all_of(Arguments[1].children(), IsNumber)
                               : IsNumber(Arguments[1]))
    add(Condition, FakeDefect::TypeCheck, By);
}

/// @functools.cache
/// def rows(n): ...
/// rows(x.shape[0])
void FakeReader::cached(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const File *Of = In;
  Node Function = In->names().definition(Callee);
  if (const auto Name = In->names().qualifiedName(Callee)) {
    const ModuleMember Found = importedMember(*In, *Name);
    Function = Found.At;
    Of = Found.In;
  }
  const Node Around = Function.parent();
  if (!Function.is("function_definition") || !Around.is("decorated_definition"))
    return;
  // Another decorator may change what the cache gets.
  const auto Parts = Around.children();
  if (Parts.size() != 2 || Parts.front().children().size() != 1)
    return;
  Node Decorator = Parts.front().children().front();
  if (Decorator.is("call"))
    Decorator = Decorator.field("function");
  const auto Name = Of->names().qualifiedName(Decorator);
  if (Name != "functools.cache" && Name != "functools.lru_cache")
    return;
  for (const Node &A : argumentsOf(N)) {
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (V.isUnhashable(Value)) {
      add(N, FakeDefect::Hashed, By, Callee);
      return;
    }
  }
}

/// \p N calls something that is known by \p Name.
void FakeReader::function(Node N, StringRef Name,
                          llvm::ArrayRef<Node> Arguments, const FakeValues &V,
                          const Calls &By) {
  const auto IsAnyOf = [&](std::initializer_list<StringRef> Names) {
    return llvm::is_contained(Names, Name);
  };
  const Node First = Arguments.front();
  const bool HasSize =
      llvm::any_of(Arguments, [&](Node A) { return isFree(A, V); });
  if (numpy(N, Name, Arguments, V, By))
    return;
  callback(N, Name, Arguments, V, By);
  if (First.is("call") && V.isDataList(First)) {
    list(N, Name, First, By);
  } else if (Name == "builtins.len" &&
             (isFreeInFront(First, V) || V.isSizedInFront(First))) {
    // range(len(x)): 'range(x.shape[0])' would be no better.
    const Node Around = N.parent().parent();
    if (Around.is("call") && In->names().qualifiedName(Around.field(
                                 "function")) == "builtins.range") {
      add(Around, FakeDefect::CountedLoop, By);
      return;
    }
    // len(x)
    Finding *Found = add(N, FakeDefect::Length, By, First);
    if (isSimple(First))
      replace(Found, N, First.text().str() + ".shape[0]");
  } else if (IsAnyOf({"builtins.int", "builtins.float", "operator.index"}) ||
             (Name == "builtins.bool" && V.isDatum(First))) {
    // int(x.shape[0]), bool(x.any())
    Name.consume_front("builtins.");
    conversion(N, Name, First, V, By);
  } else if (Name == "builtins.range") {
    // range(x.shape[0])
    for (const Node &A : Arguments)
      conversion(N, "range", A, V, By);
  } else if (Name == "builtins.map" && Arguments.size() == 2 &&
             In->names().qualifiedName(First) == "builtins.int" &&
             V.hasSizes(Arguments[1])) {
    // map(int, x.shape)
    mapped(N, Arguments[1], V, By);
  } else if (Name == "math.sqrt" && HasSize) {
    // math.sqrt(x.shape[0])
    add(N, FakeDefect::RootOfSize, By);
  } else if (IsAnyOf({"math.cbrt", "math.comb", "math.exp", "math.fabs",
                      "math.factorial", "math.fmod", "math.gcd", "math.hypot",
                      "math.isqrt", "math.lcm", "math.log", "math.log10",
                      "math.log2", "math.modf"}) &&
             HasSize) {
    // math.log(x.shape[0])
    add(N, FakeDefect::FunctionOfSize, By);
  } else if (Name == "numpy.ceil" && HasSize) {
    // np.ceil(x.shape[0] / 2)
    add(N, FakeDefect::CeilOfSize, By);
  } else if (Name == "numpy.broadcast_shapes" &&
             llvm::any_of(Arguments, [&](Node A) { return V.hasSizes(A); })) {
    // np.broadcast_shapes(x.shape, y.shape)
    Finding *Found = add(N, FakeDefect::BroadcastOfSizes, By);
    if (hasTorch(*In))
      replace(Found, N.field("function"), "torch.broadcast_shapes");
  } else if (IsAnyOf({"builtins.max", "builtins.min"}) &&
             Arguments.size() == 1 && V.isComputed(First)) {
    // max(x), which compares its elements
    add(N, FakeDefect::Number, By);
  } else if (IsAnyOf({"builtins.bin", "builtins.chr", "builtins.hex",
                      "builtins.oct"}) &&
             isFree(First, V) && V.isInteger(First)) {
    // hex(x.shape[0])
    add(N, FakeDefect::FormattedSize, By);
  } else if ((Name == "builtins.hash" && V.isUnhashable(First)) ||
             (IsAnyOf({"builtins.frozenset", "builtins.set",
                       "collections.Counter"}) &&
              V.isSizes(First))) {
    // set(x.shape)
    add(N, FakeDefect::HashedKey, By);
  } else if (IsAnyOf({torchname::MakeTensor, "torch.as_tensor", "torch.asarray",
                      "torch.FloatTensor", "torch.IntTensor",
                      "torch.LongTensor"})) {
    // torch.tensor(x.shape), torch.tensor([x.shape[0], 1])
    if (V.isMadeOfSizes(First))
      add(N, FakeDefect::TensorOfSizes, By);
  } else if (Name == "builtins.divmod" && V.isSize(First)) {
    // divmod(x.shape[0], 2)
    add(N, FakeDefect::Divmod, By);
  } else if ((IsAnyOf({"builtins.enumerate", "builtins.iter", "builtins.list",
                       "builtins.reversed", "builtins.sum",
                       "builtins.tuple"}) &&
              isFreeInFront(First, V)) ||
             (Name == torchname::Unbind && isFreeInFront(First, V) &&
              isOfFirstDimension(Arguments.drop_front())) ||
             (Name == "builtins.zip" && llvm::any_of(Arguments, [&](Node A) {
                return isFreeInFront(A, V);
              }))) {
    // list(x), enumerate(x), zip(x, y)
    add(N, FakeDefect::Elements, By);
  } else if (IsAnyOf({torchname::Equal, torchname::Allclose,
                      torchname::IsNonzero}) &&
             V.isComputed(First)) {
    // torch.equal(x, y)
    add(N, FakeDefect::Comparison, By);
  }
}

bool FakeReader::isInFoundCall(Node N) const {
  const Node Around = N.parent().parent();
  return N.parent().is("argument_list") && Around.is("call") &&
         Seen.contains({&Around.tree(), Around.begin()});
}

/// What a fake may do with data, for the symbols that it gets, and a kernel for
/// the key Meta may not.
bool FakeReader::inMetaKernel(Node N, const FakeValues &V, const Calls &By) {
  // What asks for 'meta' is for other devices, too.
  if (!Kernel->IsMetaKernel || AsksForMeta)
    return false;
  const Node Callee = N.field("function");
  const StringRef Method = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  const auto Arguments = argumentsOf(N);
  const auto Maker = Object.is("call") || Object.is("identifier")
                         ? In->names().qualifiedName(
                               In->values().resolved(Object).field("function"))
                         : std::nullopt;
  // torch.library.get_ctx().new_dynamic_size()
  if (Method == "new_dynamic_size" && Maker == torchname::LibraryGetCtx) {
    add(N, FakeDefect::SizeInMeta, By);
    return true;
  }
  // x.item(), x.nonzero(), torch.unique(x)
  const auto Name = In->names().qualifiedName(Callee);
  const bool IsNumber = (Method == "item" || Method == "tolist") &&
                        Arguments.empty() && V.isComputed(Object);
  const bool IsSelection =
      llvm::is_contained(
          {"masked_select", "nonzero", "unique", "unique_consecutive"},
          Method) &&
      (Name ? isIn(*Name, torchname::Torch) && !Arguments.empty() &&
                  V.isTensor(Arguments.front())
            : V.isTensor(Object));
  if (!IsNumber && !IsSelection)
    return false;
  if (!isInFoundCall(N))
    add(N, FakeDefect::InMetaKernel, By);
  return true;
}

/// A size that depends on data, of which no result tells.
void FakeReader::lost(Node N, const FakeValues &V, const Calls &By) {
  const auto Lost = needsLostSizes(In->settings().Torch) ? lostSymbol(*In, V, N)
                                                         : std::nullopt;
  if (!Lost)
    return;
  Finding *Found = add(
      N, Lost->IsNewSize ? FakeDefect::LostSize : FakeDefect::LostNumber, By);
  if (Found && Lost->PartOfSize)
    Found->Notes.insert(Found->Notes.begin(),
                        noteAt(Lost->PartOfSize, SymIntNote::PartOfSize));
}

/// What only counts or sums up x.tolist() leaves its numbers without a place in
/// the results.
void FakeReader::list(Node N, StringRef Function, Node Of, const Calls &By) {
  if (Function == "builtins.len") {
    // len(x.tolist())
    const Node Tensor = Of.field("function").field("object");
    Finding *Found = add(N, FakeDefect::LengthOfData, By, Tensor);
    if (Tensor.is("identifier"))
      replace(Found, N, Tensor.text().str() + ".shape[0]");
  } else if (Function == "builtins.sum" || Function == "builtins.max" ||
             Function == "builtins.min") {
    // sum(x.tolist())
    if (argumentsOf(N).size() == 1 && !isInFoundCall(N))
      add(N, FakeDefect::Number, By);
  }
}

} // namespace aoti_tidy::python
