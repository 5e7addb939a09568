#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "database/sqlite.h"
#include "result/result.h"

namespace freshet::database {

// A second word that stands where the word does; nullopt: none.
using SecondWord = std::optional<std::string> (*)(std::string_view word);

// What is written to full-text tables through this connection are words of letters and digits, or
// of anything beyond ASCII, in lower case, with spaces between them. A word behind U+001F stands at
// the place of the word before it. The tokenizer `ascii` would
// find the same words, which is what other programs have for these tables; this takes a third of
// its time, and adds second words.
Status write_words(SqliteDatabase& database, SecondWord second);

}  // namespace freshet::database
