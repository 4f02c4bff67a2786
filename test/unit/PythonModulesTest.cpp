// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Modules.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <gtest/gtest.h>

namespace aoti_tidy::python {
namespace {

/// A folder with a module, and a file that imports from it.
class Program {
public:
  explicit Program(llvm::StringRef Module) {
    auto Disk = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Disk->addFile("/p/helpers.py", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Module));
    With.Disk = std::move(Disk);
    Main = File::create("/p/main.py", "from helpers import size\n", With);
  }

  ModuleMember member() const { return importedMember(*Main, "helpers.size"); }

private:
  Settings With;
  std::unique_ptr<File> Main;
};

TEST(PythonModules, AreReadOnceForAllFiles) {
  const char *const Text = "def size(x):\n  return int(x)\n";
  const Program One(Text), Other(Text);
  const ModuleMember InOne = One.member(), InOther = Other.member();
  ASSERT_TRUE(InOne && InOther);
  EXPECT_EQ(&InOne.In->tree(), &InOther.In->tree());
  // What is known of the module beside its text is each file's own.
  EXPECT_NE(InOne.In, InOther.In);
}

TEST(PythonModules, WithAnotherTextIsAnotherOne) {
  const Program Before("def size(x):\n  return int(x)\n");
  const ModuleMember Function = Before.member();
  const Program After("class size:\n  pass\n");
  const ModuleMember Class = After.member();
  ASSERT_TRUE(Function && Class);
  EXPECT_TRUE(Class.At.is("class_definition"));
  // The file that was first has what it had.
  EXPECT_TRUE(Function.At.is("function_definition"));
  EXPECT_EQ(Function.In->tree().text().take_front(8), "def size");
}

TEST(PythonModules, OutliveThoseThatAreKept) {
  const Program First("def size(x):\n  return int(x)\n");
  const ModuleMember Kept = First.member();
  ASSERT_TRUE(Kept);
  // More text than is kept of all modules.
  const std::string Padding(400 * 1024, '#');
  for (int I = 0; I < 4; ++I) {
    const Program Large("size = " + std::to_string(I) + "\n" + Padding);
    ASSERT_TRUE(Large.member());
  }
  EXPECT_EQ(Kept.At.text(), "def size(x):\n  return int(x)");
}

} // namespace
} // namespace aoti_tidy::python
