// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/emitted/WrapperFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {

std::optional<EmittedModel> readWrapperModel(StringRef Text, StringRef Name) {
  std::optional<WrapperFacts> Facts = readWrapperFacts(Text);
  if (!Facts)
    return std::nullopt;
  ModelContract Contract = std::move(contractOf(*Facts).Models.front());
  EmittedModel Model = std::move(Facts->Model);
  Model.Files.push_back({Name.str(), Text.str()});
  Model.Device = std::move(Contract.Device);
  if (Contract.Inputs)
    Model.Inputs = *std::move(Contract.Inputs);
  Model.Checks = Contract.Checks;
  Model.Assumptions = std::move(Contract.Assumptions);
  if (!Facts->Incomplete.empty())
    Model.Cut.push_back({0, std::move(Facts->Incomplete)});
  return Model;
}

SourceTerms::SourceTerms(llvm::ArrayRef<SizeSymbol> Symbols)
    : Symbols(Symbols) {
  for (size_t I = 0; I < Symbols.size(); ++I)
    if (Symbols[I].Value)
      ByName.try_emplace(Symbols[I].Name, I);
}

std::optional<size_t> SourceTerms::computed(StringRef Name) const {
  const auto It = ByName.find(Name);
  return It == ByName.end() ? std::nullopt : std::optional(It->second);
}

IndexExpr SourceTerms::of(const IndexExpr &E) const {
  std::set<size_t> Needed;
  std::vector<size_t> ToDo;
  const auto Need = [&](const Variable &V) {
    if (const auto Symbol = computed(V.Name);
        Symbol && !Known.contains(*Symbol) && Needed.insert(*Symbol).second)
      ToDo.push_back(*Symbol);
  };
  E.forEachVariable(Need);
  while (!ToDo.empty()) {
    const size_t Next = ToDo.back();
    ToDo.pop_back();
    Symbols[Next].Value->forEachVariable(Need);
  }
  const auto Resolve = [&](const IndexExpr &Of) {
    return Of.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
      const auto Symbol = computed(V.Name);
      const auto It = Symbol ? Known.find(*Symbol) : Known.end();
      return It == Known.end() ? std::nullopt : std::optional(It->second);
    });
  };
  for (const size_t Symbol : Needed)
    Known.emplace(Symbol, Resolve(*Symbols[Symbol].Value));
  return Resolve(E);
}

CallTerms::CallTerms(const Kernel &In, const KernelCall &Call,
                     const SourceTerms &Model) {
  for (const auto &[I, P] : llvm::enumerate(In.Parameters)) {
    std::optional<IndexExpr> Size;
    if (I < Call.Arguments.size() && Call.Arguments[I].Size)
      Size = Model.of(*Call.Arguments[I].Size);
    Sizes.try_emplace(P.Name, std::move(Size));
  }
}

std::optional<IndexExpr> CallTerms::of(const IndexExpr &E) const {
  bool AreKnown = true;
  IndexExpr Bound =
      E.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
        const auto It = Sizes.find(V.Name);
        if (It == Sizes.end())
          return std::nullopt;
        AreKnown &= It->second.has_value();
        return It->second;
      });
  return AreKnown ? std::optional(Bound) : std::nullopt;
}

} // namespace aoti_tidy
