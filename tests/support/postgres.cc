#include "support/postgres.h"

#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

constexpr Duration kPatience = Duration::seconds(120);
constexpr const char* kUser = "postgres";

// Debian installs the programs in a folder for each version. Returns that of the newest version.
std::string folder_of_programs() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    const fs::path programs = version.path() / "bin";
    if (fs::exists(programs / "initdb", ignored)) found.push_back(programs.string());
  }
  return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

// Returns the command that runs a program so that it ends when the test ends; as another user if
// the test runs as root, because PostgreSQL refuses to run as root.
std::vector<std::string> as_user(std::vector<std::string> command) {
  std::vector<std::string> whole = {"/usr/bin/setpriv", "--pdeathsig", "QUIT"};
  if (geteuid() == 0) {
    whole.insert(whole.end(), {"--reuid", kUser, "--regid", kUser, "--clear-groups"});
  }
  whole.insert(whole.end(), command.begin(), command.end());
  return whole;
}

}  // namespace

PostgresServer::PostgresServer() : programs_(folder_of_programs()) {
  if (programs_.empty()) {
    trouble_ = "PostgreSQL is not installed (Debian package postgresql)";
    return;
  }
  installed_ = true;
  if (make_data_folder()) start();
}

bool PostgresServer::make_data_folder() {
  if (geteuid() == 0) {
    const passwd* user = getpwnam(kUser);
    if (user == nullptr || chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
      trouble_ = "there is no user postgres";
      return false;
    }
  }
  ChildProcess initdb(as_user({programs_ + "/initdb", "-D", folder_.path() + "/data", "-U", kUser,
                               "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"}));
  const Ended ended = initdb.wait(kPatience);
  if (ended.status != 0) trouble_ = "initdb: " + ended.errors;
  return ended.status == 0;
}

void PostgresServer::start() {
  server_ = std::make_unique<ChildProcess>(
      as_user({programs_ + "/postgres", "-D", folder_.path() + "/data", "-k", folder_.path(), "-c",
               "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=32MB", "-c",
               "max_connections=50"}));
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::microseconds(kPatience.in_microseconds());
  while (PQping(dsn().c_str()) != PQPING_OK) {
    if (!server_->running() || std::chrono::steady_clock::now() > until) {
      trouble_ = "postgres: " + server_->errors();
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void PostgresServer::crash() {
  server_->send(SIGQUIT);  // PostgreSQL's immediate shutdown, which saves nothing
  server_->wait(kPatience);
  start();
}

void PostgresServer::restart() {
  server_->send(SIGINT);  // PostgreSQL's fast shutdown
  server_->wait(kPatience);
  start();
}

PostgresServer::~PostgresServer() {
  if (server_ == nullptr) return;
  server_->send(SIGINT);  // PostgreSQL's fast shutdown
  server_->wait(kPatience);
}

std::string PostgresServer::dsn() const {
  return "host=" + folder_.path() + " user=" + kUser + " dbname=postgres";
}

PostgresServer& shared_postgres_server() {
  static PostgresServer server;
  return server;
}

}  // namespace freshet::test
