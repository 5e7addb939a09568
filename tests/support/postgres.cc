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

// Debian keeps them aside, by version; the newest counts.
std::string folder_of_programs() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    const fs::path programs = version.path() / "bin";
    if (fs::exists(programs / "initdb", ignored)) found.push_back(programs.string());
  }
  return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

// PostgreSQL refuses to be run by root. Whoever runs it, it ends with us.
std::vector<std::string> as_user(std::vector<std::string> command) {
  std::vector<std::string> whole = {"/usr/bin/setpriv", "--pdeathsig", "QUIT"};
  if (geteuid() == 0) {
    whole.insert(whole.end(), {"--reuid", kUser, "--regid", kUser, "--clear-groups"});
  }
  whole.insert(whole.end(), command.begin(), command.end());
  return whole;
}

}  // namespace

PostgresServer::PostgresServer() {
  const std::string programs = folder_of_programs();
  if (programs.empty()) {
    trouble_ = "PostgreSQL is not installed (Debian package postgresql)";
    return;
  }
  installed_ = true;
  start(programs);
}

void PostgresServer::start(const std::string& programs) {
  if (geteuid() == 0) {
    const passwd* user = getpwnam(kUser);
    if (user == nullptr || chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
      trouble_ = "there is no user postgres";
      return;
    }
  }
  const std::string data = folder_.path() + "/data";
  ChildProcess initdb(as_user({programs + "/initdb", "-D", data, "-U", kUser, "-A", "trust", "-E",
                               "UTF8", "--locale=C.UTF-8", "--no-sync"}));
  if (const Ended ended = initdb.wait(kPatience); ended.status != 0) {
    trouble_ = "initdb: " + ended.errors;
    return;
  }
  server_ = std::make_unique<ChildProcess>(as_user(
      {programs + "/postgres", "-D", data, "-k", folder_.path(), "-c", "listen_addresses=", "-c",
       "fsync=off", "-c", "shared_buffers=32MB", "-c", "max_connections=20"}));
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

PostgresServer::~PostgresServer() {
  if (server_ == nullptr) return;
  server_->send(SIGINT);  // at once, but in order
  server_->wait(kPatience);
}

std::string PostgresServer::dsn() const {
  return "host=" + folder_.path() + " user=" + kUser + " dbname=postgres";
}

}  // namespace freshet::test
