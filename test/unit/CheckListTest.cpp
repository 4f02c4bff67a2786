// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "checks/Registry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <set>

using namespace aoti_tidy;

namespace {

std::string errorOf(llvm::Error E) { return llvm::toString(std::move(E)); }

/// The unit tests run in the folder test/.
std::string read(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

} // namespace

TEST(CheckList, FindsTheNearestName) {
  EXPECT_EQ(nearestCheck("aoti-raw-runer")->Id, "aoti-raw-runner");
  EXPECT_EQ(nearestCheck("raw-runner")->Id, "aoti-raw-runner");
  EXPECT_EQ(nearestCheck("bugprone-use-after-move"), nullptr);
}

TEST(CheckList, EachCheckHasACodeOfItsOwn) {
  std::set<llvm::StringRef> Codes;
  for (const CheckInfo &C : allChecks()) {
    EXPECT_TRUE(Codes.insert(C.code()).second) << C.Id.str();
    EXPECT_EQ(idOfCode(C.code()), C.Id) << "add it to Codes.def";
  }
  EXPECT_EQ(idOfCode("AOTI101"), "aoti-debug-flag");
  EXPECT_EQ(idOfCode("AOTI"), "");
}

TEST(CheckList, VerifiesGlobs) {
  for (const char *Good : {"", "*", "-*,aoti-*", "aoti-raw-runner",
                           "-*, aoti-raw-*", "aoti-raw-runner,"})
    EXPECT_EQ(errorOf(verifyGlobs(Good, "--checks")), "") << Good;
  EXPECT_EQ(errorOf(verifyGlobs("aoti-raw-runer", "--checks")),
            "--checks: no check matches 'aoti-raw-runer'; did you mean "
            "'aoti-raw-runner'?");
  EXPECT_EQ(errorOf(verifyGlobs("-*,bugprone-*", "--checks")),
            "--checks: no check matches 'bugprone-*'; 'aoti-tidy rule' lists "
            "the checks");
}

TEST(CheckList, DefaultsAreTheStableTier) {
  EXPECT_TRUE(llvm::StringRef(defaultChecks()).starts_with("-*,"));
  for (const CheckInfo &C : allChecks())
    EXPECT_EQ(llvm::StringRef(defaultChecks()).contains(C.Id),
              C.Tier == Tier::Stable)
        << C.Id.str();
}

TEST(CheckList, ChecksThatReadEmittedCodeHaveTheFunctionForIt) {
  for (const CheckInfo &C : allChecks())
    EXPECT_EQ(emittedRule(C.Id) != nullptr, readsEmittedCode(C.Id))
        << C.Id.str();
  EXPECT_TRUE(readsEmittedCode("aoti-dropped-error"));
  EXPECT_FALSE(readsEmittedCode("aoti-raw-runner"));
}

TEST(CheckList, ARuleOfTheRunIsNoCheck) {
  const std::string Id = SuppressionRule.str();
  ASSERT_NE(findRule(Id), nullptr);
  EXPECT_EQ(findCheck(Id), nullptr);
  EXPECT_EQ(allRules().size(), allChecks().size() + 1);
  EXPECT_TRUE(findRule(Id)->page().starts_with("# " + Id));
  for (const CheckInfo &C : allChecks())
    EXPECT_EQ(findRule(C.Id), findCheck(C.Id)) << C.Id.str();
}

TEST(CheckList, WordsAreOfChecksThatReadCxx) {
  // Of a name that is misspelled, files would be left out that have the check's
  // kernels and calls.
  std::set<llvm::StringRef> WithWords, WithMore;
#define AOTI_CXX_WORD(ID, WORD) WithWords.insert(ID);
#define AOTI_CXX_KERNELS(ID) WithMore.insert(ID);
#include "checks/CxxWords.def"
  for (const llvm::StringRef Id : WithMore)
    EXPECT_TRUE(WithWords.contains(Id)) << Id.str();
  std::set<llvm::StringRef> OfCxx;
  for (const CheckInfo &C : allChecks())
    if (readsCxx(C.Id))
      OfCxx.insert(C.Id);
  EXPECT_EQ(WithWords, OfCxx);
  EXPECT_FALSE(readsCxx("aoti-training-mode"));
}

TEST(CheckList, EveryCheckHasItsPageTestsAndReleaseNote) {
  const std::string Notes = read("../docs/release-notes.md");
  for (const CheckInfo &C : allChecks()) {
    const std::string Id = C.Id.str();
    const std::string Page = read("../docs/checks/" + Id + ".md");
    EXPECT_NE(Page.find("id: " + Id + "\n"), std::string::npos) << Id;
    EXPECT_NE(Page.find("tier: " + name(C.Tier).str() + "\n"),
              std::string::npos)
        << Id;
    EXPECT_NE(Page.find("fix: " + name(C.Fix).str() + "\n"), std::string::npos)
        << Id;
    EXPECT_NE(Page.find("since: " + C.Since.str() + "\n"), std::string::npos)
        << Id;
    for (const char *Section :
         {"## Why it matters", "## Example", "## Use instead",
          "## What it does not report", "## Known limits", "## Options",
          "## Fix safety", "## References"})
      EXPECT_NE(Page.find(Section), std::string::npos) << Id << ": " << Section;
    EXPECT_FALSE(C.page().empty()) << Id;
    EXPECT_TRUE(llvm::StringRef(C.summary()).ends_with(".")) << C.summary();
    EXPECT_NE(Notes.find(Id), std::string::npos) << Id << " in release notes";
    EXPECT_TRUE(llvm::sys::fs::is_directory(
        "checks/" + C.Id.drop_front(llvm::StringRef("aoti-").size())))
        << Id << " has no tests";
  }
}
