// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/kernels/KernelFacts.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include <fmt/format.h>

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

const ClassTemplateSpecializationDecl *vectorOf(QualType T) {
  if (T.isNull())
    return nullptr;
  const auto *Vector = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Vector || !Vector->getIdentifier() ||
      Vector->getTemplateArgs().size() < 1)
    return nullptr;
  const StringRef Name = Vector->getName();
  return Name == "Vectorized" || Name == "VectorizedN" || Name == "VecMask"
             ? Vector
             : nullptr;
}

constexpr unsigned MaxLanes = 1024;

/// Deeper kernels are not modelled: the interpreter is recursive, on stacks
/// that are not ours in clang-tidy. Models have a few dozen levels.
constexpr unsigned MaxKernelDepth = 500;

/// c10::complex<float>
std::optional<DType> complexType(const CXXRecordDecl &Complex) {
  const auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(&Complex);
  if (!Of || Of->getTemplateArgs().size() != 1 ||
      Of->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  const QualType Part = Of->getTemplateArgs()[0].getAsType();
  if (Part->isSpecificBuiltinType(BuiltinType::Double))
    return DType::ComplexDouble;
  return Part->isSpecificBuiltinType(BuiltinType::Float) ? DType::ComplexFloat
                                                         : DType::ComplexHalf;
}

std::optional<DType> dtypeOf(const ASTContext &Ctx, QualType T) {
  if (const auto Number = typeOfNumber(T, Ctx))
    return Number;
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier())
    return std::nullopt;
  if (Record->getName() == "complex")
    return complexType(*Record);
  return parseDType(Record->getName());
}

/// A part of \p Body more than \p Depth levels below it, or null; not
/// recursive.
const Stmt *findDeeperThan(unsigned Depth, const Stmt &Body) {
  std::vector<std::pair<const Stmt *, unsigned>> Open = {{&Body, 0}};
  while (!Open.empty()) {
    const auto [S, Level] = Open.back();
    Open.pop_back();
    if (Level > Depth)
      return S;
    for (const Stmt *Child : S->children())
      if (Child)
        Open.emplace_back(Child, Level + 1);
  }
  return nullptr;
}

/// Finds variables that are assigned to again, other than a counter by its
/// loop.
class ChangeFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ChangeFinder(llvm::DenseSet<const ValueDecl *> &Changing)
      : Changing(Changing) {}

  bool VisitForStmt(ForStmt *S) override {
    if (S->getInc())
      Steps.insert(S->getInc()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      changes(E, E->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      changes(E, E->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    if (E->isAssignmentOp())
      changes(E, E->getArg(0));
    return true;
  }

private:
  void changes(const Expr *By, const Expr *What) {
    const auto *Ref = dyn_cast<DeclRefExpr>(What->IgnoreParenImpCasts());
    if (Ref && !Steps.contains(By))
      Changing.insert(Ref->getDecl());
  }

  llvm::DenseSet<const ValueDecl *> &Changing;
  llvm::DenseSet<const Expr *> Steps;
};

class ReferenceFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ReferenceFinder(llvm::function_ref<void(const DeclRefExpr &)> Found)
      : Found(Found) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found(*E);
    return true;
  }

private:
  llvm::function_ref<void(const DeclRefExpr &)> Found;
};

} // namespace

bool isVector(QualType T) { return vectorOf(T); }

bool isMask(QualType T) {
  const auto *Vector = vectorOf(T);
  return Vector && Vector->getName() == "VecMask";
}

QualType laneType(QualType T) {
  const auto *Vector = vectorOf(T);
  return Vector && Vector->getTemplateArgs()[0].getKind() ==
                       TemplateArgument::Type
             ? Vector->getTemplateArgs()[0].getAsType()
             : T.getNonReferenceType();
}

std::optional<IntegerType> integerTypeOf(const ASTContext &Ctx, QualType T) {
  if (T.isNull() || isMask(T))
    return std::nullopt;
  const QualType Lane = laneType(T);
  if (Lane->isDependentType() || !Lane->isIntegralOrEnumerationType() ||
      Lane->isBooleanType() || Ctx.getIntWidth(Lane) > 64)
    return std::nullopt;
  return IntegerType{Ctx.getIntWidth(Lane), Lane->isSignedIntegerType()};
}

unsigned lanesOf(const ASTContext &Ctx, QualType T) {
  const auto *Vector = vectorOf(T);
  if (!Vector || !Vector->isCompleteDefinition())
    return 0;
  const uint64_t Size = Ctx.getTypeSize(T.getNonReferenceType());
  return Size / Ctx.getTypeSize(laneType(T));
}

CodePlace KernelInterpreter::place(const Stmt &S) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation At = SM.getFileLoc(S.getBeginLoc());
  return {File, SM.getSpellingLineNumber(At), SM.getSpellingColumnNumber(At)};
}

std::string KernelInterpreter::text(const Expr &E) const {
  const StringRef Source =
      Lexer::getSourceText(CharSourceRange::getTokenRange(E.getSourceRange()),
                           Ctx.getSourceManager(), Ctx.getLangOpts());
  llvm::SmallVector<StringRef> Lines;
  Source.split(Lines, '\n');
  std::string OnOneLine;
  for (const StringRef Line : Lines)
    OnOneLine += (OnOneLine.empty() ? "" : " ") + Line.trim().str();
  return OnOneLine;
}

IndexExpr KernelInterpreter::fresh(StringRef Name, VariableKind Kind) {
  const unsigned Which = ++Names[Name];
  return IndexExpr::variable(
      {Which == 1 ? Name.str() : fmt::format("{}#{}", Name.str(), Which),
       Kind});
}

IndexExpr KernelInterpreter::computed() {
  return fresh(Naming.empty() ? "computed" : Naming, VariableKind::Computed);
}

void KernelInterpreter::assume(IndexExpr Condition) {
  Path.push_back({std::move(Condition)});
}

void KernelInterpreter::markCounted(const Stmt &At) {
  Counted.insert(Ctx.getSourceManager().getFileLoc(At.getBeginLoc()));
}

void KernelInterpreter::notModelled(const Stmt &At, std::string Why) {
  markCounted(At);
  if (NotModelledAt.insert(At.getBeginLoc().getRawEncoding()).second)
    Result.NotModelled.push_back({place(At), std::move(Why)});
}

void KernelInterpreter::notModelledIn(const Stmt &S, StringRef Why) {
  const auto Note = [&](const DeclRefExpr &E) {
    const auto P = Parameters.find(E.getDecl());
    if (P != Parameters.end() && Result.Parameters[P->second].IsPointer)
      notModelled(E, fmt::format("'{}' is used {}",
                                 Result.Parameters[P->second].Name, Why.str()));
  };
  ReferenceFinder(Note).TraverseStmt(const_cast<Stmt *>(&S));
}

std::string KernelInterpreter::whyUnknown(const Expr &Index) const {
  std::string Culprit;
  const auto Note = [&](const DeclRefExpr &E) {
    const auto V = Values.find(E.getDecl());
    const bool Known =
        V != Values.end() && (V->second.expr() || V->second.address());
    if (Culprit.empty() && !Known && isa<VarDecl>(E.getDecl()))
      Culprit = E.getDecl()->getNameAsString();
  };
  ReferenceFinder(Note).TraverseStmt(const_cast<Expr *>(&Index));
  return indexProblem(Culprit);
}

std::optional<std::vector<IndexExpr>>
KernelInterpreter::conditionsAt(const Stmt &At) {
  Conditions += Path.size();
  if (Conditions > MaxConditions || Result.Accesses.size() >= MaxAccesses) {
    notModelledIn(At, TooLongKernel);
    return std::nullopt;
  }
  return held();
}

std::vector<IndexExpr> KernelInterpreter::held() const {
  std::vector<IndexExpr> Result;
  for (const Held &H : Path)
    Result.push_back(H.Is);
  return Result;
}

std::vector<IndexExpr>
KernelInterpreter::assertedOfEnds(const IndexExpr &Count) const {
  std::vector<IndexExpr> Result;
  for (const Held &H : Path) {
    // A value that is read is read anew in each lane.
    bool IsOfLane = false, HasContents = false;
    if (H.Lanes != 0)
      H.Is.forEachVariable([&](const Variable &V) {
        IsOfLane |= V == lane().variable();
        HasContents |=
            V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Computed;
      });
    if (!IsOfLane || HasContents)
      continue;
    for (const IndexExpr &End : {IndexExpr(0), Count - 1}) {
      const IndexExpr IsLane =
          both(lessEqual(0, End), less(End, int64_t(H.Lanes)));
      Result.push_back(
          either(negation(IsLane), H.Is.substitute([&](const Variable &V) {
            return V == lane().variable() ? std::optional(End) : std::nullopt;
          })));
    }
  }
  return Result;
}

void KernelInterpreter::access(const KernelAddress &A, IndexExpr Count,
                               bool IsWrite, const Expr &Address,
                               std::string Becomes, ArrayRef<IndexExpr> Extra) {
  auto When = conditionsAt(Address);
  if (!When)
    return;
  markCounted(Address);
  Access Noted;
  Noted.Parameter = Parameters.lookup(A.Base);
  Noted.Index = Reals.withNaNs(
      A.Offset, Ctx.getTypeSize(A.Base->getType()->getPointeeType()));
  Noted.When = *std::move(When);
  if (!contains(Noted.Index, lane()))
    llvm::append_range(Noted.When, assertedOfEnds(Count));
  Noted.Count = std::move(Count);
  Noted.When.insert(Noted.When.end(), Extra.begin(), Extra.end());
  Noted.IsWrite = IsWrite;
  Noted.Text = text(Address);
  Noted.At = place(Address);
  Noted.Becomes = std::move(Becomes);
  Result.Accesses.push_back(std::move(Noted));
}

KernelValue KernelInterpreter::load(const Expr &Address, const KernelValue &At,
                                    QualType Element, IndexExpr Count,
                                    unsigned Lanes, ArrayRef<IndexExpr> Extra) {
  KernelValue Read;
  Read.Lanes = Lanes;
  if (dtypeOf(Ctx, Element) && !Element->isIntegerType())
    Read.Is = KernelReal{};
  const KernelAddress *A = At.address();
  if (!A) {
    notModelled(Address, whyUnknown(Address));
    return Read;
  }
  const auto P = Parameters.find(A->Base);
  if (P == Parameters.end()) {
    Read = Values.lookup(A->Base).inLane(lane() + A->Offset);
    Read.Lanes = Lanes;
    return Read;
  }
  const QualType Pointee = A->Base->getType()->getPointeeType();
  if (Ctx.getTypeSize(Pointee) != Ctx.getTypeSize(Element)) {
    notModelled(Address, fmt::format("'{}' is read as '{}'",
                                     Result.Parameters[P->second].Name,
                                     Element.getAsString()));
    return Read;
  }
  std::string Becomes;
  if (Element->isIntegerType()) {
    const IndexExpr Variable =
        fresh(Naming.empty() ? "loaded" : Naming, Pointee.isConstQualified()
                                                      ? VariableKind::Loaded
                                                      : VariableKind::Computed);
    Becomes = Variable.variable().Name;
    const unsigned Bits =
        Element->isBooleanType() ? 1 : Ctx.getIntWidth(Element);
    const bool Signed = Element->isSignedIntegerType();
    Integers.limit(Variable, TypedIntegers::rangeOf({Bits, Signed}));
    if (Bits < 64) {
      const int64_t Limit = int64_t(1) << (Bits - Signed);
      Result.Facts.push_back(both(lessEqual(Signed ? -Limit : 0, Variable),
                                  less(Variable, Limit)));
    } else if (!Signed) {
      Result.Facts.push_back(lessEqual(0, Variable));
    }
    Read.Is = KernelNumber{Variable};
  }
  const size_t Before = Result.Accesses.size();
  access(*A, std::move(Count), /*IsWrite=*/false, Address, std::move(Becomes),
         Extra);
  if (Read.real() && Pointee.isConstQualified() &&
      Result.Accesses.size() > Before) {
    KernelReal Any;
    Any.NaNOf = Before;
    Any.IsAsRead = true;
    Read.Is = std::move(Any);
  }
  return Read;
}

void KernelInterpreter::divide(const Expr &By, const KernelValue &Divisor) {
  constexpr size_t MaxDivisions = 1000;
  const auto Is = Divisor.expr();
  if (!Is || Is->op() == IndexExpr::Op::Constant ||
      Result.Divisions.size() >= MaxDivisions)
    return;
  const IndexExpr IsNotZero = negation(equal(*Is, 0));
  std::vector<IndexExpr> When = held();
  // One that was divided by before is not 0.
  if (llvm::any_of(Result.Divisions, [&](const IndexAssert &Before) {
        return Before.Condition == IsNotZero &&
               Before.When.size() <= When.size() &&
               std::equal(Before.When.begin(), Before.When.end(), When.begin());
      }))
    return;
  Result.Divisions.push_back(
      {IsNotZero, text(*By.IgnoreParenCasts()), std::move(When), place(By)});
}

void KernelInterpreter::store(const Expr &Address, const KernelValue &At,
                              IndexExpr Count, const KernelValue &What,
                              ArrayRef<IndexExpr> Extra) {
  const KernelAddress *A = At.address();
  if (!A)
    return notModelled(Address, whyUnknown(Address));
  if (Parameters.contains(A->Base))
    return access(*A, std::move(Count), /*IsWrite=*/true, Address, {}, Extra);
  fill(*A->Base, What);
}

void KernelInterpreter::fill(const ValueDecl &Local, const KernelValue &What) {
  KernelValue &Held = Values[&Local];
  // The first write decides; one that differs makes it unknown.
  if (Filled.insert(&Local).second && !Changing.contains(&Local))
    Held = What;
  else if (Held.real() && What.real())
    Held = KernelReal{};
  else if (Held.expr() != What.expr())
    Held = {};
}

Kernel KernelInterpreter::run(const FunctionDecl &F) {
  Result.Name = F.getNameAsString();
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation At = SM.getFileLoc(F.getLocation());
  Result.At = {File, SM.getSpellingLineNumber(At),
               SM.getSpellingColumnNumber(At)};
  for (const ParmVarDecl *P : F.parameters()) {
    KernelParameter Made;
    Made.Name = P->getNameAsString();
    Made.IsPointer = P->getType()->isPointerType();
    Parameters[P] = Result.Parameters.size();
    ++Names[Made.Name];
    if (Made.IsPointer) {
      Made.Element =
          dtypeOf(Ctx, P->getType()->getPointeeType().getUnqualifiedType());
      Values[P] = KernelAddress{P, 0};
    } else if (P->getType()->isIntegerType()) {
      Values[P] = IndexExpr::variable({Made.Name, VariableKind::Symbol});
    } else {
      Values[P] = KernelReal{};
    }
    Result.Parameters.push_back(std::move(Made));
  }
  if (SM.getBufferData(SM.getMainFileID()).contains("CPU_CAPABILITY_AVX"))
    Reals.isForX86();
  Reals.isNotNegative(lane());
  Integers.limit(lane(), {0, MaxLanes});
  if (const Stmt *Deep = findDeeperThan(MaxKernelDepth, *F.getBody())) {
    notModelled(*Deep, Kernel::NestedTooDeeply.str());
    return std::move(Result);
  }
  ChangeFinder(Changing).TraverseStmt(F.getBody());
  exec(F.getBody());
  notModelledElsewhere(F);
  noteFlexAttention(F);
  dropUnusedFacts(Result);
  return std::move(Result);
}

namespace {
template <typename Decls>
void readKernelsIn(const Decls &Where, ASTContext &Ctx, unsigned File,
                   std::vector<Kernel> &Into) {
  for (const Decl *D : Where) {
    if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D)) {
      readKernelsIn(Linkage->decls(), Ctx, File, Into);
      continue;
    }
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->isExternC() && F->doesThisDeclarationHaveABody() &&
        F->getReturnType()->isVoidType() &&
        Ctx.getSourceManager().isInMainFile(F->getLocation()))
      Into.push_back(KernelInterpreter(Ctx, File).run(*F));
  }
}

} // namespace

std::vector<Kernel> readKernels(ASTContext &Ctx, unsigned File) {
  std::vector<Kernel> Kernels;
  readKernelsIn(projectDecls(Ctx), Ctx, File, Kernels);
  return Kernels;
}

std::vector<Kernel> readKernels(llvm::StringRef Text, llvm::StringRef Name,
                                unsigned File) {
  const auto Tree = parseKernels(Text, Name);
  return Tree ? readKernels(Tree->getASTContext(), File)
              : std::vector<Kernel>();
}

} // namespace aoti_tidy
