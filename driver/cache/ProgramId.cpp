// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/ProgramId.h"
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

} // namespace

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

} // namespace aoti_tidy
