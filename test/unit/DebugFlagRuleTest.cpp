// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Cure = FlagProblem::Cure;
using llvm::StringRef;

namespace {

constexpr std::optional<TorchVersion> Unknown;

std::optional<TorchVersion> torch(unsigned Minor) {
  return TorchVersion{2, Minor};
}

/// "Text | Note | =Value", without what is empty.
std::string str(const std::optional<FlagProblem> &Problem) {
  if (!Problem)
    return "none";
  std::string Result = Problem->Text;
  if (!Problem->Note.empty())
    Result += " | " + Problem->Note;
  if (Problem->Do == Cure::SetValue)
    Result += " | =" + Problem->Value;
  return Result;
}

FlagFacts facts(StringRef Name, Language Lang,
                std::optional<TorchVersion> Torch = Unknown,
                std::optional<std::string> Value = "1") {
  return {*envFlags().find(Name), Lang, Torch, std::move(Value)};
}

std::string problem(const FlagFacts &F, bool IsTooLate = false) {
  return str(flagProblem(F, [&] { return IsTooLate; }));
}

/// In both languages, which must agree.
std::string inBoth(StringRef Name, std::optional<TorchVersion> Torch = Unknown,
                   const std::optional<std::string> &Value = "1",
                   bool IsTooLate = false) {
  const std::string Cxx =
      problem(facts(Name, Language::Cxx, Torch, Value), IsTooLate);
  const std::string Python =
      problem(facts(Name, Language::Python, Torch, Value), IsTooLate);
  return Cxx == Python ? Cxx : Cxx + "\nand in Python " + Python;
}

/// What a value of a flag does, in Python if the words differ.
std::string ofValue(StringRef Name, std::string Value,
                    std::optional<TorchVersion> Torch = Unknown) {
  return str(flagValueProblem(facts(Name, Language::Python, Torch, Value)));
}

constexpr char Checks[] = "AOTI_RUNTIME_CHECK_INPUTS";
constexpr char NoCaching[] = "PYTORCH_NO_CUDA_MEMORY_CACHING";
constexpr char Printer[] = "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER";

TEST(DebugFlagRule, AFlagThatTheTorchDoesNotHave) {
  const char O0[] = "AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0";
  EXPECT_EQ(problem(facts(O0, Language::Cxx, torch(13))),
            "torch 2.13 does not read 'AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0', "
            "which was last read by torch 2.7, so setting it does nothing; "
            "remove the call");
  EXPECT_EQ(problem(facts(O0, Language::Python, torch(6))),
            "torch 2.6 does not read 'AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0', "
            "which came with torch 2.7, so setting it does nothing; remove it");
  EXPECT_EQ(problem(facts(O0, Language::Python, torch(7))), "none");
  EXPECT_EQ(problem(facts(O0, Language::Python)), "none");
  FlagFacts Read = facts(O0, Language::Python, torch(13));
  Read.IsReadByFile = true;
  EXPECT_EQ(problem(Read), "none");
  // Older than the oldest torch of the table.
  EXPECT_EQ(inBoth(NoCaching, torch(1)), "none");
}

TEST(DebugFlagRule, InputChecksThatThePackageDoesNotHave) {
  EXPECT_EQ(inBoth(Checks, torch(6)),
            "packages compiled with torch 2.6 do not read "
            "'AOTI_RUNTIME_CHECK_INPUTS', so setting it does nothing; compile "
            "with torch 2.7 or newer, or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', "
            "which emits the input checks up to torch 2.6");
  EXPECT_EQ(inBoth(Checks, torch(3)),
            "packages compiled with torch 2.3 do not read "
            "'AOTI_RUNTIME_CHECK_INPUTS', so setting it does nothing; compile "
            "with torch 2.7 or newer, which emits the input checks");
  EXPECT_EQ(inBoth(Checks, torch(7)), "none");
  // It needs no value.
  EXPECT_NE(inBoth(Checks, torch(6), std::nullopt), "none");
  // A flag that is not there is not late.
  FlagFacts Read = facts(Checks, Language::Python, torch(6));
  Read.IsReadByFile = true;
  EXPECT_EQ(problem(Read, /*IsTooLate=*/true), "none");
}

TEST(DebugFlagRule, AFlagOfTheCompilerInAHost) {
  const std::string Does = "' is read when the model is compiled, so setting "
                           "it in the host does nothing; set it where the "
                           "export script runs and compile the package again";
  for (const char *Name :
       {"TORCHINDUCTOR_NAN_ASSERTS", "TORCHINDUCTOR_CACHE_DIR"})
    EXPECT_EQ(problem(facts(Name, Language::Cxx, Unknown, "true"), true),
              "'" + std::string(Name) + Does);
  const char Debug[] = "AOT_INDUCTOR_DEBUG_COMPILE";
  const auto OfDebug = [&](std::optional<TorchVersion> Torch) {
    return problem(facts(Debug, Language::Cxx, Torch));
  };
  const std::string Text = "'AOT_INDUCTOR_DEBUG_COMPILE" + Does;
  EXPECT_EQ(OfDebug(Unknown),
            Text + " | for input checks, set 'AOTI_RUNTIME_CHECK_INPUTS' "
                   "before the first run instead: packages compiled with torch "
                   "2.7 and newer read it");
  EXPECT_EQ(OfDebug(torch(7)), OfDebug(Unknown));
  EXPECT_EQ(OfDebug(torch(6)),
            Text + " | up to torch 2.6 it emits the input checks too");
  EXPECT_EQ(OfDebug(torch(3)), Text);
}

TEST(DebugFlagRule, AFlagThatIsSetTooLate) {
  EXPECT_EQ(inBoth(Checks, Unknown, "1", true),
            "'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run: a loaded "
            "model reads it once, at its first run, so this changes nothing "
            "for that model; set it before that run | the first run is here");
  FlagFacts Late = facts("TORCHINDUCTOR_NAN_ASSERTS", Language::Python);
  EXPECT_EQ(problem(Late, true),
            "'TORCHINDUCTOR_NAN_ASSERTS' is set after 'torch._inductor.config' "
            "was imported: torch reads it once, at that import, so this "
            "changes nothing; set it before | 'torch._inductor.config' is "
            "imported from here");
  Late.IsReadByFile = true;
  EXPECT_EQ(problem(Late, true), "none");
  // What 2.5 and older import is not known.
  EXPECT_EQ(
      problem(facts("TORCHINDUCTOR_NAN_ASSERTS", Language::Python, torch(5)),
              true),
      "none");
  // Read whenever they are needed.
  EXPECT_EQ(problem(facts("TORCHINDUCTOR_CACHE_DIR", Language::Python), true),
            "none");
  EXPECT_EQ(inBoth("AOTI_LOG_LOADING", torch(14), "1", true), "none");
}

TEST(DebugFlagRule, AFlagForOtherProcesses) {
  for (const char *Name : {Checks, NoCaching, "AOT_INDUCTOR_DEBUG_COMPILE"})
    for (const Language Lang : {Language::Cxx, Language::Python}) {
      FlagFacts F = facts(Name, Lang);
      F.IsForThisProcess = false;
      EXPECT_EQ(problem(F, /*IsTooLate=*/true), "none") << Name;
      // What its value does holds there, too.
      if (StringRef(Name) == Checks) {
        F.Value = "off";
        EXPECT_NE(problem(F, /*IsTooLate=*/true), "none");
      }
    }
}

TEST(DebugFlagRule, AVariableThatOsEnvironDoesNotSee) {
  FlagFacts F = facts("DUMP_AOTI_MINIFIER", Language::Python);
  F.IsPutenv = true;
  EXPECT_EQ(problem(F, true),
            "'os.putenv' does not change 'os.environ', where torch looks "
            "'DUMP_AOTI_MINIFIER' up, so this does nothing; set "
            "'os.environ[\"DUMP_AOTI_MINIFIER\"]'");
  // Not read by Python.
  FlagFacts OfPackage = facts(Checks, Language::Python);
  OfPackage.IsPutenv = true;
  EXPECT_EQ(problem(OfPackage), "none");
}

TEST(DebugFlagRule, ValuesOfTheInputChecks) {
  EXPECT_EQ(inBoth(Checks, Unknown, "false"),
            "'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks "
            "on: packages compiled with torch 2.8 and newer take every value "
            "that does not begin with '0' for on; set '0' instead | to turn "
            "the checks off, set '0' | =0");
  EXPECT_EQ(inBoth(Checks, torch(8), ""),
            "'AOTI_RUNTIME_CHECK_INPUTS' set to the empty string turns the "
            "input checks on: packages compiled with torch 2.8 and newer take "
            "every value that does not begin with '0' for on; set '0' instead "
            "| to turn the checks off, set '0' | =0");
  const auto In27 = [](Language Lang) {
    return problem(facts(Checks, Lang, torch(7), "0"));
  };
  const std::string Text =
      "'AOTI_RUNTIME_CHECK_INPUTS' set to '0' turns the input checks on: "
      "packages compiled with torch 2.7 take every value but the empty string "
      "for on; ";
  const std::string Note = " instead";
  EXPECT_EQ(In27(Language::Cxx), Text + "call 'unsetenv'" + Note);
  EXPECT_EQ(In27(Language::Python), Text + "remove the variable" + Note);
  EXPECT_EQ(inBoth(Checks, torch(7), ""), "none");
  for (const char *Value : {"0", "1", "true"})
    EXPECT_EQ(inBoth(Checks, Unknown, Value), "none") << Value;
  EXPECT_EQ(inBoth(Checks, Unknown, std::nullopt), "none");
}

TEST(DebugFlagRule, ValuesOfTheCaching) {
  EXPECT_EQ(inBoth(NoCaching, torch(7), "true"),
            "'PYTORCH_NO_CUDA_MEMORY_CACHING' set to 'true' does not disable "
            "memory caching: torch 2.7 and newer take only '1' for on, and "
            "warn about the rest; set '1' | to disable memory caching, set '1' "
            "| =1");
  const auto In26 = [](Language Lang) {
    return problem(facts(NoCaching, Lang, torch(6), ""));
  };
  const std::string Text =
      "'PYTORCH_NO_CUDA_MEMORY_CACHING' set to the empty string disables "
      "memory caching: torch 2.6 and older take any value for on; ";
  const std::string Note = " instead";
  EXPECT_EQ(In26(Language::Cxx), Text + "call 'unsetenv'" + Note);
  EXPECT_EQ(In26(Language::Python), Text + "remove the variable" + Note);
  for (const char *Value : {"0", "1", "", "2"})
    EXPECT_EQ(inBoth(NoCaching, torch(7), Value), "none") << Value;
}

TEST(DebugFlagRule, ValuesOfTheCompiler) {
  EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", "true"),
            "'TORCHINDUCTOR_NAN_ASSERTS' set to 'true' means off: torch takes "
            "only '1' for on; set '1' | to turn it on, set '1' | =1");
  for (const char *Value : {"1", "0", "false", ""})
    EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", Value), "none") << Value;
  EXPECT_EQ(ofValue("TORCHINDUCTOR_NAN_ASSERTS", "true", torch(5)), "none");

  EXPECT_EQ(ofValue("AOTINDUCTOR_REPRO_LEVEL", ""),
            "'AOTINDUCTOR_REPRO_LEVEL' set to the empty string raises "
            "ValueError when 'torch._inductor.config' is imported; set a whole "
            "number");
  for (const char *Value : {"4", " -1 ", "+1_000", "\xd9\xa3"})
    EXPECT_EQ(ofValue("AOTINDUCTOR_REPRO_LEVEL", Value), "none") << Value;
  for (const char *Value : {"1.5", "_1", "1_", "1__0", "-", "all"})
    EXPECT_NE(ofValue("AOTINDUCTOR_REPRO_LEVEL", Value), "none") << Value;

  const char Level[] = "AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL";
  EXPECT_EQ(ofValue(Level, "-O3"),
            "'AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL' set to '-O3' makes the "
            "compiler's option '--O3', which it does not know; set 'O3' | 'O3' "
            "makes '-O3' | =O3");
  EXPECT_NE(ofValue(Level, "3"), "none");
  for (const char *Value : {"O3", "Os", ""})
    EXPECT_EQ(ofValue(Level, Value), "none") << Value;
}

TEST(DebugFlagRule, LevelsOfThePrinter) {
  const std::string Text =
      "'AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER' set to '3' makes the "
      "compilation of a model raise \"... is not a valid "
      "IntermediateValueDebuggingLevel\"; set '1' to save the values, '2' to "
      "print them";
  EXPECT_EQ(ofValue(Printer, "3", torch(5)), Text);
  EXPECT_EQ(ofValue(Printer, "3", torch(6)), "none");
  EXPECT_TRUE(StringRef(ofValue(Printer, "4"))
                  .ends_with(", or '3' to print the kernels' names"));
  for (const char *Value : {"0", "1", "2"})
    EXPECT_EQ(ofValue(Printer, Value, torch(5)), "none") << Value;
}

TEST(DebugFlagRule, ValuesThatAreNoStrings) {
  const auto Of = [](std::string NoString, bool IsPutenv = false) {
    FlagFacts F = facts(Checks, Language::Python, Unknown, std::nullopt);
    F.NoString = std::move(NoString);
    F.IsPutenv = IsPutenv;
    return str(flagValueProblem(F));
  };
  EXPECT_EQ(Of("2"), "'os.environ' takes only strings, and 2 raises TypeError; "
                     "write \"2\" | =2");
  EXPECT_EQ(Of("True", /*IsPutenv=*/true),
            "'os.putenv' takes only strings, and True raises TypeError; write "
            "\"1\" | =1");
  EXPECT_EQ(Of("False"), "'os.environ' takes only strings, and False raises "
                         "TypeError; write \"0\" | =0");
  EXPECT_EQ(Of("None"),
            "'os.environ' takes only strings, and None raises TypeError; to "
            "remove it, call 'os.environ.pop(\"AOTI_RUNTIME_CHECK_INPUTS\", "
            "None)'");
}

TEST(DebugFlagRule, NamesThatNobodyReads) {
  EXPECT_EQ(str(misspelledFlagProblem("AOT_INDUCTOR_DEBUG_COMPLE")),
            "no torch reads 'AOT_INDUCTOR_DEBUG_COMPLE': unless something else "
            "does, setting it does nothing; did you mean "
            "'AOT_INDUCTOR_DEBUG_COMPILE'?");
  // The last ones are read by other back ends' packages.
  for (const char *Name :
       {"AOTI_MY_OWN", "TORCHINDUCTOR_NAN_ASSERTS_2", "HOME",
        "CUDA_LAUNCH_BLOCKIN", "TORCHINDUCTOR_CATLASS_ENABLED_OPS",
        "TORCHINDUCTOR_NPU_KERNEL_FORMAT"})
    EXPECT_EQ(str(misspelledFlagProblem(Name)), "none") << Name;
}

TEST(DebugFlagRule, LogsAfterTheImport) {
  EXPECT_EQ(str(lateLogsProblem("TORCH_LOGS")),
            "'TORCH_LOGS' is set after torch has read it, at its import: it "
            "changes no log, and disables 'torch._logging.set_logs'; set it "
            "before, or call that | torch is imported here");
  EXPECT_EQ(str(lateLogsProblem("TORCH_TRACE")),
            "'TORCH_TRACE' is set after torch has read it, at its import: it "
            "changes nothing; set it before | "
            "torch is imported here");
}

TEST(DebugFlagRule, NamesOfLogs) {
  const auto Of = [](StringRef Text,
                     std::optional<TorchVersion> Torch = Unknown) {
    return str(logNamesProblem(Text, Torch));
  };
  const std::string Raises = "'import torch' raises ValueError on TORCH_LOGS ";
  EXPECT_EQ(Of(""), "'import torch' raises AttributeError on an empty "
                    "TORCH_LOGS; remove the variable to log nothing");
  EXPECT_EQ(Of("+inductor,outputcode"),
            Raises + "'+inductor,outputcode': there is no log 'outputcode'; "
                     "did you mean 'output_code'? | to log 'output_code', set "
                     "'+inductor,output_code' | =+inductor,output_code");
  EXPECT_EQ(Of("aoti"),
            Raises + "'aoti': there is no log 'aoti'; did you mean 'inductor'? "
                     "| to log 'inductor', set 'inductor' | =inductor");
  EXPECT_EQ(Of("1"), Raises + "'1': there is no log '1'; name logs, '+' and "
                              "'-' are their levels: '+inductor,output_code'");
  const std::string Commas = ": names are separated by commas, without "
                             "anything before the first or after the last";
  EXPECT_EQ(Of(" dynamo,"), Raises + "' dynamo,'" + Commas);
  EXPECT_EQ(Of("mine dynamo"), Raises + "'mine dynamo'" + Commas);
  EXPECT_EQ(Of(","), Raises + "','" + Commas);
  EXPECT_EQ(Of("caching", torch(8)),
            Raises + "'caching': torch 2.8 has no log 'caching', which came "
                     "with torch 2.11; remove it");
  EXPECT_EQ(Of("dist_ddp", torch(8)),
            Raises + "'dist_ddp': torch 2.8 has no log 'dist_ddp', which was "
                     "last in torch 2.3; remove it");
  for (StringRef Text :
       {"output_code", "+dynamo, -inductor", "all", "help", "+help",
        "torch._inductor", "transformers", "caching", "'dynamo'", "\"x\" y"})
    EXPECT_EQ(Of(Text), "none") << Text.str();
}

/// Whether a C++ file with that text is parsed for the check.
bool hasWord(StringRef Text) {
  const std::pair<StringRef, StringRef> Words[] = {
#define AOTI_CXX_WORD(ID, WORD) {ID, WORD},
#include "checks/CxxWords.def"
  };
  return llvm::any_of(Words, [&](const auto &W) {
    return W.first == "aoti-debug-flag" && Text.contains(W.second);
  });
}

TEST(DebugFlagRule, HasNoFlagThatIsNotLookedFor) {
  for (const EnvFlag &F : envFlags()) {
    // These matter only to the hosts of models.
    if (F.Phase == FlagPhase::CudaAllocator)
      continue;
    EXPECT_TRUE(hasWord(F.Name)) << F.Name.str();
    const std::string Cut = F.Name.drop_back().str();
    EXPECT_TRUE(!misspelledFlagProblem(Cut) || hasWord(Cut)) << Cut;
  }
  // As misspelledFlagProblem() has them.
  for (const StringRef Prefix :
       {"AOTINDUCTOR_", "AOTI_", "AOT_INDUCTOR_", "DUMP_AOTI", "TORCHINDUCTOR_",
        "TORCH_INDUCTOR_"})
    EXPECT_TRUE(hasWord(Prefix)) << Prefix.str();
}

} // namespace
