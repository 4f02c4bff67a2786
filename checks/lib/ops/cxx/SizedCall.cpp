// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/SizedCall.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

enum class Where { Function, Method, Both };

struct Row {
  llvm::StringLiteral Name;
  Where Twin;
};

constexpr Row Rows[] = {
#define AOTI_SYMINT_FUNCTION(NAME, WHERE) {NAME, Where::WHERE},
#include "checks/lib/torch/SymIntFunctions.def"
};

/// Whether at::\p Name, or Tensor::\p Name, takes sizes and has a twin
/// NAME_symint.
bool hasTwin(StringRef Name, Where Of) {
  return llvm::any_of(Rows, [&](const Row &R) {
    return R.Name == Name && (R.Twin == Of || R.Twin == Where::Both);
  });
}

/// c10::SymInt, c10::SymIntArrayRef, std::optional<c10::SymInt> …
bool mentionsSymInt(QualType T) {
  if (isClass(T, "c10", "SymInt"))
    return true;
  const auto *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *Instance =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  return Instance &&
         llvm::any_of(Instance->getTemplateArgs().asArray(),
                      [](const TemplateArgument &A) {
                        return A.getKind() == TemplateArgument::Type &&
                               mentionsSymInt(A.getAsType());
                      });
}

/// Whether \p Twin is \p F with some of its integers symbolic.
bool isTwin(const FunctionDecl &Twin, const FunctionDecl &F) {
  if (Twin.getNumParams() != F.getNumParams())
    return false;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const QualType A = Twin.getParamDecl(I)->getType();
    const QualType B = F.getParamDecl(I)->getType();
    if (A.getCanonicalType() != B.getCanonicalType() && !mentionsSymInt(A))
      return false;
  }
  return true;
}

/// Torch's functions have one such parameter each, and others for lists of
/// another meaning: 'pad', 'repeats', 'stride', 'split_sizes'.
bool isShape(const ParmVarDecl &P) {
  return isClass(P.getType(), "c10", "ArrayRef") &&
         llvm::is_contained({"size", "shape", "output_size"}, P.getName());
}

} // namespace

const FunctionDecl *symIntFormOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  ASTContext &Ctx = F.getASTContext();
  if (!F.getIdentifier() ||
      (Method ? !isTensor(Ctx.getCanonicalTagType(Method->getParent()))
              : !isInNamespace(&F, "at") && !isInNamespace(&F, "torch")))
    return nullptr;
  const std::string Name = (F.getName() + "_symint").str();
  for (const NamedDecl *D : F.getDeclContext()->lookup(&Ctx.Idents.get(Name)))
    if (const auto *Twin = dyn_cast<FunctionDecl>(D); Twin && isTwin(*Twin, F))
      return Twin;
  return nullptr;
}

std::optional<SizedCall> sizedCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  ASTContext &Ctx = Callee->getASTContext();
  SizedCall Result;
  StringRef Plain = Callee->getName();
  Result.Symbolic = Plain.consume_back("_symint");
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool Known =
      Method
          ? isTensor(Ctx.getCanonicalTagType(Method->getParent())) &&
                hasTwin(Plain, Where::Method)
          : (isInNamespace(Callee, "at") || isInNamespace(Callee, "torch")) &&
                hasTwin(Plain, Where::Function);
  if (!Known)
    return std::nullopt;
  const FunctionDecl *Twin = Result.Symbolic ? Callee : symIntFormOf(*Callee);
  if (!Twin)
    return std::nullopt;
  const unsigned Count = std::min(Call.getNumArgs(), Twin->getNumParams());
  for (unsigned I = 0; I < Count; ++I) {
    const ParmVarDecl &P = *Twin->getParamDecl(I);
    if (isa<CXXDefaultArgExpr>(Call.getArg(I)) || !mentionsSymInt(P.getType()))
      continue;
    Result.Sizes.push_back(Call.getArg(I));
    if (isShape(P))
      Result.Shape = Call.getArg(I);
  }
  return Result;
}

} // namespace aoti_tidy
