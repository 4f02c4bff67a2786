// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/File.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy::python {
namespace {

/// Of what a file imports.
constexpr unsigned MaxImported = 64;
/// Who asks more often of a text had better read it as Python.
constexpr unsigned MaxAsked = 32;
constexpr uint64_t MaxSize = 1024 * 1024;

std::vector<Call> canonicalCalls(const Names &N) {
  std::vector<Call> Calls = callsIn(N);
  for (Call &C : Calls)
    if (const llvm::StringRef Name = canonicalName(C.Callee); Name != C.Callee)
      C.Callee = Name.str();
  return Calls;
}

} // namespace

File::Content::Content(std::unique_ptr<Tree> T)
    : Syntax(std::move(T)), Known(*Syntax), Evaluated(Known),
      Calls(canonicalCalls(Known)) {
  for (const Call &C : Calls)
    CallsByNode.try_emplace(C.At.id(), &C);
}

std::unique_ptr<File> File::create(std::string Path, llvm::StringRef Text,
                                   const Settings &With) {
  auto T = Tree::parse(Text);
  if (!T)
    return nullptr;
  return std::unique_ptr<File>(
      new File(std::move(Path), std::make_shared<Content>(std::move(T)), With));
}

/// Modules that the files of a run import, which are often the same ones. A
/// thread's own: what is known of a file is worked out when it is asked for.
class File::Contents {
public:
  static Contents &ofThread() {
    static thread_local Contents All;
    return All;
  }

  /// Null if \p Text cannot be parsed at all. A text that a file had before is
  /// another one.
  std::shared_ptr<const Content> of(llvm::StringRef Path,
                                    llvm::StringRef Text) {
    const auto Known = ByPath.find(Path);
    if (Known != ByPath.end() && Known->second->Text == Text)
      return contentOf(Known->second);
    Kept += Text.size();
    if (Kept > MaxKept) {
      ByPath.clear();
      Kept = Text.size();
    }
    return contentOf(ByPath[Path] = std::make_shared<Entry>(Text));
  }

private:
  /// Bytes of texts; trees take some 30 times as much.
  static constexpr size_t MaxKept = 1024 * 1024;

  struct Entry {
    explicit Entry(llvm::StringRef Given) : Text(Given) {
      if (auto T = Tree::parse(Text))
        Read.emplace(std::move(T));
    }
    const std::string Text; ///< the disk may be gone before the tree
    std::optional<Content> Read;
  };
  static std::shared_ptr<const Content>
  contentOf(const std::shared_ptr<Entry> &E) {
    return E->Read ? std::shared_ptr<const Content>(E, &*E->Read) : nullptr;
  }

  llvm::StringMap<std::shared_ptr<Entry>> ByPath;
  size_t Kept = 0;
};

std::string File::absolutePath() const {
  llvm::SmallString<256> Result(Path);
  (void)llvm::sys::fs::make_absolute(Result);
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

File::Other *File::otherFile(llvm::StringRef Of) const {
  const File &Main = main();
  if (!Main.Imported.contains(Of) && Main.Imported.size() >= MaxImported)
    return nullptr;
  const auto [It, IsNew] = Main.Imported.try_emplace(Of);
  Other &Result = It->second;
  if (!IsNew)
    return Result.Text ? &Result : nullptr;
  llvm::vfs::FileSystem &Disk = *With.Disk;
  const auto Status = Disk.status(Of);
  if (!Status || !Status->isRegularFile() || Status->getSize() > MaxSize)
    return nullptr;
  auto Buffer = Disk.getBufferForFile(Of);
  if (!Buffer || !llvm::json::isUTF8((*Buffer)->getBuffer()))
    return nullptr;
  Result.Text = std::move(*Buffer);
  return &Result;
}

std::optional<llvm::StringRef> File::unreadText(llvm::StringRef Of) const {
  Other *Known = Of == main().absolutePath() ? nullptr : otherFile(Of);
  return Known && !Known->IsRead && ++Known->Asked <= MaxAsked
             ? std::optional(Known->Text->getBuffer())
             : std::nullopt;
}

const File *File::imported(llvm::StringRef Of) const {
  const File &Main = main();
  if (Of == Main.absolutePath())
    return &Main;
  Other *Known = otherFile(Of);
  if (!Known)
    return nullptr;
  if (!std::exchange(Known->IsRead, true)) {
    if (auto Content = Contents::ofThread().of(Of, Known->Text->getBuffer())) {
      Known->Parsed.reset(new File(Of.str(), std::move(Content), With));
      Known->Parsed->ImportedBy = &Main;
    }
  }
  return Known->Parsed.get();
}

const File *File::fileOf(Node N) const {
  if (&N.tree() == &tree())
    return this;
  for (const auto &Each : main().Imported)
    if (const File *Of = Each.second.Parsed.get();
        Of && &N.tree() == &Of->tree())
      return Of;
  return nullptr;
}

const Call *File::callAt(Node At) const {
  return At ? Read->CallsByNode.lookup(At.id()) : nullptr;
}

bool File::mentions(llvm::StringRef Word) const {
  const auto [It, IsNew] = Mentioned.try_emplace(Word);
  if (IsNew)
    It->second = tree().text().contains(Word);
  return It->second;
}

} // namespace aoti_tidy::python
