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

void FunctionFacts::Scope::turnTo(const FunctionFacts &Others) {
  Collected = nullptr;
  OfOthers = &Others;
}

bool FunctionFacts::isAnsweredBy(const FunctionFacts &Others) const {
  for (const std::string &Symbol : Wanted) {
    if (Others.Returns.contains(Symbol) || Others.Members.contains(Symbol) ||
        Others.Constants.contains(Symbol))
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
  if (std::tie(Origins, Sources, Returns, Arguments, Calls, Defined, Members,
               Constants) ==
      std::tie(Other.Origins, Other.Sources, Other.Returns, Other.Arguments,
               Other.Calls, Other.Defined, Other.Members, Other.Constants))
    return;
  // The places of one are not those of the other.
  const auto Forget = [](auto &Own, const auto &Others, auto Unknown) {
    Own.insert(Others.begin(), Others.end());
    for (auto &[Symbol, Said] : Own)
      Unknown(Said);
  };
  const auto Clear = [](Ways &W) { W.clear(); };
  Forget(Returns, Other.Returns, Clear);
  Forget(Members, Other.Members, Clear);
  Forget(Arguments, Other.Arguments, [&](std::vector<Ways> &Parameters) {
    llvm::for_each(Parameters, Clear);
  });
  Forget(Constants, Other.Constants,
         [](ConstantFact &Fact) { Fact.K = ConstantFact::Kind::Other; });
  Defined.insert(Other.Defined.begin(), Other.Defined.end());
  for (const auto &[Symbol, By] : Other.Overriders)
    Overriders[Symbol].insert(By.begin(), By.end());
  Calls.clear();
}

void forEachTensor(Ways &W, llvm::function_ref<void(TensorValue &)> Change) {
  for (Value &V : W) {
    if (auto *Tensor = std::get_if<TensorValue>(&V))
      Change(*Tensor);
    if (auto *List = std::get_if<TensorList>(&V))
      for (TensorValues &Element : *List)
        for (TensorValue &T : Element)
          Change(T);
    if (auto *Bag = std::get_if<TensorBag>(&V)) {
      for (TensorValue &T : Bag->Each)
        Change(T);
      for (auto &[Position, Tensors] : Bag->Set)
        for (TensorValue &T : Tensors)
          Change(T);
    }
    if (auto *Map = std::get_if<TensorMap>(&V)) {
      for (auto &[Key, Tensors] : Map->ByKey)
        for (TensorValue &T : Tensors)
          Change(T);
      if (Map->ByAnyKey)
        for (TensorValue &T : *Map->ByAnyKey)
          Change(T);
    }
  }
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

void forEachDevice(Ways &W, llvm::function_ref<void(DeviceValue &)> Change) {
  for (Value &V : W) {
    if (auto *Device = std::get_if<DeviceValue>(&V))
      Change(*Device);
    if (auto *Options = std::get_if<OptionsValue>(&V))
      if (Options->Device.Value)
        Change(*Options->Device.Value);
  }
  forEachTensor(W, [&](TensorValue &T) {
    if (T.Device)
      Change(T.Device->Value);
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
  std::set<std::string> Ambiguous, AmbiguousMembers, TooMany, DefinedTwice;
  for (const FunctionFacts *File : Files) {
    const size_t First = Result.Origins.size();
    const size_t FirstSource = Result.Sources.size();
    llvm::append_range(Result.Origins, File->Origins);
    llvm::append_range(Result.Sources, File->Sources);
    const auto Renumbered = [&](Ways W) {
      forEachPlace(W, [&](Place &From) {
        if (isForeign(From))
          From = foreignPlace(First + originOf(From));
      });
      forEachDevice(W, [&](DeviceValue &Device) {
        if (Device.Type.empty() && isForeign(Device.Variable))
          Device.Variable =
              foreignPlace(FirstSource + originOf(Device.Variable));
      });
      return W;
    };
    const auto AddOnce = [&](const std::map<std::string, Ways> &From,
                             std::map<std::string, Ways> &To,
                             std::set<std::string> &Twice) {
      for (const auto &[Symbol, W] : From) {
        const auto [It, IsNew] = To.try_emplace(Symbol);
        if (IsNew)
          It->second = Renumbered(W);
        else
          Twice.insert(Symbol);
      }
    };
    AddOnce(File->Returns, Result.Returns, Ambiguous);
    AddOnce(File->Members, Result.Members, AmbiguousMembers);
    for (const auto &[Key, Fact] : File->Constants) {
      const auto [It, IsNew] = Result.Constants.try_emplace(Key, Fact);
      if (!IsNew)
        It->second = united(It->second, Fact);
    }
    for (const auto &[Symbol, By] : File->Overriders)
      Result.Overriders[Symbol].insert(By.begin(), By.end());
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
      const auto Each = File->Calls.find(Symbol);
      if (Each == File->Calls.end())
        TooMany.insert(Symbol);
      else
        for (const std::vector<Ways> &Call : Each->second)
          llvm::transform(
              Call, std::back_inserter(Result.Calls[Symbol].emplace_back()),
              Renumbered);
    }
  }
  // Several programs in one run: which of them a caller is linked to is open.
  for (const std::string &Symbol : Ambiguous)
    Result.Returns.erase(Symbol);
  for (const std::string &Symbol : AmbiguousMembers)
    Result.Members.erase(Symbol);
  std::erase_if(Result.Calls, [&](const auto &C) {
    return C.second.size() > FunctionFacts::MaxCalls ||
           TooMany.contains(C.first) || DefinedTwice.contains(C.first);
  });
  std::erase_if(Result.Constants, [&](const auto &C) {
    return DefinedTwice.count(C.first.substr(0, C.first.find('#'))) != 0;
  });
  resolveConstants(Result);
  resolveSources(Result);
  return Result;
}

} // namespace aoti_tidy
