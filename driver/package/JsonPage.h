// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_JSONPAGE_H
#define AOTI_TIDY_DRIVER_PACKAGE_JSONPAGE_H

#include "checks/lib/package/Contract.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {

/// The JSON of 'explain', 'package' and 'trace'. Texts become UTF-8, and null
/// stands for what is not known.
class JsonPage : public llvm::json::OStream {
public:
  using OStream::OStream;

  void head();
  void text(llvm::StringRef Key, llvm::StringRef Text);
  void texts(llvm::StringRef Key, llvm::ArrayRef<std::string> Texts);

  void maybe(llvm::StringRef Key, const std::optional<std::string> &Text);
  void maybe(llvm::StringRef Key, std::optional<unsigned> Number) {
    attribute(Key, Number ? llvm::json::Value(*Number) : nullptr);
  }
  void maybe(llvm::StringRef Key,
             const std::optional<std::vector<std::string>> &Texts) {
    Texts ? texts(Key, *Texts) : attribute(Key, nullptr);
  }
  /// An object in which \p Write writes, or null.
  void objectIf(bool Is, llvm::StringRef Key,
                llvm::function_ref<void()> Write) {
    if (Is)
      attributeObject(Key, Write);
    else
      attribute(Key, nullptr);
  }
  template <typename Range> void list(llvm::StringRef Key, Range &&Values) {
    attributeArray(Key, [&] {
      for (auto &&V : Values)
        value(V);
    });
  }
  /// An array with an object for each value, in which \p Write writes.
  template <typename Range, typename Function>
  void objects(llvm::StringRef Key, Range &&Values, Function Write) {
    attributeArray(Key, [&] {
      for (auto &&V : Values)
        object([&] { Write(V); });
    });
  }

  void type(const std::optional<DType> &Type);
  void originalName(llvm::ArrayRef<std::string> Names, size_t Index);
  /// What a size may be, and which of its bounds are checked when.
  void bounds(const Dimension &Of);
  void shapes(llvm::ArrayRef<std::vector<std::optional<int64_t>>> Shapes);
  void dimensions(const std::optional<std::vector<Dimension>> &Dims);
  void checks(InputChecks Checks);
  void assumptions(llvm::ArrayRef<IndexExpr> Assumptions);
};

} // namespace aoti_tidy

#endif
