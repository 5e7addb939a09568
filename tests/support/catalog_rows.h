#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace freshet::test {

// The rows of a catalogue in a form that does not depend on its format, so that two can be
// compared: by table, each row as its values separated by '|', sorted. Times have microseconds,
// numbers six digits. A table of items without rows may be missing. The table `meta` is left out,
// because it has the time of the conversion.
using CatalogRows = std::map<std::string, std::vector<std::string>>;

CatalogRows rows_of_sqlite(const std::string& file);
CatalogRows rows_of_postgres(const std::string& dsn);
CatalogRows rows_of_json_lines(const std::string& folder);
CatalogRows rows_of_json_text(const std::string& lines);

// Returns the first row in which they differ; empty if they are equal.
std::string difference(const CatalogRows& one, const CatalogRows& other);

// Return the ids of the pages that contain a word, in order.
std::vector<int64_t> found_in_sqlite(const std::string& file, const std::string& word);
std::vector<int64_t> found_in_postgres(const std::string& dsn, const std::string& word);

// Return one value as text. An error fails the test.
std::string ask_sqlite(const std::string& file, const std::string& sql);
std::string ask_postgres(const std::string& dsn, const std::string& sql);
void run_in_sqlite(const std::string& file, const std::string& sql);
void run_in_postgres(const std::string& dsn, const std::string& sql);

}  // namespace freshet::test
