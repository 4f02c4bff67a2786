// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/JsonPage.h"
#include "driver/base/Printable.h"

namespace aoti_tidy {

void JsonPage::head() {
  attribute("version", 1);
  attributeObject("tool", [&] {
    attribute("name", "aoti-tidy");
    attribute("version", AOTI_TIDY_VERSION);
  });
}

void JsonPage::text(llvm::StringRef Key, llvm::StringRef Text) {
  attribute(utf8(Key), utf8(Text));
}

void JsonPage::maybe(llvm::StringRef Key,
                     const std::optional<std::string> &Text) {
  attribute(Key, Text ? llvm::json::Value(utf8(*Text)) : nullptr);
}

void JsonPage::texts(llvm::StringRef Key, llvm::ArrayRef<std::string> Texts) {
  attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      value(utf8(Text));
  });
}

void JsonPage::type(const std::optional<DType> &Type) {
  attribute("dtype", Type ? llvm::json::Value(name(*Type)) : nullptr);
}

void JsonPage::originalName(llvm::ArrayRef<std::string> Names, size_t Index) {
  attribute("originalName", Index < Names.size() ? utf8(Names[Index])
                                                 : llvm::json::Value(nullptr));
}

void JsonPage::bounds(const Dimension &Of) {
  attribute("lower", Of.Lower);
  attribute("upper", Of.Upper == Dimension::Unbounded
                         ? llvm::json::Value(nullptr)
                         : llvm::json::Value(Of.Upper));
  attribute("lowerChecked", Of.LowerChecked);
  attribute("upperChecked", Of.UpperChecked);
  attribute("lowerAlways", Of.LowerAlways);
  attribute("upperAlways", Of.UpperAlways);
}

void JsonPage::shapes(
    llvm::ArrayRef<std::vector<std::optional<int64_t>>> Shapes) {
  attributeArray("shapes", [&] {
    for (const auto &Shape : Shapes)
      array([&] {
        for (const auto &Size : Shape)
          value(Size ? llvm::json::Value(*Size) : nullptr);
      });
  });
}

void JsonPage::dimensions(const std::optional<std::vector<Dimension>> &Dims) {
  if (!Dims)
    return attribute("dims", nullptr);
  objects("dims", *Dims, [&](const Dimension &D) {
    text("symbol", D.Symbol);
    bounds(D);
  });
}

void JsonPage::checks(InputChecks Checks) {
  constexpr llvm::StringLiteral Names[] = {"unknown", "never", "on-request",
                                           "always"};
  attribute("checks", Names[static_cast<int>(Checks)]);
}

void JsonPage::assumptions(llvm::ArrayRef<IndexExpr> Assumptions) {
  std::vector<std::string> Texts;
  for (const IndexExpr &Assumed : Assumptions)
    Texts.push_back(Assumed.str());
  texts("assumptions", Texts);
}

} // namespace aoti_tidy
