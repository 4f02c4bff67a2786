// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the containers of tensors and sizes: lists, tuples, maps.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace clang;

namespace aoti_tidy {

/// Lists longer than this are not written by hand.
static constexpr int64_t MaxLength = 1024;

bool isCallOn(const Expr *E, StringRef Name, const ValueDecl &List) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripped(E));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripped(E));
      Construct && Construct->getNumArgs() > 0)
    return isCallOn(Construct->getArg(0), Name, List);
  if (!Call || !nameOf(Call->getMethodDecl()).ends_with(Name))
    return false;
  return Call->getImplicitObjectArgument()->getReferencedDeclOfCallee() ==
         &List;
}

const Expr *wholeRange(const Expr *Begin, const Expr *End) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripped(Begin));
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
  const auto *List = dyn_cast_or_null<ValueDecl>(
      Object ? Object->getReferencedDeclOfCallee() : nullptr);
  return List && isCallOn(Begin, "begin", *List) && isCallOn(End, "end", *List)
             ? Object
             : nullptr;
}

Ways listOfLength(Extent Length, TensorValues Each) {
  return Length && *Length >= 0 && *Length <= MaxLength
             ? Ways{TensorList(*Length, Each)}
             : bagOf(std::move(Each));
}

TensorValues undefinedTensor() {
  TensorValue T;
  T.IsUndefined = true;
  return {std::move(T)};
}

/// Sample{x, y}
Ways TensorExprs::structOf(const InitListExpr *E) {
  if (!E->isSemanticForm())
    E = E->getSemanticForm();
  const auto *Record = E ? E->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Record || E->getNumInits() !=
                     static_cast<unsigned>(llvm::range_size(Record->fields())))
    return {};
  TensorList Members;
  for (const auto [Field, Init] : llvm::zip(Record->fields(), E->inits())) {
    const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init);
    Members.push_back(
        isPart(Field->getType())
            ? partOf(evaluate(Default ? Default->getExpr() : Init))
            : TensorValues());
  }
  return {std::move(Members)};
}

/// Sample s;
Ways TensorExprs::defaultStruct(const CXXRecordDecl &Record) {
  TensorList Members;
  for (const FieldDecl *Field : Record.fields())
    Members.push_back(!isPart(Field->getType()) ? TensorValues()
                      : Field->hasInClassInitializer()
                          ? partOf(evaluate(Field->getInClassInitializer()))
                      : isTensor(Field->getType()) ? undefinedTensor()
                                                   : TensorValues());
  return {std::move(Members)};
}

Ways TensorExprs::list(const InitListExpr *E) {
  if (isTensorStruct(E->getType()))
    return structOf(E);
  const auto *Array = Ctx.getAsArrayType(E->getType());
  // T x{y}, and std::array, which is a class around an array.
  if (!Array)
    return E->getNumInits() == 1 ? evaluate(E->getInit(0)) : Ways();
  if (E->hasArrayFiller())
    return {};
  if (isTensor(Array->getElementType())) {
    TensorList List;
    for (const Expr *Init : E->inits())
      List.push_back(tensorsOf(evaluate(Init)));
    return {std::move(List)};
  }
  if (!isSize(Array->getElementType()))
    return {};
  IntList List;
  for (const Expr *Init : E->inits())
    List.push_back(integerOf(evaluate(Init)));
  return {std::move(List)};
}

Ways TensorExprs::container(const CXXConstructExpr *E) {
  const auto Args = writtenArguments(E);
  const bool HoldsTensors = elementKindOf(E->getType()) == ElementKind::Tensor;
  if (Args.empty())
    return HoldsTensors
               ? Ways{TensorList(fixedLengthOf(E->getType()).value_or(0),
                                 undefinedTensor())}
               : Ways{IntList()};
  if (isTensorTuple(E->getType()) && Args.size() > 1)
    return Args.size() == fixedLengthOf(E->getType()) ? tuple(Args) : Ways();
  const QualType First = Args[0]->getType();
  // An ArrayRef of one element.
  if (isArrayRef(E->getType()) && Args.size() == 1 &&
      (isTensor(First) || isSize(First))) {
    const Ways One = evaluate(Args[0]);
    return HoldsTensors ? Ways{TensorList{tensorsOf(One)}}
                        : Ways{IntList{integerOf(One)}};
  }
  // vector(n), vector(n, x)
  if (isSize(First) && Args.size() <= 2 && !isArrayRef(E->getType())) {
    const Extent Count = integerOf(evaluate(Args[0]));
    const Ways Fill = Args.size() == 2 ? evaluate(Args[1]) : Ways();
    if (HoldsTensors)
      return listOfLength(Count, Args.size() == 2 ? tensorsOf(Fill)
                                                  : undefinedTensor());
    if (!Count || *Count < 0 || *Count > MaxLength)
      return {};
    return {IntList(*Count, Args.size() == 2 ? integerOf(Fill) : Extent(0))};
  }
  // vector(v.begin(), v.end())
  if (Args.size() == 2)
    if (const Expr *Whole = wholeRange(Args[0], Args[1]))
      return evaluate(Whole);
  const Expr *Source = stripped(Args[0]);
  const bool IsList = isa<InitListExpr>(Source) ||
                      elementKindOf(Source->getType()) != ElementKind::None;
  return Args.size() == 1 && IsList ? evaluate(Args[0]) : Ways();
}

Ways TensorExprs::tuple(ArrayRef<const Expr *> Parts) {
  TensorList Result;
  for (const Expr *Part : Parts)
    Result.push_back(tensorsOf(evaluate(Part)));
  return {std::move(Result)};
}

/// std::get<0>(t), std::make_pair(x, y), std::tie(x, y)
Ways TensorExprs::tupleCall(const CallExpr &E, const FunctionDecl &Callee) {
  if (!Callee.isInStdNamespace())
    return {};
  const StringRef Name = nameOf(&Callee);
  if (llvm::is_contained({"make_pair", "make_tuple", "tie", "forward_as_tuple"},
                         Name))
    return isTensorTuple(E.getType())
               ? tuple(ArrayRef(E.getArgs(), E.getNumArgs()))
               : Ways();
  const TemplateArgumentList *Types = Callee.getTemplateSpecializationArgs();
  if (Name != "get" || E.getNumArgs() != 1 || !Types || Types->size() == 0 ||
      Types->get(0).getKind() != TemplateArgument::Integral)
    return {};
  return elementAt(evaluate(E.getArg(0)),
                   Types->get(0).getAsIntegral().getZExtValue());
}

/// auto [x, y] = f();
Ways TensorExprs::binding(const BindingDecl &Name) {
  const auto *Whole =
      dyn_cast_or_null<DecompositionDecl>(Name.getDecomposedDecl());
  if (!Whole)
    return {};
  const auto Names = Whole->bindings();
  const Expr *Named = namedBy(*Whole);
  Ways Part = elementAt(Named ? evaluate(Named) : variable(*Whole),
                        llvm::find(Names, &Name) - Names.begin());
  return isDevice(Name.getType()) ? devicesOf(Part) : Part;
}

Ways TensorExprs::elementAt(const Ways &List, uint64_t Position) {
  const auto *Tensors = only<TensorList>(List);
  return Tensors && Position < Tensors->size() ? waysOf((*Tensors)[Position])
                                               : Ways();
}

Ways TensorExprs::elementOf(const Expr *List, StringRef Accessor,
                            const Expr *Index) {
  const Ways Container = evaluate(List);
  if (const auto *Bag = only<TensorBag>(Container))
    return llvm::is_contained({"at", "get", "front", "back"}, Accessor)
               ? waysOf(Bag->Each)
               : Ways();
  const auto *Tensors = only<TensorList>(Container);
  const auto *Sizes = only<IntList>(Container);
  if (!Tensors && !Sizes)
    return {};
  const size_t Size = Tensors ? Tensors->size() : Sizes->size();
  if (Accessor == "size")
    return {Extent(Size)};
  Extent Position;
  if (Accessor == "at" || Accessor == "get")
    Position = integerOf(evaluate(Index));
  else if (Accessor == "front")
    Position = 0;
  else if (Accessor == "back")
    Position = static_cast<int64_t>(Size) - 1;
  if (!Position && Tensors && Accessor == "at")
    return waysOf(elementsOf(Container));
  if (!Position || *Position < 0 || std::cmp_greater_equal(*Position, Size))
    return {};
  return Tensors ? waysOf((*Tensors)[*Position]) : Ways{(*Sizes)[*Position]};
}

} // namespace aoti_tidy
