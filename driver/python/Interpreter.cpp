// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/Interpreter.h"
#include "driver/base/Errors.h"
#include "driver/base/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The oldest that a torch of today runs on.
constexpr unsigned OldestMinor = 9;
constexpr unsigned SecondsToAnswer = 10, Megabytes = 2048;

/// Writes its version and, of the text on standard input, "ok" or the line and
/// the reason. The flags of compile(): only a tree is made of a part.
constexpr StringRef Script = R"(import sys
print("%d.%d" % sys.version_info[:2])
text = sys.stdin.buffer.read()
try:
    compile(text.decode("utf-8-sig"), "text", "exec", FLAGS, True)
    print("ok")
except SyntaxError as e:
    print(e.lineno or 1, ascii(e.msg)[1:-1])
except BaseException as e:
    print(1, type(e).__name__)
)";
constexpr StringRef OnlyTree = "0x400", Everything = "0";

bool isIn(StringRef Path, StringRef Folder) {
  Folder.consume_back("/");
  return Path.consume_front(Folder) && (Path.empty() || Path.starts_with("/"));
}

} // namespace

std::optional<Interpreter>
Interpreter::find(llvm::ArrayRef<std::string> Linted) {
  const auto IsLinted = [&](StringRef Path) {
    return llvm::any_of(
        Linted, [&](const std::string &Folder) { return isIn(Path, Folder); });
  };
  const std::string All = llvm::sys::Process::GetEnv("PATH").value_or("");
  llvm::SmallVector<StringRef> Folders;
  StringRef(All).split(Folders, ':', -1, /*KeepEmpty=*/false);
  for (const StringRef Folder : Folders) {
    llvm::SmallString<256> Name(Folder), Real, RealFolder;
    path::append(Name, "python3");
    llvm::file_magic Magic;
    if (!path::is_absolute(Folder) || !fs::can_execute(Name) ||
        fs::real_path(Folder, RealFolder) || fs::real_path(Name, Real) ||
        IsLinted(RealFolder) || IsLinted(Real) ||
        llvm::identify_magic(Real, Magic) || !Magic.is_object())
      continue;
    Interpreter Found(Real.str().str());
    const std::string Answer = Found.ask("", /*IsProgram=*/true);
    Found.Version = StringRef(Answer).take_until(llvm::isSpace).str();
    StringRef Minor = Found.Version;
    unsigned Number = 0;
    if (Minor.consume_front("3.") && !Minor.getAsInteger(10, Number) &&
        Number >= OldestMinor)
      return Found;
  }
  return std::nullopt;
}

std::string Interpreter::ask(StringRef Text, bool IsProgram) const {
  const TemporaryFile In("aoti-tidy-text"), Out("aoti-tidy-python");
  if (In.error() || Out.error())
    return "";
  std::error_code EC;
  llvm::raw_fd_ostream To(In.path(), EC);
  To << Text;
  To.close();
  if (EC || To.has_error()) {
    To.clear_error();
    return "";
  }
  const std::string Command =
      fmt::format("FLAGS = {}\n{}", IsProgram ? Everything : OnlyTree, Script);
  // Neither the environment, nor the working directory, nor what is installed
  // for it has a say in what it loads.
  const StringRef Args[] = {Path, "-I",     "-S", "-B",
                            "-W", "ignore", "-c", Command};
  const std::optional<StringRef> Redirects[] = {In.path(), Out.path(),
                                                StringRef("")};
  llvm::sys::ExecuteAndWait(Path, Args, llvm::ArrayRef<StringRef>(), Redirects,
                            SecondsToAnswer, Megabytes);
  const auto Buffer = llvm::MemoryBuffer::getFile(Out.path());
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

std::optional<Interpreter::Refusal>
Interpreter::refusalOf(StringRef Text, bool IsProgram) const {
  const std::string Answer = ask(Text, IsProgram);
  StringRef Verdict = StringRef(Answer).split('\n').second.trim();
  if (Verdict == "ok")
    return std::nullopt;
  Refusal Result;
  if (Verdict.consumeInteger(10, Result.Line))
    Result.Why = "it did not get to its end";
  else
    Result.Why = Verdict.trim().str();
  return Result;
}

} // namespace aoti_tidy
