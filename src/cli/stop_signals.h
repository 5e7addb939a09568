#pragma once

// Signals that ask a command to end: SIGINT, SIGTERM, SIGHUP.
namespace freshet::cli {

// From here on the first of these signals is only noted, and the command ends in order. One that
// comes a second or more after the first ends the program at once; those in between count as the
// first, because a terminal, a process group and GNU timeout all send signals in pairs. A signal
// that is ignored already (nohup; a background job of a script) stays ignored.
void watch_stop_signals();

// Whether one has come.
bool stop_was_asked();

}  // namespace freshet::cli
