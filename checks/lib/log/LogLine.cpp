// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/LogLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

bool isControl(unsigned char C) { return C < 0x20 || C == 0x7f; }

/// The length of the escape sequence at the beginning of \p Text.
size_t escapeLength(llvm::StringRef Text) {
  if (Text.size() < 2)
    return 1;
  if (Text[1] == '[') { // parameters, then a letter
    const size_t End =
        Text.find_if([](unsigned char C) { return C >= 0x40 && C <= 0x7e; }, 2);
    return End == llvm::StringRef::npos ? Text.size() : End + 1;
  }
  if (Text[1] == ']') { // a title, up to BEL or ESC '\'
    const size_t End = Text.find_first_of("\x07\x1b", 2);
    if (End == llvm::StringRef::npos)
      return Text.size();
    return Text[End] == '\x1b' && Text.substr(End + 1).starts_with("\\")
               ? End + 2
               : End + 1;
  }
  return 2;
}

/// Prefixes of loggers; the text behind them stays: a space, or the message. Long
/// counts, as {1,120}, make llvm::Regex ten times slower.
const char *const Prefixes[] = {
    // "[rank3]:", "[default0]:", "[0]:", "[1,3]<stderr>:", "rank 3:"
    R"(^(\[(rank|default)?[0-9,]+\](<std(err|out)>)?:|[Rr]ank [0-9]+:) ?)",
    // "2026-11-22T10:01:02.123Z", "2026-11-22 10:01:02,123", "[2026-... UTC]"
    R"(^\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.,]+(Z| UTC|[+-][0-9:]+)?\]?[: ])",
    // "[E1122 10:01:02.123456789 shim_common.cpp:403]", "W1122 ... 123 a.py:7]"
    R"(^\[?([A-Z][a-z]+:)?[IWEFVC][0-9]{4,8} [0-9:.]+ [^]]+\] ?)",
    // "Nov 22 10:01:02 host prog[123]:"
    R"(^[A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [^ ]+ [^ :]+: )",
    // "ERROR:", "[ERROR]", "INFO -", "(Worker pid=12)", "serve-7f9c"
    R"(^\[?(ERROR|WARNING|WARN|INFO|DEBUG|FATAL|CRITICAL)\]?[ :|-]+)",
    R"(^\([A-Za-z0-9_:+ -]*pid=[0-9]+[^)]*\) ?)",
    R"(^[a-z][a-z0-9-]*-[0-9a-f]{4,12} (\||:)? ?)",
    // vLLM's "12-17 13:32:44 [core.py:815]", Dynamo's "[0/1_2]" of a frame
    R"(^[0-9]{2}-[0-9]{2} [0-9:]{8} \[[A-Za-z0-9_./]+:[0-9]+\] ?)",
    R"(^\[[0-9]+/[0-9_]+\] )",
    // Kubernetes' "stderr F", "[pod/serve-7f9c/main]"; Compose's "serve-1  |"
    R"(^((stdout|stderr) [FP]|\[pod/[^] ]+\]) )",
    R"(^[A-Za-z][A-Za-z0-9_.-]* +\| )",
};

/// "WARNING attempt 1", "2026-11-22T10:01:02Z [INFO] x", "serve: INFO x",
/// "[rank0]:W1122 10:01:02 a.py:7] x", "2026-11-22 10:01:02.1: W tensorflow".
/// By hand, as it is asked of each line with a sign's word.
bool beginsWithLevel(llvm::StringRef Line) {
  const auto IsName = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == '-';
  };
  for (bool HasName = false;;) {
    const llvm::StringRef From = Line.drop_until(llvm::isAlpha);
    const llvm::StringRef Before = Line.drop_back(From.size());
    const llvm::StringRef Word = From.take_while(llvm::isAlpha);
    Line = From.drop_front(Word.size());
    if (Word.empty())
      return false;
    if (llvm::is_contained(
            {"WARNING", "WARN", "INFO", "DEBUG", "TRACE", "NOTICE"}, Word))
      return true;
    if (Word == "I" || Word == "W") // glog's, TensorFlow's
      return Line.take_while(llvm::isDigit).size() >= 4 ||
             (Line.starts_with(" ") && Before.ends_with(": "));
    // These words belong to ranks and times.
    if (llvm::is_contained({"rank", "default", "T", "Z", "UTC"}, Word))
      continue;
    const llvm::StringRef Rest = Line.drop_while(IsName).ltrim(' ');
    if (HasName || (!Rest.starts_with(":") && !Rest.starts_with("|")))
      return false;
    HasName = true;
    Line = Rest;
  }
}

/// {"level": "info", ...}
bool hasLevelInJson(llvm::StringRef Line) {
  for (const llvm::StringRef Key :
       {"\"level\"", "\"severity\"", "\"levelname\""})
    if (const size_t At = Line.find(Key); At != llvm::StringRef::npos) {
      const llvm::StringRef Value =
          Line.drop_front(At + Key.size()).ltrim(" :\"");
      return Value.starts_with_insensitive("warn") ||
             Value.starts_with_insensitive("info") ||
             Value.starts_with_insensitive("debug");
    }
  return false;
}

} // namespace

llvm::StringRef cleanLine(llvm::StringRef Line,
                          llvm::SmallVectorImpl<char> &Memory, bool HasEnd) {
  if (llvm::none_of(Line, isControl))
    return Line;
  Memory.clear();
  while (!Line.empty()) {
    const unsigned char C = Line.front();
    if (C == 0x1b) {
      Line = Line.drop_front(escapeLength(Line));
      continue;
    }
    if (C == '\t' || C == '\r')
      Memory.push_back(' ');
    else if (!isControl(C))
      Memory.push_back(C);
    Line = Line.drop_front();
  }
  const llvm::StringRef Clean(Memory.data(), Memory.size());
  return HasEnd ? Clean.rtrim() : Clean;
}

llvm::StringRef plainLine(llvm::StringRef Line, std::string &Memory) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Plain[] =
      {{"\xE2\x80\x98", "'"},  {"\xE2\x80\x99", "'"}, {"\xE2\x80\x9C", "\""},
       {"\xE2\x80\x9D", "\""}, {"\xC2\xA0", " "},     {"&lt;", "<"},
       {"&gt;", ">"},          {"&quot;", "\""},      {"&#39;", "'"},
       {"&#x27;", "'"},        {"&nbsp;", " "},       {"&amp;", "&"}};
  // pytest's "a.py:12: KeyError", which ends a traceback of one frame.
  const auto [Place, Class] = Line.rsplit(": ");
  if (Place.contains(".py:") && llvm::isDigit(Place.back()) &&
      (Class.ends_with("Error") || Class.ends_with("Exception")))
    return Memory = (Place + ": in its code").str();
  // "[a.py:12](http://localhost:8888/a.py#line=11), in f" of a notebook.
  constexpr llvm::StringLiteral Link = "](http";
  // A colour in a notebook's file.
  constexpr llvm::StringLiteral Colour = "\\u001b[";
  if (!Line.contains(Link) && !Line.contains(Colour) &&
      Line.find_first_of("\xE2\xC2&") == llvm::StringRef::npos)
    return Line;
  Memory = Line.str();
  for (size_t At = 0, End; (At = Memory.find(Link, At)) != std::string::npos &&
                           (End = Memory.find(')', At)) != std::string::npos;)
    Memory.erase(At, End - At + 1);
  for (size_t At = 0, End;
       (At = Memory.find(Colour, At)) != std::string::npos &&
       (End = Memory.find('m', At)) != std::string::npos;)
    Memory.erase(At, End - At + 1);
  for (const auto &[Written, Meant] : Plain)
    for (size_t At = 0; (At = Memory.find(Written, At)) != std::string::npos;
         At += Meant.size())
      Memory.replace(At, Written.size(), Meant);
  return Memory;
}

bool readEscapedLines(llvm::StringRef Line,
                      llvm::function_ref<void(llvm::StringRef)> Text) {
  const size_t Quote =
      std::min({Line.find("=\""), Line.find("='"), Line.find(" b'"),
                Line.find(" b\""), Line.find("': '"), Line.find("': \"")});
  // A notebook has a line of its file for several.
  const llvm::StringRef Bare = Line.trim(" ,");
  if ((Quote == llvm::StringRef::npos ||
       !Line.drop_front(Quote).contains("\\n")) &&
      !(Bare.starts_with("\"") && Bare.ends_with("\"") &&
        Bare.drop_back(3).contains("\\n")))
    return false;
  for (size_t End; (End = Line.find("\\n")) != llvm::StringRef::npos;
       Line = Line.drop_front(End + 2))
    Text(Line.take_front(End));
  Text(Line);
  return true;
}

size_t unfinishedEscape(llvm::StringRef Part) {
  // A longer one is a title that never ends.
  constexpr size_t Longest = 128;
  const size_t At = Part.take_back(Longest).rfind('\x1b');
  if (At == llvm::StringRef::npos)
    return 0;
  const llvm::StringRef Rest = Part.take_back(Longest).substr(At);
  // It may end in '\', or go on.
  return escapeLength(Rest) >= Rest.size() ? Rest.size() : 0;
}

llvm::StringRef withoutPrefix(llvm::StringRef Line) {
  static std::vector<llvm::Regex> *All = [] {
    auto *Made = new std::vector<llvm::Regex>;
    for (const char *P : Prefixes)
      Made->emplace_back(P);
    return Made;
  }();
  llvm::StringRef Rest = Line.ltrim();
  for (bool Found = true; Found;) {
    Found = false;
    const llvm::StringRef Head = Rest.take_front(200);
    for (const llvm::Regex &P : *All) {
      llvm::SmallVector<llvm::StringRef, 4> Groups;
      if (!P.match(Head, &Groups) || Groups[0].empty())
        continue;
      Rest = Rest.drop_front(Groups[0].size()).ltrim();
      Found = true;
      break;
    }
  }
  return Rest.empty() ? Line.trim() : Rest;
}

size_t sourceCodeFrom(llvm::StringRef Line) {
  // torch's logger of emitted code quotes errors in comments.
  if (const size_t At = Line.find("[__output_code]");
      At != llvm::StringRef::npos)
    return At;
  // ss << "input_handles[0]: ..."; AOTI_TORCH_CHECK(0 <= tmp4, "index ...
  const size_t Quote = Line.find_first_of("\"'");
  if (Quote == llvm::StringRef::npos)
    return Quote;
  static constexpr llvm::StringLiteral Code[] = {
      "<< \"",   "_CHECK(", "device_assert(", "throw std::", "raise ",
      "assert ", "printf(", "static_cast<",   "re.compile(", "warning(f\""};
  size_t From = llvm::StringRef::npos;
  for (const llvm::StringRef C : Code)
    if (const size_t At = Line.take_front(From).find(C);
        At != llvm::StringRef::npos)
      From = std::min(From, std::max(At + C.size(), Quote + 1));
  return From;
}

size_t errorBehindCode(llvm::StringRef Line) {
  // Comments of emitted code quote errors.
  if (Line.contains("[__output_code]"))
    return llvm::StringRef::npos;
  for (size_t At = 0; (At = Line.find(": ", At)) != llvm::StringRef::npos;
       ++At) {
    const llvm::StringRef Code = Line.take_front(At).rtrim(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.");
    const llvm::StringRef Class = Line.slice(Code.size(), At);
    const llvm::StringRef Name = Class.rsplit('.').second; // of a module
    const bool IsError = Class.ends_with("Error") ||
                         Class.ends_with("Exception") ||
                         (!Name.empty() && llvm::isUpper(Name.front()));
    const bool IsSaid = llvm::none_of(
        llvm::ArrayRef<llvm::StringRef>{"except", "raise", "//", "#"},
        [&](llvm::StringRef End) { return Code.rtrim().ends_with(End); });
    // Within quotes it is part of the code.
    if (IsError && Code.ends_with(" ") && !Code.trim().empty() && IsSaid &&
        Code.count('"') % 2 == 0 && Code.count('\'') % 2 == 0)
      return Code.size();
  }
  return llvm::StringRef::npos;
}

bool isPassing(llvm::StringRef Line, bool IsRecord) {
  // A message wrapped by another program's logger.
  for (const llvm::StringRef Word :
       {"Error: ", " error: ", "Exception", "terminate called"})
    if (Line.contains(Word))
      return false;
  // The compiler tries these choices and drops them.
  if (Line.contains("torch/_inductor/select_algorithm.py") ||
      Line.contains("torch\\_inductor\\select_algorithm.py") ||
      Line.contains("Ignoring this choice") || Line.ends_with("(ignored)"))
    return true;
  // A record of several lines has warnings among others.
  if (!IsRecord && Line.contains("Warning: "))
    return true;
  const llvm::StringRef Head = Line.take_front(200);
  return beginsWithLevel(Head) || hasLevelInJson(Head);
}

bool tellsError(llvm::StringRef Line, llvm::StringRef Word, size_t End) {
  for (const llvm::StringRef Other :
       {"exit code", "exit status", "[__output_code]", "frame #",
        "Exception raised from", "See root cause above",
        "Application startup failed"})
    if (Line.contains(Other))
      return false;
  // PyTorch's own tests: "test_ops 3/4 failed!" of the error above.
  if (const size_t At = Line.find(" failed!");
      At != llvm::StringRef::npos && At && llvm::isDigit(Line[At - 1]))
    return false;
  const llvm::StringRef Before = Line.take_front(End - Word.size());
  // "raise ValueError: ", "0 tests failed", "#3 c10::Error"
  const llvm::StringRef Begin = Line.ltrim();
  const bool IsBehindCode = Before.size() >= errorBehindCode(Line);
  if (Begin.starts_with("#") ||
      (!IsBehindCode &&
       (Begin.starts_with("raise ") || Begin.starts_with("File \""))))
    return false;
  const llvm::StringRef Count =
      Before.rtrim(' ').rtrim("abcdefghijklmnopqrstuvwxyz").rtrim(' ');
  if (Word == "failed" && (Count.ends_with(" 0") || Count == "0"))
    return false;
  return (IsBehindCode || Before.size() < sourceCodeFrom(Line)) &&
         !isPassing(Line);
}

bool readJsonLine(llvm::StringRef Line,
                  llvm::function_ref<void(llvm::StringRef)> Text) {
  llvm::StringRef Rest = Line.ltrim();
  if (!Rest.consume_front("{") || !Rest.ltrim().starts_with("\""))
    return false;
  bool IsKey = true, HasKey = false;
  while (!Rest.empty()) {
    const char C = Rest.front();
    if (C != '"') {
      IsKey |= C == ',' || C == '{';
      IsKey &= C != ':' && C != '[';
      Rest = Rest.drop_front();
      continue;
    }
    size_t End = 1;
    while (End < Rest.size() && Rest[End] != '"')
      End += Rest[End] == '\\' ? 2 : 1;
    const llvm::StringRef Written = Rest.slice(1, End);
    Rest = Rest.drop_front(std::min(End + 1, Rest.size()));
    if (IsKey && Rest.ltrim().starts_with(":")) {
      HasKey = true;
      continue;
    }
    if (!HasKey)
      return false; // a block of C++, say
    auto Value = llvm::json::parse(("\"" + Written + "\"").str());
    const std::string Plain = Value && Value->getAsString()
                                  ? Value->getAsString()->str()
                                  : Written.str();
    llvm::consumeError(Value.takeError());
    for (const llvm::StringRef Part : llvm::split(Plain, '\n'))
      Text(Part);
  }
  return HasKey;
}

constexpr llvm::StringLiteral FrameBegins = "File \"";

llvm::StringRef placeOfFrame(llvm::StringRef Text) {
  const llvm::StringRef File = Text.split(FrameBegins).second;
  const auto [Name, Behind] = File.split("\", line ");
  const size_t Digits = Behind.take_while(llvm::isDigit).size();
  return Digits ? File.drop_back(Behind.size() - Digits) : "";
}

std::string frameOf(llvm::StringRef Line) {
  const size_t Named = Line.find(FrameBegins);
  // Not that of '/.pyenv/'.
  const size_t In =
      Line.find(" in ", Named == llvm::StringRef::npos ? 0 : Named);
  const size_t End = Line.take_front(In).rfind(".py");
  const auto [Number, Name] = Line.substr(End).split(" in ");
  // Of a notebook without one: 'a/b.py in f(x)'.
  const bool HasNumber = llvm::any_of(Number, llvm::isDigit);
  if (Number.size() > 24 || Name.empty() || (!HasNumber && Number != ".py"))
    return "";
  llvm::StringRef Path = Line.take_front(End + 3);
  Path = Path.drop_front(Path.find_last_of("\"'( \t[") + 1);
  const size_t Package = Path.rfind("-packages");
  Path = Path.drop_front(Package == llvm::StringRef::npos ? 0 : Package + 10);
  Path = Path.substr(Path.rfind("/pytorch/torch/") + 1);
  for (const llvm::StringRef Other :
       {"sympy", "concurrent", "contextlib", "numpy", "subprocess", "/ast.py",
        "importlib", "lib/python3", "torch/__init__.py", "fx/graph_module.py",
        "fx/_symbolic_trace.py", "nn/modules/module.py", "torch/_compile.py",
        "eval_frame.py", "external_utils.py", "_utils_internal.py",
        "_dynamo/utils.py"})
    if (Path.contains(Other) || Name.starts_with("time_wrapper"))
      return "";
  // In a frame, with a bar at its end.
  const llvm::StringRef Function =
      Name.split('(').first.rtrim(" \t\xE2\x94\x82");
  return Function.contains(' ') || (!HasNumber && !Name.contains('('))
             ? ""
             : (Path + " in " + Function).str();
}

std::string nativePlaceOf(llvm::StringRef Line) {
  // "#6 0x1 in f (x=1) at a.cpp:16", "#6 f (x=1) at a.cpp:16",
  // "#0 0x1 in f(int) /a/b.cpp:17:5"
  auto [Frame, Place] = Line.drop_front(std::min(Line.find('#'), Line.size()))
                            .rtrim()
                            .rsplit(' ');
  const auto [File, Numbers] = Place.split(':');
  const llvm::StringRef Number = Numbers.split(':').first;
  const bool IsGdb = Frame.consume_back(" at");
  if (!Frame.consume_front("#") ||
      !llvm::is_contained({"cpp", "cc", "cxx", "cu"},
                          File.rsplit('.').second) ||
      Number.empty() || Number.size() > 7 ||
      !llvm::all_of(Number, llvm::isDigit) || File.starts_with("."))
    return "";
  for (const llvm::StringRef Other :
       {"/usr/",     "include/",    "/torch/",   "pytorch/",    "aten/src",
        "inductor",  "sanitizer",   "packages/", "c10/",        ".kernel.",
        ".wrapper.", "compiler-rt", "deps/",     "third_party", "external/",
        "conan",     "vcpkg",       "libcxx",    "libstdc++",   "glibc"})
    if (File.contains(Other))
      return "";
  Frame = Frame.ltrim("0123456789:").ltrim();
  const bool HasAddress = Frame.consume_front("0x");
  if (HasAddress &&
      !(Frame = Frame.ltrim("0123456789abcdef")).consume_front(" in "))
    return "";
  const auto [Function, Arguments] = Frame.split(" (");
  // Without an address, only gdb's form is a frame for sure.
  if ((!HasAddress && (!IsGdb || Arguments.empty())) || Function.empty() ||
      Function.size() > 80 || (!IsGdb && Function.contains(' ')) ||
      Function.starts_with("cpp_fused") || Function.contains("inductor"))
    return "";
  return fmt::format("{} at {}:{}", std::string_view(Function),
                     std::string_view(llvm::sys::path::filename(File)),
                     std::string_view(Number));
}

bool isLibraryFile(llvm::StringRef File) {
  for (const llvm::StringRef Place :
       {"site-packages", "dist-packages", "/lib/python3", "/torch/", "\\Lib\\"})
    if (File.contains(Place))
      return true;
  return File.starts_with("<");
}

} // namespace aoti_tidy
