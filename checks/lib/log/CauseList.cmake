# Writes the heads of the causes' pages into a table of C++:
#   cmake -DPAGES="a.md;b.md" -DOUTPUT=x.inc -P CauseList.cmake
set(text "")
foreach(page ${PAGES})
  file(READ ${page} head)
  string(REGEX REPLACE "\n---\n.*" "\n" head "${head}")
  string(APPEND text "{")
  foreach(key id group common also found-by fault)
    set(value "")
    if(head MATCHES "\n${key}: ([^\n]*)")
      set(value "${CMAKE_MATCH_1}")
    endif()
    # A raw string literal: nothing in it needs escaping.
    string(APPEND text "R\"AOTI(${value})AOTI\", ")
  endforeach()
  string(APPEND text "},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
