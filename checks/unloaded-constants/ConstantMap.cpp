// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/unloaded-constants/ConstantMap.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/GivenValues.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

StringRef nameOf(const CallExpr &Call) {
  return aoti_tidy::nameOf(Call.getDirectCallee());
}

/// The argument for the parameter that has one of \p Names; null if there is
/// none.
const Expr *argument(const CallExpr &Call, ArrayRef<StringRef> Names) {
  for (auto [Arg, Parameter] :
       llvm::zip(Call.arguments(), Call.getDirectCallee()->parameters()))
    if (Parameter->getIdentifier() &&
        llvm::is_contained(Names, Parameter->getName()))
      return Arg;
  return nullptr;
}

bool isTrue(const Expr *E, ASTContext &Ctx) {
  if (const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(E))
    E = Default->getExpr();
  const auto Value = E ? evaluateInt(E, Ctx) : std::nullopt;
  return Value && *Value != 0;
}

/// The names that one map has when a call loads them.
class MapReader {
public:
  MapReader(CxxLoad &Into, const ControlFlow *Flow, ASTContext &Ctx)
      : Into(Into), Flow(Flow), Ctx(Ctx) {}

  void read(const Expr *Map) {
    Into.Load.HasAllNames = true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Map->IgnoreUnlessSpelledInSource());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var ? readVariable(*Var) : readInit(Map))
      return;
    Into.Load.HasAllNames = false;
    Into.Load.Names.clear();
    Into.Places.clear();
  }

private:
  bool readVariable(const VarDecl &Var) {
    if (!Flow || !Var.hasLocalStorage() || isa<ParmVarDecl>(Var) ||
        !isMap(Var.getType()->getAsCXXRecordDecl()) ||
        Var.getDeclContext() != Into.At.Function)
      return false;
    const auto Uses = referencesTo(Var, Ctx);
    return Uses && readInit(Var.getInit()) &&
           llvm::all_of(*Uses, [&](const Expr *E) { return readUse(*E); });
  }

  /// Adds what \p Key is; \p By, which puts it into the map, is null for the
  /// initialiser.
  void add(const Expr *Key, const Expr *By) {
    if (By && !Flow->canFollow(By, Into.At.Call))
      return;
    const auto Text = evaluateString(Key, Ctx);
    if (!Text) {
      Into.Load.HasAllNames = false;
      return;
    }
    const bool IsSure = !By || Flow->surelyPrecedes(By, Into.At.Call);
    Into.Load.Names.push_back({*Text, IsSure});
    Into.Places.push_back(Key);
  }

  /// map m; map m = {{"fc.weight", w}, ...};
  bool readInit(const Expr *Init) {
    if (!Init)
      return true;
    Init = Init->IgnoreImplicit();
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Init))
      return readInit(List->getSubExpr());
    if (const auto *List = dyn_cast<InitListExpr>(Init))
      return llvm::all_of(List->inits(),
                          [&](const Expr *E) { return readPair(E); });
    const auto *Made = dyn_cast<CXXConstructExpr>(Init);
    if (!Made || !isMap(Made->getType()->getAsCXXRecordDecl()))
      return false;
    if (Made->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Made->getArg(0)))
      return true;
    const Expr *First = Made->getArg(0)->IgnoreImplicit();
    // A copy of another map is not followed.
    return (isa<CXXStdInitializerListExpr, InitListExpr>(First) ||
            Made->isElidable()) &&
           readInit(First);
  }

  /// {"fc.weight", w}, std::pair(...)
  bool readPair(const Expr *Pair) {
    const auto *Made = dyn_cast<CXXConstructExpr>(Pair->IgnoreImplicit());
    if (!Made || Made->getNumArgs() != 2)
      return false;
    add(Made->getArg(0), nullptr);
    return true;
  }

  /// Whether what is done with the map at \p Use is understood.
  bool readUse(const Expr &Use) {
    DynTypedNodeList Parents = Ctx.getParents(Use);
    while (Parents.size() == 1 && Parents[0].get<ImplicitCastExpr>() != nullptr)
      Parents = Ctx.getParents(Parents[0]);
    if (Parents.size() != 1)
      return false;
    // m["fc.weight"] = w;
    if (const auto *Operator = Parents[0].get<CXXOperatorCallExpr>()) {
      if (Operator->getOperator() != OO_Subscript)
        return false;
      add(Operator->getArg(1), Operator);
      return true;
    }
    if (const auto *Member = Parents[0].get<MemberExpr>()) {
      Parents = Ctx.getParents(*Member);
      const auto *Call =
          Parents.size() == 1 ? Parents[0].get<CXXMemberCallExpr>() : nullptr;
      return Call && readMethod(*Call);
    }
    const auto *Call = Parents[0].get<CXXMemberCallExpr>();
    return Call && constantMethod(*Call) == ConstantMethod::Load;
  }

  bool readMethod(const CXXMemberCallExpr &Call) {
    const StringRef Name = nameOf(Call);
    if (llvm::is_contained({"emplace", "try_emplace", "insert_or_assign"},
                           Name) &&
        Call.getNumArgs() > 1) {
      add(Call.getArg(0), &Call);
      return true;
    }
    return llvm::is_contained({"size", "empty", "count", "contains", "reserve"},
                              Name);
  }

  CxxLoad &Into;
  const ControlFlow *Flow;
  ASTContext &Ctx;
};

} // namespace

ConstantMethod constantMethod(const CXXMemberCallExpr &Call) {
  const StringRef Name = nameOf(Call);
  if (llvm::is_contained({"load_constants", "update_constant_buffer",
                          "update_constant_buffer_from_cpu",
                          "update_inactive_constant_buffer"},
                         Name))
    return ConstantMethod::Load;
  if (Name == "swap_constant_buffer")
    return ConstantMethod::Swap;
  static constexpr StringRef Others[] = {
      "boxed_run",
      "did_call_load_constants",
      "extract_constants_map",
      "free_inactive_constant_buffer",
      "getConstantNamesToDtypes",
      "getConstantNamesToOriginalFQNs",
      "get_call_spec",
      "get_constant_fqns",
      "get_custom_objs",
      "get_input_names",
      "get_metadata",
      "get_output_names",
      "run",
      "run_const_fold",
      "run_with_cuda_stream",
  };
  return llvm::is_contained(Others, Name) ? ConstantMethod::None
                                          : ConstantMethod::Other;
}

CxxLoad loadBy(const LoaderCall &Call, const ControlFlow *Flow,
               ASTContext &Ctx) {
  CxxLoad Result;
  Result.At = Call;
  const StringRef Name = nameOf(*Call.Call);
  ConstantLoad &Load = Result.Load;
  Load.By = Name == "load_constants" ? ConstantLoad::Key::Original
                                     : ConstantLoad::Key::Emitted;
  Load.ChecksAll = isTrue(
      argument(*Call.Call, {"check_full_update", "validate_full_updates"}),
      Ctx);
  Load.IsForInactive = Name == "update_inactive_constant_buffer" ||
                       isTrue(argument(*Call.Call, {"use_inactive"}), Ctx);
  if (Call.Call->getNumArgs() > 0)
    MapReader(Result, Flow, Ctx).read(Call.Call->getArg(0));
  return Result;
}

} // namespace aoti_tidy
