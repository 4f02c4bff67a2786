// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/ForeignConstants.h"
#include "checks/lib/cxx/Symbols.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

using Constant = FunctionFacts::Constant;
using Fact = FunctionFacts::ConstantFact;

std::optional<Constant> askRun(const std::string &Key) {
  if (Key.empty())
    return std::nullopt;
  if (const FunctionFacts *Others = FunctionFacts::ofOthers()) {
    const auto Found = Others->Constants.find(Key);
    return Found != Others->Constants.end() &&
                   Found->second.K == Fact::Kind::Known
               ? std::optional(Found->second.Value)
               : std::nullopt;
  }
  if (FunctionFacts *Collected = FunctionFacts::collected())
    Collected->Wanted.insert(Key);
  return std::nullopt;
}

} // namespace

bool isSharedInteger(QualType T) {
  return T.getNonReferenceType()->isIntegralOrEnumerationType() &&
         !T.getNonReferenceType()->isBooleanType();
}

bool isSharedConstant(const ParmVarDecl &Param) {
  return isText(Param.getType()) ||
         (isSharedInteger(Param.getType()) &&
          isa<CXXConstructorDecl>(Param.getDeclContext()));
}

bool isOfRun(const FunctionDecl &Function) {
  return (FunctionFacts::collected() || FunctionFacts::ofOthers()) &&
         Function.isExternallyVisible() && !Function.isDependentContext() &&
         !Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

bool isSharedFunction(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  // What overrides it may be called by its name.
  return F.isExternallyVisible() && !F.isDependentContext() &&
         !F.isVariadic() && !(Method && Method->isVirtual()) &&
         !F.getASTContext().getSourceManager().isInSystemHeader(
             F.getLocation());
}

std::string keyAcrossFiles(const ParmVarDecl &Param) {
  const std::string Symbol =
      symbolAcrossFiles(*cast<FunctionDecl>(Param.getDeclContext()));
  return Symbol.empty()
             ? ""
             : Symbol + '#' + std::to_string(Param.getFunctionScopeIndex());
}

std::optional<Constant> constantByRun(const ParmVarDecl &Param,
                                      ASTContext &Ctx) {
  const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
  return Function && isOfRun(*Function) && isSharedFunction(*Function) &&
                 isSharedConstant(Param) && !isChangedLater(Param, Ctx)
             ? askRun(keyAcrossFiles(Param))
             : std::nullopt;
}

std::optional<Constant> constantByRun(const FieldDecl &Field) {
  const bool IsAsked =
      (FunctionFacts::collected() || FunctionFacts::ofOthers()) &&
      (isText(Field.getType()) || isSharedInteger(Field.getType())) &&
      UnitIndex::isSetInSightOfRun(Field);
  return IsAsked ? askRun(memberAcrossFiles(Field)) : std::nullopt;
}

} // namespace aoti_tidy
