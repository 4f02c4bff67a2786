// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeReader.h"
#include "checks/symint-meta/FakeSymbols.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

std::string asksForData(Node N) {
  return fmt::format(
      "'{}' asks for the data of a tensor in a fake, where there "
      "is none: export fails; a size that depends on data is "
      "'torch.library.get_ctx().new_dynamic_size()'",
      shown(N));
}

} // namespace

void FakeReader::conversion(Node Call, StringRef Function, Node Of,
                            const FakeValues &V, const Calls &By) {
  const std::string Text = shown(Call);
  if (V.isDatum(Of) || (Function != "range" && V.isComputed(Of))) {
    add(Call, asksForData(Call), By);
    return;
  }
  if (!V.isSize(Of))
    return;
  if (Function == "range") {
    loop(Call, By);
    return;
  }
  const std::string Size = shown(Of);
  if (Function == "float") {
    Finding *Found =
        add(Call,
            fmt::format("'{}' freezes a dynamic dimension in a fake; use "
                        "'torch.sym_float({})'",
                        Text, Size),
            By);
    if (F.names().qualifiedName(Call.field("function")) == "builtins.float" &&
        llvm::any_of(F.names().imports(), [](const Import &I) {
          return I.Bound == "torch" && I.Module == "torch" &&
                 Names::scopeOf(I.Clause).is("module");
        }))
      replace(Found, Call.field("function"), "torch.sym_float");
    return;
  }
  // Quotients and roots are no integers yet.
  bool IsInteger = true;
  forEachNode(Of, [&](Node N) {
    if ((N.is("binary_operator") && (N.field("operator").text() == "/" ||
                                     N.field("operator").text() == "**")) ||
        N.is("float") || (N.is("identifier") && F.names().assignedValue(N)) ||
        (N.is("call") && !N.field("function").is("attribute")))
      IsInteger = false;
    return IsInteger;
  });
  if (!IsInteger) {
    add(Call,
        fmt::format("'{}' freezes a dynamic dimension in a fake; use "
                    "'torch.sym_int({})', or integers all the way ('//')",
                    Text, Size),
        By);
    return;
  }
  Finding *Found =
      add(Call,
          fmt::format("'{}' freezes a dynamic dimension in a fake; use '{}'",
                      Text, Size),
          By);
  const bool IsSimple =
      Of.isAnyOf({"identifier", "attribute", "call", "subscript"});
  replace(Found, Call,
          IsSimple ? Of.text().str() : "(" + Of.text().str() + ")");
}

void FakeReader::loop(Node Range, const Calls &By) {
  add(Range,
      fmt::format(
          "'{}' freezes a dynamic dimension in a fake: the loop runs as "
          "often as the example's size says; compute without it",
          shown(Range)),
      By);
}

/// Whether \p N, a call of a method, was something of its own.
bool FakeReader::method(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const bool HasArguments = !N.field("arguments").children().empty();
  const StringRef Method = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  if (Method == "numel" && !HasArguments && V.isSizes(Object)) {
    Finding *Found = add(
        N,
        fmt::format("'{}' freezes every dynamic dimension in it, other than a "
                    "tensor's 'numel()'; use 'math.prod({})'",
                    shown(N), shown(Object)),
        By);
    // x.shape.numel() is x.numel().
    const Node Tensor = Object.field("object");
    if (Object.is("attribute") && V.isTensor(Tensor))
      replace(Found, Object, Tensor.text().str());
    return true;
  }
  if (Method == "tolist" && !HasArguments && V.isSizes(Object)) {
    Finding *Found = add(N,
                         fmt::format("'{}' fails, sizes have no 'tolist'; use "
                                     "'list({})'",
                                     shown(N), shown(Object)),
                         By);
    replace(Found, N, "list(" + Object.text().str() + ")");
    return true;
  }
  if (Method == "bit_length" && V.isSize(Object)) {
    add(N, fmt::format("'{}' freezes a dynamic dimension in a fake", shown(N)),
        By);
    return true;
  }
  if (Method == "data_ptr" && V.isComputed(Object)) {
    add(N,
        fmt::format("'{}' asks for the data of a tensor in a fake, where "
                    "there is none: export fails",
                    shown(N)),
        By);
    return true;
  }
  return false;
}

void FakeReader::call(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const auto Arguments = N.field("arguments").children();
  if (Callee.is("attribute")) {
    if (method(N, V, By) || inMetaKernel(N, V, By))
      return;
    lost(N, V, By);
  }
  const auto Name = F.names().qualifiedName(Callee);
  if (!Name) {
    if (Callee.is("identifier"))
      helper(N, V, By);
    return;
  }
  if (Arguments.empty())
    return;
  const Node First = Arguments.front();
  StringRef Function = *Name;
  if (First.is("call") && V.isDataList(First))
    return list(N, Function, First, By);
  if (Function == "builtins.len" && V.isTensor(First)) {
    // 'range(x.shape[0])' would be no better.
    const Node Around = N.parent().parent();
    if (Around.is("call") &&
        F.names().qualifiedName(Around.field("function")) == "builtins.range") {
      loop(Around, By);
      return;
    }
    Finding *Found = add(N,
                         fmt::format("'{}' freezes the first dimension of '{}' "
                                     "in a fake; use '{}.shape[0]'",
                                     shown(N), shown(First), shown(First)),
                         By);
    const bool IsSimple =
        First.isAnyOf({"identifier", "attribute", "call", "subscript"});
    if (IsSimple)
      replace(Found, N, First.text().str() + ".shape[0]");
  } else if (Function == "builtins.int" || Function == "builtins.float" ||
             Function == "builtins.bool" || Function == "operator.index") {
    if (Function == "builtins.bool" && !V.isDatum(First))
      return;
    Function.consume_front("builtins.");
    conversion(N, Function, First, V, By);
  } else if (Function == "builtins.range") {
    for (const Node &A : Arguments)
      conversion(N, "range", A, V, By);
  } else if (Function == "builtins.map" && Arguments.size() == 2 &&
             F.names().qualifiedName(First) == "builtins.int" &&
             V.isSizes(Arguments[1])) {
    Finding *Found =
        add(N,
            fmt::format("'{}' freezes every dynamic dimension in it; use '{}'",
                        shown(N), shown(Arguments[1])),
            By);
    replace(Found, N, Arguments[1].text().str());
  } else if (llvm::is_contained({StringRef("math.sqrt"), StringRef("math.log"),
                                 StringRef("math.log2"),
                                 StringRef("math.isqrt"),
                                 StringRef("math.gcd")},
                                Function)) {
    if (llvm::any_of(Arguments, [&](Node A) { return V.isSize(A); }))
      add(N,
          fmt::format("'{}' freezes a dynamic dimension in a fake{}", shown(N),
                      Function == "math.sqrt" ? "; use '** 0.5'" : ""),
          By);
  } else if (Function == "torch.tensor") {
    const auto Elements = F.values().elementsOf(First);
    if (V.isSizes(First) || V.isSize(First) ||
        (Elements &&
         llvm::any_of(*Elements, [&](Node E) { return V.isSize(E); })))
      add(N,
          fmt::format(
              "'{}' freezes the dynamic dimensions in it: a fake has no data "
              "to put them into; use 'torch.empty'",
              shown(N)),
          By);
  } else if (Function == "builtins.divmod") {
    if (V.isSize(First))
      add(N,
          fmt::format("'{}' fails when export makes the size dynamic; use '//' "
                      "and '%'",
                      shown(N)),
          By);
  } else if (Function == "builtins.list" || Function == "builtins.enumerate") {
    if (V.isTensor(First))
      add(N,
          fmt::format(
              "'{}' goes through a tensor and freezes its first dimension in "
              "a fake",
              shown(N)),
          By);
  } else if (Function == "torch.equal" || Function == "torch.allclose" ||
             Function == "torch.is_nonzero") {
    if (V.isComputed(First))
      add(N,
          fmt::format(
              "'{}' asks for the data of a tensor in a fake, where there "
              "is none: export fails; leave it to the kernel",
              shown(N)),
          By);
  }
}

bool FakeReader::isInFoundCall(Node N) const {
  const Node Around = N.parent().parent();
  return N.parent().is("argument_list") && Around.is("call") &&
         Seen.contains(Around.begin());
}

/// What a fake may do with data, for the symbols that it gets, and a kernel for
/// the key Meta may not.
bool FakeReader::inMetaKernel(Node N, const FakeValues &V, const Calls &By) {
  // What asks for 'meta' is for other devices, too.
  if (!Kernel->IsMetaKernel || Kernel->Function.text().contains("meta\"") ||
      Kernel->Function.text().contains("meta'") ||
      Kernel->Function.text().contains("is_meta"))
    return false;
  const Node Callee = N.field("function");
  const StringRef Method = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  const auto Arguments = N.field("arguments").children();
  const auto Maker = Object.is("call") || Object.is("identifier")
                         ? F.names().qualifiedName(
                               F.values().resolved(Object).field("function"))
                         : std::nullopt;
  if (Method == "new_dynamic_size" && Maker == "torch.library.get_ctx") {
    add(N,
        fmt::format("'{}' fails in a kernel for the key Meta, which has no "
                    "context; register it with 'torch.library.register_fake'",
                    shown(N)),
        By);
    return true;
  }
  const auto Name = F.names().qualifiedName(Callee);
  const bool IsNumber = (Method == "item" || Method == "tolist") &&
                        Arguments.empty() && V.isComputed(Object);
  const bool IsSelection =
      llvm::is_contained(
          {"masked_select", "nonzero", "unique", "unique_consecutive"},
          Method) &&
      (Name ? StringRef(*Name).starts_with("torch.") && !Arguments.empty() &&
                  V.isTensor(Arguments.front())
            : V.isTensor(Object));
  if (!IsNumber && !IsSelection)
    return false;
  if (!isInFoundCall(N))
    add(N,
        fmt::format("'{}' asks for the data of a tensor in a kernel for the "
                    "key Meta, where there is none: export fails; use "
                    "'torch.library.register_fake', and 'torch.library."
                    "get_ctx().new_dynamic_size()' for a size that depends on "
                    "data",
                    shown(N)),
        By);
  return true;
}

/// A size that depends on data, of which no result tells.
void FakeReader::lost(Node N, const FakeValues &V, const Calls &By) {
  // Torch has asked since 2.4.
  const auto Lost =
      F.settings().torchAtLeast({2, 4}) ? lostSymbol(F, V, N) : std::nullopt;
  if (!Lost)
    return;
  Finding *Found = add(
      N,
      Lost->IsNewSize
          ? fmt::format("the size of '{}' is no dimension of a result: export "
                        "fails; make the dimension itself the new size",
                        shown(N))
          : fmt::format("'{}' is no dimension of a result, and there is no "
                        "data in a fake: export fails; a size that depends on "
                        "data is 'torch.library.get_ctx().new_dynamic_size()'",
                        shown(N)),
      By);
  if (Found && Lost->PartOfSize)
    Found->Notes.insert(
        Found->Notes.begin(),
        {rangeOf(Lost->PartOfSize), "here it is only a part of a size", {}});
}

/// What only counts or sums up x.tolist() leaves its numbers without a place in
/// the results.
void FakeReader::list(Node N, StringRef Function, Node Of, const Calls &By) {
  const Node Tensor = Of.field("function").field("object");
  if (Function == "builtins.len") {
    Finding *Found =
        add(N,
            fmt::format("'{}' asks for the data of a tensor in a fake, where "
                        "there is none: export fails; use '{}.shape[0]'",
                        shown(N), shown(Tensor)),
            By);
    if (Tensor.is("identifier"))
      replace(Found, N, Tensor.text().str() + ".shape[0]");
  } else if (Function == "builtins.sum" || Function == "builtins.max" ||
             Function == "builtins.min") {
    if (N.field("arguments").children().size() == 1 && !isInFoundCall(N))
      add(N, asksForData(N), By);
  }
}

} // namespace aoti_tidy::python
