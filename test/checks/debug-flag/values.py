# What the values of flags mean, and names that are none.
# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch=none
import os

#---
# Values of the input checks.
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "false"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on: packages compiled with torch 2.8 and newer take every value that does not begin with '0' for on; set '0' instead [aoti-debug-flag]
# CHECK-MESSAGES: :[[@LINE-2]]:43: note: to turn the checks off, set '0'
# CHECK-FIXES-UNSAFE: os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "0"
os.environ['AOTI_RUNTIME_CHECK_INPUTS'] = 'false'
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on
# CHECK-FIXES-UNSAFE: os.environ['AOTI_RUNTIME_CHECK_INPUTS'] = '0'
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "0"
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "true"
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = value
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = str(n)
#--- --torch-version=2.7
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "0"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to '0' turns the input checks on: packages compiled with torch 2.7 take every value but the empty string for on; remove the variable instead
#--- --torch-version=2.6
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: packages compiled with torch 2.6 do not read 'AOTI_RUNTIME_CHECK_INPUTS', so setting it does nothing; compile with torch 2.7 or newer, or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', which emits the input checks up to torch 2.6

#---
# Values of the compiler.
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "true"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCHINDUCTOR_NAN_ASSERTS' set to 'true' means off: torch takes only '1' for on; set '1'
# CHECK-MESSAGES: :[[@LINE-2]]:43: note: to turn it on, set '1'
# CHECK-FIXES-UNSAFE: os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1"
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "True"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' set to 'True' means off
# CHECK-FIXES-UNSAFE: os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# On without it, and off with it.
os.environ["TORCHINDUCTOR_SIZE_ASSERTS"] = "yes"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCHINDUCTOR_SIZE_ASSERTS' set to 'yes' means off
# CHECK-FIXES-UNSAFE: os.environ["TORCHINDUCTOR_SIZE_ASSERTS"] = "1"
os.environ["AOTINDUCTOR_REPRO_LEVEL"] = "high"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTINDUCTOR_REPRO_LEVEL' set to 'high' raises ValueError when 'torch._inductor.config' is imported; set a whole number
os.environ["AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER"] = "true"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER' set to 'true' makes the compilation of a model raise "... is not a valid IntermediateValueDebuggingLevel"; set '1' to save the values, '2' to print them, or '3' to print the kernels' names
os.environ["AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL"] = "-O3"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL' set to '-O3' makes the compiler's option '--O3', which it does not know; set 'O3'
# CHECK-MESSAGES: :[[@LINE-2]]:56: note: 'O3' makes '-O3'
# CHECK-FIXES-UNSAFE: os.environ["AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL"] = "O3"
os.environ["AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL"] = "3"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL' set to '3' makes the compiler's option '-3'
# CHECK-FIXES-UNSAFE: os.environ["AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL"] = "O3"
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1"
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "0"
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "false"
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1" if on else "0"
os.environ["AOTINDUCTOR_REPRO_LEVEL"] = " 4 "
os.environ["AOTINDUCTOR_REPRO_LEVEL"] = "-1"
os.environ["AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER"] = "3"
os.environ["AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL"] = "O3"
os.environ["TORCHINDUCTOR_CACHE_DIR"] = "true"
os.environ["TORCHINDUCTOR_WORKER_START"] = "on"
os.environ["NOT_OURS"] = 1
#--- --torch-version=2.5
os.environ["AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER"] = "3"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER' set to '3' makes the compilation of a model raise "... is not a valid IntermediateValueDebuggingLevel"; set '1' to save the values, '2' to print them

#---
# Values that are no strings.
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = 1
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'os.environ' takes only strings, and 1 raises TypeError; write "1"
# CHECK-FIXES: os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "1"
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = True
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'os.environ' takes only strings, and True raises TypeError; write "1"
# CHECK-FIXES: os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = None
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'os.environ' takes only strings, and None raises TypeError; to remove it, call 'os.environ.pop("TORCHINDUCTOR_NAN_ASSERTS", None)'

#---
# Caching of memory.
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "true"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to 'true' does not disable memory caching: torch 2.7 and newer take only '1' for on, and warn about the rest; set '1'
# CHECK-MESSAGES: :[[@LINE-2]]:48: note: to disable memory caching, set '1'
# CHECK-FIXES-UNSAFE: os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "0"
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"
#--- --torch-version=2.6
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "0"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' set to '0' disables memory caching: torch 2.6 and older take any value for on; remove the variable instead

#---
# Names that nobody reads.
os.environ["AOT_INDUCTOR_DEBUG_COMPLE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: no torch reads 'AOT_INDUCTOR_DEBUG_COMPLE': unless something else does, setting it does nothing; did you mean 'AOT_INDUCTOR_DEBUG_COMPILE'?
os.environ["AOTI_RUNTIME_CHECK_INPUT"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: no torch reads 'AOTI_RUNTIME_CHECK_INPUT': unless something else does, setting it does nothing; did you mean 'AOTI_RUNTIME_CHECK_INPUTS'?
os.environ["TORCH_INDUCTOR_NAN_ASSERTS"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: no torch reads 'TORCH_INDUCTOR_NAN_ASSERTS': unless something else does, setting it does nothing; did you mean 'TORCHINDUCTOR_NAN_ASSERTS'?
os.environ["AOTI_MY_OWN"] = "1"
os.environ["TORCHINDUCTOR_NAN_ASSERTS_2"] = "1"
os.environ["AOTI_MODEL"] = "1"
os.environ["TORCHINDUCTOR_SOMETHING_ELSE"] = "1"
#---
os.environ["AOTI_RUNTIME_CHEK_INPUTS"] = "1"
x = os.getenv("AOTI_RUNTIME_CHEK_INPUTS")
#---
os.environ["TORCHINDUCTOR_ABI_COMPATIBLE"] = "1"
#--- --torch-version=2.8
os.environ["AOT_INDUCTOR_ENABLE_LTO"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: torch 2.8 does not read 'AOT_INDUCTOR_ENABLE_LTO', which came with torch 2.9, so setting it does nothing; remove it
os.environ["TORCHINDUCTOR_ABI_COMPATIBLE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: torch 2.8 does not read 'TORCHINDUCTOR_ABI_COMPATIBLE', which was last read by torch 2.5, so setting it does nothing; remove it

#---
# Logs that do not exist.
os.environ["TORCH_LOGS"] = "+inductor,outputcode"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS '+inductor,outputcode': there is no log 'outputcode'; did you mean 'output_code'?
# CHECK-MESSAGES: :[[@LINE-2]]:28: note: to log 'output_code', set '+inductor,output_code'
# CHECK-FIXES-UNSAFE: os.environ["TORCH_LOGS"] = "+inductor,output_code"
os.environ["TORCH_LOGS"] = "aot_inductor"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'aot_inductor': there is no log 'aot_inductor'; did you mean 'inductor'?
# CHECK-MESSAGES: :[[@LINE-2]]:28: note: to log 'inductor', set 'inductor'
# CHECK-FIXES-UNSAFE: os.environ["TORCH_LOGS"] = "inductor"
os.environ["TORCH_LOGS"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS '1': there is no log '1'; name logs, '+' and '-' are their levels: '+inductor,output_code'
os.environ["TORCH_LOGS"] = "WARNING"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'WARNING': there is no log 'WARNING'; name logs, '+' and '-' are their levels: '+inductor,output_code'
os.environ["TORCH_LOGS"] = "inductor output_code"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'inductor output_code': names are separated by commas, without anything before the first or after the last
os.environ["TORCH_LOGS"] = " dynamo,"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS ' dynamo,': names are separated by commas, without anything before the first or after the last
os.environ["TORCH_LOGS"] = "Inductor"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'Inductor': there is no log 'Inductor'; did you mean 'inductor'?
# CHECK-FIXES-UNSAFE: os.environ["TORCH_LOGS"] = "inductor"
os.environ["TORCH_LOGS"] = "output_code"
os.environ["TORCH_LOGS"] = "+dynamo, -inductor,graph_breaks"
os.environ["TORCH_LOGS"] = "all"
os.environ["TORCH_LOGS"] = "torch._inductor"
os.environ["TORCH_LOGS"] = "mine.module"
os.environ["TORCH_LOGS"] = "transformers"
os.environ["TORCH_LOGS"] = ""
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises AttributeError on an empty TORCH_LOGS; remove the variable to log nothing
os.environ["TORCH_LOGS"] = "help"
os.environ["TORCH_LOGS"] = "+help"
os.environ["TORCH_LOGS"] = names
os.environ["TORCH_LOGS"] = "caching"
os.environ["TORCH_LOGS"] = f"{a},dynamo"
#--- --torch-version=2.8
os.environ["TORCH_LOGS"] = "caching"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'caching': torch 2.8 has no log 'caching', which came with torch 2.11; remove it
#---
# Modules of Python do not import torch.
import collections.abc, contextlib, dataclasses, datetime, hashlib, io, os, pickle, shutil, threading
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
os.environ["TORCH_LOGS"] = "outputcode"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS 'outputcode': there is no log 'outputcode'; did you mean 'output_code'?
# CHECK-FIXES-UNSAFE: os.environ["TORCH_LOGS"] = "output_code"
#---
from . import os
os.environ["TORCH_LOGS"] = "outputcode"
#---
# A module of the project may have imported torch: then nothing raises.
from tester import LlamaExportTester
os.environ["TORCH_LOGS"] = ""
os.environ["TORCH_LOGS"] = "outputcode"
