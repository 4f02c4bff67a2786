// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/triton/TritonReader.h"
#include "checks/lib/kernels/triton/TritonInterpreter.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using python::Node;

StringRef unquoted(Node String) {
  return String.is("string") ? String.text().trim("'\"") : StringRef();
}

Node valueIn(Node Dict, StringRef Key) {
  for (Node Pair : Dict.children())
    if (Pair.is("pair") && unquoted(Pair.field("key")) == Key)
      return Pair.field("value");
  return {};
}

Node decoratorArgument(Node Decorated, StringRef Name) {
  for (Node D : Decorated.children()) {
    const Node Call = D.is("decorator") ? D.child("call") : Node();
    for (Node Given : Call.field("arguments").children())
      if (Given.is("keyword_argument") && Given.field("name").text() == Name)
        return Given.field("value");
  }
  return {};
}

TritonMeta metaOf(Node Decorated) {
  TritonMeta Meta;
  const Node Compiled = decoratorArgument(Decorated, "triton_meta");
  for (Node Pair : valueIn(Compiled, "signature").children())
    if (Pair.is("pair") && Pair.field("value").is("string"))
      Meta.Signature[unquoted(Pair.field("key"))] =
          unquoted(Pair.field("value")).str();
  for (Node Pair : valueIn(Compiled, "constants").children()) {
    int64_t Value;
    if (Pair.is("pair") && Pair.field("value").is("integer") &&
        !Pair.field("value").text().getAsInteger(0, Value))
      Meta.Constants[unquoted(Pair.field("key"))] = Value;
  }
  const Node Inductor = decoratorArgument(Decorated, "inductor_meta");
  Meta.HasAsserts =
      valueIn(Inductor, "assert_indirect_indexing").text() != "False" &&
      valueIn(Inductor, "is_hip").text() != "True";
  const StringRef Grid = unquoted(valueIn(Inductor, "grid_type"));
  Meta.GridCovers = Grid == "Grid1D" || Grid == "Grid2D" || Grid == "Grid3D" ||
                    Grid == "Grid2DWithYZOverflow";
  return Meta;
}

Node kernelIn(Node Module) {
  Node Found;
  for (Node Statement : Module.children())
    if (Statement.is("decorated_definition") &&
        decoratorArgument(Statement, "triton_meta"))
      Found = Statement;
  return Found;
}

Kernel readKernel(const TritonSource &Source, unsigned File) {
  const auto Tree = python::Tree::parse(Source.Text);
  const Node Decorated = Tree ? kernelIn(Tree->root()) : Node();
  const Node Function = Decorated.field("definition");
  if (Function.is("function_definition"))
    return TritonInterpreter(Source, metaOf(Decorated), File).run(Function);
  Kernel Unread;
  Unread.Name = Source.Kernel;
  Unread.At = {File, Source.Line, Source.Indent + 1};
  Unread.NotModelled.push_back(
      {Unread.At, "no Triton kernel is found in its source"});
  for (const TritonSource::Parameter &P : Source.Parameters)
    Unread.Parameters.push_back({P.Name, P.IsTensor, std::nullopt});
  return Unread;
}

} // namespace

std::vector<Kernel> readTritonKernels(StringRef Text, unsigned File) {
  std::vector<Kernel> Kernels;
  for (const TritonSource &Source : tritonSources(Text))
    Kernels.push_back(readKernel(Source, File));
  return Kernels;
}

} // namespace aoti_tidy
