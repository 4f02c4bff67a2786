// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/ResultStore.h"
#include "driver/base/Finding.h"
#include "driver/base/RunReads.h"
#include "driver/cache/Packed.h"
#include "driver/cache/ProgramId.h"

namespace aoti_tidy {

// Without it, another build's results could not be told from our own.
bool ResultStore::canKeep() { return !programId().empty(); }

std::string ResultStore::nameOf(const std::string &Key) {
  RecordWriter Whole;
  std::string Program = programId().str(), Directory = workingDirectory(),
              Rest = Key;
  Whole(Program, Directory, Rest);
  return TextHash::of(Whole.take()).hex();
}

bool ResultStore::load(llvm::StringRef Name, Entry &E) {
  const auto Bytes = Folder->get(Kind, Name);
  bool HasNewStamps = false;
  if (!Bytes || !unpack(Bytes->getBuffer(), E) ||
      !Disk.has(E.Inputs, HasNewStamps))
    return false;
  // So that the next run need not read them again.
  if (HasNewStamps)
    store(Name, E);
  return true;
}

void ResultStore::store(llvm::StringRef Name, const Entry &E) const {
  (void)Folder->put(Kind, Name, pack(E));
}

void ResultStore::noteReuse(llvm::ArrayRef<Input> Inputs) {
  for (const Input &I : Inputs)
    if (I.isRead())
      if (const auto Id = Disk.idOf(I.Path))
        RunReads::get().note(I.Path, *Id);
}

} // namespace aoti_tidy
