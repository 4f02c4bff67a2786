// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/CheckTimes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fs = llvm::sys::fs;

namespace aoti_tidy {

CheckTimes::CheckTimes(clang::tidy::ClangTidyContext &Context) {
  if (fs::createUniqueDirectory("aoti-tidy-times", Folder)) {
    Folder.clear();
    return;
  }
  Context.setEnableProfiling(true);
  Context.setProfileStoragePrefix(Folder);
}

CheckTimes::~CheckTimes() {
  if (!Folder.empty())
    (void)fs::remove_directories(Folder);
}

std::vector<std::pair<std::string, double>> CheckTimes::take() const {
  std::vector<std::pair<std::string, double>> Seconds;
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC)) {
    auto Text = llvm::MemoryBuffer::getFile(It->path());
    if (!Text)
      continue;
    auto Json = llvm::json::parse((*Text)->getBuffer());
    if (!Json) {
      llvm::consumeError(Json.takeError());
      continue;
    }
    const llvm::json::Object *Top = Json->getAsObject();
    const llvm::json::Object *Profile =
        Top ? Top->getObject("profile") : nullptr;
    if (!Profile)
      continue;
    // "time.clang-tidy.aoti-debug-flag.wall"
    for (const auto &[Key, Value] : *Profile) {
      llvm::StringRef Name = Key;
      if (Name.consume_front("time.clang-tidy.") && Name.consume_back(".wall"))
        Seconds.emplace_back(Name, Value.getAsNumber().value_or(0));
    }
  }
  return Seconds;
}

} // namespace aoti_tidy
