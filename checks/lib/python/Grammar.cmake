# tree-sitter, and its grammar of Python, from their releases in the npm
# registry: Debian has no grammars, and its tree-sitter, 0.20, corrupts memory
# where a node has 65536 children.

# npm_package(VARIABLE PACKAGE SHA256 CONTENT)
#
# Sets the cache variable VARIABLE, unless the user did, to the folder of the
# unpacked PACKAGE, name@version, which is fetched with npm and has to have that
# checksum. Of it, the folder CONTENT is needed.
function(npm_package variable package sha256 content)
  string(REPLACE "@" "-" name "${package}")
  set(${variable} "" CACHE PATH "The unpacked npm package ${package}; empty: it is fetched with npm")
  set(folder "${${variable}}")
  if(NOT folder)
    set(folder "${PROJECT_BINARY_DIR}/${name}/package")
    set(archive "${PROJECT_BINARY_DIR}/${name}.tgz")
    set(actual_sha256 "")
    if(EXISTS "${archive}")
      file(SHA256 "${archive}" actual_sha256)
    endif()
    if(NOT actual_sha256 STREQUAL sha256)
      find_program(NPM npm)
      if(NOT NPM)
        message(FATAL_ERROR "npm, which fetches ${package}, was not found; install npm, or unpack that npm package and give its folder with -D${variable}=DIR")
      endif()
      message(STATUS "Fetching ${package}")
      execute_process(COMMAND "${NPM}" pack --silent "${package}"
        WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE npm_said)
      if(failed)
        message(FATAL_ERROR "npm could not fetch ${package}: ${npm_said}")
      endif()
      file(SHA256 "${archive}" actual_sha256)
      if(NOT actual_sha256 STREQUAL sha256)
        file(REMOVE "${archive}")
        message(FATAL_ERROR "What npm fetched is not the ${package} that this release was tested with: its SHA-256 is ${actual_sha256}, and should be ${sha256}")
      endif()
      file(REMOVE_RECURSE "${folder}")
    endif()
    if(NOT EXISTS "${folder}/${content}")
      file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${PROJECT_BINARY_DIR}/${name}"
        PATTERNS "package/${content}/*")
    endif()
  endif()
  if(NOT EXISTS "${folder}/${content}")
    message(FATAL_ERROR "${variable} is '${folder}', which has no folder '${content}'")
  endif()
  set(${variable} "${folder}" PARENT_SCOPE)
endfunction()

# The sources that tree-sitter's binding for Node.js is compiled from.
npm_package(AOTI_TIDY_TREE_SITTER tree-sitter@0.25.0
  016448ee8e2c23aed7e1155c118cd66cd026e6436f7394b3f3606d30bf9aaa4a vendor/tree-sitter/lib)
npm_package(AOTI_TIDY_PYTHON_GRAMMAR tree-sitter-python@0.25.0
  63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096 src)

set(core "${AOTI_TIDY_TREE_SITTER}/vendor/tree-sitter/lib")
# lib.c includes all of tree-sitter's other files.
add_library(tree_sitter_python STATIC "${core}/src/lib.c"
  "${AOTI_TIDY_PYTHON_GRAMMAR}/src/parser.c" "${AOTI_TIDY_PYTHON_GRAMMAR}/src/scanner.c")
# A host of the plugin may have another tree-sitter. The core spells the macro in
# two ways.
set_target_properties(tree_sitter_python PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_compile_definitions(tree_sitter_python PRIVATE TREE_SITTER_HIDE_SYMBOLS TREE_SITTER_HIDDEN_SYMBOLS)
# Others' code.
target_compile_options(tree_sitter_python PRIVATE -w)
target_include_directories(tree_sitter_python PRIVATE "${core}/src")
target_include_directories(tree_sitter_python SYSTEM PUBLIC "${core}/include")
