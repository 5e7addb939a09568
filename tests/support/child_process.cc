#include "support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

namespace freshet::test {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const std::string output = folder_.path() + "/output";
  const std::string errors = folder_.path() + "/errors";
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), kFlags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), kFlags, 0600);
  const int trouble =
      posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (trouble != 0) ended_ = Ended{.errors = "cannot run " + command[0]};
}

ChildProcess::~ChildProcess() {
  kill();
}

bool ChildProcess::reap(int options) {
  if (ended_) return true;
  int status = 0;
  rusage usage{};
  if (wait4(pid_, &status, options, &usage) != pid_) return false;
  ended_ = Ended{.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                 .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                 .max_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024,
                 .output = contents(folder_.path() + "/output"),
                 .errors = errors()};
  return true;
}

bool ChildProcess::running() {
  return !reap(WNOHANG);
}

void ChildProcess::send(int signal) {
  if (running()) ::kill(pid_, signal);
}

Ended ChildProcess::kill() {
  send(SIGKILL);
  reap(0);
  return *ended_;
}

Ended ChildProcess::wait(Duration patience) {
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::microseconds(patience.in_microseconds());
  while (running()) {
    if (std::chrono::steady_clock::now() >= until) return kill();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return *ended_;
}

std::string ChildProcess::errors() const {
  return contents(folder_.path() + "/errors");
}

}  // namespace freshet::test
