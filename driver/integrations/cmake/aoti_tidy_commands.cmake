# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DDATABASE=compile_commands.json -DWANTED=FILE -DDONE=FILE -P aoti_tidy_commands.cmake
#
# Whether the flags of a source have changed is all that its rule must know, and the
# database is written anew each time. For each 'want(SOURCE STAMP)' in WANTED, the
# stamp gets a hash of the source's entries and of the names of the configuration
# files above it, and is not touched if that is what it has.
cmake_minimum_required(VERSION 3.21)

# JSON as CMake writes it, in a form that is no list.
function(as_text text out)
  foreach(character IN ITEMS [[;]] "[" "]")
    string(HEX "${character}" code)
    string(REPLACE "${character}" "%${code}%" text "${text}")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(want source stamp)
  string(REPLACE "\\" "\\\\" name "${source}")
  string(REPLACE "\"" "\\\"" name "${name}")
  as_text("${name}" name)
  string(MD5 key "${name}")
  set_property(GLOBAL APPEND PROPERTY stamps "${stamp}")
  set_property(GLOBAL PROPERTY "key of ${stamp}" ${key})
  set_property(GLOBAL PROPERTY "source of ${stamp}" "${source}")
endfunction()
include("${WANTED}")

file(READ "${DATABASE}" text)
# From the first entry to the last one, which begin and end as the others do.
string(FIND "${text}" "{\n" begin)
math(EXPR begin "${begin} + 2")
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "\n}" end REVERSE)
string(SUBSTRING "${text}" 0 ${end} text)
as_text("${text}" text)
string(REPLACE "\n},\n{\n" "\n;\n" entries "${text}")
foreach(entry IN LISTS entries)
  if(entry MATCHES "\n *\"file\": \"([^\n]*)\"")
    string(MD5 key "${CMAKE_MATCH_1}")
    set_property(GLOBAL APPEND_STRING PROPERTY "entries of ${key}" "${entry}")
  endif()
endforeach()

# The configuration files above FOLDER, which each folder asks once.
function(configurations folder out)
  get_property(found GLOBAL PROPERTY "configurations above ${folder}")
  get_property(is_known GLOBAL PROPERTY "configurations above ${folder}" SET)
  if(NOT is_known)
    get_filename_component(parent "${folder}" DIRECTORY)
    set(found "")
    if(NOT parent STREQUAL folder)
      configurations("${parent}" found)
    endif()
    foreach(name IN ITEMS .clang-tidy aoti-tidy.toml pyproject.toml)
      if(EXISTS "${folder}/${name}")
        string(APPEND found "${folder}/${name}\n")
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY "configurations above ${folder}" "${found}")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

get_property(stamps GLOBAL PROPERTY stamps)
foreach(stamp IN LISTS stamps)
  get_property(key GLOBAL PROPERTY "key of ${stamp}")
  get_property(source GLOBAL PROPERTY "source of ${stamp}")
  get_property(of_source GLOBAL PROPERTY "entries of ${key}")
  get_filename_component(folder "${source}" DIRECTORY)
  configurations("${folder}" above)
  string(SHA256 new "${of_source}${above}")
  set(old "")
  if(EXISTS "${stamp}")
    file(READ "${stamp}" old)
  endif()
  if(NOT old STREQUAL new)
    file(WRITE "${stamp}" "${new}")
  endif()
endforeach()
file(TOUCH "${DONE}")
