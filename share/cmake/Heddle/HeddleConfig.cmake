# SPDX-License-Identifier: Apache-2.0
#
# find_package(Heddle): HEDDLE_EXECUTABLE, and
#
#   heddle_add_test(NAME name COMMAND target [argument...] [OPTIONS option...])
#
# which adds a test for ctest: the program is run under many schedules, with these options of `heddle test`. Its failures are in
# heddle/NAME of the build folder, and its result is there as result.xml, for dashboards. The test has the label "heddle".

get_filename_component(_heddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(HEDDLE_EXECUTABLE "${_heddle_prefix}/bin/heddle")
unset(_heddle_prefix)

function(heddle_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "COMMAND;OPTIONS")
  if(NOT arg_NAME OR NOT arg_COMMAND)
    message(FATAL_ERROR "heddle_add_test needs NAME and COMMAND")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  list(POP_FRONT arg_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  set(out "${CMAKE_CURRENT_BINARY_DIR}/heddle/${arg_NAME}")
  file(MAKE_DIRECTORY "${out}")
  add_test(NAME "${arg_NAME}"
    COMMAND "${HEDDLE_EXECUTABLE}" test -q --exit-codes automake --out "${out}" --junit "${out}/result.xml"
      ${arg_OPTIONS} -- "${program}" ${arg_COMMAND})
  set_tests_properties("${arg_NAME}" PROPERTIES LABELS heddle SKIP_RETURN_CODE 77)
endfunction()
