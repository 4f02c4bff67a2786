// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one file passes on of what another one says.
#include "checks/lib/hosts/FunctionFacts.h"

namespace aoti_tidy {
namespace {

using Source = FunctionFacts::Source;
using Devices = std::vector<Known<DeviceValue>>;

class Resolver {
public:
  explicit Resolver(FunctionFacts &Facts)
      : Facts(Facts), Answers(Facts.Sources.size()) {}

  void run() {
    for (auto &[Symbol, W] : Facts.Returns)
      W = resolved(std::move(W));
    for (auto &[Symbol, W] : Facts.Members)
      W = resolved(std::move(W));
    for (auto &[Symbol, Parameters] : Facts.Arguments)
      for (Ways &W : Parameters)
        W = resolved(std::move(W));
    for (auto &[Symbol, Calls] : Facts.Calls)
      for (std::vector<Ways> &Parameters : Calls)
        for (Ways &W : Parameters)
          W = resolved(std::move(W));
    std::erase_if(Facts.Returns,
                  [](const auto &R) { return R.second.empty(); });
    std::erase_if(Facts.Members,
                  [](const auto &M) { return M.second.empty(); });
    Facts.Sources.clear();
  }

private:
  /// Files that pass on what files pass on.
  static constexpr unsigned MaxDepth = 16;

  struct Answer {
    bool IsAsked = false; ///< or being asked: then nothing is known
    Devices On;           ///< empty if not known
  };

  static bool isOpen(const DeviceValue &Device) {
    return Device.Type.empty() && isForeign(Device.Variable);
  }

  /// \p Device, which is that of \p From, as far as it does not say more itself.
  static DeviceValue merged(const DeviceValue &Device,
                            const DeviceValue &From) {
    DeviceValue Result = From;
    if (Device.IndexKind != DeviceValue::Index::None) {
      Result.IndexKind = Device.IndexKind;
      Result.IndexValue = Device.IndexValue;
    }
    return Result;
  }

  TensorValues resolved(const TensorValue &T) {
    if (!T.Device || !isOpen(T.Device->Value))
      return {T};
    TensorValues Result;
    for (const Known<DeviceValue> &On : devicesOf(T.Device->Value)) {
      TensorValue One = T;
      One.Device->Value = merged(T.Device->Value, On.Value);
      if (One.Device->From == 0)
        One.Device->From = On.From;
      // Nothing to point at.
      if (One.Device->From == 0) {
        Result.clear();
        break;
      }
      Result.push_back(std::move(One));
    }
    if (!Result.empty())
      return Result;
    TensorValue Unknown = T;
    Unknown.Device.reset();
    return Unknown == TensorValue() ? Result : TensorValues{Unknown};
  }

  TensorValues resolved(const TensorValues &Tensors) {
    TensorValues Result;
    for (const TensorValue &T : Tensors) {
      TensorValues One = resolved(T);
      Result = &T == &Tensors.front() ? std::move(One)
                                      : unite(std::move(Result), One);
      if (Result.empty())
        break;
    }
    return Result;
  }

  Ways resolved(Ways W) {
    return mapWays(W, [&](const Value &Old) -> Ways {
      if (const auto *Tensor = std::get_if<TensorValue>(&Old))
        return waysOf(resolved(*Tensor));
      if (const auto *Device = std::get_if<DeviceValue>(&Old);
          Device && isOpen(*Device)) {
        Ways Result;
        for (const Known<DeviceValue> &On : devicesOf(*Device))
          Result.push_back(merged(*Device, On.Value));
        return Result;
      }
      Value V = Old;
      if (auto *Options = std::get_if<OptionsValue>(&V);
          Options && Options->Device.Value && isOpen(*Options->Device.Value))
        Options->Device.Value.reset();
      if (auto *List = std::get_if<TensorList>(&V))
        for (TensorValues &Element : *List)
          Element = resolved(Element);
      if (auto *Bag = std::get_if<TensorBag>(&V)) {
        Bag->Each = resolved(Bag->Each);
        for (auto &[Position, Tensors] : Bag->Set)
          Tensors = resolved(Tensors);
        if (Bag->Each.empty() && !Bag->Most)
          return {};
      }
      if (auto *Map = std::get_if<TensorMap>(&V)) {
        for (auto &[Key, Tensors] : Map->ByKey)
          Tensors = resolved(Tensors);
        if (Map->ByAnyKey)
          Map->ByAnyKey = resolved(*Map->ByAnyKey);
      }
      return {std::move(V)};
    });
  }

  const Devices &devicesOf(const DeviceValue &Open) {
    static const Devices None;
    const size_t I = originOf(Open.Variable);
    if (I >= Answers.size() || Depth == MaxDepth)
      return None;
    if (Answers[I].IsAsked)
      return Answers[I].On;
    Answers[I].IsAsked = true;
    ++Depth;
    Answers[I].On = ask(Facts.Sources[I]);
    --Depth;
    return Answers[I].On;
  }

  Devices ask(const Source &S) {
    const Ways *Said = saidOf(S);
    if (!Said)
      return {};
    const Ways Known = resolved(*Said);
    Devices Result;
    for (const Value &V : Known)
      if (const auto *Device = std::get_if<DeviceValue>(&V);
          Device && !Device->Type.empty() && !S.Part)
        Result.push_back({*Device, 0});
    if (!Result.empty())
      return Result.size() == Known.size() ? Result : Devices();
    for (const TensorValue &T : tensorsIn(Known, S.Part)) {
      if (T.IsUndefined)
        continue;
      if (!T.Device || T.Device->Value.Type.empty())
        return {};
      Result.push_back(*T.Device);
    }
    return Result;
  }

  const Ways *saidOf(const Source &S) const {
    if (S.Of == Source::Kind::Argument) {
      const auto Found = Facts.Arguments.find(S.Symbol);
      return Found != Facts.Arguments.end() &&
                     S.Parameter < Found->second.size()
                 ? &Found->second[S.Parameter]
                 : nullptr;
    }
    const auto &All =
        S.Of == Source::Kind::Result ? Facts.Returns : Facts.Members;
    const auto Found = All.find(S.Symbol);
    return Found == All.end() ? nullptr : &Found->second;
  }

  static TensorValues tensorsIn(const Ways &W, std::optional<unsigned> Part) {
    if (!Part) {
      TensorValues Each = tensorsOf(W);
      return Each.empty() ? elementsOf(W) : Each;
    }
    const auto *Members = only<TensorList>(W);
    return Members && *Part < Members->size() ? (*Members)[*Part]
                                              : TensorValues();
  }

  FunctionFacts &Facts;
  std::vector<Answer> Answers;
  unsigned Depth = 0;
};

} // namespace

void resolveSources(FunctionFacts &Facts) { Resolver(Facts).run(); }

} // namespace aoti_tidy
