// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeMethods.h"

using llvm::StringRef;

namespace aoti_tidy::python {

constexpr unsigned MaxBases = 4; ///< bases of bases

const Methods::ByName &Methods::all(Node Class) {
  const auto [At, IsNew] = OfClass.try_emplace(Class.id());
  if (!IsNew)
    return At->second;
  for (const Node &Member : Class.field("body").children()) {
    Method M;
    M.Function = Member;
    if (Member.is("decorated_definition")) {
      M.Function = Member.field("definition");
      for (const Node &Part : Member.children())
        if (Part.is("decorator"))
          M.Decorators.push_back(Part.text());
    }
    if (M.Function.is("function_definition"))
      At->second[M.Function.field("name").text()].push_back(std::move(M));
  }
  return At->second;
}

llvm::ArrayRef<Method> Methods::of(Node Class, StringRef Name) {
  const ByName &All = all(Class);
  const auto At = All.find(Name);
  return At != All.end() ? llvm::ArrayRef<Method>(At->second)
                         : llvm::ArrayRef<Method>();
}

void Methods::addToBases(Node Class, const ByName &Own, unsigned Depth) {
  if (Depth == MaxBases)
    return;
  for (const Node &Base : Class.field("superclasses").children()) {
    const Node Of = Base.is("identifier") ? F.names().definition(Base) : Node();
    if (!Of.is("class_definition"))
      continue;
    for (const auto &M : Own)
      (*Overridden)[Of.id()].insert(M.getKey());
    addToBases(Of, Own, Depth + 1);
  }
}

bool Methods::isOverridden(Node Class, StringRef Name) {
  if (!Overridden) {
    Overridden.emplace();
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.is("class_definition") && N.field("superclasses"))
        addToBases(N, all(N), 0);
      return true;
    });
  }
  const auto At = Overridden->find(Class.id());
  return At != Overridden->end() && At->second.contains(Name);
}

} // namespace aoti_tidy::python
