// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c10::Device and c10::TensorOptions.
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {

DeviceValue deviceIn(const ValueDecl &Variable) {
  DeviceValue Device;
  Device.Variable = reinterpret_cast<uint64_t>(Variable.getCanonicalDecl());
  return Device;
}

/// \p E, or what a std::string is made of all of.
static const Expr *textIn(const Expr *E) {
  E = stripped(E);
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct)
    return E;
  const auto Args = writtenArguments(Construct);
  return Args.size() == 1 ? textIn(Args[0]) : E;
}

/// "cuda:" of '"cuda:" + std::to_string(i)': what a text surely starts with.
static std::optional<std::string> evaluatePrefix(const Expr *E,
                                                 ASTContext &Ctx) {
  E = textIn(E);
  if (auto Text = evaluateString(E, Ctx))
    return Text;
  const auto *Plus = dyn_cast<CXXOperatorCallExpr>(E);
  return Plus && Plus->getOperator() == OO_Plus && Plus->getNumArgs() == 2
             ? evaluatePrefix(Plus->getArg(0), Ctx)
             : std::nullopt;
}

Ways TensorExprs::deviceOfText(const Expr *E) {
  const Expr *Inner = textIn(E);
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(Inner)) {
    if (const auto Condition = truth(Choice->getCond()))
      return deviceOfText(*Condition ? Choice->getTrueExpr()
                                     : Choice->getFalseExpr());
    return unite(deviceOfText(Choice->getTrueExpr()),
                 deviceOfText(Choice->getFalseExpr()));
  }
  if (const auto Text = evaluateString(E, Ctx)) {
    const auto Device = parseDevice(*Text);
    return Device ? Ways{*Device} : Ways();
  }
  const ValueDecl *Variable = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    Variable = Ref->getDecl();
    Ways Known;
    // const std::string device = use_gpu ? "cuda" : "cpu";
    if (const auto *Param = dyn_cast<ParmVarDecl>(Variable))
      Known = deviceOfSources(UnitIndex::of(Ctx).argumentsFor(*Param));
    else if (const auto *Var = dyn_cast<VarDecl>(Variable))
      Known = deviceOfSources({valueOfVariable(Var, Ctx)});
    if (!Known.empty())
      return Known;
  } else if (const auto *Member = dyn_cast<MemberExpr>(Inner)) {
    Variable = Member->getMemberDecl();
    if (const auto *Field = dyn_cast<FieldDecl>(Variable))
      if (Ways Known = deviceOfSources(UnitIndex::of(Ctx).allValuesOf(*Field));
          !Known.empty())
        return Known;
  }
  if (Variable)
    return {deviceIn(*Variable)};
  const auto Prefix = evaluatePrefix(E, Ctx);
  if (!Prefix || !StringRef(*Prefix).contains(':'))
    return {};
  auto Device = parseDevice(StringRef(*Prefix).split(':').first);
  if (!Device)
    return {};
  Device->IndexKind = DeviceValue::Index::AtRunTime;
  return {*Device};
}

/// The device that a text names, which is one of \p Sources.
Ways TensorExprs::deviceOfSources(ArrayRef<const Expr *> Sources) {
  constexpr unsigned MaxDepth = 8;
  Ways Result;
  bool IsFirst = true;
  if (TextDepth == MaxDepth)
    return {};
  ++TextDepth;
  for (const Expr *Source : Sources) {
    Ways One = Source ? deviceOfText(Source) : Ways();
    Result = IsFirst ? std::move(One) : unite(std::move(Result), One);
    IsFirst = false;
    if (Result.empty())
      break;
  }
  --TextDepth;
  return Result;
}

Ways TensorExprs::device(ArrayRef<const Expr *> Args) {
  if (Args.empty() || Args.size() > 2)
    return {};
  if (!isDevice(Args[0]->getType()))
    return Args.size() == 1 ? deviceOfText(Args[0]) : Ways();
  Ways Type = evaluate(Args[0]);
  if (Args.size() == 1)
    return Type;
  const Extent Index = integerOf(evaluate(Args[1]));
  return mapWays(Type, [&](const Value &V) -> Ways {
    const auto *Known = std::get_if<DeviceValue>(&V);
    if (!Known)
      return {};
    DeviceValue Device = *Known;
    // A negative index is no index.
    if (!Index)
      Device.IndexKind = DeviceValue::Index::AtRunTime;
    else if (*Index >= 0) {
      Device.IndexKind = DeviceValue::Index::Literal;
      Device.IndexValue = *Index;
    }
    return {std::move(Device)};
  });
}

/// Whether a layout or memory format is any but the usual one.
bool TensorExprs::namesLayout(ArrayRef<const Expr *> Args) {
  const Ways Known = Args.size() == 1 ? evaluate(Args[0]) : Ways();
  return !only<NoValue>(Known);
}

/// None are given if \p V is not of options.
static OptionsValue optionsIn(const Value &V) {
  const auto *Options = std::get_if<OptionsValue>(&V);
  return Options ? *Options : OptionsValue();
}

Ways TensorExprs::options(ArrayRef<const Expr *> Args) {
  if (Args.empty())
    return {OptionsValue()};
  const QualType T = Args[0]->getType().getNonReferenceType();
  const bool IsDType = Args.size() == 1 && isDType(T);
  const bool IsLayout = T->isEnumeralType() && !isDType(T) && !isDevice(T);
  if (IsLayout) {
    OptionsValue Result;
    Result.NamesLayout = namesLayout(Args);
    return {std::move(Result)};
  }
  Ways Known = IsDType ? evaluate(Args[0]) : device(Args);
  if (Known.empty())
    Known = {UnknownValue()};
  return mapWays(Known, [&](const Value &V) -> Ways {
    OptionsValue Result;
    if (const auto *Device = std::get_if<DeviceValue>(&V))
      Result.Device = Setting<DeviceValue>::known(*Device);
    else if (const auto *Type = std::get_if<DType>(&V))
      Result.Type = Setting<DType>::known(*Type);
    else if (IsDType)
      Result.Type = Setting<DType>::unknown();
    else
      Result.Device = Setting<DeviceValue>::unknown();
    return {std::move(Result)};
  });
}

Ways TensorExprs::option(const Ways &Base, StringRef Name, const CallExpr *E,
                         const FunctionDecl &Callee) {
  const auto Args = writtenArguments(E);
  Ways Given;
  const bool IsDType = Name == "dtype";
  if (Name == "device" || Name == "device_index") {
    Given = device(Args);
    if (Name == "device_index" && Args.size() == 1) {
      DeviceValue Device{"cuda"};
      const Extent Index = integerOf(evaluate(Args[0]));
      Device.IndexKind =
          Index ? DeviceValue::Index::Literal : DeviceValue::Index::AtRunTime;
      Device.IndexValue = Index.value_or(0);
      Given = {std::move(Device)};
    }
  } else if (IsDType) {
    // .dtype<float>()
    const TemplateArgumentList *Template =
        Callee.getTemplateSpecializationArgs();
    if (Args.empty() && Template && Template->size() == 1 &&
        Template->get(0).getKind() == TemplateArgument::Type) {
      if (const auto Type = typeOfNumber(Template->get(0).getAsType(), Ctx))
        Given = {*Type};
    } else if (Args.size() == 1) {
      Given = evaluate(Args[0]);
    }
  } else if (Name == "layout" || Name == "memory_format") {
    const bool NamesLayout = namesLayout(Args);
    return mapWays(Base, [=](const Value &V) -> Ways {
      OptionsValue Result = optionsIn(V);
      Result.NamesLayout |= NamesLayout;
      return {std::move(Result)};
    });
  } else {
    return Base; // requires_grad, pinned_memory
  }
  if (Given.empty())
    Given = {UnknownValue()};
  return mapWays(Base, [&](const Value &Old) {
    return mapWays(Given, [&](const Value &V) -> Ways {
      OptionsValue Result = optionsIn(Old);
      if (IsDType) {
        const auto *Type = std::get_if<DType>(&V);
        Result.Type = {!std::holds_alternative<NoValue>(V),
                       Type ? std::optional(*Type) : std::nullopt};
      } else {
        const auto *Device = std::get_if<DeviceValue>(&V);
        Result.Device = {!std::holds_alternative<NoValue>(V),
                         Device ? std::optional(*Device) : std::nullopt};
      }
      return {std::move(Result)};
    });
  });
}

} // namespace aoti_tidy
