# tree-sitter, and its grammar of Python.
#
# Debian has tree-sitter's library but no grammars. The release of the grammar in
# the npm registry carries the generated parser; 0.23 is the last that tree-sitter
# 0.20 reads (the parsers' ABI 14).
set(grammar tree-sitter-python-0.23.6)
set(grammar_sha256 aab5b860d93dbf84b37fed532f7dacc0468ede5387d0c74911d68f964287662a)
set(AOTI_TIDY_PYTHON_GRAMMAR "" CACHE PATH
  "The unpacked npm package ${grammar}; empty: it is fetched with npm")

set(grammar_dir "${AOTI_TIDY_PYTHON_GRAMMAR}")
if(NOT grammar_dir)
  set(grammar_dir "${PROJECT_BINARY_DIR}/${grammar}/package")
  set(archive "${PROJECT_BINARY_DIR}/${grammar}.tgz")
  set(actual_sha256 "")
  if(EXISTS "${archive}")
    file(SHA256 "${archive}" actual_sha256)
  endif()
  if(NOT actual_sha256 STREQUAL grammar_sha256)
    find_program(NPM npm)
    if(NOT NPM)
      message(FATAL_ERROR "npm, which fetches ${grammar}, was not found; install npm, or unpack that npm package and give its folder with -DAOTI_TIDY_PYTHON_GRAMMAR=DIR")
    endif()
    message(STATUS "Fetching ${grammar}")
    string(REGEX REPLACE "-([0-9.]+)$" "@\\1" grammar_spec "${grammar}")
    execute_process(COMMAND "${NPM}" pack --silent "${grammar_spec}"
      WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE npm_said)
    if(failed)
      message(FATAL_ERROR "npm could not fetch ${grammar}: ${npm_said}")
    endif()
    file(SHA256 "${archive}" actual_sha256)
    if(NOT actual_sha256 STREQUAL grammar_sha256)
      file(REMOVE "${archive}")
      message(FATAL_ERROR "What npm fetched is not the ${grammar} that this release was tested with: its SHA-256 is ${actual_sha256}, and should be ${grammar_sha256}")
    endif()
  endif()
  if(NOT EXISTS "${grammar_dir}/src/parser.c")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${PROJECT_BINARY_DIR}/${grammar}"
      PATTERNS "package/src/*")
  endif()
endif()
if(NOT EXISTS "${grammar_dir}/src/parser.c")
  message(FATAL_ERROR "AOTI_TIDY_PYTHON_GRAMMAR is '${grammar_dir}', which has no src/parser.c")
endif()

add_library(tree_sitter_python STATIC "${grammar_dir}/src/parser.c" "${grammar_dir}/src/scanner.c")
set_target_properties(tree_sitter_python PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
# The grammar is compiled against the headers it was generated with.
target_include_directories(tree_sitter_python PRIVATE "${grammar_dir}/src")
# Others' code.
target_compile_options(tree_sitter_python PRIVATE -w)

# The archive, so that the plugin brings its own.
find_path(TREE_SITTER_INCLUDE_DIR tree_sitter/api.h REQUIRED)
find_library(TREE_SITTER_LIBRARY NAMES libtree-sitter.a tree-sitter REQUIRED)
add_library(tree_sitter::tree_sitter UNKNOWN IMPORTED GLOBAL)
set_target_properties(tree_sitter::tree_sitter PROPERTIES
  IMPORTED_LOCATION "${TREE_SITTER_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${TREE_SITTER_INCLUDE_DIR}")
# A host process may have another tree-sitter.
target_link_options(tree_sitter_python INTERFACE "LINKER:--exclude-libs,libtree-sitter.a:libtree_sitter_python.a")
target_link_libraries(tree_sitter_python INTERFACE tree_sitter::tree_sitter)
