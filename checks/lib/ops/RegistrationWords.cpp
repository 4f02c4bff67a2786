// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/RegistrationWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {

StringRef lastName(ArrayRef<CxxWord> W) {
  return W.empty() || !W.back().isName() ? "" : StringRef(W.back().Text);
}

std::string keyIn(ArrayRef<CxxWord> W) {
  StringRef Key = lastName(W);
  if (Key.size() > 1 && Key.front() == 'k' && llvm::isUpper(Key[1]))
    Key = Key.drop_front();
  return Key == "CatchAll" ? "CompositeImplicitAutograd" : Key.str();
}

std::string qualifiedName(ArrayRef<CxxWord> W) {
  if (!W.empty() && W.front().is("::"))
    W = W.drop_front();
  std::string Name;
  for (size_t I = 0; I < W.size(); ++I) {
    if (I % 2 ? !W[I].is("::") : !W[I].isName())
      return "";
    Name += W[I].Text;
  }
  return W.size() % 2 ? Name : "";
}

std::optional<WrappedWords> wrappedIn(ArrayRef<CxxWord> W) {
  const auto *const Open =
      llvm::find_if(W, [](const CxxWord &X) { return X.is("("); });
  if (Open == W.begin() || Open == W.end() || !W.back().is(")"))
    return std::nullopt;
  const size_t At = Open - W.begin();
  const std::string Callee = qualifiedName(W.take_front(At));
  if (Callee.empty() || closingWord(W, At) + 1 != W.size())
    return std::nullopt;
  return WrappedWords{W[At - 1].Text, splitArguments(W, At)};
}

std::vector<std::string> namesFor(StringRef Name, StringRef Scope,
                                  ArrayRef<std::string> Usings) {
  std::vector<std::string> Names;
  while (true) {
    Names.push_back((Scope + Name).str());
    if (Scope.empty())
      break;
    const size_t Colons = Scope.drop_back(2).rfind("::");
    Scope = Scope.take_front(Colons == StringRef::npos ? 0 : Colons + 2);
  }
  for (StringRef Used : Usings)
    Names.push_back((Used + "::" + Name).str());
  return Names;
}

} // namespace aoti_tidy
