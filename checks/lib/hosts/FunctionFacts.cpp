// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/FunctionFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <tuple>

namespace aoti_tidy {

// As with RunFacts: the thread is what the checks and the run over their file
// have in common.
static thread_local FunctionFacts *Collected = nullptr;
static thread_local const FunctionFacts *OfOthers = nullptr;

FunctionFacts *FunctionFacts::collected() { return Collected; }
const FunctionFacts *FunctionFacts::ofOthers() { return OfOthers; }

const FunctionFacts::Origin *FunctionFacts::originAt(Place From) {
  return isForeign(From) && OfOthers &&
                 originOf(From) < OfOthers->Origins.size()
             ? &OfOthers->Origins[originOf(From)]
             : nullptr;
}

FunctionFacts::Scope::Scope(FunctionFacts *ToCollect,
                            const FunctionFacts *Others) {
  assert(!Collected && "no two files at once");
  Collected = ToCollect;
  OfOthers = Others;
}

FunctionFacts::Scope::~Scope() {
  Collected = nullptr;
  OfOthers = nullptr;
}

bool FunctionFacts::isAnsweredBy(const FunctionFacts &Others) const {
  for (const std::string &Symbol : Wanted) {
    if (Others.Returns.contains(Symbol) || Others.Constants.contains(Symbol))
      return true;
    const auto Passed = Others.Arguments.find(Symbol);
    if (Passed != Others.Arguments.end())
      for (const Ways &W : Passed->second)
        if (!W.empty())
          return true;
  }
  return false;
}

void FunctionFacts::keepCommon(const FunctionFacts &Other) {
  if (std::tie(Origins, Returns, Arguments, Defined, Constants) ==
      std::tie(Other.Origins, Other.Returns, Other.Arguments, Other.Defined,
               Other.Constants))
    return;
  // The places of one are not those of the other.
  const auto Forget = [](auto &Own, const auto &Others, auto Unknown) {
    Own.insert(Others.begin(), Others.end());
    for (auto &[Symbol, Said] : Own)
      Unknown(Said);
  };
  const auto Clear = [](Ways &W) { W.clear(); };
  Forget(Returns, Other.Returns, Clear);
  Forget(Arguments, Other.Arguments, [&](std::vector<Ways> &Parameters) {
    llvm::for_each(Parameters, Clear);
  });
  Forget(Constants, Other.Constants,
         [](ConstantFact &Fact) { Fact.K = ConstantFact::Kind::Other; });
  Defined.insert(Other.Defined.begin(), Other.Defined.end());
}

void forEachPlace(Ways &W, llvm::function_ref<void(Place &)> Change) {
  forEachTensor(W, [&](TensorValue &T) {
    if (T.Device)
      Change(T.Device->From);
    if (T.Type)
      Change(T.Type->From);
    if (T.Sizes)
      Change(T.Sizes->From);
    Change(T.Order.From);
  });
}

FunctionFacts::ConstantFact united(const FunctionFacts::ConstantFact &A,
                                   const FunctionFacts::ConstantFact &B) {
  if (A.K == B.K && A.Value == B.Value && A.Of == B.Of)
    return A;
  FunctionFacts::ConstantFact Other;
  Other.Mention = A.Mention;
  return Other;
}

void resolveConstants(FunctionFacts &Facts) {
  using Kind = FunctionFacts::ConstantFact::Kind;
  constexpr unsigned MaxDepth = 8;
  auto &All = Facts.Constants;
  for (auto &[Key, Fact] : All) {
    const FunctionFacts::ConstantFact *Last = &Fact;
    for (unsigned Depth = 0; Last->K == Kind::SameAs; ++Depth) {
      const auto Next = All.find(Last->Of);
      if (Next == All.end() || Depth == MaxDepth) {
        Last = nullptr;
        break;
      }
      Last = &Next->second;
    }
    if (!Last || Last->K != Kind::Known)
      Fact.K = Kind::Other;
    else if (Last != &Fact) {
      Fact.K = Kind::Known;
      Fact.Value = Last->Value;
    }
  }
  std::erase_if(All, [](const auto &C) { return C.second.K != Kind::Known; });
}

FunctionFacts joined(const std::vector<const FunctionFacts *> &Files) {
  FunctionFacts Result;
  std::set<std::string> Ambiguous, DefinedTwice;
  for (const FunctionFacts *File : Files) {
    const size_t First = Result.Origins.size();
    llvm::append_range(Result.Origins, File->Origins);
    const auto Renumbered = [&](Ways W) {
      forEachPlace(W, [&](Place &From) {
        if (isForeign(From))
          From = foreignPlace(First + originOf(From));
      });
      return W;
    };
    for (const auto &[Symbol, W] : File->Returns) {
      const auto [It, IsNew] = Result.Returns.try_emplace(Symbol);
      if (IsNew)
        It->second = Renumbered(W);
      else
        Ambiguous.insert(Symbol);
    }
    for (const auto &[Key, Fact] : File->Constants) {
      const auto [It, IsNew] = Result.Constants.try_emplace(Key, Fact);
      if (!IsNew)
        It->second = united(It->second, Fact);
    }
    for (const std::string &Symbol : File->Defined)
      if (!Result.Defined.insert(Symbol).second)
        DefinedTwice.insert(Symbol);
    for (const auto &[Symbol, Parameters] : File->Arguments) {
      const auto [It, IsNew] = Result.Arguments.try_emplace(Symbol);
      It->second.resize(Parameters.size());
      for (size_t I = 0; I < Parameters.size(); ++I) {
        Ways &Known = It->second[I];
        Ways Here = Renumbered(Parameters[I]);
        Known = IsNew ? std::move(Here) : unite(std::move(Known), Here);
      }
    }
  }
  // Several programs in one run: which of them a caller is linked to is open.
  std::erase_if(Result.Returns, [&](const auto &R) {
    return R.second.empty() || Ambiguous.contains(R.first);
  });
  std::erase_if(Result.Constants, [&](const auto &C) {
    return DefinedTwice.contains(C.first.substr(0, C.first.find('#')));
  });
  resolveConstants(Result);
  return Result;
}

} // namespace aoti_tidy
