#include "database/fts_words.h"

#include <sqlite3.h>

#include <algorithm>

#include "database/fts_api.h"

namespace freshet::database {
namespace {

constexpr char kSamePlace = '\x1F';

using TakeToken = int (*)(void* context, int flags, const char* token, int size, int begin,
                          int end);

// FTS5 keeps what create() makes for a table, and gives it back.
int create(void* second, const char**, int, Fts5Tokenizer** made) {
  *made = static_cast<Fts5Tokenizer*>(second);
  return SQLITE_OK;
}

void destroy(Fts5Tokenizer*) {}

int tokenize(Fts5Tokenizer* self, void* context, int, const char* text, int size, TakeToken take) {
  const SecondWord second = *reinterpret_cast<SecondWord*>(self);
  const char* const end = text + size;
  const char* at = text;
  while (at < end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    const bool same_place = *at == kSamePlace;
    if (same_place) ++at;
    const char* const word_end =
        std::find_if(at, end, [](char c) { return c == ' ' || c == kSamePlace; });
    const std::string_view word(at, static_cast<size_t>(word_end - at));
    const int begins = static_cast<int>(at - text);
    const int ends = static_cast<int>(word_end - text);
    int status = take(context, same_place ? FTS5_TOKEN_COLOCATED : 0, word.data(), ends - begins,
                      begins, ends);
    if (status == SQLITE_OK && !same_place) {
      if (const auto other = second(word)) {
        status = take(context, FTS5_TOKEN_COLOCATED, other->data(), static_cast<int>(other->size()),
                      begins, ends);
      }
    }
    if (status != SQLITE_OK) return status;
    at = word_end;
  }
  return SQLITE_OK;
}

}  // namespace

Status write_words(SqliteDatabase& database, SecondWord second) {
  const auto api = fts_api_of(database);
  if (!api) return Unexpected(api.error());
  // The last tokenizer of a name is the one that is taken.
  fts5_tokenizer words{create, destroy, tokenize};
  const int status =
      (*api)->xCreateTokenizer(*api, "ascii", new SecondWord(second), &words,
                               [](void* kept) { delete static_cast<SecondWord*>(kept); });
  if (status != SQLITE_OK) return fail("this SQLite takes no tokenizers");
  return Done{};
}

}  // namespace freshet::database
