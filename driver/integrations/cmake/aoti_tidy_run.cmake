# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DREPORT=FILE "-DCOMMAND=aoti-tidy;..." -P aoti_tidy_run.cmake
#
# Lints, and leaves a report only if nothing was found.
execute_process(
  COMMAND ${COMMAND} --format=json -o "${REPORT}" --depfile "${REPORT}.d"
  RESULT_VARIABLE result
  ERROR_VARIABLE said)
if(NOT result EQUAL 0)
  file(REMOVE "${REPORT}")
  message("${said}")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.29)
    cmake_language(EXIT ${result})
  endif()
  message(FATAL_ERROR "aoti-tidy: exit code ${result}")
endif()
