// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms are those of torch/_inductor/codegen/cpp_wrapper_cpu.py and its
// neighbours for stack allocation and for GPUs.
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/emitted/WrapperModelReader.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace wrapper {
namespace {

/// More than any model has, and blocks in blocks.
constexpr size_t MaxBuffers = 1'000'000, MaxDepth = 100;

/// Statements with tensors in them that read or write nothing of theirs.
bool isHarmless(const CodeStatement &S) {
  static constexpr StringRef Starts[] = {"AOTI_TORCH_WARN",
                                         "RAIIAtenRecordFunctionHandle",
                                         "KernelContextGuard",
                                         "convert_handle_to_arrayref_tensor",
                                         "inputs",
                                         "output_handles",
                                         "printf",
                                         "return",
                                         "std",
                                         "thread_local",
                                         "torch",
                                         "using",
                                         "aoti_torch_delete_tensor_object"};
  Captures Got;
  return llvm::is_contained(Starts, S.Tokens.front().Text) ||
         S.Tokens.front().Text.starts_with("cached_output_") ||
         S.matches("$name . reset ( )", Got) ||
         S.matches("auto $name = $name . sizes ( )", Got) ||
         S.matches("auto $name = cached_output_ $rest", Got) ||
         S.matches("wrap_with_raii_handle_if_needed ( $name )", Got);
}

} // namespace

ModelReader::ModelReader(StringRef Text, StringRef Name, WrapperSource Source)
    : Text(Text), Code(Text),
      Kernels(Source.Kernels.begin(), Source.Kernels.end()) {
  Model.Files.push_back({Name.str(), Text.str()});
  Model.Device = std::move(Source.Device);
  if (Source.Inputs)
    Model.Inputs = *std::move(Source.Inputs);
  Model.Checks = Source.Checks;
  LineStarts.push_back(0);
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    LineStarts.push_back(At + 1);
}

CodePlace ModelReader::placeOf(const CodeToken &T) const {
  const size_t Offset = T.Text.data() - Text.data();
  const auto Line = llvm::upper_bound(LineStarts, Offset);
  return {0, unsigned(Line - LineStarts.begin()),
          unsigned(Offset - *std::prev(Line) + 1)};
}

void ModelReader::notModelled(const CodeToken &At, std::string Why) {
  Model.NotModelled.push_back({placeOf(At), std::move(Why)});
}

bool ModelReader::isIn(ModelBlock::Kind K) const {
  return llvm::any_of(Blocks, [&](const ModelBlock &B) { return B.K == K; });
}

EmittedModel ModelReader::read() {
  CodeStatement S;
  const char *End = Text.begin(); // of what was read
  while (Code.next(S)) {
    // No torch emits that.
    if (Blocks.size() > MaxDepth || Model.Buffers.size() > MaxBuffers)
      break;
    if (!S.Tokens.empty()) {
      const char *Begin = S.Tokens.front().Text.begin();
      if (isIn(ModelBlock::Run) && End < Begin)
        sourceNodes(StringRef(End, Begin - End));
      End = S.Tokens.back().Text.end();
    }
    switch (S.Terminator) {
    case CodeStatement::Directive:
      break;
    case CodeStatement::BlockOpens:
      open(S);
      break;
    case CodeStatement::BlockCloses:
      statement(S);
      close();
      break;
    case CodeStatement::Semicolon:
    case CodeStatement::EndOfFile:
      statement(S);
      break;
    }
  }
  return std::move(Model);
}

void ModelReader::open(const CodeStatement &S) {
  ModelBlock B = blockOf(S);
  if (!S.Tokens.empty())
    B.At = placeOf(S.Tokens.front());
  B.ChecksBefore = Checks.size();
  if (B.K == ModelBlock::Conditional && B.Condition)
    require(*B.Condition);
  HasRun |= B.K == ModelBlock::Run;
  Blocks.push_back(std::move(B));
}

ModelBlock ModelReader::blockOf(const CodeStatement &S) {
  ModelBlock B;
  Captures Got;
  if (!isIn(ModelBlock::Run)) {
    // With the interface of bare arrays, run_impl() only calls another
    // function, which comes twice, before and after it.
    if (!HasRun &&
        (S.contains(":: run_impl ( AtenTensorHandle *", Got) ||
         S.contains(":: run_impl_minimal_arrayref_interface <", Got)))
      B.K = ModelBlock::Run;
    else if (S.contains(":: _const_run_impl (", Got))
      B.K = ModelBlock::FoldingRun;
    return B;
  }
  if (S.matches("if ( _check_aoti_runtime_check_inputs_env ( ) )", Got)) {
    B.K = ModelBlock::InputGate;
    return B;
  }
  if (S.Tokens.empty() || isIn(ModelBlock::InputGate) ||
      S.matches("if constexpr ( $rest", Got))
    return B;
  B.K = llvm::StringSwitch<ModelBlock::Kind>(S.Tokens.front().Text)
            .Cases({"if", "else"}, ModelBlock::Conditional)
            .Cases({"while", "for", "do"}, ModelBlock::Loop)
            .Default(ModelBlock::Other);
  if (S.matches("else", Got)) {
    if (LastCondition)
      B.Condition = negation(*LastCondition);
  } else if (S.matches("if ( $arg )", Got)) {
    B.Condition = parse(Got[0]);
  }
  return B;
}

void ModelReader::close() {
  if (Blocks.empty())
    return;
  const ModelBlock B = std::move(Blocks.back());
  Blocks.pop_back();
  LastCondition.reset();
  switch (B.K) {
  case ModelBlock::Run:
    Buffers.clear();
    Values.clear();
    Checks.clear();
    return;
  case ModelBlock::Conditional:
  case ModelBlock::Loop:
    break;
  default:
    return;
  }
  Checks.erase(Checks.begin() + std::min(B.ChecksBefore, Checks.size()),
               Checks.end());
  if (B.Throws && B.Condition)
    require(negation(*B.Condition));
  else if (B.Throws)
    Model.NotModelled.push_back({B.At, "a check that is not understood"});
  // Only in one of the cases they are what they became in it.
  for (const auto &[Name, Before] : B.Assigned)
    if (const auto Now = bufferNamed(Name); Now && *Now != Before) {
      Buffer Either = Model.Buffers[*Now];
      Either.Sizes.clear();
      Either.Strides.clear();
      Either.ExtentKnown = false;
      Either.Base.reset();
      Either.Input.reset();
      Model.Buffers.push_back(std::move(Either));
      Buffers[Name] = Model.Buffers.size() - 1;
    }
  for (const std::string &Name : B.AssignedSizes)
    Values.erase(Name);
  LastCondition = B.Condition;
}

void ModelReader::statement(const CodeStatement &S) {
  if (S.Tokens.empty())
    return;
  if (S.Tokens.front().Text == "throw") {
    if (!Blocks.empty())
      Blocks.back().Throws = true;
    return;
  }
  if (isIn(ModelBlock::FoldingRun)) {
    if (Kernels.contains(std::string_view(S.Tokens.front().Text)))
      notModelled(S.Tokens.front(), "a kernel that computes a constant");
    return;
  }
  if (!isIn(ModelBlock::Run)) {
    constantInfo(S);
    return;
  }
  if (isIn(ModelBlock::InputGate)) {
    layoutAssertion(S);
    return;
  }
  droppedError(S);
  if (!(binding(S) || array(S) || size(S) || variable(S) || scalar(S) ||
        check(S) || layoutAssertion(S) || countAssertion(S) ||
        kernelLaunch(S) || kernelCall(S) || operatorCall(S) || computed(S)))
    useOfBuffer(S);
}

/// Says so if there is one in a statement that nothing else was found in.
void ModelReader::useOfBuffer(const CodeStatement &S) {
  if (isHarmless(S))
    return;
  for (const CodeToken &T : S.Tokens)
    if (T.K == CodeToken::Name &&
        (T.Text == "launchKernel" || bufferNamed(T.Text))) {
      notModelled(S.Tokens.front(),
                  fmt::format("a use of '{}' that is not understood",
                              std::string_view(T.Text)));
      return;
    }
}

} // namespace wrapper

std::optional<EmittedModel> readWrapperModel(StringRef Text, StringRef Name) {
  std::optional<WrapperSource> Source = readWrapperSource(Text);
  if (!Source)
    return std::nullopt;
  return wrapper::ModelReader(Text, Name, *std::move(Source)).read();
}

std::optional<IndexExpr> inTermsOfSources(const IndexExpr &E,
                                          ArrayRef<SizeSymbol> Symbols) {
  constexpr size_t MaxVariables = 10'000;
  std::map<StringRef, const SizeSymbol *> ByName;
  for (const SizeSymbol &S : Symbols)
    if (S.Value)
      ByName.try_emplace(S.Name, &S);
  IndexExpr Result = E;
  // One is computed from earlier ones only, so this ends.
  while (true) {
    size_t Count = 0;
    bool IsDone = true;
    Result.forEachVariable([&](const Variable &V) {
      ++Count;
      IsDone &= !ByName.contains(V.Name);
    });
    if (IsDone)
      return Result;
    if (Count > MaxVariables)
      return std::nullopt;
    Result =
        Result.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
          const auto It = ByName.find(V.Name);
          return It == ByName.end() ? std::nullopt : It->second->Value;
        });
  }
}

} // namespace aoti_tidy
