// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/RunReads.h"
#include "driver/base/Errors.h"
#include "driver/base/Record.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::string absolute(StringRef Path) {
  llvm::SmallString<256> Full(Path), Folder;
  (void)fs::make_absolute(Full);
  // Above a folder that a link leads to is not where the link is: in
  // '/lib/gcc/../../include', '/lib' is '/usr/lib'.
  if (StringRef(Full).contains("/../") &&
      !fs::real_path(path::parent_path(Full), Folder)) {
    path::append(Folder, path::filename(Full));
    Full = Folder;
  }
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  return Full.str().str();
}

/// True for facts of the kernel about the machine, such as its memory: the way to
/// a result depends on them, the result does not.
bool isOfKernel(StringRef Path) {
  return Path.starts_with("/proc/") || Path.starts_with("/sys/") ||
         Path.starts_with("/dev/");
}

} // namespace

RunReads &RunReads::get() {
  static RunReads Reads;
  return Reads;
}

void RunReads::forgetPaths() {
  KeepsPaths = false;
  Paths.clear();
}

void RunReads::note(StringRef Path, fs::UniqueID File) {
  if (!isListening() || isOfKernel(Path))
    return;
  const std::lock_guard Lock(Mutex);
  if (KeepsPaths)
    Paths.insert(absolute(Path));
  for (const auto &[I, O] : llvm::enumerate(Outputs))
    if (O.File == File)
      ReadOutputs.insert(I);
}

void RunReads::noteReuse(const std::string &Path) {
  fs::UniqueID File;
  if (isListening() && !fs::getUniqueID(Path, File))
    note(Path, File);
}

void RunReads::watch(llvm::ArrayRef<NamedOutput> Named) {
  for (const auto &[Option, Path] : Named) {
    fs::UniqueID File;
    // A missing file cannot be lost, nor can a device or a pipe.
    if (!Path.empty() && fs::is_regular_file(Path) &&
        !fs::getUniqueID(Path, File))
      Outputs.push_back({Option.str(), Path.str(), File});
  }
}

llvm::Error RunReads::refuseReadOutputs() const {
  if (ReadOutputs.empty())
    return llvm::Error::success();
  const Output &First = Outputs[*ReadOutputs.begin()];
  return overwritesInput(First.Option, First.Path);
}

void RunReads::declare(StringRef Path) {
  if (Path.empty())
    return;
  const std::string Full = absolute(Path);
  Declared.insert(Full);
  // Some readers ask where a link leads first.
  llvm::SmallString<256> Real;
  if (!fs::real_path(Full, Real))
    Declared.insert(Real.str().str());
}

bool RunReads::isDeclared(StringRef Path) const {
  for (StringRef P = Path; !P.empty(); P = path::parent_path(P))
    if (Declared.contains(P.str()))
      return true;
  return false;
}

std::error_code RunReads::whyNotRead(StringRef Path) {
  if (!isSandboxed() || isOfKernel(Path))
    return {};
  std::string Full = absolute(Path);
  if (isDeclared(Full))
    return {};
  // Clang asks which machine this is; here it is none.
  if (StringRef(Full).starts_with("/etc/") ||
      path::filename(Full) == "os-release")
    return std::make_error_code(std::errc::no_such_file_or_directory);
  refuse(std::move(Full), /*IsProgram=*/false);
  return std::make_error_code(std::errc::permission_denied);
}

bool RunReads::mayList(StringRef Folder) const {
  if (!isSandboxed())
    return true;
  std::string Below = absolute(Folder);
  if (isDeclared(Below))
    return true;
  if (!StringRef(Below).ends_with("/"))
    Below += '/';
  const auto First = Declared.lower_bound(Below);
  return First != Declared.end() && StringRef(*First).starts_with(Below);
}

bool RunReads::mayStart(StringRef Program) {
  if (isSandboxed())
    refuse(Program.str(), /*IsProgram=*/true);
  return !isSandboxed();
}

void RunReads::refuse(std::string Path, bool IsOfProgram) {
  const std::lock_guard Lock(Mutex);
  if (!Refused.empty())
    return;
  Refused = std::move(Path);
  IsProgram = IsOfProgram;
}

llvm::Error RunReads::problem() const {
  if (Refused.empty())
    return llvm::Error::success();
  if (IsProgram)
    return usageError("--sandboxed: '{}' would be started, and nothing may be; "
                      "name single files, and torch with --torch-include or "
                      "--torch-version",
                      Refused);
  return usageError("--sandboxed: '{}' is read and is not among the inputs; "
                    "list it, or its folder, in the FILE of --inputs",
                    Refused);
}

std::string RunReads::take() {
  const std::lock_guard Lock(Mutex);
  std::vector<std::string> Files(Paths.begin(), Paths.end());
  std::vector<size_t> OfOutputs(ReadOutputs.begin(), ReadOutputs.end());
  RecordWriter Record;
  Record(Files, OfOutputs, Refused, IsProgram);
  Paths.clear();
  return Record.take();
}

bool RunReads::add(StringRef Record) {
  std::vector<std::string> Files;
  std::vector<size_t> OfOutputs;
  std::string OfRefused;
  bool IsOfProgram = false;
  RecordReader Reader(Record);
  Reader(Files, OfOutputs, OfRefused, IsOfProgram);
  if (!Reader.isWhole())
    return false;
  Paths.insert(Files.begin(), Files.end());
  for (const size_t I : OfOutputs)
    if (I < Outputs.size())
      ReadOutputs.insert(I);
  if (!OfRefused.empty())
    refuse(std::move(OfRefused), IsOfProgram);
  return true;
}

} // namespace aoti_tidy
