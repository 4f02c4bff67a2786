// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/CollectConstants.h"
#include "checks/lib/cxx/Symbols.h"
#include "checks/lib/hosts/ForeignConstants.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace aoti_tidy {
namespace {

using Constant = FunctionFacts::Constant;
using Fact = FunctionFacts::ConstantFact;

/// By which a file that calls \p F mentions it.
std::string mentionOf(const FunctionDecl &F) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    return Constructor->getParent()->getName().str();
  return F.getIdentifier() ? F.getName().str() : "";
}

class Collector {
public:
  Collector(ASTContext &Ctx, FunctionFacts &Into)
      : Ctx(Ctx), Index(UnitIndex::of(Ctx)), Into(Into) {}

  void run() {
    Index.forEachCallee(
        [&](const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
          if (isSharedFunction(F))
            arguments(F, Calls);
        });
    Index.forEachOpen([&](const FunctionDecl &F) {
      if (isSharedFunction(F))
        for (const ParmVarDecl *Param : F.parameters())
          if (isSharedConstant(*Param))
            give(keyAcrossFiles(*Param), mentionOf(F), Fact::Kind::Other);
    });
    Index.forEachField(
        [&](const FieldDecl &Field, ArrayRef<UnitIndex::Write> Writes) {
          if (isText(Field.getType()) || isSharedInteger(Field.getType()))
            member(Field, Writes);
        });
  }

private:
  void arguments(const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
    for (const ParmVarDecl *Param : F.parameters()) {
      if (!isSharedConstant(*Param))
        continue;
      const std::string Key = keyAcrossFiles(*Param);
      const unsigned Position = Param->getFunctionScopeIndex();
      for (const UnitIndex::Call &Call : Calls) {
        const Expr *Arg =
            Position < Call.Args.size() ? Call.Args[Position] : nullptr;
        if (!give(Key, mentionOf(F), Param->getType(), argument(*Param, Arg)))
          break;
      }
    }
  }

  static const Expr *argument(const ParmVarDecl &Param, const Expr *Arg) {
    if (!Arg && Param.hasDefaultArg() && !Param.hasUninstantiatedDefaultArg() &&
        !Param.hasUnparsedDefaultArg())
      Arg = Param.getDefaultArg();
    if (const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    return Arg;
  }

  void member(const FieldDecl &Field, ArrayRef<UnitIndex::Write> Writes) {
    const std::string Key =
        UnitIndex::isSetInSightOfRun(Field) ? memberAcrossFiles(Field) : "";
    if (Key.empty())
      return;
    const std::string Name = Field.getName().str();
    if (Index.isExposed(*cast<CXXRecordDecl>(Field.getParent()))) {
      give(Key, Name, Fact::Kind::Other);
      return;
    }
    using WriteKind = UnitIndex::Write::Kind;
    for (const UnitIndex::Write &W : Writes) {
      // A text of no initialiser is empty: no path.
      if (W.What == WriteKind::Default && isText(Field.getType()))
        continue;
      if (!give(Key, Name, Field.getType(),
                W.What == WriteKind::Whole ? W.Value : nullptr))
        break;
    }
  }

  /// Adds that \p Key is given \p Value; false if nothing is known of it any more.
  bool give(const std::string &Key, const std::string &Mention, QualType T,
            const Expr *Value) {
    if (Key.empty())
      return false;
    Fact Given;
    Given.Mention = Mention;
    Given.K = Fact::Kind::Other;
    if (const auto Known = valueOf(Value, T)) {
      Given.K = Fact::Kind::Known;
      Given.Value = *Known;
    } else if (const std::string Same = sameAs(Value); !Same.empty()) {
      Given.K = Fact::Kind::SameAs;
      Given.Of = Same;
    }
    return add(Key, std::move(Given));
  }
  bool give(const std::string &Key, const std::string &Mention, Fact::Kind K) {
    Fact Given;
    Given.Mention = Mention;
    Given.K = K;
    return !Key.empty() && add(Key, std::move(Given));
  }
  bool add(const std::string &Key, Fact Given) {
    const auto [It, IsNew] = Into.Constants.try_emplace(Key, Given);
    if (!IsNew)
      It->second = united(It->second, Given);
    return It->second.K != Fact::Kind::Other;
  }

  std::optional<Constant> valueOf(const Expr *Value, QualType T) {
    if (!Value)
      return std::nullopt;
    if (isText(T)) {
      auto Text = evaluateString(Value, Ctx);
      return Text ? std::optional<Constant>(std::move(*Text)) : std::nullopt;
    }
    const auto Int = evaluateInt(Value, Ctx);
    return Int ? std::optional<Constant>(*Int) : std::nullopt;
  }

  /// What \p Value, if it is handed on as it is, is given elsewhere: 'cfg.path'.
  std::string sameAs(const Expr *Value) {
    while (Value) {
      Value = Value->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
      const auto *Construct = dyn_cast<CXXConstructExpr>(Value);
      if (!Construct || Construct->getNumArgs() == 0 ||
          !isText(Construct->getType()))
        break;
      Value = Construct->getArg(0);
    }
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Value))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        return UnitIndex::isSetInSightOfRun(*Field) ? memberAcrossFiles(*Field)
                                                    : "";
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Value);
    const auto *Param =
        dyn_cast_or_null<ParmVarDecl>(Ref ? Ref->getDecl() : nullptr);
    const auto *Function =
        Param ? dyn_cast<FunctionDecl>(Param->getDeclContext()) : nullptr;
    return Function && isSharedFunction(*Function) &&
                   isSharedConstant(*Param) && !isChangedLater(*Param, Ctx)
               ? keyAcrossFiles(*Param)
               : "";
  }

  ASTContext &Ctx;
  const UnitIndex &Index;
  FunctionFacts &Into;
};

} // namespace

void collectConstants(ASTContext &Ctx, FunctionFacts &Into) {
  Collector(Ctx, Into).run();
}

} // namespace aoti_tidy
