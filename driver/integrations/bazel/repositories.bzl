# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where aoti-tidy is, as a repository of its own: @aoti_tidy_program."""

_BUILD = """\
package(default_visibility = ["//visibility:public"])

exports_files(["bin/aoti-tidy"])

filegroup(
    name = "headers",
    srcs = glob(["lib/aoti-tidy/**"], allow_empty = True),
)
"""

# What is Bazel's own up to 7 is rules_cc's from 8 on, and no file can ask.
_OWN_CC = """\
load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

cc = struct(
    action = CPP_COMPILE_ACTION_NAME,
    common = cc_common,
    find_toolchain = find_cpp_toolchain,
    info = CcInfo,
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
"""
_RULES_CC = """\
load("@rules_cc//cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain", "use_cc_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

cc = struct(
    action = CPP_COMPILE_ACTION_NAME,
    common = cc_common,
    find_toolchain = find_cc_toolchain,
    info = CcInfo,
    toolchains = use_cc_toolchain(),
)
"""

def _prefix(ctx):
    if ctx.attr.prefix:
        return ctx.path(ctx.attr.prefix)
    found = ctx.which("aoti-tidy")
    if not found:
        fail("no aoti-tidy on PATH; install its wheel, or name the folder it is installed in: prefix = \"/opt/aoti-tidy\"")
    return found.realpath.dirname.dirname

def _program_impl(ctx):
    prefix = _prefix(ctx)
    for name in ("bin/aoti-tidy", "lib/aoti-tidy"):
        path = prefix.get_child(name.split("/")[0]).get_child(name.split("/")[1])
        if not path.exists:
            fail("there is no '{}'; 'prefix' is the folder that aoti-tidy is installed in".format(path))
        ctx.symlink(path, name)
    major = native.bazel_version.split(".")[0]
    ctx.file("BUILD.bazel", _BUILD)
    ctx.file("cc.bzl", _RULES_CC if major.isdigit() and int(major) >= 8 else _OWN_CC)

aoti_tidy_repository = repository_rule(
    implementation = _program_impl,
    doc = "The aoti-tidy that is installed in a prefix; without one, that on PATH.",
    attrs = {"prefix": attr.string()},
    environ = ["PATH"],
    local = True,
)

def aoti_tidy_repositories(prefix = ""):
    """For a WORKSPACE."""
    aoti_tidy_repository(name = "aoti_tidy_program", prefix = prefix)
