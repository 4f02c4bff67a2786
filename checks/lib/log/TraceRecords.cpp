// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/TraceRecords.h"
#include "checks/lib/package/Json.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace json = llvm::json;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// An export has far fewer; each is some 10 KB.
constexpr unsigned MaxRecords = 20000;
constexpr size_t MaxFiles = 4096, MaxSizes = 64, MaxText = 200;

std::string text(const json::Object &From, StringRef Key) {
  return From.getString(Key).value_or("").take_front(MaxText).str();
}

/// "s77" of "Ne(s77, 4)"
StringRef symbolOf(StringRef Expr) {
  while (!Expr.empty()) {
    Expr = Expr.drop_until(llvm::isAlpha);
    const StringRef Word =
        Expr.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (Word.size() > 1 && (Word.front() == 's' || Word.front() == 'u') &&
        llvm::all_of(Word.drop_front(), llvm::isDigit))
      return Word;
    Expr = Expr.drop_front(Word.size());
  }
  return "";
}

} // namespace

void TraceRecords::placeIn(const json::Array *Stack, AssumedSize &Size) const {
  if (!Stack)
    return;
  // The model's frame is the innermost outside of torch.
  for (const json::Value &Frame : llvm::reverse(*Stack)) {
    const json::Object *F = Frame.getAsObject();
    const auto Number = F ? F->getInteger("filename") : std::nullopt;
    const auto File = Number ? Files.find(*Number) : Files.end();
    if (File == Files.end() ||
        StringRef(File->second).contains("/site-packages/torch/") ||
        StringRef(File->second).contains("/torch/_") ||
        StringRef(File->second).starts_with("<"))
      continue;
    Size.File = File->second;
    Size.FileLine = F->getInteger("line").value_or(0);
    Size.Code = text(*F, "loc");
    return;
  }
}

void TraceRecords::add(const json::Object &Record, AssumedSize Size) {
  placeIn(Record.getArray("user_stack"), Size);
  if (Size.File.empty())
    placeIn(Record.getArray("stack"), Size);
  auto &All = Size.Value.empty() ? Guards : Fixed;
  const auto IsSame = [&](const AssumedSize &Other) {
    return Other.Text == Size.Text;
  };
  if (All.size() < MaxSizes && llvm::none_of(All, IsSame))
    All.push_back(std::move(Size));
}

void TraceRecords::read(StringRef Line, uint64_t Number) {
  if (Records >= MaxRecords)
    return;
  ++Records;
  auto Parsed = parseJson(Line.drop_until([](char C) { return C == '{'; }));
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return;
  }
  const json::Object *All = Parsed->getAsObject();
  if (!All)
    return;
  if (const json::Array *Str = All->getArray("str")) {
    if (Str->size() == 2 && (*Str)[0].getAsString() &&
        (*Str)[1].getAsInteger() && Files.size() < MaxFiles)
      Files[*(*Str)[1].getAsInteger()] =
          (*Str)[0].getAsString()->take_back(MaxText).str();
  } else if (const json::Object *R = All->getObject("create_symbol")) {
    if (Symbols.size() < MaxFiles)
      Symbols[text(*R, "symbol")] = text(*R, "source");
  } else if (const json::Object *R =
                 All->getObject("symbolic_shape_specialization")) {
    AssumedSize Size;
    Size.Line = Number;
    Size.Value = text(*R, "value");
    Size.Text = fmt::format("{} = {}", text(*R, "symbol"), Size.Value);
    add(*R, std::move(Size));
  } else {
    for (const StringRef Name : {"guard_added", "guard_added_fast"})
      if (const json::Object *R = All->getObject(Name)) {
        AssumedSize Size;
        Size.Line = Number;
        Size.Text = text(*R, "expr");
        add(*R, std::move(Size));
      }
  }
}

std::vector<AssumedSize> TraceRecords::sizes() const {
  std::vector<AssumedSize> Result = Fixed;
  llvm::append_range(Result, Guards);
  for (AssumedSize &Size : Result)
    if (const auto It = Symbols.find(symbolOf(Size.Text).str());
        It != Symbols.end())
      Size.Source = It->second;
  return Result;
}

} // namespace aoti_tidy
