// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of torch/_inductor/codegen/cpp_wrapper_gpu.py.
#include "checks/lib/kernels/triton/TritonSource.h"
#include "checks/lib/emitted/EmittedCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef Starts = "async_compile.triton(";
constexpr StringRef Quotes = "'''";

StringRef identifierAt(StringRef Text) {
  return Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
}

size_t findOrEnd(StringRef Text, StringRef What, size_t From) {
  return std::min(Text.find(What, From), Text.size());
}

/// "in_ptr0" of "const in_ptr0_type_& in_ptr0", up to the launch's own
/// parameters.
std::vector<TritonSource::Parameter> parametersOf(StringRef Declaration) {
  std::vector<TritonSource::Parameter> Result;
  const std::string Terminated = (Declaration + ";").str();
  EmittedCode Code(Terminated);
  CodeStatement S;
  if (!Code.next(S))
    return Result;
  const auto Inside = inParentheses(S.Tokens);
  if (!Inside)
    return Result;
  for (const llvm::ArrayRef<CodeToken> P : splitAtCommas(*Inside)) {
    if (P.empty() || P.back().K != CodeToken::Name ||
        P.back().Text == "device_idx_")
      break;
    Result.push_back(
        {P.back().Text.str(), llvm::any_of(P, [](const CodeToken &T) {
           return T.Text.ends_with("_type_");
         })});
  }
  return Result;
}

void dedent(StringRef From, TritonSource &To) {
  llvm::SmallVector<StringRef> Lines;
  From.split(Lines, '\n');
  size_t Indent = StringRef::npos;
  for (const StringRef Line : Lines)
    if (const size_t At = Line.find_first_not_of(" \t\r");
        At != StringRef::npos)
      Indent = std::min(Indent, At);
  To.Indent = Indent == StringRef::npos ? 0 : unsigned(Indent);
  for (const StringRef Line : Lines) {
    To.Text += Line.substr(std::min<size_t>(To.Indent, Line.size()));
    To.Text += '\n';
  }
}

} // namespace

std::vector<TritonSource> tritonSources(StringRef Wrapper) {
  std::vector<TritonSource> Result;
  llvm::StringSet<> Known;
  size_t Line = 1, Counted = 0, Before = 0;
  for (size_t At = Wrapper.find(Starts); At != StringRef::npos;
       At = Wrapper.find(Starts, Before)) {
    const StringRef Head = Wrapper.slice(Before, At);
    Before = At + Starts.size();
    const size_t Quoted = Wrapper.find(Quotes, At);
    if (Quoted == StringRef::npos)
      break;
    const size_t Begin = findOrEnd(Wrapper, "\n", Quoted) + 1;
    if (Begin >= Wrapper.size())
      break;
    const size_t CommentEnd = findOrEnd(Wrapper, "*/", Begin);
    const size_t End = std::min(findOrEnd(Wrapper, Quotes, Begin), CommentEnd);

    // Kernels that are compiled when they first run have their source before
    // the function, as a string.
    TritonSource Made;
    StringRef Declared;
    if (const size_t Call = Head.rfind("void call_"); Call != StringRef::npos) {
      Declared = Head.drop_front(Call + StringRef("void call_").size());
    } else if (const size_t Source = Head.rfind("_source = R\"");
               Source != StringRef::npos) {
      const StringRef Name = Head.take_front(Source).rsplit(' ').second;
      const std::string Call = ("void call_" + Name + "(").str();
      const size_t Follows = Wrapper.find(Call, End);
      if (Follows != StringRef::npos)
        Declared = Wrapper.drop_front(Follows + Call.size() - Name.size() - 1);
    }
    const StringRef Name = identifierAt(Declared);
    if (Name.empty() || !Known.insert(Name).second)
      continue;
    Made.Kernel = Name.str();
    Made.Parameters =
        parametersOf(Declared.drop_front(Name.size()).take_until([](char C) {
          return C == '{';
        }));
    Line += Wrapper.slice(Counted, Begin).count('\n');
    Counted = Begin;
    Made.Line = Line;
    dedent(Wrapper.slice(Begin, End), Made);
    const size_t LaunchBegin = std::min(CommentEnd + 2, Wrapper.size());
    Made.Launch = Wrapper
                      .slice(LaunchBegin,
                             findOrEnd(Wrapper, "launchKernel(", LaunchBegin))
                      .take_front(size_t(1) << 16)
                      .str();
    Before = End;
    Result.push_back(std::move(Made));
  }
  return Result;
}

} // namespace aoti_tidy
