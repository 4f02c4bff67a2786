// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// An unpacked package is loaded since torch 2.13.
// RUN: rm -rf %t && mkdir -p %t/src %t/cwd && cd %t/cwd
// RUN: %python %test_root/Inputs/make_package.py --folder %t/src/unpacked model=cpu
// RUN: %python %test_root/Inputs/make_package.py --folder --layout=2.7 %t/src/unpacked27 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --folder %t/cwd/here model=cpu
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host --torch-version=2.13
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host --torch-version=2.13 --front=plugin
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t/src/host --torch-version=2.12 --check-suffix=212
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
using Loader = torch::inductor::AOTIModelPackageLoader;

Loader Unpacked("unpacked", "model", false, 1, 0);
// CHECK-MESSAGES: :[[@LINE-1]]:48: warning: device_index is 0, and the package
// CHECK-MESSAGES: :[[@LINE-2]]:17: note: '{{.*}}unpacked' records
// CHECK-FIXES: {{^}}Loader Unpacked("unpacked", "model", false, 1);
// The root folder of the zip, in the folder it was unpacked to.
Loader Inner("unpacked/unpacked", "model", false, 1, 0);
// CHECK-MESSAGES: :[[@LINE-1]]:54: warning: device_index is 0, and the package
// CHECK-MESSAGES: :[[@LINE-2]]:14: note: '{{.*}}unpacked/unpacked' records
// CHECK-FIXES: {{^}}Loader Inner("unpacked/unpacked", "model", false, 1);
Loader Unpacked27("unpacked27/", "model", false, 1, 0);
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: device_index is 0, and the package
// CHECK-MESSAGES: :[[@LINE-2]]:19: note: '{{.*}}unpacked27{{/?}}' records
// CHECK-FIXES: {{^}}Loader Unpacked27("unpacked27/", "model", false, 1);
Loader Here("here", "model", false, 1, 0);
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: device_index is 0, and the package
// CHECK-MESSAGES: :[[@LINE-2]]:13: note: 'here' records
// CHECK-FIXES: {{^}}Loader Here("here", "model", false, 1);
// Folders without a package.
Loader Parent("..", "model", false, 1, 0);
Loader Root("/", "model", false, 1, 0);
