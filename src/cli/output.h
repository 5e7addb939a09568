#pragma once

#include <string_view>

// Standard output of every command, and how commands handle output that cannot be written.
namespace freshet::cli {

// The exit status if the reader of the output closed its end (`| head`): the status that a shell
// reports for a program that SIGPIPE has ended.
inline constexpr int kExitReaderGone = 141;

// Call this before any file is opened. It opens /dev/null for each standard stream that is closed,
// so that no file of the collection gets descriptor 0, 1 or 2 and then receives output. Writing to
// a standard output that was closed still fails. It also ignores SIGPIPE: a reader that has gone
// shows as a write error.
void prepare_standard_streams();

// Prints text for people, of one or more lines. The caller passes fields that come from outside
// through text::printable() first; remaining control characters except line feeds are escaped here.
void print_text(std::string_view words);

// Prints bytes unchanged: JSON, in which json::Writer has escaped all control characters, and text
// with marks that the user chose.
void print_exact(std::string_view bytes);

// Flushes the buffer. Returns false if anything could not be written, now or earlier.
bool flush_output();

// Whether the reader of standard output has closed its end; also if other functions wrote to it.
bool is_output_reader_gone();

// For a command whose output is only a summary of its work: a reader that has gone then does not
// change the exit status.
void set_output_is_summary();

// Call this at the end of a command. Reports output that could not be written, and returns the exit
// status.
int finish_output(int status);

}  // namespace freshet::cli
