# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints the targets of a build:

    bazel build //... --aspects @aoti_tidy//:aoti_tidy.bzl%aoti_tidy --output_groups=report

Of each C++ and Python target, the sources are linted in several actions, which a last
one joins: what functions and operators of one file mean for another is known for
all files of the target. Actions read nothing but what they declare.

Output groups: 'report', a JSON report of each target, whatever was found; 'check',
the text, whose action fails if something was found. Both fail for a source that
cannot be parsed.
"""

load("@aoti_tidy_program//:cc.bzl", "cc")

_CXX = ["cc", "cpp", "cxx", "c++", "C", "cu", "mm"]
_HEADERS = ["h", "hh", "hpp", "hxx", "inc", "inl", "cuh", "H"]

# Sources that one action lints.
_PER_ACTION = 8

_Options = provider(fields = ["values"])

def _options_impl(ctx):
    return [_Options(values = [option for option in ctx.build_setting_value.split(" ") if option])]

# No list, which Bazel splits at commas: '--checks=-*,aoti-debug-flag' has them.
options = rule(
    implementation = _options_impl,
    build_setting = config.string(flag = True),
    doc = "Options of aoti-tidy, for all targets, with spaces between them.",
)

# GCC's own, which Clang does not know.
_NOT_FOR_CLANG = ["-fno-canonical-system-headers", "-fstack-usage"]

def _cxx_flags(ctx, compilation, local_defines):
    toolchain = cc.find_toolchain(ctx)
    features = cc.common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    copts = [
        ctx.expand_make_variables("copts", copt, {})
        for copt in getattr(ctx.rule.attr, "copts", [])
    ]
    variables = cc.common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + copts,
        include_directories = compilation.includes,
        quote_include_directories = compilation.quote_includes,
        system_include_directories = depset(transitive = [
            compilation.system_includes,
            # Bazel's own from 7 on: of other repositories, if a feature asks for it.
            getattr(compilation, "external_includes", depset()),
        ]),
        preprocessor_defines = depset(transitive = [compilation.defines, local_defines]),
    )
    flags = cc.common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = cc.action,
        variables = variables,
    )
    return [f for f in flags if f not in _NOT_FOR_CLANG], toolchain

def _compilation(target, ctx):
    """What the target is compiled with: what it keeps to itself is not its own context's."""
    hidden = [
        dep[cc.info]
        for dep in getattr(ctx.rule.attr, "implementation_deps", [])
        if cc.info in dep
    ]
    return cc.common.merge_cc_infos(cc_infos = [target[cc.info]] + hidden).compilation_context

def _sources(ctx, is_cxx):
    # A filegroup or a genrule has sources of others.
    extensions = (_CXX if is_cxx else []) + (["py"] if ctx.rule.kind.startswith("py_") else [])
    return [f for f in getattr(ctx.rule.files, "srcs", []) if f.extension in extensions]

def _declare(target, ctx, suffix):
    return ctx.actions.declare_file("{}.aoti-tidy{}".format(target.label.name, suffix))

def _args(ctx):
    args = ctx.actions.args()
    args.use_param_file("@%s")
    args.set_param_file_format("shell")
    return args

def _aspect_impl(target, ctx):
    if target.label.workspace_root.startswith("external") or "no-aoti-tidy" in getattr(ctx.rule.attr, "tags", []):
        return []
    is_cxx = cc.info in target
    sources = _sources(ctx, is_cxx)
    if not sources:
        return []

    flags = []

    # The packages and configurations that code loads, and the modules it imports.
    more_inputs = [depset(getattr(ctx.rule.files, "data", []))]
    if ctx.rule.kind.startswith("py_"):
        more_inputs += [dep[DefaultInfo].files for dep in getattr(ctx.rule.attr, "deps", [])]
    folders = []
    if is_cxx:
        compilation = _compilation(target, ctx)
        flags, toolchain = _cxx_flags(ctx, compilation, target[cc.info].compilation_context.local_defines)
        # Those of the compiler, which every action may read, as its own do.
        folders = toolchain.built_in_include_directories
        own_headers = [f for f in ctx.rule.files.srcs if f.extension in _HEADERS]
        more_inputs += [compilation.headers, depset(own_headers), toolchain.all_files]
    config = ctx.attr._config[DefaultInfo].files
    inputs = depset(sources, transitive = more_inputs + [config])

    listed = _declare(target, ctx, "/inputs")
    lines = ctx.actions.args()
    lines.set_param_file_format("multiline")
    lines.add_all(inputs)
    lines.add_all(folders)
    ctx.actions.write(listed, lines)

    hermetic = ["--sandboxed", "--inputs", listed.path, "-j1"]
    tool = dict(
        executable = ctx.file._program,
        tools = ctx.attr._headers.files,
        mnemonic = "AotiTidy",
    )

    # The arguments of the run that the actions share.
    lint = _args(ctx)
    lint.add_all(ctx.attr._options[_Options].values)
    lint.add_all(sources)
    last = _args(ctx)
    if is_cxx:
        last.add("--")
        last.add_all(flags)

    shards = (len(sources) + _PER_ACTION - 1) // _PER_ACTION
    facts = []
    for index in range(1, shards + 1):
        out = _declare(target, ctx, "/{}.facts".format(index))
        part = ["--shard", "{}/{}".format(index, shards), "--facts-out", out.path]
        ctx.actions.run(
            inputs = depset([listed], transitive = [inputs]),
            outputs = [out],
            arguments = ["check", "--quiet"] + hermetic + part + [lint, last],
            progress_message = "Linting {} ({}/{})".format(target.label, index, shards),
            **tool
        )
        facts.append(out)

    reports = {}
    for group, suffix, arguments in [
        ("report", ".json", ["--exit-zero", "--quiet"]),
        # The text goes to the terminal.
        ("check", ".check.json", []),
    ]:
        out = _declare(target, ctx, suffix)
        ctx.actions.run(
            inputs = depset(facts + [listed], transitive = [inputs]),
            outputs = [out],
            arguments = ["merge", "--format=json", "-o", out.path] + hermetic + arguments + [f.path for f in facts],
            progress_message = "Joining what was found in {}".format(target.label),
            **tool
        )
        reports[group] = depset([out])
    return [OutputGroupInfo(**reports)]

aoti_tidy = aspect(
    implementation = _aspect_impl,
    attr_aspects = [],
    fragments = ["cpp"],
    toolchains = cc.toolchains,
    attrs = {
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_program": attr.label(default = "@aoti_tidy_program//:bin/aoti-tidy", allow_single_file = True),
        "_headers": attr.label(default = "@aoti_tidy_program//:headers"),
        "_config": attr.label(default = "//:config"),
        "_options": attr.label(default = "//:options"),
    },
)
