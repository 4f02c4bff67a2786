// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/LogArchive.h"
#include "checks/lib/package/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <fmt/format.h>
#include <map>
#include <optional>
#include <sys/mman.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef Marker("[__output_code]");
/// A record of TORCH_TRACE.
constexpr StringRef Dump("{\"graph_dump\": {\"name\": \"inductor_aot_");
constexpr size_t MaxBytes = size_t(256) << 20;
constexpr size_t Piece = size_t(16) << 20;
/// A null character among these bytes: no log.
constexpr size_t Head = 4096;

/// Frees the pages of a mapped file, as LLVM's dontNeedIfMmap() doesn't with
/// glibc.
void giveBack(const llvm::MemoryBuffer &File) {
  if (File.getBufferKind() != llvm::MemoryBuffer::MemoryBuffer_MMap)
    return;
  const uintptr_t Page = llvm::sys::Process::getPageSizeEstimate();
  const uintptr_t Begin =
      llvm::alignTo(reinterpret_cast<uintptr_t>(File.getBufferStart()), Page);
  const uintptr_t End =
      llvm::alignDown(reinterpret_cast<uintptr_t>(File.getBufferEnd()), Page);
  if (Begin < End)
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one.
    ::madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_DONTNEED);
}

enum class Role { Wrapper, Kernels };

struct Record {
  Role Is;
  std::string Process;
  std::string Text;
};

/// The process of a line: its number, and the text before torch's prefix "V1123
/// 12:14:14.406000 14118 torch/...", a rank, say.
std::string processOf(StringRef Prefix) {
  StringRef Rest = Prefix;
  while (!Rest.empty()) {
    const StringRef Before = Prefix.drop_back(Rest.size());
    auto [Level, Time] = Rest.split(' ');
    if (Level.size() == 5 && llvm::isUpper(Level.front()) &&
        llvm::all_of(Level.drop_front(), llvm::isDigit))
      return (Before + Time.split(' ').second.split(' ').first).str();
    Rest = Rest.drop_front(1);
  }
  return "";
}

class Reader {
public:
  std::vector<Record> read(llvm::MemoryBuffer &File) {
    StringRef Log = File.getBuffer();
    const char *Kept = Log.begin();
    while (!Log.empty() && Bytes < MaxBytes) {
      auto [Line, Rest] = Log.split('\n');
      Log = Rest;
      if (Log.begin() > Kept + Piece) {
        Kept = Log.begin();
        giveBack(File);
      }
      Line.consume_back("\r");
      readLine(Line);
    }
    return std::move(Records);
  }

private:
  void readLine(StringRef Line) {
    if (Line.starts_with("\t")) {
      if (Traced)
        append(*Traced, Line.drop_front());
      return;
    }
    Traced.reset();
    if (const size_t At = Line.find(Marker); At != StringRef::npos) {
      StringRef Text = Line.substr(At + Marker.size());
      Text.consume_front(" ");
      readPrinted(Line.take_front(At), Text);
    } else if (const size_t At = Line.find(Dump); At != StringRef::npos) {
      readTraced(Line.take_front(At), Line.substr(At));
    }
  }

  void readPrinted(StringRef Prefix, StringRef Text) {
    for (const auto &[Title, Is] :
         {std::pair(StringRef("Output wrapper code:"), Role::Wrapper),
          std::pair(StringRef("Output kernel code:"), Role::Kernels)})
      if (Text.rtrim() == Title) {
        Printed[Prefix.str()] = Records.size();
        Records.push_back({Is, processOf(Prefix), ""});
        return;
      }
    // Lines of other ranks may stand between.
    if (const auto It = Printed.find(Prefix.str()); It != Printed.end())
      append(It->second, Text);
  }

  void readTraced(StringRef Prefix, StringRef Json) {
    auto Header = parseJson(Json);
    if (!Header) {
      llvm::consumeError(Header.takeError());
      return;
    }
    const llvm::json::Object *Of = Header->getAsObject();
    Of = Of ? Of->getObject("graph_dump") : nullptr;
    const auto Name = Of ? Of->getString("name") : std::nullopt;
    if (!Name || Of->getString("type") != "cpp")
      return;
    // One file had both before torch wrote two.
    const Role Is = Name->contains("kernel") ? Role::Kernels : Role::Wrapper;
    Traced = Records.size();
    Records.push_back({Is, processOf(Prefix), ""});
  }

  void append(size_t To, StringRef Line) {
    Bytes += Line.size() + 1;
    (Records[To].Text += Line) += '\n';
  }

  std::vector<Record> Records;
  size_t Bytes = 0;
  std::optional<size_t> Traced;          ///< the one that the next lines are of
  std::map<std::string, size_t> Printed; ///< by their prefix
};

} // namespace

bool mayLogCode(llvm::MemoryBuffer &File) {
  constexpr StringRef Title("[__output_code] Output ");
  constexpr size_t Overlap = std::max(Title.size(), Dump.size());
  const StringRef Text = File.getBuffer();
  if (Text.take_front(Head).contains('\0'))
    return false;
  for (size_t At = 0; At < Text.size(); At += Piece) {
    const StringRef Part = Text.substr(At, Piece + Overlap);
    if (Part.contains(Title) || Part.contains(Dump))
      return true;
    if (Text.size() > Piece)
      giveBack(File);
  }
  return false;
}

bool isTraceLog(StringRef FileName) {
  return FileName.starts_with("dedicated_log_torch_trace_") &&
         FileName.ends_with(".log");
}

bool logsCode(StringRef Path, llvm::vfs::FileSystem &FS) {
  auto Opened = Archive::open(Path, FS);
  if (Opened)
    return (*Opened)->isLog() && !(*Opened)->names().empty();
  llvm::consumeError(Opened.takeError());
  return false;
}

void LogArchive::add(llvm::MemoryBuffer &Log) {
  std::vector<std::pair<std::string, std::string>> Models;
  std::map<std::string, size_t> OfProcess; // a wrapper without kernels so far
  for (Record &R : Reader().read(Log)) {
    if (R.Is == Role::Wrapper) {
      OfProcess[R.Process] = Models.size();
      Models.emplace_back(std::move(R.Text), "");
    } else if (const auto It = OfProcess.find(R.Process);
               It != OfProcess.end()) {
      Models[It->second].second = std::move(R.Text);
      OfProcess.erase(It);
    }
  }
  for (auto &[Wrapper, Kernels] : Models)
    if (!StringRef(Wrapper).trim().empty() &&
        Known.insert({Wrapper, Kernels}).second)
      addModel(std::move(Wrapper), std::move(Kernels));
}

void LogArchive::addModel(std::string Wrapper, std::string Kernels) {
  const std::string Name =
      Known.size() == 1 ? "model" : fmt::format("model{}", Known.size());
  const auto Add = [&](StringRef Ending, std::string Text) {
    Names.push_back(
        fmt::format("data/aotinductor/{0}/{0}.{1}", Name, Ending.str()));
    Texts.push_back(std::move(Text));
  };
  Add("wrapper.cpp", std::move(Wrapper));
  if (!StringRef(Kernels).trim().empty())
    Add("kernel.cpp", std::move(Kernels));
}

llvm::Expected<std::string> LogArchive::read(size_t Index, uint64_t MaxSize) {
  if (Texts[Index].size() > MaxSize)
    return error(Index, fmt::format("has {} bytes, more than torch emits",
                                    Texts[Index].size()));
  return Texts[Index];
}

} // namespace aoti_tidy
