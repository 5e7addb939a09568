#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "contract/scratch_folder.h"

namespace freshet::test {

// How a program ended, and what it wrote.
struct Ended {
  int status = -1;  // its exit status; -1 if a signal ended it
  int signal = 0;
  uint64_t max_rss_bytes = 0;
  std::string output;
  std::string errors;
};

// A program that runs beside the test. What it writes goes to files, so that it never waits for a
// reader. For one thread.
class ChildProcess {
 public:
  // The first is the program's path.
  explicit ChildProcess(std::vector<std::string> command);
  ~ChildProcess();  // kills
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool running();
  void send(int signal);
  // As nobody can prepare for: SIGKILL. What it ended with, if it had ended before.
  Ended kill();
  // Until it ends by itself; killed when that takes longer.
  Ended wait(Duration patience);
  // What it wrote to standard error so far.
  std::string errors() const;

 private:
  bool reap(int options);

  const ScratchFolder folder_;
  pid_t pid_ = -1;
  std::optional<Ended> ended_;
};

}  // namespace freshet::test
