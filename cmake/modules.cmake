# How modules are declared and built. The list itself is src/modules.cmake.
#
#   freshet_module(NAME PURPOSE [PURE] [USES module...])   declares (src/modules.cmake)
#   freshet_sources(NAME HEADERS public.h... [SOURCES a.cc...] [TESTS a_test.cc...]
#                   [LIBRARIES target...])                 defines  (src/NAME/CMakeLists.txt)
#
# A module is one static library that links what it USES and nothing else. Other modules may include
# only its HEADERS; tools/check_includes.py holds every #include line against both lists.

set(FRESHET_MODULES "" CACHE INTERNAL "declared modules, in flow order")

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
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} INTERFACE ${FRESHET_USES_${name}})
  endif()

  if(FRESHET_TESTS)
    if(arg_HEADERS)
      freshet_check_headers(${name} ${arg_HEADERS})
    endif()
    if(arg_TESTS)
      freshet_test(${name}_test SOURCES ${arg_TESTS} USES ${name} ${arg_LIBRARIES})
    endif()
  endif()
endfunction()

# Compiles each public header by itself, so that including it never needs another include first.
function(freshet_check_headers name)
  set(sources "")
  foreach(header ${ARGN})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/alone_${header}.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${name}/${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(${name}_headers OBJECT ${sources})
  target_link_libraries(${name}_headers PRIVATE ${name})
endfunction()

# One test program; ctest lists every TEST in it as PROGRAM.Suite.Name. ALONE: nothing else runs beside it.
function(freshet_test name)
  cmake_parse_arguments(arg "ALONE" "" "SOURCES;USES" ${ARGN})
  set(alone FALSE)
  if(arg_ALONE)
    set(alone TRUE)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_USES} test_support)
  target_precompile_headers(${name} REUSE_FROM test_support)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                       PROPERTIES TIMEOUT 300 RUN_SERIAL ${alone})
endfunction()

function(freshet_build_modules)
  if(FRESHET_TESTS)
    add_subdirectory(${PROJECT_SOURCE_DIR}/tests/support)
  endif()
  foreach(module ${FRESHET_MODULES})
    add_subdirectory(${PROJECT_SOURCE_DIR}/src/${module})
  endforeach()
endfunction()
