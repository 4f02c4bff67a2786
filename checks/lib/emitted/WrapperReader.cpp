// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperReader.h"
#include "checks/lib/emitted/Completeness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace wrapper {
namespace {

/// Statements that do not access the memory of the tensors in them.
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

Reader::Reader(StringRef Text) : Text(Text), Code(Text), Model(Facts.Model) {
  LineStarts.push_back(0);
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    LineStarts.push_back(At + 1);
}

CodePlace Reader::placeOf(const CodeToken &T) const {
  const size_t Offset = T.Text.data() - Text.data();
  const auto Line = llvm::upper_bound(LineStarts, Offset);
  return {0, unsigned(Line - LineStarts.begin()),
          unsigned(Offset - *std::prev(Line) + 1)};
}

void Reader::notModelled(const CodeToken &At, std::string Why) {
  Model.NotModelled.push_back({placeOf(At), std::move(Why)});
}

bool Reader::isIn(Block::Kind K) const {
  return llvm::any_of(Blocks, [&](const Block &B) { return B.K == K; });
}

/// More than torch emits; the model takes many times the memory of the text.
bool Reader::isTooLarge() const {
  constexpr size_t MaxDepth = 100, MaxItems = 250'000;
  return Blocks.size() > MaxDepth ||
         std::max({Model.Buffers.size(), Model.Symbols.size(),
                   Model.Calls.size(), Model.DroppedErrors.size(),
                   Model.NotModelled.size(), Arrays.size(), Kernels.size()}) >
             MaxItems;
}

std::optional<WrapperFacts> Reader::read() {
  CodeStatement S;
  const char *End = Text.begin(); // of what was read
  while (Code.next(S)) {
    if (isTooLarge())
      return std::nullopt;
    if (!S.Tokens.empty()) {
      const char *Begin = S.Tokens.front().Text.begin();
      if (isIn(Block::Run) && End < Begin)
        sourceNodes(StringRef(End, Begin - End));
      End = S.Tokens.back().Text.end();
    }
    take(S);
  }
  while (!NotLaidOut.empty())
    layOutInput(*NotLaidOut.begin());
  if (!Facts.HasModel)
    return std::nullopt;
  if (auto Sign = signOfCut(Text))
    Facts.Incomplete = std::move(*Sign);
  else if (!Facts.HasRunImpl)
    Facts.Incomplete = "it does not define 'run_impl', which runs the model";
  return std::move(Facts);
}

void Reader::take(const CodeStatement &S) {
  switch (S.Terminator) {
  case CodeStatement::Directive:
    directive(S.Line);
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

void Reader::open(const CodeStatement &S) {
  Block B = blockOf(S);
  if (!S.Tokens.empty())
    B.At = placeOf(S.Tokens.front());
  B.ChecksBefore = Checks.size();
  if (B.K == Block::Conditional && B.Condition)
    require(*B.Condition);
  HasRun |= B.K == Block::Run;
  Blocks.push_back(std::move(B));
}

Block Reader::blockOf(const CodeStatement &S) {
  if (isIn(Block::Run))
    return blockOfRun(S);
  Block B;
  Captures Got;
  if (isIn(Block::InputChecks)) {
    // The checks are in it, or it returns before them.
    if (S.matches("if ( ! _check_aoti_runtime_check_inputs_env ( ) )", Got) ||
        S.matches("if ( _check_aoti_runtime_check_inputs_env ( ) )", Got))
      Facts.GatesChecks = true;
    else
      B.Check = sizeCondition(S);
    return B;
  }
  if (S.contains("class $name", Got) &&
      Got[0].front().Text.starts_with("AOTInductorModelKernels")) {
    B.K = Block::KernelClass;
    return B;
  }
  modelBase(S);
  if (S.contains("void __check_inputs_outputs (", Got)) {
    B.K = Block::InputChecks;
    Facts.DefinesChecks = true;
  } else if (S.contains("static void $name ( AtenTensorHandle *", Got) &&
             Got[0].front().Text.starts_with("check_input_")) {
    B.K = Block::InputChecks;
  } else if (S.contains(":: run_impl ( AtenTensorHandle *", Got)) {
    // With bare arrays it only calls another function, which stands before and
    // after it.
    B.K = HasRun ? Block::RunEntry : Block::Run;
    Facts.HasRunImpl = true;
  } else if (!HasRun &&
             S.contains(":: run_impl_minimal_arrayref_interface <", Got)) {
    B.K = Block::Run;
  } else if (S.contains(":: _const_run_impl (", Got)) {
    B.K = Block::FoldingRun;
  } else {
    interfaceFunction(S);
  }
  return B;
}

Block Reader::blockOfRun(const CodeStatement &S) {
  Block B;
  Captures Got;
  if (S.matches("if ( _check_aoti_runtime_check_inputs_env ( ) )", Got)) {
    B.K = Block::InputGate;
    return B;
  }
  if (S.Tokens.empty() || isIn(Block::InputGate) ||
      S.matches("if constexpr ( $rest", Got))
    return B;
  B.K = llvm::StringSwitch<Block::Kind>(S.Tokens.front().Text)
            .Cases({"if", "else"}, Block::Conditional)
            .Cases({"while", "for", "do"}, Block::Loop)
            .Default(Block::Other);
  const auto Parsed = [&]() -> std::optional<IndexExpr> {
    const auto Condition =
        parseIndex(Got[0], [&](StringRef Name) { return valueOf(Name); });
    // "if (buf1_scalar)" of torch.cond
    return Condition ? std::optional(asCondition(*Condition)) : std::nullopt;
  };
  if (S.matches("if ( $arg )", Got)) {
    B.Condition = Parsed();
  } else if (LastCondition && S.matches("else", Got)) {
    B.Condition = negation(*LastCondition);
  } else if (LastCondition && S.matches("else if ( $arg )", Got)) {
    // An "else if" comes from torch.ops.higher_order.switch.
    B.Above = LastCondition;
    if (const auto Condition = Parsed())
      B.Condition = both(negation(*LastCondition), *Condition);
  }
  return B;
}

void Reader::close() {
  if (Blocks.empty())
    return;
  const Block B = std::move(Blocks.back());
  Blocks.pop_back();
  LastCondition.reset();
  if (B.Check && B.Throws) {
    const auto &[Bounds, Input, Dim, Value] = *B.Check;
    (Facts.Inputs[Input].*Bounds).emplace(Dim, Value);
    Facts.HasLowerBound |= Bounds == &InputFacts::Lowers;
  }
  switch (B.K) {
  case Block::InputChecks:
    CheckedInputs.clear();
    break;
  case Block::Run:
    Buffers.clear();
    Values.clear();
    Checks.clear();
    [[fallthrough]];
  case Block::RunEntry:
    nameCustomOperator("aoti_torch_proxy_executor_call_function");
    break;
  case Block::Conditional:
  case Block::Loop:
    closeBranch(B);
    break;
  default:
    break;
  }
}

void Reader::closeBranch(const Block &B) {
  Checks.erase(Checks.begin() + std::min(B.ChecksBefore, Checks.size()),
               Checks.end());
  if (B.Throws && B.Condition)
    requireOrThrow(negation(*B.Condition));
  else if (B.Throws)
    Model.NotModelled.push_back({B.At, UnknownCheck});
  // Only in one case they are what they became.
  for (const auto &[Name, Before] : B.Assigned)
    if (const auto Now = bufferNamed(Name); Now && *Now != Before) {
      for (const unsigned Which : {Before, *Now})
        Model.Buffers[Which].IsPassedOn = true;
      Buffer Either = Model.Buffers[*Now];
      Either.Sizes.clear();
      Either.Strides.clear();
      Either.ExtentKnown = false;
      Either.Base.reset();
      Either.Input.reset();
      Buffers[Name] = add(std::move(Either));
    }
  for (const std::string &Name : B.AssignedSizes)
    Values.erase(Name);
  LastCondition = B.Condition;
  if (B.Condition && B.Above)
    LastCondition = either(*B.Above, *B.Condition);
}

void Reader::statement(const CodeStatement &S) {
  if (S.Tokens.empty())
    return;
  Captures Got;
  if (S.Tokens.front().Text == "throw") {
    if (!Blocks.empty())
      Blocks.back().Throws = true;
  } else if (isIn(Block::Run)) {
    operatorNames(S);
    if (isIn(Block::InputGate)) {
      layoutAssertion(S);
      return;
    }
    droppedError(S);
    if (!(binding(S) || array(S) || size(S) || variable(S) || scalar(S) ||
          check(S) || output(S) || layoutAssertion(S) || countAssertion(S) ||
          kernelLaunch(S) || kernelCall(S) || operatorCall(S) || computed(S)))
      useOfBuffer(S);
    followMemory(S);
  } else if (isIn(Block::InputChecks)) {
    inputCheck(S);
  } else if (isIn(Block::RunEntry)) {
    operatorNames(S);
  } else if (isIn(Block::FoldingRun)) {
    if (Kernels.contains(std::string_view(S.Tokens.front().Text)))
      notModelled(S.Tokens.front(), "a kernel that computes a constant");
  } else if (isIn(Block::KernelClass)) {
    if (S.contains("$name { nullptr }", Got))
      addKernel(Got[0].front().Text);
  } else {
    modelInfo(S) || constantInfo(S);
  }
}

void Reader::useOfBuffer(const CodeStatement &S) {
  if (isHarmless(S)) {
    // std::vector<AtenTensorHandle> arguments{arg0_1, buf0};
    if (S.Tokens.front().Text == "std" || S.Tokens.front().Text == "torch")
      passOn(S);
    return;
  }
  for (const CodeToken &T : S.Tokens)
    if (T.K == CodeToken::Name &&
        (T.Text == "launchKernel" || bufferNamed(T.Text))) {
      notModelled(S.Tokens.front(),
                  fmt::format("a use of '{}' that is not understood",
                              std::string_view(T.Text)));
      return passOn(S);
    }
}

unsigned Reader::memoryOf(unsigned Buffer) const {
  while (const auto Base = Model.Buffers[Buffer].Base)
    Buffer = *Base;
  return Buffer;
}

void Reader::allocated(unsigned Index) {
  const Buffer &B = Model.Buffers[Index];
  MemoryEvent &E = Model.Memory.emplace_back(
      B.Name, B.At, IndexExpr::variable({B.Name, VariableKind::Computed}),
      Index);
  if (Blocks.back().K != Block::Run || !B.ExtentKnown || !B.Type)
    return;
  E.Bytes = B.Extent * elementSize(*B.Type);
  KeeperCount[Index] = 0;
}

void Reader::dropMemory(StringRef Variable) {
  const auto It = Keepers.find(std::string_view(Variable));
  if (It == Keepers.end())
    return;
  if (--KeeperCount[It->second] == 0)
    Model.Memory.push_back({"", {}, {}, It->second});
  Keepers.erase(It);
}

void Reader::keepMemory(StringRef Variable) {
  dropMemory(Variable);
  const auto Of = bufferNamed(Variable);
  const auto Count = KeeperCount.find(Of ? memoryOf(*Of) : ~0U);
  // In a branch, it is not kept in every run.
  if (Count != KeeperCount.end() && Blocks.back().K == Block::Run)
    ++KeeperCount[Keepers[Variable.str()] = Count->first];
}

void Reader::followMemory(const CodeStatement &S) {
  Captures Got;
  // auto buf2 = std::move(buf1); RAIIAtenTensorHandle buf2(buf2_handle);
  if (S.matches("RAIIAtenTensorHandle $name $rest", Got) ||
      S.matches("auto $name = $rest", Got) || S.matches("$name = $rest", Got))
    keepMemory(Got[0].front().Text);
  const auto Word = [&](size_t At) {
    return At < S.Tokens.size() ? S.Tokens[At].Text : StringRef();
  };
  for (size_t I = 0; I < S.Tokens.size(); ++I) {
    // aoti_torch_as_strided(buf1_handle, ..., &buf2_handle)
    if (Word(I - 1) == "&")
      keepMemory(Word(I));
    // std::move(buf1), RAIIAtenTensorHandle buf1(buf1_handle), buf1.reset();
    // what output_handles[0] = buf1.release() gives away lives on.
    const bool IsReset = Word(I + 2) == "reset" || Word(I + 2) == "release";
    if ((Word(I - 1) == "(" && Word(I + 1) == ")") ||
        (Word(I + 1) == "." && IsReset && Word(0) != "output_handles"))
      dropMemory(Word(I));
  }
}

void Reader::passOn(const CodeStatement &S) {
  for (const CodeToken &T : S.Tokens)
    if (T.K == CodeToken::Name)
      if (const auto Of = bufferNamed(T.Text))
        Model.Buffers[*Of].IsPassedOn = true;
}

} // namespace wrapper

std::optional<WrapperFacts> readWrapperFacts(StringRef Text) {
  return wrapper::Reader(Text).read();
}

} // namespace aoti_tidy
