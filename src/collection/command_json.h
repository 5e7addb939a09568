#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "collection/answer.h"
#include "collection/command.h"
#include "result/result.h"

// Commands and answers as lines of JSON. docs/formats/control.md describes them.
namespace freshet::collection {

Result<Command> read_command(std::string_view line);
std::string write_command(const Command& command);
std::string write_answer(const Answer& answer);
std::string write_error(std::string_view message);  // {"error": ...}

// A position in the list of changes as an opaque text.
std::string write_place(const ChangePlace& place);
std::optional<ChangePlace> read_place(std::string_view text);

// Returns the answer of the server to a line, which may have any content.
using Perform = std::function<Result<Answer>(const Command&)>;
std::string answer_line(std::string_view line, const Perform& perform);

}  // namespace freshet::collection
