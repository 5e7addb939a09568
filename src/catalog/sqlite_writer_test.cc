#include <gtest/gtest.h>

#include "catalog/writer.h"
#include "support/scratch_folder.h"

namespace freshet::catalog {
namespace {

std::string begin_error(const std::string& file) {
  const auto begun = make_sqlite_writer(file)->begin({.collection = "c"});
  return begun ? "" : begun.error().message;
}

TEST(SqliteWriter, ErrorsSayWhyTheFileCannotBeCreated) {
  EXPECT_EQ(begin_error("/nonexistent/catalog.db"),
            "the folder /nonexistent cannot be written to: No such file or directory");
  const ScratchFolder folder;
  EXPECT_EQ(begin_error(folder.path()), folder.path() + " is a folder; name a file in it");
}

}  // namespace
}  // namespace freshet::catalog
