// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_PRINTABLE_H
#define AOTI_TIDY_DRIVER_BASE_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace aoti_tidy {

/// How a character is written that a terminal obeys, or that hides or reorders
/// others, and how the bracket of '##[error]' and '##vso[task.complete]', which
/// the runners of GitHub and Azure obey wherever a line has them.
enum class Escapes {
  Visible, ///< for people: <U+001B>, <9B>, as in Clang's excerpts
  Json,    ///< in the strings of JSON, the same to its reader: \u009b
  Runner, ///< visible, of what runners obey only: the rest is done, or a colour
};

/// The last stage of all text that leaves for a person's terminal: names,
/// messages and sources may come from a stranger. Line feeds, tabs and colours,
/// which are changed by raw_ostream's own functions, pass.
class PrintableStream final : public llvm::raw_ostream {
public:
  explicit PrintableStream(llvm::raw_ostream &To,
                           Escapes How = Escapes::Visible)
      : raw_ostream(/*unbuffered=*/true), To(To), How(How) {
    raw_ostream::enable_colors(To.colors_enabled());
  }
  ~PrintableStream() override;

  raw_ostream &changeColor(enum Colors Color, bool Bold,
                           bool Background) override;
  raw_ostream &resetColor() override;
  raw_ostream &reverseColor() override;
  bool is_displayed() const override { return To.is_displayed(); }
  bool has_colors() const override { return To.has_colors(); }
  void enable_colors(bool Enable) override {
    raw_ostream::enable_colors(Enable); // for colors_enabled()
    To.enable_colors(Enable);
  }

private:
  void write_impl(const char *Text, size_t Size) override;
  uint64_t current_pos() const override { return Position; }
  void writeAll();

  llvm::raw_ostream &To;
  const Escapes How;
  std::string Pending; ///< the beginning of a character, or of a command
  uint64_t Position = 0;
};

/// \p Text as a part of one line: line feeds do not pass, either.
std::string printableLine(llvm::StringRef Text);

/// The name of a file as the beginning of a line: printable, and no '::error', a
/// command to GitHub's runner.
std::string printableName(llvm::StringRef Name);

/// A value of a workflow command of GitHub; of a property, which others follow,
/// more is escaped.
std::string githubValue(llvm::StringRef Text, bool IsProperty);

/// \p Text as JSON can hold it, which is UTF-8; source text need not be.
std::string utf8(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
