// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/RegistrationMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

static constexpr StringRef LibraryWord = "TORCH_LIBRARY";

bool isMacroName(StringRef Name) {
  return Name.size() > 2 && llvm::all_of(Name, [](char C) {
           return llvm::isUpper(C) || llvm::isDigit(C) || C == '_';
         });
}

bool isLibraryMacro(const CxxWord &W) {
  return W.isName() && StringRef(W.Text).contains(LibraryWord) &&
         isMacroName(W.Text);
}

bool isTorchMacro(StringRef Name) {
  Name.consume_front("STABLE_");
  return Name == LibraryWord || Name == "TORCH_LIBRARY_FRAGMENT" ||
         Name == "TORCH_LIBRARY_IMPL";
}

bool mayRegisterCxxOps(StringRef Text) {
  return Text.contains(LibraryWord) || Text.contains("torch::Library");
}

bool mayDefineRegistrations(StringRef Text) {
  return Text.contains("#define") &&
         (Text.contains(".impl(") || Text.contains(".def("));
}

bool opensLibrary(const CxxMacro &M) {
  return llvm::any_of(M.Body, isLibraryMacro);
}

/// Whether a macro registers something, or uses one that does.
static bool registersOps(const CxxMacro &M, const llvm::StringSet<> &Known) {
  const llvm::ArrayRef<CxxWord> Body = M.Body;
  // Where its parts are torch's insides, its name tells more.
  if (StringRef(M.Name).contains(LibraryWord))
    return !isTorchMacro(M.Name) && llvm::any_of(Body, [](const CxxWord &W) {
      return W.isName() && isTorchMacro(W.Text);
    });
  for (size_t I = 0; I < Body.size(); ++I) {
    const CxxWord &W = Body[I];
    if (isLibraryMacro(W) || (W.isName() && Known.contains(W.Text)))
      return true;
    if ((W.is("def") || W.is("impl")) && I > 0 &&
        (Body[I - 1].is(".") || Body[I - 1].is("->")))
      return true;
  }
  return false;
}

llvm::StringSet<> registeringMacros(const CxxMacros &Macros,
                                    const llvm::StringSet<> &Around) {
  // Macros of macros of macros.
  constexpr unsigned MaxRounds = 3;
  llvm::StringSet<> Result = Around;
  Macros.forEach([&](const CxxMacro &M) { Result.erase(M.Name); });
  for (unsigned Round = 0; Round < MaxRounds; ++Round)
    Macros.forEach([&](const CxxMacro &M) {
      if (registersOps(M, Result))
        Result.insert(M.Name);
    });
  return Result;
}

} // namespace aoti_tidy
