#include "cli/child.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

namespace freshet::cli {
namespace {

constexpr int kCannotStart = 127;
constexpr size_t kLastLines = 5;

struct Identity {
  uid_t user = 0;
  gid_t group = 0;
};

Result<std::optional<Identity>> identity_of(const std::string& user) {
  if (user.empty()) return std::optional<Identity>();
  const passwd* entry = getpwnam(user.c_str());
  if (entry == nullptr) return fail("there is no user " + user + " on this machine");
  return std::optional<Identity>(Identity{entry->pw_uid, entry->pw_gid});
}

// Runs between fork() and the program; so it only makes system calls.
[[noreturn]] void become(char* const* command, const char* output,
                         const std::optional<Identity>& identity, int orphan_signal, pid_t parent) {
  setsid();
  if (identity && (setgroups(0, nullptr) != 0 ||
                   setresgid(identity->group, identity->group, identity->group) != 0 ||
                   setresuid(identity->user, identity->user, identity->user) != 0)) {
    _exit(kCannotStart);
  }
  // After the change of user, which would clear it.
  prctl(PR_SET_PDEATHSIG, orphan_signal);
  if (getppid() != parent) _exit(kCannotStart);
  const int input = open("/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  const int log = open(output, O_WRONLY | O_APPEND);
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
  }
  close_range(STDERR_FILENO + 1, ~0U, 0);
  execv(command[0], command);
  _exit(kCannotStart);
}

}  // namespace

Result<std::unique_ptr<Child>> Child::start(const Options& options) {
  const auto identity = identity_of(options.user);
  if (!identity) return Unexpected(identity.error());
  const int log = open(options.output.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (log < 0) return fail("cannot create " + options.output + ": " + std::strerror(errno));
  if (*identity && fchown(log, (*identity)->user, (*identity)->group) != 0) {
    close(log);
    return fail("cannot give " + options.output + " to " + options.user);
  }
  close(log);
  std::vector<std::string> words = options.command;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) return fail("cannot start " + words.front() + ": " + std::strerror(errno));
  if (id == 0) {
    become(pointers.data(), options.output.c_str(), *identity, options.orphan_signal, parent);
  }
  return std::unique_ptr<Child>(new Child(id, options.output));
}

Child::~Child() {
  if (!is_running()) return;
  send(SIGKILL);
  wait(Duration::seconds(5));
}

void Child::send(int signal) const {
  if (!status_) kill(id_, signal);
}

bool Child::is_running() {
  if (status_) return false;
  int status = 0;
  const pid_t ended = waitpid(id_, &status, WNOHANG);
  if (ended != id_) return ended == 0;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

std::optional<int> Child::wait(Duration patience) {
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::microseconds(patience.in_microseconds());
  while (is_running() && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return status_;
}

std::string Child::last_words() const {
  std::ifstream file(output_);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (lines.size() == kLastLines) lines.erase(lines.begin());
    lines.push_back(line);
  }
  std::string text;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

}  // namespace freshet::cli
