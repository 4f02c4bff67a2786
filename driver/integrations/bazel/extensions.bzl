# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For a MODULE.bazel, of which Bazel before 6 knows nothing."""

load(":repositories.bzl", "aoti_tidy_repositories")

def _program_impl(ctx):
    prefix = ""
    for module in ctx.modules:
        for tag in module.tags.installed:
            prefix = prefix or tag.prefix
    aoti_tidy_repositories(prefix)

# program.installed(prefix = "/opt/aoti-tidy"); without one, that on PATH.
program = module_extension(
    implementation = _program_impl,
    tag_classes = {"installed": tag_class(attrs = {"prefix": attr.string()})},
)
