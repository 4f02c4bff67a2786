// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TensorSignatures.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr Signature Factories[] = {
    {"empty", {"size"}, true},   {"zeros", {"size"}, true},
    {"ones", {"size"}, true},    {"rand", {"size"}, true},
    {"randn", {"size"}, true},   {"full", {"size", "fill_value"}},
    {"eye", {"n", "m"}},         {"linspace", {"start", "end", "steps"}},
    {"randperm", {"n"}},         {"tensor", {"data"}},
    {"empty_like", {"self"}},    {"zeros_like", {"self"}},
    {"ones_like", {"self"}},     {"rand_like", {"self"}},
    {"randn_like", {"self"}},    {"full_like", {"self", "fill_value"}},
    {"cat", {"tensors", "dim"}}, {"stack", {"tensors", "dim"}},
};

constexpr Signature Methods[] = {
    {"cpu", {}},
    {"cuda", {"device"}},
    {"xpu", {"device"}},
    {"pin_memory", {}},
    {"half", {}},
    {"bfloat16", {}},
    {"float", {}},
    {"double", {}},
    {"short", {}},
    {"int", {}},
    {"long", {}},
    {"bool", {}},
    {"contiguous", {}},
    {"requires_grad_", {"requires_grad"}},
    {"permute", {"dims"}, true},
    {"view", {"size"}, true},
    {"reshape", {"shape"}, true},
    {"expand", {"size"}, true},
    {"repeat", {"repeats"}, true},
    {"type_as", {"other"}},
};

constexpr Signature Functions[] = {
    {"abs", {}},
    {"add", {"other"}},
    {"argmax", {"dim", "keepdim"}},
    {"argmin", {"dim", "keepdim"}},
    {"bmm", {"mat2"}},
    {"clamp", {"min", "max"}},
    {"clone", {}},
    {"cos", {}},
    {"cumsum", {"dim"}},
    {"detach", {}},
    {"div", {"other"}},
    {"exp", {}},
    {"flatten", {"start_dim", "end_dim"}},
    {"gather", {"dim", "index"}},
    {"isnan", {}},
    {"log", {}},
    {"log_softmax", {"dim"}},
    {"masked_fill", {"mask", "value"}},
    {"matmul", {"other"}},
    {"mean", {"dim", "keepdim"}},
    {"mm", {"mat2"}},
    {"mul", {"other"}},
    {"permute", {"dims"}},
    {"pow", {"exponent"}},
    {"relu", {}},
    {"reshape", {"shape"}},
    {"round", {}},
    {"rsqrt", {}},
    {"sigmoid", {}},
    {"sin", {}},
    {"softmax", {"dim"}},
    {"sqrt", {}},
    {"square", {}},
    {"squeeze", {"dim"}},
    {"std", {"dim"}},
    {"sub", {"other"}},
    {"sum", {"dim", "keepdim"}},
    {"t", {}},
    {"tanh", {}},
    {"transpose", {"dim0", "dim1"}},
    {"unsqueeze", {"dim"}},
    {"var", {"dim"}},
};

const Signature *signatureOf(llvm::ArrayRef<Signature> Table, StringRef Name) {
  const auto *It =
      llvm::find_if(Table, [&](const Signature &S) { return S.Name == Name; });
  return It == Table.end() ? nullptr : It;
}

} // namespace

const Signature *factorySignature(StringRef Name) {
  return signatureOf(Factories, Name);
}

const Signature *functionSignature(StringRef Name) {
  return signatureOf(Functions, Name);
}

const Signature *methodSignature(StringRef Name) {
  const Signature *Own = signatureOf(Methods, Name);
  return Own ? Own : functionSignature(Name);
}

bool isWithoutEffect(StringRef Keyword) {
  return llvm::is_contained({StringRef("alpha"), StringRef("copy"),
                             StringRef("generator"), StringRef("names"),
                             StringRef("non_blocking"), StringRef("pin_memory"),
                             StringRef("requires_grad")},
                            Keyword);
}

bool isOption(StringRef Keyword) {
  return llvm::is_contained({StringRef("device"), StringRef("dtype"),
                             StringRef("layout"), StringRef("memory_format"),
                             StringRef("rounding_mode")},
                            Keyword);
}

StringRef schemaName(StringRef Keyword) {
  return llvm::StringSwitch<StringRef>(Keyword)
      .Case("input", "self")
      .Case("axis", "dim")
      .Default(Keyword);
}

} // namespace aoti_tidy::python
