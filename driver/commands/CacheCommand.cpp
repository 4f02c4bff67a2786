// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Printable.h"
#include "driver/cache/CacheFolder.h"
#include "driver/commands/Commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

/// "3 entries, 41.5 MB"
std::string text(const CacheFolder::Usage &U) {
  return fmt::format("{}, {:.1f} MB", count(U.Entries, "entry", "entries"),
                     static_cast<double>(U.Bytes) / 1e6);
}

void print(const Options &O, llvm::raw_ostream &OS, llvm::StringRef Path,
           llvm::StringRef What, const CacheFolder::Usage &All,
           const std::map<std::string, CacheFolder::Usage> &ByKind) {
  if (O.Format == ReportFormat::Json) {
    llvm::json::OStream J(OS, 2);
    const auto Attributes = [&](const CacheFolder::Usage &U) {
      J.attribute("entries", static_cast<int64_t>(U.Entries));
      J.attribute("bytes", static_cast<int64_t>(U.Bytes));
    };
    J.object([&] {
      J.attribute("version", 1);
      J.attribute("path", llvm::json::fixUTF8(Path));
      Attributes(All);
      J.attributeObject("kinds", [&] {
        for (const auto &[Kind, U] : ByKind)
          J.attributeObject(Kind, [&] { Attributes(U); });
      });
    });
    OS << '\n';
    return;
  }
  OS << printableLine(Path) << ": " << What << text(All) << '\n';
  for (const auto &[Kind, U] : ByKind)
    OS << "  " << Kind << ": " << text(U) << '\n';
}

} // namespace

llvm::Error runCache(const Options &O, llvm::raw_ostream &OS) {
  if (!O.Positional.empty())
    return usageError("'cache' takes no file; it takes --clear and "
                      "--cache-dir={}",
                      O.Positional.front());
  const std::string Path =
      O.CacheDir.empty() ? CacheFolder::defaultPath().value_or("") : O.CacheDir;
  if (Path.empty())
    return usageError("there is no cache: the environment has neither "
                      "XDG_CACHE_HOME nor HOME; name one with --cache-dir");
  // To look at it is no reason to make it.
  if (!llvm::sys::fs::exists(Path)) {
    print(O, OS, Path, "", {}, {});
    return llvm::Error::success();
  }
  auto Folder = CacheFolder::open(Path);
  if (!Folder)
    return Folder.takeError();
  if (O.CacheClear) {
    const CacheFolder::Usage Removed = Folder->clear();
    print(O, OS, Folder->path(), "removed ", Removed, {});
    return llvm::Error::success();
  }
  CacheFolder::Usage All;
  const auto ByKind = Folder->usage();
  for (const auto &[Kind, U] : ByKind) {
    All.Entries += U.Entries;
    All.Bytes += U.Bytes;
  }
  print(O, OS, Folder->path(), "", All, ByKind);
  return llvm::Error::success();
}

} // namespace aoti_tidy
