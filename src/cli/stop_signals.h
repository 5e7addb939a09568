#pragma once

// Signals that request the end of a command: SIGINT, SIGTERM, SIGHUP.
namespace freshet::cli {

// Installs the handlers. The first of these signals only sets stop_requested(), and the command is
// to end cleanly. A signal that comes a second or more after the first ends the program at once.
// Signals in between count as the first one, because terminals, process groups and GNU timeout send
// signals in pairs. A signal that is already ignored (nohup, background jobs of a script) stays
// ignored.
void watch_stop_signals();

// Whether one of the signals has arrived.
bool stop_requested();

}  // namespace freshet::cli
