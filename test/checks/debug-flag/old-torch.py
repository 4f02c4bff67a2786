# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.6
# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.1
# Flags that packages of an older torch do not read, and some that are older
# than AOTI. old-torch.cpp is the same in C++.
import os
from torch._inductor import aoti_load_package

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"

# It is not too late for what is never read; the file itself reads it.
model = aoti_load_package("m.pt2")
model(x)
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"
model(x)
print(os.getenv("AOTI_RUNTIME_CHECK_INPUTS"))
