#pragma once

#include <string_view>

// Standard output of every command, and what becomes of an output that cannot be written.
namespace freshet::cli {

// The exit status if whoever read the output went away (`| head`): that of a program which SIGPIPE
// ended.
inline constexpr int kExitUnread = 141;

// Before anything is opened: a standard stream that is closed is replaced, so that no file of ours
// gets its number and then what was meant for people. What is written to a standard output that
// was closed fails. SIGPIPE is ignored from here on; it shows as an error of the output.
void prepare_standard_streams();

// Words for people, of one or more lines. A field that a stranger wrote goes through
// text::printable() before; what is left of controls, but for line feeds, is escaped here.
void print_text(std::string_view words);

// Bytes as they are: JSON, in which json::Writer has escaped all controls, and words with marks
// that the user chose.
void print_exact(std::string_view bytes);

// Hands over what is buffered. False if something could not be written, now or before.
bool flush_output();

// Whether the reader of the output has gone; also where others than these functions wrote to it.
bool is_output_unread();

// Said by a command whose work is not its output: a reader that has gone does not change its exit
// status.
void output_is_summary();

// At the end of a command: complains of output that could not be written. Gives the exit status.
int finish_output(int status);

}  // namespace freshet::cli
