// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/PythonLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace clang::tidy::aoti {
namespace {

/// How many assignments to one name are looked at.
constexpr size_t MaxBindings = 64;

} // namespace

TokenRange pythonArgument(llvm::ArrayRef<PythonArgument> Args, size_t Position,
                          std::initializer_list<StringRef> Keywords) {
  for (const PythonArgument &A : Args)
    if (!A.Keyword.empty() && llvm::is_contained(Keywords, A.Keyword))
      return A.Value;
  if (Position < Args.size() && Args[Position].Keyword.empty())
    return Args[Position].Value;
  return {};
}

std::string dispatchKeyOf(StringRef Type) {
  std::string Upper = Type.upper();
  if (llvm::is_contained({"CPU", "CUDA", "XPU", "MPS", "HPU", "XLA"}, Upper))
    return Upper;
  return llvm::StringSwitch<std::string>(Type)
      .Case("default", "CompositeExplicitAutograd")
      .Case("meta", "Meta")
      .Default(Type.str());
}

PythonLibraries::PythonLibraries(const PythonSource &Source) : Source(Source) {
  for (const PythonAssignment &A : Source.assignments())
    Bindings[A.Name].push_back({A.Value.Begin, A.IsAttribute, std::nullopt});
}

void PythonLibraries::add(const PythonCall &Call) {
  const auto Args = Source.elements(Call.Open);
  const auto Namespace = Source.stringAt(pythonArgument(Args, 0, {"ns"}));
  PythonLibrary Lib{Namespace && Namespace->Complete ? Namespace->Text : "",
                    ""};
  if (const TokenRange R = pythonArgument(Args, 2, {"dispatch_key"});
      !R.empty()) {
    const auto Key = Source.stringAt(R);
    Lib.Key = Key && Key->Complete ? std::optional(dispatchKeyOf(Key->Text))
                                   : std::nullopt;
  }
  // with _scoped_library(...) as lib
  if (Source.isName(Call.Close + 1, "as") && Source.isName(Call.Close + 2)) {
    auto &All = Bindings[Source.tokens()[Call.Close + 2].Text];
    const auto Where = llvm::partition_point(
        All, [&](const Binding &B) { return B.Token < Call.Begin; });
    All.insert(Where, {Call.Begin, false, std::move(Lib)});
    return;
  }
  const auto Assignments = Source.assignments();
  const auto Its =
      llvm::partition_point(Assignments, [&](const PythonAssignment &A) {
        return A.Value.End <= Call.Begin;
      });
  if (Its == Assignments.end() || Its->Value.Begin > Call.Begin)
    return;
  auto &All = Bindings[Its->Name];
  const auto B = llvm::partition_point(
      All, [&](const Binding &B) { return B.Token < Its->Value.Begin; });
  B->Lib = std::move(Lib);
}

/// Whether \p B is what \p Name means at \p Token.
bool PythonLibraries::isVisible(StringRef Name, const Binding &B,
                                size_t Token) const {
  // 'lib = None' only holds the place.
  if (Source.isName(B.Token, "None"))
    return false;
  const auto Where = Source.functionOf(B.Token);
  if (B.IsAttribute || Where < 0 || Source.hasGlobal(Where, Name))
    return true;
  for (auto F = Source.functionOf(Token); F >= 0; F = Source.parent(F))
    if (F == Where)
      return true;
  return false;
}

PythonLibrary PythonLibraries::at(StringRef Name, size_t Token) const {
  const auto It = Bindings.find(Name);
  if (It == Bindings.end())
    return {};
  for (auto F = Source.functionOf(Token); F >= 0; F = Source.parent(F))
    if (Source.hasParameter(F, Name))
      return {};
  const auto &All = It->second;
  const auto Later = llvm::partition_point(
      All, [&](const Binding &B) { return B.Token < Token; });
  size_t Left = MaxBindings;
  for (auto B = Later; B != All.begin() && Left > 0; --Left)
    if (isVisible(Name, *--B, Token))
      return B->Lib.value_or(PythonLibrary());
  // A function may use what the module makes further down.
  for (auto B = Later; B != All.end() && Left > 0; ++B, --Left)
    if (B->Lib && isVisible(Name, *B, Token))
      return *B->Lib;
  return {};
}

} // namespace clang::tidy::aoti
