# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(aoti_tidy) gives
#
#   aoti_tidy_lint(TARGET... [OPTIONS OPTION...])
#     lints the C++ and CUDA sources of targets, each when it, a header of it, its
#     flags or the configuration changes, as a part of 'all'. A finding fails the
#     build. Files that register operators, or whose hosts call functions of other
#     files, are linted as 'aoti-tidy FILE' lints them.
#   aoti_tidy_package(FILE... [TARGET NAME] [OPTIONS OPTION...])
#     the same for packages (.pt2) that the build makes or has.
#   aoti_tidy::aoti_tidy, the program.
cmake_minimum_required(VERSION 3.21)

# Beside this file, wherever the tree was moved to: PREFIX/lib/cmake/aoti_tidy.
get_filename_component(_aoti_tidy_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(AOTI_TIDY_EXECUTABLE aoti-tidy
  HINTS "${_aoti_tidy_prefix}/bin" DOC "The aoti-tidy that lints")
unset(_aoti_tidy_prefix)
mark_as_advanced(AOTI_TIDY_EXECUTABLE)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(aoti_tidy REQUIRED_VARS AOTI_TIDY_EXECUTABLE HANDLE_COMPONENTS)
if(NOT aoti_tidy_FOUND)
  return()
endif()
if(NOT TARGET aoti_tidy::aoti_tidy)
  add_executable(aoti_tidy::aoti_tidy IMPORTED)
  set_target_properties(aoti_tidy::aoti_tidy PROPERTIES IMPORTED_LOCATION "${AOTI_TIDY_EXECUTABLE}")
endif()

# What all rules have in common: lint INPUT with ARGUMENTS into a report.
function(_aoti_tidy_rule input name comment depends arguments out)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/aoti-tidy")
  # Two files of a name get two reports.
  string(MD5 unique "${input} ${name}")
  string(SUBSTRING "${unique}" 0 8 unique)
  get_filename_component(file "${input}" NAME)
  set(report "${folder}/${name}-${file}-${unique}.json")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${report}"
    # The text of what is found goes to the terminal, and the exit code fails the
    # build; the report is not left behind then, or the next build would pass.
    COMMAND ${CMAKE_COMMAND} "-DREPORT=${report}" "-DCOMMAND=$<TARGET_FILE:aoti_tidy::aoti_tidy>;${arguments};${input}"
            -P "${_AOTI_TIDY_RUN}"
    DEPENDS "${input}" aoti_tidy::aoti_tidy "${_AOTI_TIDY_RUN}" ${depends}
    DEPFILE "${report}.d"
    COMMENT "${comment}"
    VERBATIM)
  set(${out} "${report}" PARENT_SCOPE)
endfunction()
set(_AOTI_TIDY_RUN "${CMAKE_CURRENT_LIST_DIR}/aoti_tidy_run.cmake")

function(aoti_tidy_lint)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "OPTIONS")
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "aoti_tidy_lint: there is no target '${target}'; call it behind add_library() or add_executable()")
    endif()
    # The flags are those of the compiler, to the letter.
    set_property(TARGET ${target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    # A change of the flags is a change of this rule.
    set(flags "")
    foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS CXX_STANDARD)
      string(APPEND flags " $<JOIN:$<TARGET_PROPERTY:${target},${property}>, >")
    endforeach()
    set(reports "")
    foreach(source IN LISTS sources)
      if(NOT source MATCHES "\\.(cpp|cc|cxx|c\\+\\+|C|cu|mm)$" OR source MATCHES "\\$<")
        continue()
      endif()
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
      file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${source}")
      _aoti_tidy_rule("${source}" ${target} "Linting ${shown}" ""
        "-p;${CMAKE_BINARY_DIR};${arg_OPTIONS}" report)
      set_property(SOURCE "${report}" PROPERTY GENERATED TRUE)
      list(APPEND reports "${report}")
    endforeach()
    # Headers that a dependency generates are there by then.
    add_custom_target(${target}-aoti-tidy ALL DEPENDS ${reports})
    add_dependencies(${target}-aoti-tidy ${target})
    # Written anew if it changes only, so that a rule that is generated again
    # with the same flags does not lint.
    file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/aoti-tidy/${target}.flags"
         CONTENT "${flags} ${CMAKE_CXX_FLAGS} ${CMAKE_CUDA_FLAGS}\n")
    foreach(report IN LISTS reports)
      add_custom_command(OUTPUT "${report}" APPEND
        DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/aoti-tidy/${target}.flags")
    endforeach()
  endforeach()
endfunction()

function(aoti_tidy_package)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "OPTIONS")
  foreach(package IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path "${package}" ABSOLUTE)
    # Of a package that a rule makes, this folder's is meant.
    if(NOT EXISTS "${path}")
      get_filename_component(path "${package}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    get_filename_component(name "${package}" NAME_WE)
    if(arg_TARGET)
      set(name "${arg_TARGET}")
    endif()
    _aoti_tidy_rule("${path}" ${name} "Linting ${package}" "" "${arg_OPTIONS}" report)
    if(NOT TARGET ${name}-aoti-tidy)
      add_custom_target(${name}-aoti-tidy ALL)
    endif()
    add_custom_target(${name}-aoti-tidy-report DEPENDS "${report}")
    add_dependencies(${name}-aoti-tidy ${name}-aoti-tidy-report)
  endforeach()
endfunction()
