// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What numpy does with sizes. It takes symbols for objects, with which it
// computes as Python does, until a dtype says that they are numbers.
#include "checks/symint-meta/FakeNumpy.h"
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isOneOf(StringRef Name, llvm::ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

/// np.int64, np.uintp: calls of them convert.
bool isIntegerType(StringRef Name) {
  return isOneOf(Name, {"int8", "int16", "int32", "int64", "int_", "intc",
                        "intp", "longlong", "uint8", "uint16", "uint32",
                        "uint64", "uintc", "uintp"});
}

bool isFloatType(StringRef Name) {
  return isOneOf(Name, {"double", "float16", "float32", "float64", "half",
                        "longdouble", "single"});
}

/// What a call of the function of numpy \p Name gives for its dtype; null if
/// it gives none.
Node dtypeOf(StringRef Name, llvm::ArrayRef<Node> Arguments) {
  for (const Node &A : Arguments)
    if (A.is("keyword_argument") && A.field("name").text() == "dtype")
      return A.field("value");
  const bool IsSecond = isOneOf(Name, {"array", "asanyarray", "asarray",
                                       "ascontiguousarray", "fromiter"});
  return IsSecond && Arguments.size() > 1 &&
                 !Arguments[1].is("keyword_argument")
             ? Arguments[1]
             : Node();
}

} // namespace

bool makesNumbers(const File &F, Node Type) {
  if (!Type || F.values().isNone(Type))
    return false;
  if (const auto Text = F.values().wholeString(Type))
    return *Text != "O" && *Text != "object";
  // 'dtype=kind', which may be any.
  const auto Name = F.names().qualifiedName(Type);
  return Name && !isOneOf(*Name, {"builtins.object", "numpy.object_"});
}

bool isArray(const File &F, Node Expr) {
  const auto Name =
      F.names().qualifiedName(F.values().resolved(Expr).field("function"));
  return Name && isOneOf(*Name, {"numpy.array", "numpy.asarray"});
}

/// Whether \p N, a call of something of numpy, makes numbers of sizes.
bool FakeReader::numpy(Node N, StringRef Name, llvm::ArrayRef<Node> Arguments,
                       const FakeValues &V, const Calls &By) {
  if (!Name.consume_front("numpy."))
    return false;
  const Node First = Arguments.front();
  if (isIntegerType(Name) || isFloatType(Name)) {
    // np.int64(x.shape[0])
    if (!isFree(First, V))
      return false;
    add(N,
        isFloatType(Name)    ? FakeDefect::FloatOfSize
        : V.isInteger(First) ? FakeDefect::IntOfSize
                             : FakeDefect::IntOfResult,
        By, First);
    return true;
  }
  if (isOneOf(Name, {"gcd", "lcm"}) &&
      llvm::any_of(Arguments, [&](Node A) { return isFree(A, V); })) {
    // np.gcd(x.shape[0], 16)
    add(N, FakeDefect::FunctionOfSize, By);
    return true;
  }
  // np.prod(x.shape, dtype=np.int64), np.asarray(x.shape, np.int64)
  if (!isOneOf(Name, {"array", "asanyarray", "asarray", "ascontiguousarray",
                      "cumprod", "cumsum", "fromiter", "prod", "sum"}) ||
      !makesNumbers(*In, dtypeOf(Name, Arguments)) || !V.hasSizes(First))
    return false;
  add(N, FakeDefect::NumbersOfSizes, By);
  return true;
}

} // namespace aoti_tidy::python
