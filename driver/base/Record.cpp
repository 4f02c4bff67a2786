// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Record.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::record {
namespace {

/// A mark for the folder; no path has it.
constexpr StringRef Mark("\x02root\x03");

bool isPathCharacter(char C) {
  return llvm::isAlnum(C) || StringRef("_.-/").contains(C);
}

} // namespace

std::string withoutRoot(StringRef Text, StringRef Root) {
  std::string Result;
  size_t Done = 0;
  for (size_t At = Text.find(Root); At != StringRef::npos;
       At = Text.find(Root, At + 1)) {
    const size_t End = At + Root.size();
    const bool IsWhole = End == Text.size() || Text[End] == '/';
    // '-I/folder' begins with one, 'a/folder' does not.
    const bool IsStart = At == 0 || !isPathCharacter(Text[At - 1]) ||
                         (At == 2 && Text.starts_with("-"));
    if (At < Done || !IsWhole || !IsStart)
      continue;
    Result += Text.slice(Done, At);
    Result += Mark;
    Done = End;
  }
  Result += Text.drop_front(Done);
  return Result;
}

std::string withRoot(StringRef Text, StringRef Root) {
  std::string Result;
  for (size_t At; (At = Text.find(Mark)) != StringRef::npos;
       Text = Text.drop_front(At + Mark.size())) {
    Result += Text.take_front(At);
    Result += Root;
  }
  Result += Text;
  return Result;
}

} // namespace aoti_tidy::record
