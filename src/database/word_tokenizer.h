#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "database/sqlite.h"
#include "result/result.h"

namespace freshet::database {

// Returns a further word to index at the position of `word`, or nullopt if there is none.
using ColocatedWord = std::optional<std::string> (*)(std::string_view word);

// Replaces the tokenizer `ascii` of FTS5 on this connection. Text that is written to full-text
// tables must consist of words with spaces between them; a word is made of lower-case ASCII letters
// and digits, and of any characters beyond ASCII. A word after U+001F is indexed at the position of
// the word before it. The original tokenizer `ascii`, which other programs use on these tables,
// splits such text into the same words; this one takes a third of its time, and adds colocated
// words.
Status install_word_tokenizer(SqliteDatabase& database, ColocatedWord colocated);

}  // namespace freshet::database
