// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/File.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy::python {
namespace {

std::vector<Call> canonicalCalls(const Names &N, const Settings &With) {
  std::vector<Call> Calls = callsIn(N);
  for (Call &C : Calls)
    if (llvm::is_contained(With.Loaders, C.Callee)) {
      C.Callee = torchname::AotiLoadPackage.str();
      // What else it takes is its own.
      C.Arguments.resize(std::min<size_t>(C.Arguments.size(), 1));
      for (Argument &Path : C.Arguments)
        Path.Keyword = "";
    } else if (const llvm::StringRef Name = canonicalName(C.Callee);
               Name != C.Callee)
      C.Callee = Name.str();
  return Calls;
}

} // namespace

File::File(std::string Path, std::unique_ptr<Tree> T, const Settings &With)
    : Path(std::move(Path)), Syntax(std::move(T)), Known(*Syntax),
      Evaluated(Known), Calls(canonicalCalls(Known, With)), With(With) {
  for (const Call &C : Calls)
    CallsByNode.try_emplace(C.At.id(), &C);
}

std::unique_ptr<File> File::create(std::string Path, llvm::StringRef Text,
                                   const Settings &With) {
  auto T = Tree::parse(Text);
  return T ? std::unique_ptr<File>(
                 new File(std::move(Path), std::move(T), With))
           : nullptr;
}

std::string File::absolutePath() const {
  llvm::SmallString<256> Result(Path);
  (void)llvm::sys::fs::make_absolute(Result);
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

const Call *File::callAt(Node At) const {
  return At ? CallsByNode.lookup(At.id()) : nullptr;
}

bool File::mentions(llvm::StringRef Word) const {
  const auto [It, IsNew] = Mentioned.try_emplace(Word);
  if (IsNew)
    It->second = tree().text().contains(Word);
  return It->second;
}

} // namespace aoti_tidy::python
