# Writes pages into one C++ file, each with its name, so that commands print them
# from the bare binary:  cmake -DPAGES="a.md;b.md" -DOUTPUT=x.inc -P EmbedPages.cmake
set(text "")
foreach(page ${PAGES})
  get_filename_component(id ${page} NAME_WE)
  file(READ ${page} content)
  # A raw string literal: nothing in a page needs escaping.
  string(APPEND text "{\"${id}\", R\"AOTIPAGE(${content})AOTIPAGE\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
