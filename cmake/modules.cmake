# Functions that declare and build modules. The list of modules is src/modules.cmake.
#
#   freshet_layer(NAME RULE)                               begins a layer      (src/modules.cmake)
#   freshet_module(NAME PURPOSE [PURE] [USES module...])   declares a module   (src/modules.cmake)
#   freshet_sources(NAME HEADERS public.h... [SOURCES a.cc...] [TESTS a_test.cc...]
#                   [LIBRARIES target...])                 defines its targets (src/NAME/CMakeLists.txt)
#
# A module is one static library that links what it USES and nothing else. Other modules may include
# only its HEADERS; tools/check_includes.py checks every #include line against both lists.

set(FRESHET_MODULES "" CACHE INTERNAL "declared modules, in the order of src/modules.cmake")

# The modules that follow belong to this layer. Only readers and tools use layers; the build does not.
function(freshet_layer name rule)
endfunction()

function(freshet_module name purpose)
  cmake_parse_arguments(arg "PURE" "" "USES" ${ARGN})
  set(FRESHET_MODULES ${FRESHET_MODULES} ${name} CACHE INTERNAL "")
  set(FRESHET_USES_${name} "${arg_USES}" CACHE INTERNAL "")
endfunction()

function(freshet_sources name)
  cmake_parse_arguments(arg "" "" "HEADERS;SOURCES;TESTS;LIBRARIES" ${ARGN})
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} PUBLIC ${FRESHET_USES_${name}} PRIVATE ${arg_LIBRARIES})
    freshet_precompile(${name})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} INTERFACE ${FRESHET_USES_${name}})
  endif()

  list(TRANSFORM arg_HEADERS PREPEND ${name}/)
  set_property(GLOBAL APPEND PROPERTY FRESHET_PUBLIC_HEADERS ${arg_HEADERS})
  if(FRESHET_TESTS AND arg_TESTS)
    freshet_test(${name}_test SOURCES ${arg_TESTS} USES ${name} ${arg_LIBRARIES})
  endif()
endfunction()

# Precompiles the headers of the standard library that most files include, which saves two fifths of the
# time to compile the modules. A file must still include what it uses: `tools/lint headers` and
# `tools/lint tidy` compile without precompiled headers.
function(freshet_precompile target)
  if(NOT FRESHET_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET standard_headers)
    add_library(standard_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/standard_headers.cc)
    target_precompile_headers(standard_headers PRIVATE
      <algorithm> <array> <atomic> <bit> <cmath> <cstddef> <cstdint> <deque> <filesystem> <functional>
      <limits> <map> <memory> <mutex> <optional> <span> <sstream> <string> <string_view>
      <unordered_map> <utility> <variant> <vector>)
  endif()
  target_precompile_headers(${target} REUSE_FROM standard_headers)
endfunction()

# Defines a test program; ctest lists every TEST in it as PROGRAM.Suite.Name.
#   HEADERS_OF  the target whose precompiled header it shares, if not test_support
#   LONG        a filter as for --gtest_filter (* for all): these tests have the label `long`, and run
#               only with ./test --all or if a filter selects them
#   SERIES      the tests repeat something: besides its short form, each has a long form
#               (tests/support/long_run.h), listed as long.PROGRAM.Suite.Name with the label `long`
#   ONE_RUN     the tests share something that takes long to start: ctest lists and runs the program as
#               one test, PROGRAM.all
function(freshet_test name)
  cmake_parse_arguments(arg "SERIES;ONE_RUN" "LONG;HEADERS_OF" "SOURCES;USES" ${ARGN})
  if(NOT arg_HEADERS_OF)
    set(arg_HEADERS_OF test_support)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_USES} test_support)
  target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS_OF})
  set(properties TIMEOUT 300)
  if(arg_ONE_RUN)
    add_test(NAME ${name}.all COMMAND ${name})
    set_tests_properties(${name}.all PROPERTIES ${properties})
    return()
  endif()
  if(arg_SERIES)
    gtest_discover_tests(${name} TEST_PREFIX long.${name}. DISCOVERY_MODE PRE_TEST PROPERTIES ${properties}
                         LABELS long ENVIRONMENT FRESHET_LONG_TESTS=1)
  endif()
  set(discover TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST)
  if(arg_LONG)
    gtest_discover_tests(${name} ${discover} TEST_FILTER ${arg_LONG} PROPERTIES ${properties} LABELS long)
    set(discover ${discover} TEST_FILTER -${arg_LONG})
  endif()
  if(NOT arg_LONG STREQUAL "*")
    gtest_discover_tests(${name} ${discover} PROPERTIES ${properties})
  endif()
endfunction()

function(freshet_build_modules)
  if(FRESHET_TESTS)
    add_subdirectory(${PROJECT_SOURCE_DIR}/tests/support)
  endif()
  foreach(module ${FRESHET_MODULES})
    add_subdirectory(${PROJECT_SOURCE_DIR}/src/${module})
  endforeach()
  # tools/lint reads this file and compiles each header by itself.
  get_property(headers GLOBAL PROPERTY FRESHET_PUBLIC_HEADERS)
  list(JOIN headers "\n" headers)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/public_headers.txt CONTENT "${headers}\n" @ONLY)
endfunction()
