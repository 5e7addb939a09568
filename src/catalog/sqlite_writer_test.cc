#include <gtest/gtest.h>

#include <filesystem>

#include "catalog/writer.h"

namespace freshet::catalog {
namespace {

std::string trouble_with(const std::string& file) {
  const auto begun = make_sqlite_writer(file)->begin({.collection = "c"});
  return begun ? "" : begun.error().message;
}

TEST(SqliteWriter, SaysWhatIsWrongWithThePlace) {
  EXPECT_EQ(trouble_with("/nonexistent/catalog.db"),
            "the folder /nonexistent cannot be written to: No such file or directory");
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(trouble_with(folder), folder + " is a folder: name a file in it");
}

}  // namespace
}  // namespace freshet::catalog
