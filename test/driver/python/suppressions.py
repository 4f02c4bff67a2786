# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --any-fixes

# Comments that silence findings; the unit tests have all their forms.

import torch

# What is silenced is not rewritten with something else.
path = torch._export.aot_compile(torch.nn.ReLU(), (torch.ones(2),))
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'torch._export.aot_compile'
# CHECK-FIXES: path = torch._export.aot_compile(torch.nn.ReLU(), (torch.ones(2),))
torch._export.aot_load(path, "cpu")  # noqa: aoti-deprecated-api
# CHECK-FIXES: torch._export.aot_load(path, "cpu")  # noqa: aoti-deprecated-api

torch._export.aot_load("m.so", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load'
torch._export.aot_load("m.so", "cpu")  # noqa
torch._export.aot_load("m.so", "cpu")  # noqa: E501
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load'
torch._export.aot_load("m.so", "cpu")  # noqa: E501, aoti-deprecated-api
torch._export.aot_load("m.so", "cpu")  # NOLINT
torch._export.aot_load("m.so", "cpu")  # NOLINT(aoti-deprecated-api)
torch._export.aot_load("m.so", "cpu")  # NOLINT(aoti-debug-flag)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load'
# NOLINTNEXTLINE(aoti-*)
torch._export.aot_load("m.so", "cpu")
# NOLINTBEGIN(aoti-deprecated-api)
torch._export.aot_load("m.so", "cpu")
# NOLINTEND(aoti-deprecated-api)
torch._export.aot_load(
    "m.so",
    "cpu",
)  # noqa: aoti-deprecated-api
# NOLINTBEGIN(aoti-deprecated-api)
torch._export.aot_load("m.so", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load'
