// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/Suppressions.h"
#include "llvm/ADT/STLExtras.h"
#include <ctime>
#include <gtest/gtest.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

/// Whether a finding of aoti-debug-flag at the first "here" of \p Text is
/// shown.
bool isShown(StringRef Text, StringRef Check = "aoti-debug-flag") {
  const auto T = python::Tree::parse(Text);
  const size_t At = Text.find("here");
  EXPECT_TRUE(T && At != StringRef::npos) << Text.str();
  return T && !Suppressions(*T).silence(Check, At);
}

} // namespace

TEST(Suppressions, NoqaIsForItsLine) {
  EXPECT_FALSE(isShown("here()  # noqa\n"));
  EXPECT_FALSE(isShown("here()  #noqa\n"));
  EXPECT_FALSE(isShown("here()  # NoQA\n"));
  EXPECT_FALSE(isShown("here()  # type: ignore # noqa\n"));
  EXPECT_FALSE(isShown("here()  # noqa because it is needed\n"));
  EXPECT_FALSE(isShown("here()  # noqa"));
  EXPECT_TRUE(isShown("here()\n"));
  EXPECT_TRUE(isShown("here()\nx = 1  # noqa\n"));
  EXPECT_TRUE(isShown("x = 1  # noqa\nhere()\n"));
  EXPECT_TRUE(isShown("here()  # noqand\n"));
  EXPECT_TRUE(isShown("here()  # noqa-file\n"));
  EXPECT_TRUE(isShown("here()  # a noqa comment would help\n"));
  EXPECT_TRUE(isShown("here('# noqa')\n")) << "no comment";
  EXPECT_TRUE(isShown("# flake8: noqa\nhere()\n")) << "another linter's";
  EXPECT_TRUE(isShown("# ruff: noqa\nhere()\n"));
}

TEST(Suppressions, NoqaWithCodesIsForThese) {
  EXPECT_FALSE(isShown("here()  # noqa: aoti-debug-flag\n"));
  EXPECT_FALSE(isShown("here()  # noqa:aoti-debug-flag\n"));
  EXPECT_FALSE(isShown("here()  # noqa : aoti-debug-flag\n"));
  EXPECT_FALSE(isShown("here()  # noqa: E501,aoti-debug-flag, F401\n"));
  EXPECT_FALSE(isShown("here()  # noqa: E501 aoti-debug-flag\n"));
  EXPECT_FALSE(isShown("here()  # noqa: E501  # noqa: aoti-debug-flag\r\n"));
  EXPECT_FALSE(isShown("here()  # noqa: aoti-*\n"));
  EXPECT_TRUE(isShown("here()  # noqa: E501\n"));
  EXPECT_TRUE(isShown("here()  # noqa: E501, aoti-loader-arguments\n"));
  EXPECT_TRUE(isShown("here()  # noqa: aoti-debug\n"));
  EXPECT_TRUE(isShown("here()  # noqa:\n"));
  EXPECT_TRUE(isShown("here()  # noqa: E501 # see aoti-debug-flag\n"));
}

TEST(Suppressions, NolintIsAsInCxx) {
  EXPECT_FALSE(isShown("here()  # NOLINT\n"));
  EXPECT_FALSE(isShown("here()  # NOLINT(aoti-debug-flag)\n"));
  EXPECT_FALSE(isShown("here()  # NOLINT(aoti-*): it is meant so\n"));
  EXPECT_FALSE(isShown("here()  # NOLINT(bugprone-x,aoti-debug-flag)\n"));
  EXPECT_FALSE(isShown("# NOLINTNEXTLINE\nhere()\n"));
  EXPECT_FALSE(isShown("# NOLINTNEXTLINE(aoti-debug-flag)\nhere()\n"));
  EXPECT_TRUE(isShown("here()  # NOLINT(bugprone-*)\n"));
  EXPECT_TRUE(isShown("here()  # NOLINT()\n"));
  EXPECT_TRUE(isShown("here()  # NOLINTFOO\n"));
  EXPECT_TRUE(isShown("# NOLINT\nhere()\n"));
  EXPECT_TRUE(isShown("here()  # NOLINTNEXTLINE\n"));
  EXPECT_TRUE(isShown("# NOLINTNEXTLINE\n\nhere()\n"));
}

// Not in one piece: clang-tidy takes them for its own in strings, too.
#define BEGIN                                                                  \
  "# NOLINT"                                                                   \
  "BEGIN"
#define END                                                                    \
  "# NOLINT"                                                                   \
  "END"

TEST(Suppressions, RegionsNeedTheirEnd) {
  EXPECT_FALSE(isShown(BEGIN "\nhere()\n" END "\n"));
  EXPECT_FALSE(isShown(BEGIN "(aoti-*)\nx = 1\nhere()\n" END "(aoti-*)\n"));
  EXPECT_TRUE(isShown(BEGIN "\nhere()\n"));
  EXPECT_TRUE(isShown(BEGIN "(aoti-*)\nhere()\n" END "\n"));
  EXPECT_TRUE(isShown(BEGIN "\nx = 1\n" END "\nhere()\n"));
  EXPECT_TRUE(isShown("here()\n" END "\n"));
  EXPECT_FALSE(isShown(BEGIN "(aoti-*)\n" BEGIN "(bugprone-*)\n" END
                             "(bugprone-*)\n"
                             "here()\n" END "(aoti-*)\n"));
}

// Where flake8's users, and what formats their code, put it.
TEST(Suppressions, TheEndOfTheStatementCountsToo) {
  EXPECT_FALSE(isShown("f(\n    here,\n)  # noqa\n"));
  EXPECT_FALSE(isShown("here(\n    1,\n)  # NOLINT(aoti-debug-flag)\n"));
  EXPECT_FALSE(isShown("x = here + \\\n    1  # noqa\n"));
  EXPECT_FALSE(isShown("here('''\n''')  # noqa\n"));
  EXPECT_FALSE(
      isShown("def f():\n  with a(\n    here\n  ):  # noqa\n    b()\n"));
  EXPECT_FALSE(isShown("if a:\n  b()\nelif (\n    here\n):  # noqa\n  c()\n"));
  EXPECT_FALSE(isShown("@d(\n  here\n)  # noqa\ndef f():\n  pass\n"));
  EXPECT_FALSE(isShown("# NOLINTNEXTLINE\nf(\n    here)\n"));
  // Not inside the statement, and not at the end of a body.
  EXPECT_TRUE(isShown("f(\n    here,\n    1,  # noqa\n)\n"));
  EXPECT_TRUE(isShown("f(  # noqa\n    here,\n)\n"));
  EXPECT_TRUE(isShown("with here:\n  x()\n  y()  # noqa\n"));
  EXPECT_TRUE(isShown("def f(a=here):\n  pass  # noqa\n"));
  EXPECT_TRUE(isShown("if a:\n  here()\n  b()  # noqa\n"));
  EXPECT_TRUE(isShown("x = lambda: here\ny = 1  # noqa\n"));
}

TEST(Suppressions, BrokenTextDoesNotMatter) {
  EXPECT_FALSE(isShown("here()  # noqa\ndef f(:\n"));
  EXPECT_TRUE(isShown("here()\ndef f(:  # noqa\n"));
}

TEST(Suppressions, EachNameIsUsedByItsFinding) {
  const auto T = python::Tree::parse("# NOLINTBEGIN(aoti-a)\n"
                                     "# NOLINTBEGIN(aoti-b,aoti-c)\n"
                                     "here()\n"
                                     "# NOLINTEND(aoti-b,aoti-c)\n"
                                     "there()  # NOLINT(aoti-a,aoti-b)\n"
                                     "# NOLINTEND(aoti-a)\n"
                                     "# NOLINTBEGIN(aoti-a)\n"
                                     "# NOLINTEND(aoti-a)\n"
                                     "# NOLINTBEGIN(aoti-a)\n");
  ASSERT_TRUE(T);
  Suppressions S(*T);
  EXPECT_TRUE(S.silence("aoti-b", T->text().find("here")));
  EXPECT_TRUE(S.silence("aoti-a", T->text().find("there")));
  EXPECT_FALSE(S.silence("aoti-c", T->text().find("there")));
  std::string Used;
  for (const Suppression &X : S.takeList())
    Used += X.IsUsed ? 'u' : '-';
  // begin a, b, c; of the line a, b; begin a; begin a without an end
  EXPECT_EQ("uu-u---", Used);
}

TEST(Suppressions, ManyTakeLittleTime) {
  std::string Text;
  for (int I = 0; I < 10000; ++I)
    Text += "# NOLINTBEGIN(aoti-a)\nhere()  # NOLINT(aoti-a)\n"
            "# NOLINTEND(aoti-a)\n";
  const auto T = python::Tree::parse(Text);
  ASSERT_TRUE(T);
  const clock_t Start = clock();
  Suppressions S(*T);
  for (size_t At = 0; (At = Text.find("here", At)) != std::string::npos; ++At)
    EXPECT_TRUE(S.silence("aoti-a", At));
  // Each looked at all others once, and made a glob of it.
  EXPECT_LT((clock() - Start) / CLOCKS_PER_SEC, 5);
  EXPECT_TRUE(llvm::all_of(S.takeList(),
                           [](const Suppression &X) { return X.IsUsed; }));
}
