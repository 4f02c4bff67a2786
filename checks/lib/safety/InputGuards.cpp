// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

CodePlace placeAt(StringRef Text, size_t Offset) {
  const StringRef Before = Text.take_front(Offset);
  const size_t Newline = Before.rfind('\n');
  CodePlace Place;
  Place.Line = Before.count('\n') + 1;
  Place.Column = Offset - (Newline == StringRef::npos ? 0 : Newline + 1) + 1;
  return Place;
}

/// if (arg0_1_size[1] < 2) {
std::optional<InputGuard> guard(const EmittedModel &Model, unsigned Input,
                                unsigned Dim, char Operator) {
  if (Input >= Model.Inputs.size())
    return std::nullopt;
  const std::string Text =
      fmt::format("({}_size[{}] {} ", Model.Inputs[Input].Name, Dim, Operator);
  const StringRef Wrapper = Model.Files.front().Text;
  const size_t At = Wrapper.find(Text);
  StringRef Rest = Wrapper.drop_front(std::min(At, Wrapper.size()));
  int64_t Bound = 0;
  if (!Rest.consume_front(Text) || Rest.consumeInteger(10, Bound))
    return std::nullopt;
  // The bracket is part of no name.
  return InputGuard{placeAt(Wrapper, At + 1), Bound};
}

} // namespace

std::optional<CodePlace> placeOf(const EmittedModel &Model, StringRef Text) {
  const StringRef Wrapper = Model.Files.front().Text;
  const size_t At = Wrapper.find(Text);
  return At == StringRef::npos ? std::nullopt
                               : std::optional(placeAt(Wrapper, At));
}

std::optional<InputGuard> lowerGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim) {
  return guard(Model, Input, Dim, '<');
}

std::optional<InputGuard> upperGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim) {
  return guard(Model, Input, Dim, '>');
}

const SizeSymbol *sizeSymbol(const EmittedModel &Model, unsigned Input,
                             unsigned Dim) {
  const auto It = llvm::find_if(Model.Symbols, [&](const SizeSymbol &S) {
    return S.Input == Input && S.Dim == Dim;
  });
  return It == Model.Symbols.end() ? nullptr : &*It;
}

const Dimension *inputDimension(const EmittedModel &Model, unsigned Input,
                                unsigned Dim) {
  if (Input >= Model.Inputs.size() || !Model.Inputs[Input].Dims ||
      Dim >= Model.Inputs[Input].Dims->size())
    return nullptr;
  return &(*Model.Inputs[Input].Dims)[Dim];
}

std::optional<CodePlace> runtimeCheckGate(const EmittedModel &Model) {
  return placeOf(Model, "if (!_check_aoti_runtime_check_inputs_env");
}

std::string sizeText(const SizeSymbol &Symbol, unsigned Dim, unsigned Input) {
  return fmt::format("'{}' is the size of dimension {} of input {}",
                     Symbol.Name, Dim, Input);
}

std::string lowerGuardText(int64_t Bound) {
  return fmt::format("AOTI_RUNTIME_CHECK_INPUTS=1 rejects sizes below {}; "
                     "without it, nothing does",
                     Bound);
}

} // namespace aoti_tidy
