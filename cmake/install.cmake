# What `cmake --install` installs: the program, its manual page, and completions for shells. After each
# build the program itself writes the manual page and the completions, from the definitions of its options.
include(GNUInstallDirs)

set(generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
add_custom_command(TARGET freshet POST_BUILD
  COMMAND freshet generate manual > ${generated}/freshet.1
  COMMAND freshet generate bash > ${generated}/freshet.bash
  COMMAND freshet generate zsh > ${generated}/_freshet
  COMMAND freshet generate fish > ${generated}/freshet.fish
  WORKING_DIRECTORY ${generated}
  COMMENT "Linking freshet, its manual and its completions"
  VERBATIM)

install(TARGETS freshet RUNTIME)
install(FILES ${generated}/freshet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/freshet.bash RENAME freshet
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${generated}/_freshet DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${generated}/freshet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
