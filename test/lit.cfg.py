# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "aoti-tidy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["Inputs", "bench", "fuzz", "unit"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

mock = os.path.join(config.test_source_root, "Inputs", "torch-mock")
script = os.path.join(config.test_source_root, "check_aoti_tidy.py")
emitted = os.path.join(config.test_exec_root, "emitted")
sys.path.insert(0, os.path.join(config.test_source_root, "Inputs", "emitted"))
import expand  # noqa: E402

expand.write(pathlib.Path(emitted))

env = config.environment
env["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.path.dirname(config.aoti_tidy), os.environ["PATH"]])
env["AOTI_TIDY"] = config.aoti_tidy
# Else the Python package runs what lies in its environment: a wheel's, if there is one.
env["AOTI_TIDY_PROGRAM"] = config.aoti_tidy
env["AOTI_TIDY_PLUGIN"] = config.plugin
env["CLANG_TIDY"] = config.clang_tidy
env["CLANG_TIDY_PYPI"] = config.clang_tidy_pypi
env["FILECHECK"] = config.filecheck
# A test says where torch is; what the developer has activated must not matter.
for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "Torch_DIR", "LIBTORCH", "CUDA_HOME", "CUDA_PATH",
             "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CPATH", "CPLUS_INCLUDE_PATH"):
    env.pop(name, None)
# Not the developer's: what the tests keep, they share.
env["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
if config.sanitized:
    # LLVM's archives are not instrumented: containers that cross the border
    # look overflown, and what our copies of its allocators' templates poison
    # is handed out by its own, which do not know of poison.
    env["ASAN_OPTIONS"] = "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0"
    config.available_features.add("asan")

for name, value in [
    ("%check_aoti_tidy", f"{sys.executable} {script}"),
    ("%aoti_tidy", config.aoti_tidy),
    ("%clang_tidy_pypi", config.clang_tidy_pypi),
    ("%clang_tidy", config.clang_tidy),
    ("%plugin", config.plugin),
    ("%torch_mock", mock),
    ("%emitted", emitted),
    ("%torch_include", config.torch_include),
    ("%build_dir", config.build_dir),
    ("%cmake", config.cmake),
    ("%python", sys.executable),
    ("%test_root", config.test_source_root),
]:
    config.substitutions.append((name + r"\b", value.replace("\\", r"\\")))

if "AOTI_TIDY_BAZEL_OPTIONS" in os.environ:
    env["AOTI_TIDY_BAZEL_OPTIONS"] = os.environ["AOTI_TIDY_BAZEL_OPTIONS"]

# './dev test --all-torch'
if os.environ.get("AOTI_TIDY_NIGHTLY"):
    config.available_features.add("nightly")

# What the tests need of PyPI lies beside its clang-tidy.
config.substitutions.append((r"%docs_tools\b", os.path.dirname(config.clang_tidy_pypi) or os.devnull))
docs_python = os.path.join(os.path.dirname(config.clang_tidy_pypi), "python3")
for package in ("mcp", "pytest_lsp"):
    if os.path.exists(docs_python) and subprocess.run([docs_python, "-c", f"import {package}"], capture_output=True).returncode == 0:
        config.available_features.add(package)
config.substitutions.append((r"%docs_python\b", docs_python))
for tool in ("pre-commit", "check-jsonschema", "mypy", "mkdocs"):
    path = os.path.join(os.path.dirname(config.clang_tidy_pypi), tool)
    if os.access(path, os.X_OK):
        config.available_features.add(tool)
        config.substitutions.append(("%" + tool.replace("-", "_") + r"\b", path))

# Nothing is read-only to root: such tests run as nobody, if that can get here.
unprivileged = [sys.executable, os.path.join(config.test_source_root, "unprivileged.py")]
if subprocess.run([*unprivileged, config.aoti_tidy, "--version"], capture_output=True).returncode == 0:
    config.available_features.add("unprivileged")
    # Only root can make what another user has.
    if os.geteuid() == 0:
        config.available_features.add("root")
config.substitutions.append((r"%unprivileged\b", " ".join(unprivileged)))

if importlib.util.find_spec("pytest"):
    config.available_features.add("pytest")
if shutil.which("clang-tidy-diff-22.py") and shutil.which("run-clang-tidy-22"):
    config.available_features.add("clang-tidy-tools")
# A file system that has nothing but what a test puts there.
if subprocess.run([sys.executable, os.path.join(config.test_source_root, "driver", "empty_root.py"), "--probe"],
                  capture_output=True).returncode == 0:
    config.available_features.add("empty-root")
resource_dir = os.path.join(os.path.dirname(config.llvm_tools_dir), "lib", "clang", "22")
config.substitutions.append((r"%resource_dir\b", resource_dir))
# LLVM's OpenMP puts the header among Clang's own.
if os.path.exists(os.path.join(resource_dir, "include", "omp.h")):
    config.available_features.add("omp-header")

# strace sees what a run opens and starts. Where it may not trace, what a run
# leaves behind is all that is looked at.
has_strace = shutil.which("strace") and subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True).returncode == 0
config.substitutions.append(("%trace_files", "--strace" if has_strace else ""))
# Chromium is for the pages that 'trace' writes.
for program in ("git", "chromium", "bazel", "nvim"):
    if shutil.which(program):
        config.available_features.add(program)
# What ./dev has from npm; Node.js may have the first one, too.
node_modules = os.path.join(config.build_dir, os.pardir, "npm", "node_modules")
multitool = shutil.which("sarif-multitool") or os.path.join(node_modules, ".bin", "sarif-multitool")
if os.path.exists(multitool):
    config.available_features.add("sarif-multitool")
config.substitutions.append((r"%sarif_multitool\b", multitool))
if shutil.which("node") and os.path.exists(os.path.join(node_modules, "vscode-languageserver-protocol")):
    config.available_features.add("vscode-languageserver-protocol")
config.substitutions.append((r"%node_modules\b", node_modules))
# './dev wheel' makes this one.
for wheel in pathlib.Path(config.build_dir, os.pardir, "wheel").glob("aoti_tidy-*.whl"):
    config.available_features.add("wheel")
    config.substitutions.append((r"%wheel\b", str(wheel.resolve())))
# './dev fleet' makes this one.
fleet_python = os.path.join(config.build_dir, os.pardir, "fleet", "venv", "bin", "python3")
if os.path.exists(fleet_python) and subprocess.run([fleet_python, "-c", "import pyarrow"], capture_output=True).returncode == 0:
    config.available_features.add("pyarrow")
config.substitutions.append((r"%fleet_python\b", fleet_python))

if config.torch_include:
    config.available_features.add("torch")
    # <venv>/lib/python3.x/site-packages/torch/include, where torch is of a venv.
    venv = os.path.join(config.torch_include, *[os.pardir] * 5)
    torch_python = os.path.join(os.path.realpath(venv), "bin", "python3")
    torch_cxx = os.path.join(config.llvm_tools_dir, "clang++")
    find_torch = "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"
    if (os.path.exists(torch_python) and os.path.exists(torch_cxx)
            and subprocess.run([torch_python, "-c", find_torch], capture_output=True).returncode == 0):
        config.available_features.add("torch-python")
    config.substitutions.append((r"%torch_python\b", torch_python))
    config.substitutions.append((r"%torch_cxx\b", torch_cxx))

# What test/torch/headers.py has fetched, and the torch above.
torch_headers = {}
# A libtorch has no version.py.
version_file = os.path.join(config.torch_include, os.pardir, "version.py")
if config.torch_include and os.path.exists(version_file):
    with open(version_file) as f:
        release = re.search(r"__version__ = '(\d+\.\d+)", f.read())
    torch_headers[release[1]] = config.torch_include
if config.torch_headers and os.path.isdir(config.torch_headers):
    for release in os.listdir(config.torch_headers):
        include = os.path.join(config.torch_headers, release, "torch", "include")
        if os.path.isdir(include):
            torch_headers[release] = include
for release, include in torch_headers.items():
    config.available_features.add(f"torch-{release}")
    config.substitutions.append((rf"%torch_{re.escape(release)}_include\b", include))

if config.clang_tidy_pypi:
    config.available_features.add("pypi-clang-tidy")
