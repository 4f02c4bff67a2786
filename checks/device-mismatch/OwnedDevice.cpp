// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/OwnedDevice.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/TensorDataflow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The class whose method \p C stands in.
const CXXRecordDecl *ownerOf(const Construction &C, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(*C.Node); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const auto *Method = Parents[0].get<CXXMethodDecl>();
    if (Method && !Method->getParent()->isLambda())
      return Method->getParent();
    if (Parents[0].get<FunctionDecl>() && !Method)
      return nullptr;
  }
  return nullptr;
}

bool containsRun(const Stmt *S) {
  return S && (isModelRun(S) || llvm::any_of(S->children(), containsRun));
}

/// Whether \p E is made of what a model gave: 'outputs[0]', 'model.run(x)[0]'.
bool isOutput(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && containsRun(Var->getInit()))
      return true;
  return isModelRun(S) || llvm::any_of(S->children(), isOutput);
}

/// Looks for calls that put a tensor on the device in a member.
class Moves : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Moves(const FieldDecl &Field) : Field(Field) {}

  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *E) override {
    const CXXMethodDecl *Method = E->getMethodDecl();
    const bool IsMove =
        Method && Method->getIdentifier() && Method->getName() == "to" &&
        isTensor(E->getImplicitObjectArgument()->getType()) &&
        llvm::any_of(E->arguments(),
                     [&](const Expr *Arg) { return mentions(Arg); });
    if (IsMove && !isOutput(E->getImplicitObjectArgument()))
      Found = E;
    return !Found;
  }

  const Expr *Found = nullptr;

private:
  bool mentions(const Stmt *S) const {
    if (!S)
      return false;
    const auto *Member = dyn_cast<MemberExpr>(S);
    return (Member && Member->getMemberDecl() == &Field) ||
           llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return mentions(Child); });
  }

  const FieldDecl &Field;
};

const Expr *moveTo(const FieldDecl &Field, const CXXRecordDecl &Class) {
  Moves Visitor(Field);
  for (const CXXMethodDecl *Method : Class.methods())
    if (const FunctionDecl *Definition = Method->getDefinition())
      if (!Visitor.TraverseStmt(Definition->getBody()))
        return Visitor.Found;
  return nullptr;
}

/// The CUDA device with an index that \p W gives a member.
std::optional<TensorValue> onIndexedDevice(const UnitIndex::Write &W,
                                           ASTContext &Ctx) {
  const FunctionDecl *In = W.Value && W.In ? W.In->getDefinition() : nullptr;
  const auto Flow = In ? TensorDataflow::of(*In, Ctx) : nullptr;
  if (!Flow)
    return std::nullopt;
  const std::vector<DeviceValue> Devices = Flow->devicesAt(W.Value);
  for (const DeviceValue &Device : Devices)
    if (Device.Type == "cuda" &&
        (Device.IndexKind == DeviceValue::Index::Literal ||
         Device.IndexKind == DeviceValue::Index::AtRunTime)) {
      TensorValue On;
      On.Device = {Device, reinterpret_cast<Place>(W.Value)};
      return On;
    }
  return std::nullopt;
}

} // namespace

std::optional<OwnedDevice> deviceKeptBeside(const Construction &C,
                                            ASTContext &Ctx) {
  const CXXRecordDecl *Class = ownerOf(C, Ctx);
  if (!Class || !Class->hasDefinition())
    return std::nullopt;
  for (const FieldDecl *Field : Class->getDefinition()->fields()) {
    if (!isDevice(Field->getType()))
      continue;
    for (const UnitIndex::Write &W : UnitIndex::of(Ctx).writesOf(*Field)) {
      const auto On = onIndexedDevice(W, Ctx);
      const Expr *Move = On ? moveTo(*Field, *Class->getDefinition()) : nullptr;
      if (Move)
        return OwnedDevice{{*On}, W.Value, Move};
    }
  }
  return std::nullopt;
}

} // namespace aoti_tidy
