# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Orders the code of a program by what it executes, since Clang's parser waits for code
# more than for anything else: a copy that counts its branches lints the project's own
# inputs, and LLVM's BOLT moves what they took together and the rest out of the way.
#
#   cmake -DPROGRAM=FILE -DBOLT=llvm-bolt -DMERGE=merge-fdata -DSOURCE=FOLDER
#         -DWORK=FOLDER -P Bolt.cmake
#
# The program is replaced only when all of that has worked. It must have been linked with
# --emit-relocs.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/home" "${WORK}/inputs")
# Neither a configuration nor a cache of whoever builds counts.
set(ENV{HOME} "${WORK}/home")
set(ENV{XDG_CACHE_HOME} "${WORK}/home")
set(counted "${WORK}/counted")

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "BOLT could not ${what} (${status}):\n${said}\nConfigure with -DAOTI_TIDY_BOLT=OFF to do without.")
  endif()
endfunction()

# Where the profile goes is a part of the copy. Its counters are in memory that it shares
# with the processes that it starts, which lint: so long as the name is not one for each.
run("make a copy that counts" "${BOLT}" "${PROGRAM}" -instrument -o "${counted}"
  "--instrumentation-file=${WORK}/profile")

set(profiles "")
function(train)
  # That there are findings (1), and files that do not parse (3), is what inputs are for.
  execute_process(COMMAND "${counted}" --quiet "--torch-include=${SOURCE}/test/Inputs/torch-mock" --torch-version=2.13
      "--config={}" ${ARGN}
    WORKING_DIRECTORY "${WORK}/inputs" RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status MATCHES "^[013]$" OR NOT EXISTS "${WORK}/profile")
    message(FATAL_ERROR "BOLT: the copy that counts failed (${status}):\n${said}\nConfigure with -DAOTI_TIDY_BOLT=OFF to do without.")
  endif()
  list(LENGTH profiles count)
  file(RENAME "${WORK}/profile" "${WORK}/profile.${count}")
  set(profiles ${profiles} "${WORK}/profile.${count}" PARENT_SCOPE)
endfunction()

# A host and operators as users write them, and scripts; emitted code; then headers: in
# full, to be precompiled (by a run over two files), precompiled, and replayed. The cache
# must not lie in what is linted.
train(--no-cache "${SOURCE}/docs/examples" "${SOURCE}/test/checks/symint-meta")
run("write emitted code" python3 "${SOURCE}/test/Inputs/emitted/expand.py" "${WORK}/inputs/emitted")
train(--no-cache emitted)
configure_file("${SOURCE}/driver/bolt/headers.cpp.in" "${WORK}/inputs/one.cpp" COPYONLY)
configure_file("${SOURCE}/driver/bolt/headers.cpp.in" "${WORK}/inputs/two.cpp" COPYONLY)
train(--no-cache one.cpp -- -std=c++20)
train("--cache-dir=${WORK}/home/cache" one.cpp two.cpp -- -std=c++20)
train("--cache-dir=${WORK}/home/cache" "--checks=aoti-symint-meta" one.cpp two.cpp -- -std=c++20)
train("--cache-dir=${WORK}/home/cache" one.cpp two.cpp -- -std=c++20)

run("add up what was counted" "${MERGE}" ${profiles} -o "${WORK}/profiles")
run("order the program's code" "${BOLT}" "${PROGRAM}" -o "${WORK}/ordered" "-data=${WORK}/profiles"
  -reorder-blocks=ext-tsp -reorder-functions=cdsort -split-functions -split-all-cold -split-eh -use-gnu-stack)
file(RENAME "${WORK}/ordered" "${PROGRAM}")
file(REMOVE_RECURSE "${WORK}")
