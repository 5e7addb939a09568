#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace freshet::test {

// The rows of a catalogue, whatever holds it, so that two can be compared: by table, each row as
// its values with '|' between, sorted. Times to the microsecond, numbers to six digits. Without
// meta, which says when.
using CatalogRows = std::map<std::string, std::vector<std::string>>;

CatalogRows rows_of_sqlite(const std::string& file);
CatalogRows rows_of_postgres(const std::string& dsn);
CatalogRows rows_of_json_lines(const std::string& folder);
CatalogRows rows_of_json_text(const std::string& lines);

// The first row in which they differ; empty: they are the same.
std::string difference(const CatalogRows& one, const CatalogRows& other);

// Ids of the pages that have a word, in order.
std::vector<int64_t> found_in_sqlite(const std::string& file, const std::string& word);
std::vector<int64_t> found_in_postgres(const std::string& dsn, const std::string& word);

// One value, as text; what goes wrong fails the test.
std::string ask_sqlite(const std::string& file, const std::string& sql);
std::string ask_postgres(const std::string& dsn, const std::string& sql);
void run_in_sqlite(const std::string& file, const std::string& sql);
void run_in_postgres(const std::string& dsn, const std::string& sql);

}  // namespace freshet::test
