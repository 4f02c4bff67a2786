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

# The report on INPUT. Two files of a name get two.
function(_aoti_tidy_report input name out)
  string(MD5 unique "${input} ${name}")
  string(SUBSTRING "${unique}" 0 8 unique)
  get_filename_component(file "${input}" NAME)
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/aoti-tidy")
  set(${out} "${CMAKE_CURRENT_BINARY_DIR}/aoti-tidy/${name}-${file}-${unique}.json" PARENT_SCOPE)
endfunction()

# What all rules have in common: lint INPUT with ARGUMENTS into REPORT.
function(_aoti_tidy_rule report input comment depends arguments)
  set(run "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/aoti_tidy_run.cmake")
  add_custom_command(OUTPUT "${report}"
    # The text of what is found goes to the terminal, and the exit code fails the
    # build; the report is not left behind then, or the next build would pass.
    COMMAND ${CMAKE_COMMAND} "-DREPORT=${report}" "-DCOMMAND=$<TARGET_FILE:aoti_tidy::aoti_tidy>;${arguments};${input}"
            -P "${run}"
    DEPENDS "${input}" aoti_tidy::aoti_tidy "${run}" ${depends}
    DEPFILE "${report}.d"
    COMMENT "${comment}"
    VERBATIM)
endfunction()

# A target of 'all' that makes reports. Sources and packages may have one name.
function(_aoti_tidy_target name out)
  if(NOT TARGET ${name}-aoti-tidy)
    add_custom_target(${name}-aoti-tidy ALL)
  endif()
  string(MD5 unique "${ARGN}")
  string(SUBSTRING "${unique}" 0 8 unique)
  set(part ${name}-aoti-tidy-${unique})
  add_custom_target(${part} DEPENDS ${ARGN})
  add_dependencies(${name}-aoti-tidy ${part})
  set(${out} ${part} PARENT_SCOPE)
endfunction()

function(aoti_tidy_lint)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "OPTIONS")
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "aoti_tidy_lint: '${CMAKE_GENERATOR}' writes no compile_commands.json; generate for Ninja or Makefiles")
  endif()
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "aoti_tidy_lint: there is no target '${target}'; call it behind add_library() or add_executable()")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    get_target_property(type ${target} TYPE)
    get_target_property(imported ${target} IMPORTED)
    if(imported)
      message(FATAL_ERROR "aoti_tidy_lint: '${target}' is imported and has no sources here; name a target that this build compiles")
    elseif(type STREQUAL "INTERFACE_LIBRARY")
      message(FATAL_ERROR "aoti_tidy_lint: '${target}' is an INTERFACE library, which compiles nothing; name the targets that link to it")
    endif()
    get_property(given GLOBAL PROPERTY _AOTI_TIDY_GIVEN)
    if(target IN_LIST given)
      message(FATAL_ERROR "aoti_tidy_lint: '${target}' is linted already; name each target once")
    endif()
    set_property(GLOBAL APPEND PROPERTY _AOTI_TIDY_GIVEN ${target})
    set_property(GLOBAL APPEND PROPERTY _AOTI_TIDY_OPEN ${target})
    set_property(DIRECTORY APPEND PROPERTY _AOTI_TIDY_OPEN ${target})
    # The flags are those of the compiler, to the letter.
    set_property(TARGET ${target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
    set_property(TARGET ${target} PROPERTY _AOTI_TIDY_OPTIONS "${arg_OPTIONS}")
  endforeach()
  # target_sources() may be called later.
  cmake_language(DEFER CALL _aoti_tidy_finish_directory)
  get_property(is_deferred GLOBAL PROPERTY _AOTI_TIDY_IS_DEFERRED)
  if(NOT is_deferred)
    set_property(GLOBAL PROPERTY _AOTI_TIDY_IS_DEFERRED ON)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _aoti_tidy_finish)
  endif()
endfunction()

# The sources of a target that are linted, absolute paths.
function(_aoti_tidy_sources target out)
  set(found "")
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(made ${target} BINARY_DIR)
  foreach(source IN LISTS sources)
    if(source MATCHES "^\\$<TARGET_OBJECTS:[^<>]*>$")
      continue() # its sources are those of another target
    endif()
    # '$<$<BOOL:1>:a.cpp;b.cpp>' is two in the list.
    if(source MATCHES "\\$<|>$")
      if(source MATCHES "\\.(cpp|cc|cxx|c\\+\\+|C|CPP|cu|mm)([>,]|$)|\\$<[^:]*>")
        message(FATAL_ERROR "aoti_tidy_lint: whether '${target}' has the source '${source}' is known only after the configuration; add it with if() and target_sources()")
      endif()
      continue()
    endif()
    if(NOT source MATCHES "\\.(cpp|cc|cxx|c\\+\\+|C|CPP|cu|mm)$")
      continue()
    endif()
    get_source_file_property(is_header "${source}" TARGET_DIRECTORY ${target} HEADER_FILE_ONLY)
    if(is_header)
      continue()
    endif()
    # As CMake finds them: what is not there is made by the build.
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
    if(NOT EXISTS "${path}")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${made}")
    endif()
    list(APPEND found "${path}")
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Makes the rules for the targets that this folder has named.
function(_aoti_tidy_finish_directory)
  get_property(targets DIRECTORY PROPERTY _AOTI_TIDY_OPEN)
  set_property(DIRECTORY PROPERTY _AOTI_TIDY_OPEN "")
  foreach(target IN LISTS targets)
    _aoti_tidy_sources(${target} sources)
    set_property(TARGET ${target} PROPERTY _AOTI_TIDY_SOURCES "${sources}")
    get_target_property(options ${target} _AOTI_TIDY_OPTIONS)
    set(reports "")
    foreach(source IN LISTS sources)
      file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${source}")
      _aoti_tidy_report("${source}" ${target} report)
      _aoti_tidy_rule("${report}" "${source}" "Linting ${shown}" "${report}.command"
        "-p;${CMAKE_BINARY_DIR};${options}")
      list(APPEND reports "${report}")
      set_property(GLOBAL APPEND_STRING PROPERTY _AOTI_TIDY_WANTED "want([==[${source}]==] [==[${report}.command]==])\n")
      set_property(GLOBAL APPEND PROPERTY _AOTI_TIDY_STAMPS "${report}.command")
    endforeach()
    _aoti_tidy_target(${target} part ${reports})
    # Headers that a dependency generates are there by then.
    add_dependencies(${part} ${target} aoti-tidy-commands)
    get_property(open GLOBAL PROPERTY _AOTI_TIDY_OPEN)
    list(REMOVE_ITEM open ${target})
    set_property(GLOBAL PROPERTY _AOTI_TIDY_OPEN "${open}")
  endforeach()
endfunction()

# Makes the rule that says whose flags have changed, when all folders are done.
function(_aoti_tidy_finish)
  get_property(open GLOBAL PROPERTY _AOTI_TIDY_OPEN)
  if(open)
    cmake_language(DEFER CALL _aoti_tidy_finish)
    return()
  endif()
  get_property(targets GLOBAL PROPERTY _AOTI_TIDY_GIVEN)
  foreach(target IN LISTS targets)
    get_target_property(known ${target} _AOTI_TIDY_SOURCES)
    _aoti_tidy_sources(${target} sources)
    if(NOT "${known}" STREQUAL "${sources}")
      message(FATAL_ERROR "aoti_tidy_lint: '${target}' got sources from a folder above the one that lints it; call aoti_tidy_lint() there")
    endif()
  endforeach()
  get_property(wanted GLOBAL PROPERTY _AOTI_TIDY_WANTED)
  get_property(stamps GLOBAL PROPERTY _AOTI_TIDY_STAMPS)
  set(folder "${CMAKE_BINARY_DIR}/aoti-tidy")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/aoti_tidy_commands.cmake")
  set(database "${CMAKE_BINARY_DIR}/compile_commands.json")
  file(GENERATE OUTPUT "${folder}/commands.cmake" CONTENT "${wanted}")
  add_custom_command(OUTPUT "${folder}/commands.done"
    BYPRODUCTS ${stamps}
    COMMAND ${CMAKE_COMMAND} "-DDATABASE=${database}" "-DWANTED=${folder}/commands.cmake"
            "-DDONE=${folder}/commands.done" -P "${script}"
    DEPENDS "${database}" "${folder}/commands.cmake" "${script}"
    COMMENT "Looking for flags that have changed"
    VERBATIM)
  add_custom_target(aoti-tidy-commands DEPENDS "${folder}/commands.done")
endfunction()

function(aoti_tidy_package)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "OPTIONS")
  foreach(package IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path "${package}" ABSOLUTE)
    # Of a package that a rule makes, this folder's is meant.
    if(NOT EXISTS "${path}")
      get_filename_component(path "${package}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    set(name "${arg_TARGET}")
    if(NOT name)
      get_filename_component(name "${package}" NAME_WLE)
      # What a target may be called.
      string(REGEX REPLACE "[^A-Za-z0-9_.+-]" "_" name "${name}")
    endif()
    _aoti_tidy_report("${path}" ${name} report)
    _aoti_tidy_rule("${report}" "${path}" "Linting ${package}" "" "${arg_OPTIONS}")
    _aoti_tidy_target(${name} part "${report}")
  endforeach()
endfunction()
