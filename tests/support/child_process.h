#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "support/scratch_folder.h"

namespace freshet::test {

// How a program ended, and its output.
struct Ended {
  int status = -1;  // its exit status; -1 if a signal ended it
  int signal = 0;
  uint64_t max_rss_bytes = 0;
  std::string output;
  std::string errors;
};

// A program that runs beside the test. Its output goes to files, so that it never waits for a
// reader. For one thread.
class ChildProcess {
 public:
  // The first element is the path of the program.
  explicit ChildProcess(std::vector<std::string> command);
  ~ChildProcess();  // kills
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool running();
  void send(int signal);
  // Sends SIGKILL, unless it has ended before, and returns how it ended.
  Ended kill();
  // Waits until it ends by itself, and kills it if that takes longer than `patience`.
  Ended wait(Duration patience);
  // Returns what it has written to standard error so far.
  std::string errors() const;

 private:
  bool reap(int options);

  const ScratchFolder folder_;
  pid_t pid_ = -1;
  std::optional<Ended> ended_;
};

}  // namespace freshet::test
