#include "database/word_tokenizer.h"

#include <sqlite3.h>

#include <algorithm>

#include "database/fts_api.h"

namespace freshet::database {
namespace {

constexpr char kSamePosition = '\x1F';

using TokenCallback = int (*)(void* context, int flags, const char* token, int size, int begin,
                              int end);

// FTS5 calls create() once a table, and passes the pointer that it sets to every tokenize(). There
// it is the function for colocated words, which all tables share.
int create(void* colocated, const char**, int, Fts5Tokenizer** tokenizer) {
  *tokenizer = static_cast<Fts5Tokenizer*>(colocated);
  return SQLITE_OK;
}

void destroy(Fts5Tokenizer*) {}

int tokenize(Fts5Tokenizer* self, void* context, int, const char* text, int size,
             TokenCallback callback) {
  const ColocatedWord colocated = *reinterpret_cast<ColocatedWord*>(self);
  const char* const end = text + size;
  const char* at = text;
  while (at < end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    const bool same_position = *at == kSamePosition;
    if (same_position) ++at;
    const char* const word_end =
        std::find_if(at, end, [](char c) { return c == ' ' || c == kSamePosition; });
    const std::string_view word(at, static_cast<size_t>(word_end - at));
    const int begins = static_cast<int>(at - text);
    const int ends = static_cast<int>(word_end - text);
    int status = callback(context, same_position ? FTS5_TOKEN_COLOCATED : 0, word.data(),
                          ends - begins, begins, ends);
    if (status == SQLITE_OK && !same_position) {
      if (const auto other = colocated(word)) {
        status = callback(context, FTS5_TOKEN_COLOCATED, other->data(),
                          static_cast<int>(other->size()), begins, ends);
      }
    }
    if (status != SQLITE_OK) return status;
    at = word_end;
  }
  return SQLITE_OK;
}

}  // namespace

Status install_word_tokenizer(SqliteDatabase& database, ColocatedWord colocated) {
  const auto api = fts_api_of(database);
  if (!api) return Unexpected(api.error());
  // FTS5 uses the tokenizer that was registered last under a name.
  fts5_tokenizer tokenizer{create, destroy, tokenize};
  const int status =
      (*api)->xCreateTokenizer(*api, "ascii", new ColocatedWord(colocated), &tokenizer,
                               [](void* owned) { delete static_cast<ColocatedWord*>(owned); });
  if (status != SQLITE_OK) return fail("this SQLite refuses to register a tokenizer");
  return Done{};
}

}  // namespace freshet::database
