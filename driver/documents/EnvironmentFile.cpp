// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that set variables of the environment: Dockerfiles, shell scripts, .env
// files, and the YAML of Compose, Kubernetes, GitHub's and GitLab's workflows.
#include "driver/documents/EnvironmentFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isNameChar(char C) {
  return llvm::isUpper(C) || llvm::isDigit(C) || C == '_';
}

/// "AOTI_X" of 'AOTI_X=1'; empty if the text begins otherwise.
StringRef nameIn(StringRef Text, char Behind) {
  const StringRef Name = Text.take_while(isNameChar);
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
                 Text.drop_front(Name.size()).starts_with(StringRef(&Behind, 1))
             ? Name
             : StringRef();
}

/// What a value says without its quotes, if that is what the variable is set to:
/// nothing in it is replaced.
std::optional<StringRef> literalIn(StringRef Value) {
  if (Value.size() >= 2 && (Value.front() == '"' || Value.front() == '\'') &&
      Value.back() == Value.front())
    Value = Value.drop_front().drop_back();
  return Value.find_first_of("\"'\\$`{}\t") == StringRef::npos &&
                 llvm::all_of(Value, llvm::isPrint)
             ? std::optional(Value)
             : std::nullopt;
}

/// Writes the Python that sets the same variables.
class Reader {
public:
  Reader(StringRef Text, EnvironmentKind K) : Text(Text), K(K) {}

  PythonExcerpts run() {
    for (StringRef Rest = Text; !Rest.empty(); ++LineNumber) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      Line = Line.rtrim();
      if (!HereDocument.empty()) {
        readHereDocument(Line);
        continue;
      }
      if (OpenQuote && !closeQuote(Line))
        continue;
      if (Line.ltrim().starts_with("#"))
        comment(Line.ltrim());
      else
        readLine(Line);
      // A quote that is never closed was none.
      if (OpenQuote && !Rest.contains(OpenQuote))
        OpenQuote = 0;
    }
    return HasAny ? joinParts({Part}) : PythonExcerpts();
  }

private:
  /// A line of what stands below '<<EOT', which is text, or the script of a RUN.
  void readHereDocument(StringRef Line) {
    if (Line.trim() == HereDocument) {
      HereDocument = "";
      InInstruction = false;
    } else if (IsScript && Line.ltrim().starts_with("#")) {
      comment(Line.ltrim());
    } else if (IsScript) {
      shell(Line, /*HasMore=*/false);
    }
  }

  /// 'EOT' of 'cat <<EOT', if there is such a line below.
  void findHereDocument(StringRef Line) {
    const size_t At = Line.find("<<");
    // 'a <<< text', '(( 1 << N ))'
    if (At == StringRef::npos || Line.take_front(At).contains("((") ||
        Line.drop_front(At).starts_with("<<<"))
      return;
    StringRef Rest = Line.drop_front(At + 2);
    Rest.consume_front("-");
    Rest = Rest.ltrim();
    if (Rest.starts_with("'") || Rest.starts_with("\""))
      Rest = Rest.drop_front();
    const StringRef Word =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (Word.empty() || llvm::isDigit(Word.front()))
      return;
    if (LastOf.empty()) {
      unsigned Number = 0;
      for (StringRef L : llvm::split(Text, '\n'))
        LastOf[L.trim()] = Number++;
    }
    const auto Last = LastOf.find(Word);
    if (Last != LastOf.end() && Last->second > LineNumber)
      HereDocument = Word;
  }

  /// Drops what \p Line has of a string that an earlier line began; false if
  /// that is all of it.
  bool closeQuote(StringRef &Line) {
    size_t End = 0;
    while (End < Line.size() && Line[End] != OpenQuote)
      End += Line[End] == '\\' && OpenQuote == '"' ? 2 : 1;
    if (End >= Line.size())
      return false;
    OpenQuote = 0;
    // What follows is of the command that had the quote.
    Line = Line.drop_front(End + 1);
    GoesOn = true;
    return true;
  }

  void readLine(StringRef Line) {
    const bool Continues = Line.ends_with("\\");
    // Without a space before it the backslash stays: the word goes on in the
    // next line, and a value with a backslash is one that is not known.
    if (Continues && (Line.size() == 1 || llvm::isSpace(Line[Line.size() - 2])))
      Line = Line.drop_back();
    switch (K) {
    case EnvironmentKind::Docker:
      docker(Line, Continues);
      break;
    case EnvironmentKind::Yaml:
      yaml(Line);
      break;
    case EnvironmentKind::Shell:
      shell(Line, /*HasMore=*/Continues);
      break;
    case EnvironmentKind::Variables:
      variable(Line);
      break;
    case EnvironmentKind::None:
      break;
    }
  }

  /// NAME=VALUE, all of the line, as python-dotenv and Compose read it.
  void variable(StringRef Line) {
    StringRef Rest = Line.ltrim();
    if (Rest.consume_front("export "))
      Rest = Rest.ltrim();
    const StringRef Name = Rest.take_while(isNameChar);
    Rest = Rest.drop_front(Name.size()).ltrim();
    if (Name.empty() || llvm::isDigit(Name.front()) || !Rest.consume_front("="))
      return;
    Rest = Rest.ltrim();
    StringRef Value = Rest.take_front(Rest.find(" #")).rtrim();
    if (Rest.starts_with("'") || Rest.starts_with("\"")) {
      const size_t End = Rest.find(Rest.front(), 1);
      if (End == StringRef::npos)
        OpenQuote = Rest.front();
      Value = Rest.take_front(End == StringRef::npos ? End : End + 1);
    }
    add(Name, Value);
    Rest = Rest.drop_front(Value.size()).ltrim();
    if (Rest.starts_with("#"))
      commentOfLine(Rest);
  }

  void docker(StringRef Line, bool Continues) {
    StringRef Rest = Line.ltrim();
    // Docker skips empty lines inside of an instruction.
    if (InInstruction && Rest.empty())
      return;
    if (!InInstruction) {
      const StringRef Word = Rest.take_while(llvm::isAlpha);
      Instruction = Word.upper();
      Rest = Rest.drop_front(Word.size()).ltrim();
    }
    InInstruction = Continues;
    if (Instruction == "RUN") {
      shell(Rest, /*HasMore=*/Continues);
      // 'RUN <<EOT', 'RUN --network=none <<EOT'; not of 'RUN cat <<EOT'
      IsScript = llvm::all_of(
          llvm::split(Rest.take_front(Rest.find("<<")).trim(), ' '),
          [](StringRef W) { return W.empty() || W.starts_with("--"); });
      return;
    }
    if (Instruction == "COPY" || Instruction == "ADD")
      findHereDocument(Rest);
    IsScript = false;
    if (Instruction != "ENV" && Instruction != "ARG")
      return;
    // ENV NAME the rest of the line
    if (const StringRef Name = nameIn(Rest, ' '); !Name.empty())
      return add(Name, Rest.drop_front(Name.size()).trim());
    while (!Rest.empty()) {
      const StringRef Word = takeWord(Rest);
      if (const StringRef Name = nameIn(Word, '='); !Name.empty())
        add(Name, Word.drop_front(Name.size() + 1));
    }
  }

  void yaml(StringRef Line) {
    StringRef Rest = Line.ltrim();
    const bool IsEntry = Rest.starts_with("- ");
    while (Rest.consume_front("- "))
      Rest = Rest.ltrim();
    // { name: AOTI_X } and the value: of the next line
    if (Rest.consume_front("name:")) {
      const StringRef Named = withoutComment(Rest).trim().trim("\"'");
      Pending = llvm::all_of(Named, isNameChar) ? Named : StringRef();
      const StringRef Value = std::exchange(PendingValue, "");
      // The value: of the line before is of this entry if no other begins here.
      if (!Pending.empty() && !Value.empty() && !IsEntry)
        yamlValue(std::exchange(Pending, ""), Value);
      return;
    }
    PendingValue = "";
    if (Rest.consume_front("value:")) {
      if (!Pending.empty())
        return yamlValue(std::exchange(Pending, ""), Rest);
      if (IsEntry)
        PendingValue = Rest;
      return;
    }
    Pending = "";
    // AOTI_X: "1"
    StringRef Key = Rest;
    const bool IsQuoted = Key.consume_front("\"") || Key.consume_front("'");
    if (const StringRef Name = nameIn(Key, IsQuoted ? Rest.front() : ':');
        !Name.empty()) {
      StringRef Value = Key.drop_front(Name.size() + IsQuoted);
      if (Value.consume_front(":"))
        yamlValue(Name, Value);
      return;
    }
    // - AOTI_X=1
    const StringRef Item = withoutComment(Rest).trim();
    const auto Literal = literalIn(Item);
    if (const StringRef Name = nameIn(Literal.value_or(Item), '=');
        Literal && !Name.empty() && !Name.contains(' ') &&
        Line.ltrim().starts_with("- ")) {
      const StringRef Value = Literal->drop_front(Name.size() + 1);
      // 'AOTI_X=1 python serve.py' is a command.
      if (!Value.contains(' ') || Item.size() != Literal->size())
        return add(Name, Value);
    }
    // run: export AOTI_X=1
    const StringRef Word = Rest.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '-'; });
    if (!Word.empty() && Rest.drop_front(Word.size()).starts_with(": "))
      Rest = Rest.drop_front(Word.size() + 2);
    shell(Rest, /*HasMore=*/false);
  }

  void yamlValue(StringRef Name, StringRef Value) {
    Value = Value.ltrim();
    if (Value.starts_with("&")) // &anchor "false"
      Value = Value.drop_until(llvm::isSpace).ltrim();
    const StringRef Trimmed = withoutComment(Value).trim();
    // A block, an alias, a map: not read. Without a value, it is a key with more
    // below it, or what Compose takes from its own environment.
    if (Trimmed.empty() || Trimmed == "~" || Trimmed == "null" ||
        StringRef("|>&*!{[").contains(Trimmed.front()))
      return;
    add(Name, Trimmed);
    if (const size_t At = Value.find(" #"); At != StringRef::npos)
      commentOfLine(Value.drop_front(At + 1));
  }

  static StringRef withoutComment(StringRef Value) {
    const StringRef Text = Value.ltrim();
    if (!Text.empty() && (Text.front() == '"' || Text.front() == '\'')) {
      const size_t End = Text.find(Text.front(), 1);
      return End == StringRef::npos ? Text : Text.take_front(End + 1);
    }
    return Text.take_front(Text.find(" #"));
  }

  /// A command, or several. \p HasMore: what stands at its end is given to
  /// something.
  void shell(StringRef Line, bool HasMore) {
    StringRef Rest = Line;
    // A command that the line before began goes on.
    if (!std::exchange(GoesOn, HasMore)) {
      Exports = false;
      IsStart = true;
      Before = "";
    }
    findHereDocument(Line);
    llvm::SmallVector<StringRef, 4> Prefix; // 'AOTI_X=1' of 'AOTI_X=1 serve'
    const auto Flush = [&](bool IsGiven) {
      for (StringRef Word : Prefix)
        if (IsGiven)
          addWord(Word);
      Prefix.clear();
    };
    while (!(Rest = Rest.ltrim()).empty()) {
      if (Rest.front() == '#') {
        Flush(HasMore);
        return commentOfLine(Rest);
      }
      if (StringRef(";|&()").contains(Rest.front())) {
        Flush(false);
        Rest = Rest.drop_front();
        Exports = false;
        IsStart = true;
        continue;
      }
      StringRef Word = takeWord(Rest);
      if (Word.empty()) // a closing quote, say
        Rest = Rest.drop_front();
      // docker run -e AOTI_X=1 --env=AOTI_Y=1, mpirun -x AOTI_X=1
      const bool IsOption = Before == "-e" || Before == "--env" ||
                            Before == "-x" || Word.consume_front("--env=");
      Before = Word;
      const bool IsSet = !nameIn(Word, '=').empty();
      if (IsSet && (Exports || IsOption))
        addWord(Word);
      else if (IsSet && IsStart)
        Prefix.push_back(Word);
      else if (Word == "export" || Word == "env" || Word == "declare" ||
               Word == "typeset" || Word == "setenv")
        Exports = Word != "setenv";
      else if (IsStart && Word != "sudo" && Word != "time" && Word != "exec" &&
               Word != "then" && Word != "do" && Word != "else") {
        Flush(/*IsGiven=*/true);
        IsStart = false;
      }
    }
    Flush(HasMore);
  }

  /// Up to what ends a word, quotes included.
  StringRef takeWord(StringRef &Rest) {
    Rest = Rest.ltrim();
    size_t End = 0;
    char Quote = 0;
    for (; End < Rest.size(); ++End) {
      const char C = Rest[End];
      if (Quote == '"' && C == '\\' && End + 1 < Rest.size())
        ++End;
      else if (Quote)
        Quote = C == Quote ? 0 : Quote;
      else if (C == '"' || C == '\'')
        Quote = C;
      else if (C == '\\' && End + 1 < Rest.size())
        ++End;
      else if (llvm::isSpace(C) || StringRef(";|&()").contains(C))
        break;
    }
    // YAML's text is not only shell.
    if (Quote && (K == EnvironmentKind::Shell || K == EnvironmentKind::Docker))
      OpenQuote = Quote;
    const StringRef Word = Rest.take_front(End);
    Rest = Rest.drop_front(Word.size());
    return Word;
  }

  void addWord(StringRef Word) {
    const StringRef Name = nameIn(Word, '=');
    add(Name, Word.drop_front(Name.size() + 1));
  }

  unsigned offsetOf(StringRef Slice) const {
    return static_cast<unsigned>(Slice.data() - Text.data());
  }

  void add(StringRef Name, StringRef Value) {
    const unsigned Begin = offsetOf(Name), End = Begin + Name.size();
    endLine(Begin);
    Part.addEscaped("os.environ[\"", Begin, 0);
    Part.add(Name, Begin);
    LineEnd = End;
    const auto Literal = literalIn(Value);
    if (!Literal)
      return Part.addEscaped("\"] = _", End, 0);
    const unsigned At = Literal->empty() ? End : offsetOf(*Literal);
    Part.addEscaped("\"] = ", End, 0);
    Part.addEscaped("\"", At, 0);
    Part.add(*Literal, At);
    LineEnd = At + Literal->size();
    Part.addEscaped("\"", LineEnd, 0);
  }

  /// What is added next begins a line, unless it stands in the same line of the
  /// file. What ended the last one is where that ended, or its range would go on
  /// to the next one. Between the lines of others is one of none, so that a
  /// comment is for the line below it only.
  void endLine(unsigned Next) {
    if (!HasAny)
      Part.addEscaped("import os\n", Next, 0);
    else if (LineNumber == LastNumber)
      Part.addEscaped("; ", LineEnd, 0);
    else
      Part.addEscaped(LineNumber == LastNumber + 1 ? "\n" : "\n\n", LineEnd, 0);
    HasAny = true;
    LastNumber = LineNumber;
  }

  /// It may silence what follows, or what is on its line.
  void comment(StringRef Comment) {
    endLine(offsetOf(Comment));
    Part.add(Comment, offsetOf(Comment));
    LineEnd = offsetOf(Comment) + Comment.size();
  }
  void commentOfLine(StringRef Comment) {
    if (!HasAny || LastNumber != LineNumber)
      return;
    Part.addEscaped("  ", LineEnd, 0);
    Part.add(Comment, offsetOf(Comment));
    LineEnd = offsetOf(Comment) + Comment.size();
  }

  const StringRef Text;
  const EnvironmentKind K;
  PythonExcerpt::Part Part{{"\n", /*IsJson=*/false, /*IsReadOnly=*/false}};
  bool HasAny = false;
  unsigned LineEnd = 0;                    ///< in the file
  unsigned LineNumber = 0, LastNumber = 0; ///< of what was added last
  // A string, or a text below '<<EOT', that goes on in the next lines.
  char OpenQuote = 0;
  StringRef HereDocument;
  bool IsScript = false;            ///< it is run
  llvm::StringMap<unsigned> LastOf; ///< of each line the last number
  // Shell: of a command that goes on in the next line.
  bool GoesOn = false, Exports = false, IsStart = true;
  StringRef Before;
  // Docker: of the line before, if it goes on.
  bool InInstruction = false;
  std::string Instruction;
  // YAML: the name whose value comes next, or the other way around.
  StringRef Pending, PendingValue;
};

} // namespace

PythonExcerpts readEnvironment(StringRef Path, StringRef Text) {
  return Reader(Text, environmentKind(Path)).run();
}

} // namespace aoti_tidy
