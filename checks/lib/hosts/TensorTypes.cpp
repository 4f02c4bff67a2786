// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

const CXXRecordDecl *recordOf(QualType T) {
  return T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
}

bool isRecordNamed(QualType T, StringRef Name) {
  return nameOf(recordOf(T)) == Name;
}

bool isEnumNamed(QualType T, StringRef Name) {
  const auto *Enum =
      T.isNull() ? nullptr : T.getNonReferenceType()->getAsEnumDecl();
  return nameOf(Enum) == Name && isInNamespace(Enum, "c10");
}

} // namespace

QualType elementType(QualType Container) {
  const auto *Record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(Container));
  static constexpr llvm::StringLiteral Names[] = {
      "vector",   "array",       "initializer_list", "ArrayRef",
      "IListRef", "SmallVector", "OptionalArrayRef"};
  if (!llvm::is_contained(Names, nameOf(Record)))
    return {};
  const TemplateArgumentList &Args = Record->getTemplateArgs();
  return Args.size() > 0 && Args[0].getKind() == TemplateArgument::Type
             ? Args[0].getAsType()
             : QualType();
}

/// c10::IValue holds a tensor, or what is not followed.
static bool isElement(QualType T) {
  return isTensor(T) || isClass(T, "c10", "IValue");
}

static llvm::SmallVector<QualType, 4> templateTypes(QualType T) {
  llvm::SmallVector<QualType, 4> Types;
  const auto *Record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Record)
    return Types;
  for (const TemplateArgument &Arg : Record->getTemplateArgs().asArray()) {
    if (Arg.getKind() == TemplateArgument::Type)
      Types.push_back(Arg.getAsType());
    else if (Arg.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Part : Arg.pack_elements())
        if (Part.getKind() == TemplateArgument::Type)
          Types.push_back(Part.getAsType());
  }
  return Types;
}

bool holdsReferences(QualType T) {
  return isClass(T, "std", "reference_wrapper") ||
         ((isClass(T, "std", "pair") || isClass(T, "std", "tuple")) &&
          llvm::any_of(templateTypes(T), [](QualType Part) {
            return Part->isLValueReferenceType() &&
                   !Part->getPointeeType().isConstQualified();
          }));
}

bool isTensorTuple(QualType T) {
  return (isClass(T, "std", "pair") || isClass(T, "std", "tuple")) &&
         llvm::any_of(templateTypes(T), isElement);
}

bool isTensorStruct(QualType T) {
  const CXXRecordDecl *Record = recordOf(T);
  if (!Record || !Record->hasDefinition() || isOfLibrary(Record) ||
      Record->isUnion() || Record->isLambda() || !Record->isAggregate() ||
      Record->getNumBases() > 0 || Record->hasUserDeclaredCopyAssignment() ||
      Record->hasUserDeclaredMoveAssignment() ||
      Record->hasUserDeclaredDestructor())
    return false;
  return llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
    return isPart(Field->getType()) && !Field->getType()->isReferenceType();
  });
}

bool isPart(QualType T) { return isTensor(T) || isDevice(T); }

bool holdsTensors(QualType T) {
  return elementKindOf(T) == ElementKind::Tensor;
}

std::optional<unsigned> fixedLengthOf(QualType T) {
  if (isTensorTuple(T))
    return templateTypes(T).size();
  const auto *Record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Record || !isClass(T, "std", "array"))
    return std::nullopt;
  const TemplateArgument &Length = Record->getTemplateArgs()[1];
  // Longer ones are not written by hand.
  constexpr unsigned MaxLength = 1024;
  return Length.getKind() == TemplateArgument::Integral &&
                 Length.getAsIntegral().ult(MaxLength)
             ? std::optional<unsigned>(Length.getAsIntegral().getZExtValue())
             : std::nullopt;
}

ElementKind elementKindOf(QualType Container) {
  if (isTensorTuple(Container))
    return ElementKind::Tensor;
  const QualType Element = elementType(Container);
  if (Element.isNull())
    return ElementKind::None;
  if (isElement(Element))
    return ElementKind::Tensor;
  return isSize(Element) ? ElementKind::Size : ElementKind::None;
}

bool isArrayRef(QualType T) { return isRecordNamed(T, "ArrayRef"); }

bool isSize(QualType T) {
  if (T.isNull())
    return false;
  const QualType Value = T.getNonReferenceType();
  return (Value->isIntegerType() && !Value->isBooleanType() &&
          !Value->isEnumeralType()) ||
         isClass(Value, "c10", "SymInt");
}

bool isTruth(QualType T) {
  return !T.isNull() && T.getNonReferenceType()->isBooleanType();
}

bool isOptional(QualType T) {
  return isClass(T, "std", "optional") || isClass(T, "c10", "optional") ||
         isRecordNamed(T, "OptionalArrayRef");
}

bool isNullopt(QualType T) {
  return isClass(T, "std", "nullopt_t") || isClass(T, "c10", "nullopt_t");
}

const Expr *optionalBehind(const Expr *E) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getNumArgs() == 1 &&
                   (Operator->getOperator() == OO_Star ||
                    Operator->getOperator() == OO_Arrow) &&
                   isOptional(Operator->getArg(0)->getType())
               ? Operator->getArg(0)
               : nullptr;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
  return Object && isOptional(Object->getType()) &&
                 nameOf(Call->getMethodDecl()) == "value"
             ? Object
             : nullptr;
}

bool isDevice(QualType T) {
  return isClass(T, "c10", "Device") || isEnumNamed(T, "DeviceType");
}

bool isDType(QualType T) {
  return isEnumNamed(T, "ScalarType") || isClass(T, "caffe2", "TypeMeta");
}

bool isFollowed(QualType T) {
  return isElement(T) || elementKindOf(T) != ElementKind::None || isDevice(T) ||
         isDType(T) || isSize(T) || isOptional(T) || isTruth(T) ||
         isClass(T, "c10", "TensorOptions") || isClass(T, "c10", "Scalar");
}

std::optional<DType> typeOfNumber(QualType T, const ASTContext &Ctx) {
  if (T.isNull())
    return std::nullopt;
  T = T.getNonReferenceType().getCanonicalType();
  if (T->isBooleanType())
    return DType::Bool;
  if (T->isSpecificBuiltinType(BuiltinType::Float))
    return DType::Float;
  if (T->isSpecificBuiltinType(BuiltinType::Double))
    return DType::Double;
  if (T->isIntegerType() && !T->isEnumeralType()) {
    const bool Signed = T->isSignedIntegerType();
    switch (Ctx.getIntWidth(T)) {
    case 8:
      return Signed ? DType::Char : DType::Byte;
    case 16:
      return Signed ? DType::Short : DType::UInt16;
    case 32:
      return Signed ? DType::Int : DType::UInt32;
    case 64:
      return Signed ? DType::Long : DType::UInt64;
    default:
      return std::nullopt;
    }
  }
  const auto *Record = recordOf(T);
  return Record && Record->getIdentifier() && isInNamespace(Record, "c10") &&
                 llvm::is_contained({"Half", "BFloat16"}, Record->getName())
             ? parseDType(Record->getName())
             : std::nullopt;
}

Value valueOfEnumerator(const EnumDecl &Enum, const llvm::APSInt &Int) {
  if (!Enum.getIdentifier() || !isInNamespace(&Enum, "c10"))
    return UnknownValue();
  const auto Found =
      llvm::find_if(Enum.enumerators(), [&](const EnumConstantDecl *Constant) {
        return llvm::APSInt::isSameValue(Constant->getInitVal(), Int);
      });
  if (Found == Enum.enumerator_end())
    return UnknownValue();
  if (Enum.getName() == "DeviceType")
    return DeviceValue{Found->getName().lower()};
  if (Enum.getName() == "ScalarType")
    if (const auto Type = parseDType(Found->getName()))
      return *Type;
  // These are the defaults of every tensor.
  if ((Enum.getName() == "Layout" && Found->getName() == "Strided") ||
      (Enum.getName() == "MemoryFormat" && Found->getName() == "Preserve"))
    return NoValue();
  return UnknownValue();
}

} // namespace aoti_tidy
