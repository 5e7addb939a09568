#pragma once

#include <sys/types.h>

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::cli {

// A program that this process has started, in a session of its own, so that Ctrl-C does not reach
// it. It ends with this object at the latest, and with the thread that started it
// (PR_SET_PDEATHSIG), so that nothing is left if this process is killed. For one thread.
class Child {
 public:
  struct Options {
    std::vector<std::string> command;  // the first one is the path of the program
    std::string output;                // file that receives its standard output and error
    std::string user;                  // runs as this user; empty: as this process
    int orphan_signal = SIGKILL;       // what it gets if the thread that started it ends
  };
  static Result<std::unique_ptr<Child>> start(const Options& options);
  ~Child();  // kills it if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return id_; }
  void send(int signal) const;
  bool is_running();
  // Waits until it has ended, but no longer than this. Returns its exit status, or 128 and the
  // number of the signal that ended it; nullopt if it still runs.
  std::optional<int> wait(Duration patience);
  // The last lines of its output.
  std::string last_words() const;

 private:
  Child(pid_t id, std::string output) : id_(id), output_(std::move(output)) {}

  const pid_t id_;
  const std::string output_;
  std::optional<int> status_;
};

}  // namespace freshet::cli
