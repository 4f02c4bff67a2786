// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/ResultStore.h"
#include "driver/base/Finding.h"
#include "driver/base/RunReads.h"
#include "driver/cache/Packed.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include <cstring>
#include <link.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The build id among the notes of a segment; empty if it has none.
StringRef buildIdIn(StringRef Notes) {
  ElfW(Nhdr) Note;
  while (Notes.size() >= sizeof(Note)) {
    std::memcpy(&Note, Notes.data(), sizeof(Note));
    const size_t Name = sizeof(Note),
                 Text = Name + llvm::alignTo(Note.n_namesz, 4),
                 End = Text + llvm::alignTo(Note.n_descsz, 4);
    if (Note.n_type == NT_GNU_BUILD_ID &&
        Notes.substr(Name, Note.n_namesz) == StringRef("GNU", 4))
      return Notes.substr(Text, Note.n_descsz);
    Notes = Notes.substr(End);
  }
  return "";
}

/// The linker's id of this build; empty if the program has none.
StringRef programId() {
  static const StringRef Id = [] {
    StringRef Found;
    dl_iterate_phdr(
        [](dl_phdr_info *Info, size_t, void *To) {
          for (size_t I = 0; I < Info->dlpi_phnum; ++I) {
            const auto &Segment = Info->dlpi_phdr[I];
            auto &Found = *static_cast<StringRef *>(To);
            if (Segment.p_type == PT_NOTE && Found.empty())
              Found = buildIdIn({reinterpret_cast<const char *>(
                                     Info->dlpi_addr + Segment.p_vaddr),
                                 Segment.p_memsz});
          }
          return 1; // the first is the program
        },
        &Found);
    return Found;
  }();
  return Id;
}

} // namespace

// Without it, another build's results could not be told from our own.
bool ResultStore::canKeep() { return !programId().empty(); }

std::string ResultStore::nameOf(const std::string &Key) {
  RecordWriter Whole;
  std::string Program = programId().str(), Directory = workingDirectory(),
              Rest = Key;
  Whole(Program, Directory, Rest);
  return TextHash::of(Whole.take()).hex();
}

bool ResultStore::load(StringRef Name, Entry &E) {
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

void ResultStore::store(StringRef Name, const Entry &E) const {
  (void)Folder->put(Kind, Name, pack(E));
}

void ResultStore::noteReuse(llvm::ArrayRef<Input> Inputs) {
  for (const Input &I : Inputs)
    if (I.isRead())
      if (const auto Id = Disk.idOf(I.Path))
        RunReads::get().note(I.Path, *Id);
}

} // namespace aoti_tidy
