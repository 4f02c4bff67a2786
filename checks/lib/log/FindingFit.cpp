// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/FindingFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// 0 and 3 of "inputs 0 and 3 have shape ..., as input 1 has".
std::vector<uint64_t> inputsOf(StringRef Message) {
  static const llvm::Regex Subject(
      "(^|[^A-Za-z0-9_])inputs? ([0-9]+((, | and |, and )[0-9]+)*)");
  llvm::SmallVector<StringRef, 5> Groups;
  std::vector<uint64_t> Inputs;
  if (!Subject.match(Message, &Groups))
    return Inputs;
  for (StringRef Rest = Groups[2]; !Rest.empty();) {
    uint64_t Number;
    if (Rest.consumeInteger(10, Number))
      break;
    Inputs.push_back(Number);
    Rest = Rest.drop_until(llvm::isDigit);
  }
  return Inputs;
}

/// The finding's input has another shape, so it was made elsewhere.
bool isOfOtherShape(const LogEvent &Event, StringRef Message) {
  // "input_handles[0]: unmatched dim value at 1, expected: 16, but got: 17"
  size_t Dimension;
  int64_t Got, Size;
  if (Event.Groups.size() < 5 ||
      !StringRef(Event.Groups[0]).contains("dim value") ||
      StringRef(Event.Groups[2]).getAsInteger(10, Dimension) ||
      StringRef(Event.Groups[4]).getAsInteger(10, Got))
    return false;
  const auto [Before, Shape] = Message.split("shape [");
  llvm::SmallVector<StringRef, 8> Sizes;
  Shape.split(']').first.split(Sizes, ',');
  if (Shape.empty() || Dimension >= Sizes.size())
    return !Shape.empty();
  return !Sizes[Dimension].trim().getAsInteger(10, Size) && Size != Got;
}

bool isNameChar(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
}

bool hasName(StringRef Text, StringRef Name) {
  for (size_t At = 0; (At = Text.find(Name, At)) != StringRef::npos; ++At) {
    const StringRef Behind = Text.drop_front(At + Name.size());
    if ((At == 0 || !isNameChar(Text[At - 1])) &&
        (Behind.empty() || !isNameChar(Behind.front()) ||
         (Behind.size() > 1 && llvm::isSpace(Behind[1]))))
      return true;
  }
  return false;
}

} // namespace

FindingFit fitOf(const LogEvent *Event, StringRef Fault, StringRef Message) {
  const bool HasName = Event && Event->Groups.size() > 1;
  const bool IsOfInput =
      HasName && StringRef(Event->Groups[0]).contains("input_handles[");
  const std::vector<uint64_t> About = inputsOf(Message);
  uint64_t Input;
  const bool IsNumbered =
      IsOfInput && !StringRef(Event->Groups[1]).getAsInteger(10, Input);
  if (IsNumbered && !About.empty() && !llvm::is_contained(About, Input))
    return FindingFit::OtherThing;
  if (!Fault.empty() && !llvm::Regex(Fault).match(Message))
    return FindingFit::OtherFault;
  if (IsOfInput && isOfOtherShape(*Event, Message))
    return FindingFit::OtherThing;
  if (IsOfInput)
    return IsNumbered && !About.empty() ? FindingFit::Same
                                        : FindingFit::Unclear;
  if (!HasName)
    return FindingFit::Unclear;
  const StringRef Said = Event->Groups[1];
  // "4x12" or a number is no name.
  if (Said.size() < 2 || !llvm::all_of(Said, isNameChar) ||
      llvm::isDigit(Said.front()))
    return FindingFit::Unclear;
  if (hasName(Message, Said))
    return FindingFit::Same;
  // The log may have an operator's namespace only.
  if (Message.contains((Said + "::").str()))
    return FindingFit::Unclear;
  // 'cuda:0' in a log may be 'cuda', or a choice at run time, in the sources;
  // "'fc.weight' and 3 more" does not list all names.
  const bool IsDevice =
      llvm::is_contained({"cpu", "cuda", "mps", "xpu"}, Said.split(':').first);
  return IsDevice || Message.contains(" more") || !Message.contains('\'')
             ? FindingFit::Unclear
             : FindingFit::OtherThing;
}

} // namespace aoti_tidy
