// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judges the outputs of the model given to aoti_compile_and_package.
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Functions and methods that always return a named tuple of torch, and those
/// that do with a dimension as the argument behind the tensor.
constexpr StringRef Always[] = {"cummax", "cummin", "kthvalue", "mode",
                                "sort",   "topk",   "aminmax"};
constexpr StringRef WithDim[] = {"max", "median", "min", "nanmedian"};

/// "torch.max(...)" if \p Expr is a named tuple of torch; else empty.
std::string torchTuple(Node Expr, const File &F) {
  const Call *Known = F.callAt(Expr);
  const Node Callee = Expr.field("function");
  StringRef Name;
  unsigned Place = 1;
  if (Known) {
    Name = Known->Callee;
    if (!Name.consume_front("torch.") || Name.contains('.'))
      return "";
  } else {
    // x.topk(2), where x is what forward() is given, and not the module
    const Node Object = Callee.field("object");
    const Node Bound =
        Object.is("identifier") ? F.names().bindingOf(Object) : Node();
    const Node Declared =
        Bound.parent().is("parameters") ? Bound : Bound.parent();
    if (!Bound || !Declared.parent().is("parameters") ||
        Declared == Declared.parent().children().front())
      return "";
    Name = Callee.field("attribute").text();
    Place = 0;
  }
  const Call C = Known ? *Known : namelessCall(Expr);
  const Argument *Dim = C.argument(Place, "dim");
  if (C.HasUnpacking || C.keyword("out") ||
      !(llvm::is_contained(Always, Name) ||
        (llvm::is_contained(WithDim, Name) && Dim &&
         F.values().integerOf(Dim->Value))))
    return "";
  return Callee.text().str() + "(...)";
}

/// The name of the class of the file that the call \p Expr makes an object of,
/// if that is a named tuple; else empty.
StringRef ownTuple(Node Expr, const File &F) {
  const Node Callee = Expr.field("function");
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  if (!Class.is("class_definition"))
    return "";
  for (Node Base : Class.field("superclasses").children())
    if (F.names().qualifiedName(Base) == "typing.NamedTuple")
      return Callee.text();
  return "";
}

/// The parts of 'return a, b', or else the one value.
std::vector<Node> returnedParts(Node Returned) {
  if (!Returned.isAnyOf({"tuple", "list", "expression_list"}))
    return {Returned};
  const auto Parts = Returned.children();
  return {Parts.begin(), Parts.end()};
}

} // namespace

// def forward(self, x): return torch.max(x, 1)
void checkOutputs(const File &F, std::vector<Finding> &Out) {
  const bool IsRegistered = F.mentions("register_namedtuple") ||
                            F.mentions("register_pytree_node") ||
                            F.mentions("serialized_type_name");
  for (const ExportedModel &M : exportedModels(F)) {
    const Node Maker = makerOf(M.Model, F);
    const Node Body =
        methodNamed(moduleClassOf(Maker, F), "forward").field("body");
    if (IsRegistered || M.Export == M.Compile ||
        isExpectedToFail(M.Compile->At))
      continue;
    forEachNode(Body, [&](Node N) {
      if (N.isAnyOf({"function_definition", "lambda", "class_definition"}))
        return false;
      const auto Returned = N.children();
      if (!N.is("return_statement") || Returned.size() != 1 ||
          isConditional(N, Body))
        return true;
      for (Node Part : returnedParts(Returned.front())) {
        const Node Value = F.values().resolved(Part);
        if (!Value.is("call"))
          continue;
        const std::string OfTorch = torchTuple(Value, F);
        const StringRef Own = ownTuple(Value, F);
        if (OfTorch.empty() && Own.empty())
          continue;
        Out.emplace_back(
            rangeOf(Value),
            namedTupleProblem(OfTorch.empty() ? Own : StringRef(OfTorch),
                              !OfTorch.empty()),
            std::vector{Note(rangeOf(M.Compile->At), namedTupleNote())});
        return false;
      }
      return true;
    });
  }
}

} // namespace aoti_tidy::python
