// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/emitted/WrapperFacts.h"

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
  if (!Facts->Incomplete.empty())
    Model.Cut.push_back({0, std::move(Facts->Incomplete)});
  return Model;
}

std::optional<IndexExpr> inTermsOfSources(const IndexExpr &E,
                                          llvm::ArrayRef<SizeSymbol> Symbols) {
  constexpr size_t MaxVariables = 10'000;
  std::map<StringRef, const SizeSymbol *> ByName;
  for (const SizeSymbol &S : Symbols)
    if (S.Value)
      ByName.try_emplace(S.Name, &S);
  IndexExpr Result = E;
  // One is computed from earlier ones only, so this ends.
  while (true) {
    size_t Count = 0;
    bool IsDone = true;
    Result.forEachVariable([&](const Variable &V) {
      ++Count;
      IsDone &= !ByName.contains(V.Name);
    });
    if (IsDone)
      return Result;
    if (Count > MaxVariables)
      return std::nullopt;
    Result =
        Result.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
          const auto It = ByName.find(V.Name);
          return It == ByName.end() ? std::nullopt : It->second->Value;
        });
  }
}

} // namespace aoti_tidy
