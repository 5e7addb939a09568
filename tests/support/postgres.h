#pragma once

#include <memory>
#include <string>

#include "support/child_process.h"
#include "support/scratch_folder.h"

namespace freshet::test {

// A PostgreSQL server for a test. Its data are in a temporary folder; it listens only on a Unix
// socket there, and ends with the test, even if that crashes. If the test runs as root, the server
// runs as the user postgres. Starting takes about two seconds, so the checks of a test should share
// a server. A program whose tests share one is declared with ONE_RUN.
class PostgresServer {
 public:
  PostgresServer();
  ~PostgresServer();

  // Empty if the server runs; otherwise why a test that needs it must be skipped or has failed.
  const std::string& trouble() const { return trouble_; }
  bool installed() const { return installed_; }
  // Returns the connection string for libpq of an empty database in UTF-8.
  std::string dsn() const;
  // Returns the folder of its socket.
  const std::string& folder() const { return folder_.path(); }

  // Crashes, and starts again: what was only in its memory is lost, except what the operating
  // system has.
  void crash();
  // Stops, saving everything, and starts again.
  void restart();

 private:
  bool make_data_folder();
  void start();

  const ScratchFolder folder_;
  std::string programs_;  // the folder of PostgreSQL's programs
  std::unique_ptr<ChildProcess> server_;
  std::string trouble_;
  bool installed_ = false;
};

// The server that the tests of a program share. It ends with the program.
PostgresServer& shared_postgres_server();

}  // namespace freshet::test

// Declares the server as `name`. If PostgreSQL is not installed, the test is skipped; if it does
// not start, the test fails.
#define FRESHET_POSTGRES(name)                               \
  const ::freshet::test::PostgresServer name;                \
  if (!(name).installed()) GTEST_SKIP() << (name).trouble(); \
  ASSERT_EQ((name).trouble(), "") << "PostgreSQL does not start"
