// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Git.h"
#include "driver/TemporaryFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Without what would change the form of a diff behind our back.
std::vector<StringRef> environment() {
  std::vector<StringRef> Variables;
  for (char **Variable = environ; *Variable; ++Variable)
    if (!StringRef(*Variable).starts_with("GIT_DIFF_OPTS="))
      Variables.push_back(*Variable);
  return Variables;
}

llvm::Error write(StringRef Path, StringRef Text) {
  std::error_code EC;
  llvm::raw_fd_ostream Out(Path, EC);
  if (!EC) {
    Out << Text;
    Out.close();
    EC = Out.error();
    Out.clear_error();
  }
  return llvm::errorCodeToError(EC);
}

} // namespace

llvm::Expected<std::string> git(llvm::ArrayRef<StringRef> Arguments,
                                StringRef Input) {
  const auto Program = llvm::sys::findProgramByName("git");
  if (!Program)
    return llvm::createStringError("git was not found");
  const TemporaryFile In("aoti-tidy-git"), Out("aoti-tidy-git"),
      Err("aoti-tidy-git");
  for (const TemporaryFile *File : {&In, &Out, &Err})
    if (File->error())
      return llvm::errorCodeToError(File->error());
  if (auto E = write(In.path(), Input))
    return std::move(E);
  llvm::SmallVector<StringRef> Args = {*Program,
                                       "--no-pager",
                                       "--no-optional-locks",
                                       "-c",
                                       "core.quotePath=false",
                                       "-c",
                                       "core.fsmonitor=false",
                                       "-c",
                                       "core.hooksPath=/dev/null"};
  llvm::append_range(Args, Arguments);
  const std::optional<StringRef> Redirects[] = {In.path(), Out.path(),
                                                Err.path()};
  const std::vector<StringRef> Variables = environment();
  const int Status = llvm::sys::ExecuteAndWait(
      *Program, Args, llvm::ArrayRef(Variables), Redirects,
      /*SecondsToWait=*/120);
  auto Text = llvm::MemoryBuffer::getFile((Status ? Err : Out).path(),
                                          /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  if (Status == 0)
    return (*Text)->getBuffer().str();
  StringRef Why = (*Text)->getBuffer().trim().split('\n').first;
  Why.consume_front("fatal: ");
  return llvm::createStringError(Why.empty() ? StringRef("git failed") : Why);
}

llvm::Expected<std::vector<std::string>> gitWithoutFilters(StringRef Folder) {
  // 'git config --get-regexp' fails if there is none.
  auto Names = git({"-C", Folder, "config", "-z", "--name-only", "--list"});
  if (!Names)
    return Names.takeError();
  std::vector<std::string> Arguments;
  llvm::StringSet<> Seen;
  for (StringRef Rest = *Names; !Rest.empty();) {
    StringRef Name;
    std::tie(Name, Rest) = Rest.split('\0');
    // filter.NAME.clean; a NAME may have dots.
    const auto [Filter, Key] = Name.rsplit('.');
    if (!Filter.starts_with("filter.") || !Seen.insert(Filter).second)
      continue;
    if (Filter.contains('='))
      return llvm::createStringError(
          fmt::format("'{}' of git's configuration cannot be turned off",
                      std::string_view(Filter)));
    for (StringRef Setting : {".clean=", ".process=", ".required=false"}) {
      Arguments.emplace_back("-c");
      Arguments.push_back((Filter + Setting).str());
    }
  }
  return Arguments;
}

} // namespace aoti_tidy
