// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Memory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <sys/resource.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Files of /proc have no size until they are read.
std::string textOf(const llvm::Twine &Path) {
  const auto Text = llvm::MemoryBuffer::getFileAsStream(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// The number in "Name  123 kB" or "Name 123".
std::optional<uint64_t> valueOf(StringRef Text, StringRef Name) {
  for (StringRef Line : llvm::split(Text, '\n')) {
    uint64_t Value;
    if (Line.consume_front(Name) && Line.starts_with(" ") &&
        !Line.trim().split(' ').first.getAsInteger(10, Value))
      return Value;
  }
  return std::nullopt;
}

/// The rest of a group's limit; nothing if it has none.
std::optional<uint64_t> leftInGroup(StringRef Folder) {
  uint64_t Limit, Used;
  // "max" is none.
  if (StringRef(textOf(Folder + "/memory.max"))
          .trim()
          .getAsInteger(10, Limit) ||
      StringRef(textOf(Folder + "/memory.current"))
          .trim()
          .getAsInteger(10, Used))
    return std::nullopt;
  // The files that it has read count as used, and are the first to go.
  const uint64_t Files =
      valueOf(textOf(Folder + "/memory.stat"), "inactive_file").value_or(0);
  Used -= std::min(Used, Files);
  return Limit - std::min(Limit, Used);
}

} // namespace

std::optional<uint64_t> availableMemory(StringRef Root) {
  std::optional<uint64_t> Least;
  const auto Bound = [&](std::optional<uint64_t> Bytes) {
    if (Bytes)
      Least = std::min(Least.value_or(*Bytes), *Bytes);
  };
  if (const auto Kilobytes =
          valueOf(textOf(Root + "/proc/meminfo"), "MemAvailable:"))
    Bound(*Kilobytes << 10);
  // "0::/user.slice/a.scope" is the group of version 2. Those around it have
  // limits of their own.
  const std::string Groups = textOf(Root + "/proc/self/cgroup");
  for (StringRef Line : llvm::split(Groups, '\n'))
    if (Line.consume_front("0::"))
      for (StringRef Group = Line;;
           Group = llvm::sys::path::parent_path(Group)) {
        Bound(leftInGroup((Root + "/sys/fs/cgroup" + Group).str()));
        if (Group.size() <= 1)
          break;
      }
  return Least;
}

unsigned jobsThatFit(unsigned Jobs, uint64_t BytesOfJob,
                     std::optional<uint64_t> Available) {
  return Available ? std::clamp<uint64_t>(*Available / BytesOfJob, 1, Jobs)
                   : Jobs;
}

PeakMemory peakMemory() {
  const auto Of = [](int Who) -> uint64_t {
    rusage Usage = {};
    if (getrusage(Who, &Usage) != 0)
      return 0;
#ifdef __APPLE__
    return Usage.ru_maxrss;
#else
    return static_cast<uint64_t>(Usage.ru_maxrss) << 10;
#endif
  };
  return {Of(RUSAGE_SELF), Of(RUSAGE_CHILDREN)};
}

} // namespace aoti_tidy
