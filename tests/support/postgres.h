#pragma once

#include <memory>
#include <string>

#include "contract/scratch_folder.h"
#include "support/child_process.h"

namespace freshet::test {

// A PostgreSQL server of the test's own: it keeps its data in a temporary folder, listens on a Unix
// socket in it and on no network, and ends with the test, even if that crashes. Run by root it is
// the user postgres. Starting takes about two seconds: share one among the checks of a test.
class PostgresServer {
 public:
  PostgresServer();
  ~PostgresServer();

  // Empty where the server runs; else why a test that needs it is to be skipped or has failed.
  const std::string& trouble() const { return trouble_; }
  bool installed() const { return installed_; }
  // For libpq: an empty database in UTF-8.
  std::string dsn() const;

 private:
  void start(const std::string& programs);

  const ScratchFolder folder_;
  std::unique_ptr<ChildProcess> server_;
  std::string trouble_;
  bool installed_ = false;
};

}  // namespace freshet::test

// The server as `name`, or the test ends: skipped where PostgreSQL is not installed, failed where
// it does not start.
#define FRESHET_POSTGRES(name)                               \
  const ::freshet::test::PostgresServer name;                \
  if (!(name).installed()) GTEST_SKIP() << (name).trouble(); \
  ASSERT_EQ((name).trouble(), "") << "PostgreSQL does not start"
