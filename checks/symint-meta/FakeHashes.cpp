// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that something would have to hash: no symbol can be.
#include "checks/lib/script/Members.h"
#include "checks/lib/script/Modules.h"
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// Whether \p Value makes a dict or set that has nothing in it: what has is a
/// table of constants, and who looks a size up there means one of these.
static bool makesEmpty(const File &F, Node Value) {
  if (Value.is("dictionary"))
    return Value.children().empty();
  const auto Name = F.names().qualifiedName(Value.field("function"));
  if (!Value.is("call") || !Name)
    return false;
  return Name == "collections.defaultdict" ||
         (argumentsOf(Value).empty() &&
          llvm::is_contained({"builtins.dict", "builtins.set",
                              "collections.Counter", "collections.OrderedDict"},
                             StringRef(*Name)));
}

/// What makes the dict or set \p Container; null if it is not known to be one
/// that is filled as the program runs.
Node FakeReader::cacheOf(Node Container) const {
  const Node Value = In->values().resolved(Container);
  if (makesEmpty(*In, Value))
    return Value;
  if (Value.is("attribute"))
    if (const Node Own = In->index<Members>().valueOf(Value))
      return makesEmpty(*In, Own) ? Own : Node();
  if (!Value.isAnyOf({"attribute", "identifier"}))
    return {};
  // from .state import CACHE
  const auto Name = In->names().qualifiedName(Value);
  const ModuleMember Found = Name ? importedMember(*In, *Name) : ModuleMember();
  return Found && Found.Attribute.empty() && makesEmpty(*Found.In, Found.At)
             ? Found.At
             : Node();
}

/// \p N looks one of \p Keys up in \p Container. What comes behind the first
/// such use never runs.
void FakeReader::lookup(Node N, Node Container, llvm::ArrayRef<Node> Keys,
                        const FakeValues &V, const Calls &By) {
  if (llvm::none_of(Keys, [&](Node Key) { return V.isUnhashable(Key); }))
    return;
  const Node Cache = cacheOf(Container);
  if (Cache && Hashing.insert({V.function().id(), Cache.id()}).second)
    add(N, FakeDefect::HashedKey, By);
}

/// \p N may hash what is in it.
void FakeReader::hashes(Node N, const FakeValues &V, const Calls &By) {
  const auto Parts = N.children();
  if (Parts.empty())
    return;
  const llvm::ArrayRef<Node> Rest = llvm::ArrayRef(Parts).drop_front();
  if (N.is("subscript"))
    // CACHE[x.shape[0], 4]
    return lookup(N, Parts.front(), Rest, V, By);
  if (N.is("comparison_operator")) {
    // key in CACHE
    if (Parts.size() == 2 && llvm::any_of(N.allChildren(), [](Node Operator) {
          return Operator.isToken() &&
                 (Operator.is("in") || Operator.is("not in"));
        }))
      lookup(N, Parts[1], Parts[0], V, By);
    return;
  }
  if (N.is("call")) {
    // CACHE.get((x.shape[0], 4)), seen.add(x.shape[0])
    const auto Call = methodCall(N);
    if (Call && !Call->Arguments.empty() &&
        llvm::is_contained({"__contains__", "__getitem__", "__setitem__", "add",
                            "discard", "get", "remove", "setdefault"},
                           Call->Name))
      lookup(N, Call->Object, Call->Arguments.front(), V, By);
    return;
  }
  // {x.shape[0]: y}, {x.shape[0], 1}, {d for d in x.shape}
  if (N.isAnyOf({"set_comprehension", "dictionary_comprehension"}) &&
      !(N.field("body") == Parts.front()))
    return;
  const bool IsComprehension = N.field("body") == Parts.front();
  for (const Node &Part : Parts) {
    const Node Key = Part.is("pair") ? Part.field("key")
                     : N.isAnyOf({"set", "set_comprehension"}) ? Part
                                                               : Node();
    if (Key && V.isUnhashable(Key)) {
      add(Key, FakeDefect::HashedKey, By);
      return;
    }
    if (IsComprehension)
      return;
  }
}

} // namespace aoti_tidy::python
