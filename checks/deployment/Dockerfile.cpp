// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/Dockerfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// 'EOF' of 'RUN <<EOF'
StringRef hereDocumentOf(StringRef Line) {
  const StringRef Behind = Line.split("<<").second;
  if (Behind.starts_with("<"))
    return "";
  return Behind.ltrim("-'\"").take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

std::vector<Instruction> instructionsOf(StringRef Text) {
  std::vector<Instruction> Result;
  bool Continues = false;
  StringRef HereDocument;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.trim();
    if (!HereDocument.empty()) {
      if (Line == HereDocument)
        HereDocument = "";
      else
        Result.back().Text += (" ; " + Line).str();
      continue;
    }
    if (Line.empty() || Line.starts_with("#"))
      continue;
    if (!Continues) {
      const StringRef Word = Line.take_while(llvm::isAlpha);
      Result.push_back(
          {Word.upper(), "", static_cast<unsigned>(Line.data() - Text.data())});
      Line = Line.drop_front(Word.size()).ltrim();
    }
    HereDocument = hereDocumentOf(Line);
    Continues = Line.consume_back("\\");
    Result.back().Text += (Line + " ").str();
  }
  return Result;
}

/// The program of one command: 'python -O export.py', 'uvicorn app:app'.
std::optional<Start> startOf(llvm::ArrayRef<std::string> Words) {
  Start S;
  const auto Module = [&](StringRef Name) {
    S.Program = Name.split(':').first.str();
    std::replace(S.Program.begin(), S.Program.end(), '.', '/');
    S.Program += ".py";
  };
  bool IsPython = false, IsServer = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    const StringRef Word = Words[I];
    if (Word.contains('$'))
      return std::nullopt;
    if (IsServer) {
      if (Word.contains(':') && !Word.contains('/') && !Word.contains("::") &&
          llvm::isAlpha(Word.front())) {
        Module(Word);
        return S;
      }
    } else if (!IsPython) {
      const StringRef Name =
          Word.rsplit('/').second.empty() ? Word : Word.rsplit('/').second;
      IsServer = llvm::is_contained({"uvicorn", "gunicorn", "hypercorn"}, Name);
      IsPython = Name == "python" || Name == "torchrun" ||
                 (Name.starts_with("python3") &&
                  Name.find_first_not_of("0123456789.", 6) == StringRef::npos);
      // What stands before the program, and is none itself.
      if (!IsPython && !IsServer && !Word.starts_with("-") &&
          !Word.contains('=') &&
          !llvm::is_contained({"bash", "sh", "exec", "env", "time", "uv", "run",
                               "poetry", "nice", "sudo"},
                              Name))
        return std::nullopt;
    } else if (Word == "-m") {
      if (I + 1 == Words.size())
        return std::nullopt;
      const StringRef Next = Words[++I];
      IsServer = llvm::is_contained({"uvicorn", "gunicorn", "hypercorn"}, Next);
      if (!IsServer) {
        Module(Next);
        return S;
      }
    } else if (Word == "-W" || Word == "-X") {
      ++I;
    } else if (Word == "-c") {
      return std::nullopt;
    } else if (Word.starts_with("-")) {
      const bool IsShort = !Word.starts_with("--");
      S.IsOptimized |= IsShort && Word.contains('O');
      S.IgnoresEnvironment |=
          IsShort && Word.find_first_of("EI") != StringRef::npos;
    } else {
      if (!Word.ends_with(".py"))
        return std::nullopt;
      S.Program = Word.str();
      return S;
    }
  }
  return std::nullopt;
}

void addStarts(StringRef Text, const Instruction &In, std::vector<Start> &To) {
  std::vector<std::string> Command;
  const auto End = [&] {
    if (auto S = startOf(Command)) {
      S->In = &In;
      S->MayFail = Text.contains("||");
      To.push_back(std::move(*S));
    }
    Command.clear();
  };
  for (std::string &Word : wordsOf(Text)) {
    if (StringRef(Word).find_first_not_of(";&|") == StringRef::npos) {
      End();
      continue;
    }
    const bool IsLast = StringRef(Word).ends_with(";");
    Command.push_back(StringRef(Word).rtrim(";").str());
    if (IsLast)
      End();
  }
  End();
}

} // namespace

std::vector<std::string> wordsOf(StringRef Text) {
  const bool IsJson = Text.ltrim().starts_with("[");
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(Text, Words, IsJson ? " \t\"'[]," : " \t\"'");
  return {Words.begin(), Words.end()};
}

std::vector<Stage> readDockerfile(StringRef Text) {
  std::vector<Stage> Result;
  for (Instruction &I : instructionsOf(Text)) {
    if (I.Keyword == "FROM") {
      Stage S;
      const auto Words = wordsOf(I.Text);
      for (size_t W = 0; W < Words.size(); ++W)
        if (StringRef(Words[W]).equals_insensitive("as") &&
            W + 1 < Words.size())
          S.Name = Words[W + 1];
        else if (S.Base.empty() && !StringRef(Words[W]).starts_with("--"))
          S.Base = Words[W];
      for (const auto &[At, Before] : llvm::enumerate(Result))
        if (!Before.Name.empty() &&
            StringRef(Before.Name).equals_insensitive(S.Base))
          S.Parent = static_cast<int>(At);
      Result.push_back(std::move(S));
    }
    if (!Result.empty())
      Result.back().All.push_back(std::move(I));
  }
  return Result;
}

std::vector<const Stage *> chainOf(const std::vector<Stage> &All,
                                   const Stage &S) {
  std::vector<const Stage *> Result = {&S};
  while (Result.back()->Parent >= 0)
    Result.push_back(&All[Result.back()->Parent]);
  return Result;
}

std::vector<Start> startsOf(const Stage &S) {
  std::vector<Start> Result;
  const Instruction *Entry = nullptr, *Command = nullptr;
  for (const Instruction &I : S.All) {
    if (I.Keyword == "RUN")
      addStarts(I.Text, I, Result);
    Entry = I.Keyword == "ENTRYPOINT" ? &I : Entry;
    Command = I.Keyword == "CMD" ? &I : Command;
  }
  // CMD is what ENTRYPOINT is given.
  std::string Both = Entry ? Entry->Text : "";
  if (Command)
    Both += Command->Text;
  if (!Both.empty())
    addStarts(Both, Command ? *Command : *Entry, Result);
  return Result;
}

std::optional<bool> optimizeIn(StringRef Text) {
  constexpr StringRef Name = "PYTHONOPTIMIZE";
  const size_t At = Text.find(Name);
  if (At == StringRef::npos ||
      (At > 0 && !StringRef(" \t\"';").contains(Text[At - 1])))
    return std::nullopt;
  StringRef Value = Text.drop_front(At + Name.size());
  if (!Value.starts_with("=") && !Value.starts_with(" "))
    return false;
  Value = Value.drop_front().ltrim(" ").ltrim("\"'");
  Value = Value.take_until(
      [](char C) { return StringRef(" \t\"';&").contains(C); });
  int Number = 1;
  // Any text counts for 1; of '$LEVEL', nothing is known.
  return !Value.empty() && !Value.contains('$') &&
         (Value.getAsInteger(10, Number) || Number != 0);
}

} // namespace aoti_tidy
