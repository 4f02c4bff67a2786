// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyImports.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// 'a' of 'a.b.c'.
Node rootOf(Node Expr) {
  while (Expr.is("attribute"))
    Expr = Expr.field("object");
  return Expr;
}

/// Whether the identifier stands for a variable: no attribute, no keyword.
bool isVariable(Node Identifier) {
  const Node Parent = Identifier.parent();
  if (Parent.is("attribute"))
    return Parent.field("attribute") != Identifier;
  if (Parent.is("keyword_argument"))
    return Parent.field("name") != Identifier;
  for (Node Up = Parent; Up; Up = Up.parent())
    if (Up.isAnyOf({"import_statement", "import_from_statement"}))
      return false;
  return true;
}

bool bindsTorch(const Import &I) {
  return I.Name.empty() &&
         (I.Module == "torch" ||
          (I.Bound == "torch" && StringRef(I.Module).starts_with("torch.")));
}

/// Whether what the import binds is there when the call runs.
bool reaches(const Import &I, const Call &C) {
  const Node Parent = I.Statement.parent();
  if (I.Statement.begin() > C.At.begin())
    return false;
  if (Parent.is("module"))
    return true;
  return Parent.is("block") && Parent.parent().is("function_definition") &&
         Names::scopeOf(I.Statement) == Names::scopeOf(C.At);
}

/// Whether the import is for what is rewritten: torch._export or something of
/// it, torch._inductor.aot_compile.
bool isForLegacyCalls(const Import &I) {
  return I.Module == "torch._export" ||
         (I.Module == "torch" && I.Name == "_export") ||
         (I.Module == "torch._inductor" && I.Name == "aot_compile");
}

/// The identifier that the import binds.
Node boundName(const Import &I) {
  if (I.Clause.is("aliased_import"))
    return I.Clause.field("alias");
  const auto Parts = I.Clause.children();
  return Parts.empty() ? Node() : Parts.front();
}

/// Without its only statement a block would be none.
bool canGo(Node Statement) {
  const Node Block = Statement.parent();
  if (Block.is("module"))
    return true;
  if (!Block.is("block") || Block.children().size() < 2)
    return false;
  // In a 'try', that it can be imported is what is asked.
  for (Node Up = Block; Up; Up = Up.parent())
    if (Up.is("try_statement"))
      return false;
  return true;
}

bool isCalleeOf(Node N, llvm::ArrayRef<const Call *> Calls) {
  return llvm::any_of(Calls, [&](const Call *C) {
    const Node Callee = C->At.field("function");
    return Callee.begin() <= N.begin() && N.end() <= Callee.end();
  });
}

bool isUsedElsewhere(const Import &I, llvm::ArrayRef<const Call *> Rewritten,
                     const File &F) {
  if (I.Bound == "torch") {
    // 'import torch._export': whether torch._export is used.
    bool Result = false;
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.is("attribute") && N.field("attribute").text() == "_export" &&
          N.field("object").text() == "torch")
        Result |= !isCalleeOf(N, Rewritten);
      return !Result;
    });
    return Result;
  }
  const Node Bound = boundName(I);
  if (!Bound || I.Bound == "*")
    return true;
  return llvm::any_of(F.names().occurrences(Bound), [&](Node N) {
    return !isCalleeOf(N, Rewritten) &&
           (N.begin() < I.Statement.begin() || N.end() > I.Statement.end());
  });
}

/// '__all__' and the like name what is imported as strings.
bool isNamedInStrings(const Import &I, const File &F) {
  bool Result = false;
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("string"))
      return !Result;
    Result |= literalText(N) == I.Bound;
    return false;
  });
  return Result;
}

/// The import that binds the root of the callee; null if none does.
const Import *importOf(const Call &C, const File &F) {
  const Node Root = rootOf(C.At.field("function"));
  const Import *Result = nullptr;
  if (!Root.is("identifier"))
    return nullptr;
  for (const Import &I : F.names().imports())
    if (I.Bound == Root.text() && isForLegacyCalls(I)) {
      // Two of them: which one is in the way is not known.
      if (Result)
        return nullptr;
      Result = &I;
    }
  return Result;
}

/// Edits that leave \p Unused, some of the clauses of \p Statement, out.
std::vector<Edit> removalsOf(llvm::ArrayRef<const Import *> Unused,
                             Node Statement, const File &F) {
  if (Unused.empty())
    return {};
  if (Statement.text().contains('\n')) {
    std::vector<Edit> Lines;
    for (const Import *I : Unused) {
      const TextRange Line = removalOf(I->Clause);
      // Those that share a line stay: unused imports, at worst.
      if (Line.Begin == 0 || F.tree().text()[Line.Begin - 1] != '\n')
        return {};
      Lines.push_back({Line, ""});
    }
    return Lines;
  }
  std::string Rest;
  TextRange Where = {~0u, 0};
  for (const Import &I : F.names().imports()) {
    if (!(I.Statement == Statement))
      continue;
    Where.Begin = std::min(Where.Begin, I.Clause.begin());
    Where.End = std::max(Where.End, I.Clause.end());
    if (llvm::is_contained(Unused, &I))
      continue;
    if (!Rest.empty())
      Rest += ", ";
    Rest += I.Clause.text();
  }
  if (Rest.empty())
    return {};
  return {{Where, std::move(Rest)}};
}

} // namespace

/// Whether \p Name is nothing but torch in all of the file.
bool TorchNames::isTorchEverywhere(StringRef Name) {
  const auto [Known, IsNew] = Everywhere.try_emplace(Name, true);
  bool &Result = Known->second;
  if (!IsNew)
    return Result;
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("identifier") && N.text() == Name && isVariable(N)) {
      const auto Qualified = F.names().qualifiedName(N);
      Result &= Qualified && *Qualified == "torch";
    }
    return Result;
  });
  return Result;
}

TorchName TorchNames::at(const Call &C) {
  const Node Root = rootOf(C.At.field("function"));
  if (Root.is("identifier"))
    if (const auto Name = F.names().qualifiedName(Root);
        Name && *Name == "torch")
      return {Root.text().str(), nullptr};
  for (const Import &I : F.names().imports())
    if (bindsTorch(I) && reaches(I, C) && isTorchEverywhere(I.Bound))
      return {I.Bound, nullptr};
  const Import *Legacy = importOf(C, F);
  if (!Legacy || !reaches(*Legacy, C) || !isTorchEverywhere("torch"))
    return {};
  return {"torch", Legacy};
}

Edit importOfTorch(const Import &Before) {
  const unsigned At = Before.Statement.begin();
  const StringRef Text = Before.Statement.tree().text();
  return {{At, At},
          withLineEndsOf(Text, "import torch\n") + indentAt(Text, At).str()};
}

std::vector<Edit> importEdits(llvm::ArrayRef<const Call *> Rewritten,
                              TorchNames &Torches, const File &F) {
  std::vector<Edit> Result;
  llvm::SmallVector<const Import *, 2> TorchBefore;
  for (const Call *C : Rewritten) {
    const TorchName Torch = Torches.at(*C);
    if (Torch.Before && !llvm::is_contained(TorchBefore, Torch.Before))
      TorchBefore.push_back(Torch.Before);
  }
  llvm::SmallVector<const Import *, 2> Done;
  for (const Import &I : F.names().imports()) {
    if (!isForLegacyCalls(I) || llvm::is_contained(Done, &I))
      continue;
    // The statement's clauses that are needed no more.
    llvm::SmallVector<const Import *, 2> Unused;
    unsigned Clauses = 0;
    bool NeedsTorch = false;
    for (const Import &Other : F.names().imports()) {
      if (!(Other.Statement == I.Statement))
        continue;
      ++Clauses;
      Done.push_back(&Other);
      NeedsTorch |= llvm::is_contained(TorchBefore, &Other);
      // An import that nothing of this needed is not for us to judge.
      const bool WasNeeded = llvm::any_of(Rewritten, [&](const Call *C) {
        return rootOf(C->At.field("function")).text() == Other.Bound;
      });
      if (isForLegacyCalls(Other) && WasNeeded &&
          !isUsedElsewhere(Other, Rewritten, F) && !isNamedInStrings(Other, F))
        Unused.push_back(&Other);
    }
    const bool AllGo = Unused.size() == Clauses && canGo(I.Statement);
    // 'import torch._export' binds torch, too.
    if (AllGo && I.Bound == "torch" && !NeedsTorch)
      NeedsTorch = llvm::none_of(F.names().imports(), [&](const Import &O) {
        return O.Bound == "torch" && bindsTorch(O) &&
               O.Statement.parent().is("module") &&
               !(O.Statement == I.Statement);
      });
    if (AllGo) {
      if (NeedsTorch)
        Result.push_back({rangeOf(I.Statement), "import torch"});
      else
        Result.push_back({wholeLines(I.Statement), ""});
      continue;
    }
    if (NeedsTorch)
      Result.push_back(importOfTorch(I));
    llvm::append_range(Result, removalsOf(Unused, I.Statement, F));
  }
  return Result;
}

} // namespace aoti_tidy::python
