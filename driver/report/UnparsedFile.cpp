// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/UnparsedFile.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

StringRef nameOf(StringRef File) { return llvm::sys::path::filename(File); }

bool isMissingHeader(const UnparsedFile &F) {
  return F.Cause && StringRef(F.Cause->Message).ends_with("' file not found");
}

/// "MPSDevice.h:14: 'Metal/Metal.h' file not found"
std::string causeOf(const UnparsedFile &F) {
  if (!F.Cause)
    return "";
  const std::string Place =
      F.Cause->Where.File.empty()
          ? ""
          : fmt::format("{}:{}: ", nameOf(F.Cause->Where.File),
                        F.Cause->Where.Line);
  return Place + F.Cause->Message;
}

constexpr StringRef GiveFlags =
    "give the flags they are compiled with: -p BUILD_DIR, or after '--'";
constexpr StringRef HasFlags =
    "the flags are those of the compilation database";

constexpr StringRef InstallCuda =
    "it needs more of the CUDA toolkit than was found; install the toolkit, or "
    "set CUDA_HOME to its folder";

/// The cure where a database was used, which stays as it is.
std::string databaseCure(const UnparsedFile &F) {
  return fmt::format("{}; {}", HasFlags,
                     isMissingHeader(F)
                         ? "a header that the build makes is there after a "
                           "build, another's folder can be given: "
                           "--extra-arg=-IDIR"
                         : "does it compile with them?");
}

} // namespace

void sayUnparsed(llvm::ArrayRef<UnparsedFile> Files, size_t Linted) {
  if (Files.empty())
    return;
  const std::string Heading = fmt::format(
      "{} of {} {} could not be parsed completely, so findings in {} may be "
      "missing",
      Files.size(), Linted, Linted == 1 ? "file" : "files",
      Files.size() == 1 ? "it" : "them");
  if (Files.size() == 1) {
    const UnparsedFile &F = Files.front();
    const std::string Cause = causeOf(F);
    const std::string Cure = F.Lang == Language::Python ? ""
                             : F.LacksCuda   ? ("; " + InstallCuda).str()
                             : F.HasDatabase ? "; " + databaseCure(F)
                                             : ("; " + GiveFlags).str();
    say(fmt::format("{}: {}{}{}", Heading, nameOf(F.File),
                    Cause.empty() ? "" : " (" + Cause + ")", Cure));
    return;
  }
  const bool IsPython = Files.front().Lang == Language::Python;
  say(Heading + (IsPython ? "" : " (--verbose prints all errors)"));
  const std::string Here = workingDirectory();
  for (const UnparsedFile &F : Files) {
    const std::string More =
        F.Errors > 1 ? fmt::format(", and {} more", F.Errors - 1) : "";
    llvm::errs() << "  " << printableName(displayPath(F.File, Here)) << "  "
                 << printableLine(causeOf(F) + More) << '\n';
  }
  if (IsPython)
    return;
  const auto LacksCuda = [](const UnparsedFile &F) { return F.LacksCuda; };
  const auto HasFlags = [](const UnparsedFile &F) {
    return F.HasDatabase || F.LacksCuda;
  };
  const auto *Lacking = llvm::find_if(Files, LacksCuda);
  if (Lacking != Files.end())
    say(fmt::format("{}: {}", nameOf(Lacking->File), InstallCuda));
  const auto *Other = llvm::find_if_not(Files, LacksCuda);
  if (!llvm::all_of(Files, HasFlags))
    say(fmt::format("no compilation database has {}; {}",
                    llvm::none_of(Files, HasFlags) ? "flags for them"
                                                   : "flags for some of them",
                    GiveFlags));
  else if (Other != Files.end())
    say(databaseCure(*Other));
}

} // namespace aoti_tidy
