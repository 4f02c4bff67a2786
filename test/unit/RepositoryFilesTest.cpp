// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/RepositoryFiles.h"
#include "driver/cxx/MissingHeaders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/stat.h>

using namespace aoti_tidy;
namespace fs = llvm::sys::fs;

namespace {

/// A folder that is there for one test.
class Tree {
public:
  Tree() {
    llvm::SmallString<128> Path;
    EXPECT_FALSE(fs::createUniqueDirectory("aoti-tidy-tree", Path));
    fs::real_path(Path, Path);
    Root = Path.str().str();
  }
  ~Tree() { fs::remove_directories(Root); }

  std::string add(llvm::StringRef Name, llvm::StringRef Text = "") const {
    const std::string Path = Root + "/" + Name.str();
    EXPECT_FALSE(fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    return Path;
  }
  /// Paths without the tree's own.
  std::string names(llvm::ArrayRef<std::string> Paths) const {
    std::vector<std::string> Names;
    for (llvm::StringRef Path : Paths) {
      Path.consume_front(Root + "/");
      Names.push_back(Path.str());
    }
    return llvm::join(Names, " ");
  }

  std::string Root;
};

} // namespace

TEST(RepositoryFiles, Root) {
  const Tree T;
  const std::string File = T.add("project/src/ops/a.cpp");
  // Nothing tells: the folder itself, not all of /tmp.
  EXPECT_EQ(searchRoot(File), T.Root + "/project/src/ops");
  T.add("project/src/CMakeLists.txt");
  EXPECT_EQ(searchRoot(File), T.Root + "/project/src");
  T.add("project/setup.py");
  EXPECT_EQ(searchRoot(File), T.Root + "/project");
  T.add("project/src/.git/HEAD");
  EXPECT_EQ(searchRoot(File), T.Root + "/project/src");
  // In a build folder only the neighbours belong together.
  T.add("project/src/out/CMakeCache.txt");
  const std::string Built = T.add("project/src/out/generated/b.cpp");
  EXPECT_EQ(searchRoot(Built), T.Root + "/project/src/out/generated");
}

TEST(RepositoryFiles, PlainFilesOnly) {
  const Tree T, Outside;
  T.add(".git/HEAD");
  const std::string File = T.add("src/a.cpp");
  T.add("src/b.cu");
  T.add("src/c.h");
  T.add("src/d.txt");
  T.add("python/e.py");
  T.add(".venv/pyvenv.cfg");
  T.add(".venv/f.py");
  T.add("out/CMakeCache.txt");
  const std::string Generated = T.add("out/g.cpp");
  const std::string Elsewhere = Outside.add("h.cpp");
  ASSERT_FALSE(fs::create_link(Outside.Root, T.Root + "/src/folder"));
  ASSERT_FALSE(fs::create_link(Elsewhere, T.Root + "/src/link.cpp"));
  ASSERT_EQ(::mkfifo((T.Root + "/src/pipe.cpp").c_str(), 0600), 0);
  const auto Files = RepositoryFiles::around({File}, {Generated, Elsewhere});
  EXPECT_EQ(T.names(Files.cxx()), "out/g.cpp src/a.cpp src/b.cu src/c.h");
  EXPECT_EQ(T.names(Files.python()), "python/e.py");
  EXPECT_TRUE(Files.isWhole());
  // What has become something else since.
  EXPECT_EQ(readRepositoryFile(T.Root + "/src/pipe.cpp"), nullptr);
  EXPECT_EQ(readRepositoryFile(T.Root + "/src/link.cpp"), nullptr);
  EXPECT_EQ(readRepositoryFile(T.Root + "/src"), nullptr);
  EXPECT_EQ(readRepositoryFile(
                T.add("src/large.cpp", std::string(3 * 1024 * 1024, ' '))),
            nullptr);
  EXPECT_NE(readRepositoryFile(File), nullptr);
}

TEST(RepositoryFiles, HeadersByName) {
  const Tree T;
  T.add(".git/HEAD");
  const std::string File = T.add("csrc/a.cpp");
  T.add("csrc/include/core/ops.h");
  T.add("other/ops.h");
  T.add("one/utils.h");
  T.add("two/utils.h");
  T.add("include/copied.h");
  T.add("build/lib/copied.h");
  T.add("third_party/torch/script.h");
  const auto Files = RepositoryFiles::around({File}, {});
  const auto Called = [&](llvm::StringRef Name) {
    return T.names(Files.headersCalled(Name, File));
  };
  EXPECT_EQ(Called("core/ops.h"), "csrc/include/core/ops.h");
  EXPECT_EQ(Called("ops.h"), "csrc/include/core/ops.h other/ops.h");
  EXPECT_EQ(Called("e/ops.h"), "");
  EXPECT_EQ(Called("../core/ops.h"), "");
  EXPECT_EQ(Called("/etc/passwd"), "");
  EXPECT_EQ(Called("copied.h"), "include/copied.h");
  EXPECT_EQ(T.names(Files.headersCalled("core/ops.h", "/elsewhere/b.cpp")), "");

  MissingHeaders Missing(Files, File);
  EXPECT_TRUE(Missing.learnFrom("'core/ops.h' file not found"));
  EXPECT_FALSE(Missing.learnFrom("'core/ops.h' file not found"));
  EXPECT_FALSE(Missing.learnFrom("'utils.h' file not found"));
  EXPECT_FALSE(Missing.learnFrom("'nowhere.h' file not found"));
  EXPECT_FALSE(Missing.learnFrom("'torch/script.h' file not found"));
  EXPECT_FALSE(Missing.learnFrom("use of undeclared identifier 'core'"));
  EXPECT_EQ(Missing.missingCudaHeader(), "");
  EXPECT_TRUE(Missing.learnFrom("'cuda_runtime.h' file not found"));
  EXPECT_EQ(Missing.arguments({}),
            (std::vector<std::string>{"-idirafter", T.Root + "/csrc/include",
                                      "-idirafter", "/aoti-tidy/cuda"}));
  EXPECT_EQ(Missing.searched().Found.size(), 1U);
  EXPECT_EQ(Missing.searched().Ambiguous.size(), 1U);
}
