#include "cli/private_postgres.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

namespace freshet::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUser = "postgres";
constexpr Duration kPatience = Duration::seconds(60);

// Debian installs the programs in a folder for each version. Returns that of the newest version.
std::string folder_of_programs() {
  std::string newest;
  int newest_version = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    const int version = std::atoi(entry.path().filename().c_str());
    if (version <= newest_version || !fs::exists(entry.path() / "bin" / "initdb", ignored))
      continue;
    newest_version = version;
    newest = (entry.path() / "bin").string();
  }
  return newest;
}

Status make_folder(const std::string& path, const std::string& user) {
  if (mkdir(path.c_str(), 0700) != 0) {
    return fail("cannot create " + path + ": " + std::strerror(errno));
  }
  if (user.empty()) return Done{};
  const passwd* entry = getpwnam(user.c_str());
  if (entry == nullptr) {
    return fail(
        "PostgreSQL does not run as root, and there is no user postgres; install the "
        "Debian package postgresql, or run this command as another user");
  }
  if (chown(path.c_str(), entry->pw_uid, entry->pw_gid) == 0) return Done{};
  return fail("cannot give " + path + " to the user postgres: " + std::strerror(errno));
}

}  // namespace

Result<std::unique_ptr<PrivatePostgres>> PrivatePostgres::start(const std::string& folder,
                                                                int max_connections) {
  const std::string programs = folder_of_programs();
  if (programs.empty()) {
    return fail(
        "PostgreSQL is not installed (no initdb in /usr/lib/postgresql/*/bin); install it "
        "with: apt install postgresql, or name a server with --store DSN");
  }
  const std::string user = geteuid() == 0 ? kUser : "";
  std::unique_ptr<PrivatePostgres> made(new PrivatePostgres);
  made->folder_ = folder + "/postgres";
  if (Status created = make_folder(made->folder_, user); !created) {
    return Unexpected(created.error());
  }
  const std::string data = made->folder_ + "/data";
  auto initdb = Child::start({.command = {programs + "/initdb", "-D", data, "-U", kUser, "-A",
                                          "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"},
                              .output = folder + "/initdb.log",
                              .user = user});
  if (!initdb) return Unexpected(initdb.error());
  if ((*initdb)->wait(kPatience) != 0) {
    return fail("initdb could not create a database in " + data + ":" + (*initdb)->last_words());
  }
  auto server = Child::start(
      {.command = {programs + "/postgres", "-D", data, "-k", made->folder_, "-p", "5432", "-c",
                   "listen_addresses=", "-c", "fsync=off", "-c",
                   "max_connections=" + std::to_string(max_connections)},
       .output = folder + "/postgres.log",
       .user = user,
       .orphan_signal = SIGQUIT});  // immediate shutdown, which ends its processes, too
  if (!server) return Unexpected(server.error());
  made->server_ = *std::move(server);
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::microseconds(kPatience.in_microseconds());
  while (std::chrono::steady_clock::now() < until && made->is_running()) {
    auto ready = Child::start({.command = {programs + "/pg_isready", "-q", "-d", made->dsn()},
                               .output = folder + "/pg_isready.log"});
    if (ready && (*ready)->wait(kPatience) == 0) return made;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return fail("PostgreSQL did not start:" + made->last_words());
}

PrivatePostgres::~PrivatePostgres() {
  if (server_ == nullptr) return;
  server_->send(SIGQUIT);  // nothing of it is kept
  server_->wait(Duration::seconds(10));
}

std::string PrivatePostgres::dsn() const {
  return "host=" + folder_ + " port=5432 user=" + kUser + " dbname=postgres";
}

}  // namespace freshet::cli
