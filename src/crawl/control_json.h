#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/control.h"
#include "result/result.h"

// Commands and answers as JSON, a line each. docs/formats/control.md has the names.
namespace freshet::crawl {

Result<Command> read_command(std::string_view line);
std::string write_command(const Command& command);
std::string write_answer(const Answer& answer);
std::string write_error(std::string_view message);  // {"error": ...}

// A place in the list of changes as text, opaque to others.
std::string write_place(const ChangePlace& place);
std::optional<ChangePlace> read_place(std::string_view text);

// What a server says to a line, whatever it holds.
using Perform = std::function<Result<Answer>(const Command&)>;
std::string answer_line(std::string_view line, const Perform& perform);

}  // namespace freshet::crawl
