// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/CallSpec.h"
#include "checks/lib/package/Json.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// More than any model's inputs are nested.
constexpr size_t MaxNestedSpecs = 64;

json::Value jsonIn(StringRef Text) {
  auto Parsed = parseJson(Text);
  if (Parsed)
    return std::move(*Parsed);
  llvm::consumeError(Parsed.takeError());
  return nullptr;
}

json::Value specIn(StringRef Text) {
  json::Value Result = jsonIn(Text);
  if (Result.kind() == json::Value::Null) { // torch 2.6 writes escapes
    const json::Value Unescaped = jsonIn("\"" + Text.str() + "\"");
    Result = jsonIn(Unescaped.getAsString().value_or(""));
  }
  return Result;
}

/// The second of two: the tree behind the version, kwargs behind args.
const json::Object *secondIn(const json::Array *Pair) {
  return Pair && Pair->size() == 2 ? Pair->back().getAsObject() : nullptr;
}

/// The keys of a dict; nothing if they are no strings.
std::optional<std::vector<std::string>> keysOf(const json::Object &Dict) {
  std::vector<std::string> Result;
  json::Path::Root Ignored;
  if (!json::fromJSON(jsonIn(Dict.getString("context").value_or("")), Result,
                      Ignored))
    return std::nullopt;
  return Result;
}

using Steps = std::vector<std::string>;

/// Adds the ways to the leaves below \p Spec, to which \p At leads; false if it is
/// no tree.
bool addLeaves(const json::Object *Spec, Steps &At, std::vector<Steps> &Into) {
  if (!Spec || At.size() > MaxNestedSpecs)
    return false;
  const auto Type = Spec->getString("type");
  if (!Type) {
    Into.push_back(At);
    return true;
  }
  const json::Array *Below = Spec->getArray("children_spec");
  if (!Below)
    return false;
  const auto Keys = Type->ends_with("ict") ? keysOf(*Spec) : std::nullopt;
  for (const auto &[I, Child] : llvm::enumerate(*Below)) {
    At.push_back(Keys && I < Keys->size() ? "'" + (*Keys)[I] + "'"
                                          : std::to_string(I));
    const bool IsTree = addLeaves(Child.getAsObject(), At, Into);
    At.pop_back();
    if (!IsTree)
      return false;
  }
  return true;
}

} // namespace

void readInSpec(StringRef Spec, WrapperFacts &Into) {
  const json::Value Json = specIn(Spec);
  const json::Object *Call = secondIn(Json.getAsArray());
  const json::Array *Both = Call ? Call->getArray("children_spec") : nullptr;
  const json::Object *ByName = secondIn(Both);
  if (!ByName || ByName->getString("type") != "builtins.dict")
    return;
  Into.Keywords = keysOf(*ByName);
  const json::Object *Args = Both->front().getAsObject();
  const json::Array *Positional =
      Args ? Args->getArray("children_spec") : nullptr;
  Steps At;
  std::vector<Steps> Paths, Named;
  if (!Into.Keywords || !Positional || !addLeaves(Args, At, Paths) ||
      !addLeaves(ByName, At, Named))
    return;
  Into.Leaves.emplace();
  for (Steps &Path : Paths)
    Into.Leaves->push_back({std::move(Path), "", ""});
  for (Steps &Path : Named) {
    std::string Name = StringRef(Path.front()).trim('\'').str();
    const auto Index =
        llvm::find(*Into.Keywords, Name) - Into.Keywords->begin();
    Path.front() = std::to_string(Positional->size() + Index);
    Into.Leaves->push_back({std::move(Path), std::move(Name), ""});
  }
}

std::optional<std::vector<std::string>> readOutSpec(StringRef Spec) {
  const json::Value Json = specIn(Spec);
  Steps At;
  std::vector<Steps> Paths;
  if (!addLeaves(secondIn(Json.getAsArray()), At, Paths))
    return std::nullopt;
  std::vector<std::string> Result;
  for (const Steps &Path : Paths) {
    std::string &Text = Result.emplace_back();
    for (const std::string &Step : Path)
      Text += "[" + Step + "]";
  }
  return Result;
}

} // namespace aoti_tidy
