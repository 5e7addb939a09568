#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::control {

// Its name in a data folder.
inline constexpr char kSocketName[] = "control.sock";

struct ServerLimits {
  size_t longest_line = 64 * 1024;
  // A client more takes the place of the one that has been idle longest, else of one that has been
  // busy with one question for longer than `busy`; else it is turned away.
  size_t most_clients = 64;
  Duration busy = Duration::seconds(1);
  // For the rest of a line that was begun, and for taking the next piece of an answer.
  Duration patience = Duration::seconds(10);
  Duration answer = Duration::minutes(2);  // for taking all of it
  Duration idle = Duration::minutes(10);   // between two questions
};

// A door for people and programs of the same user: lines come in, a line goes out for each, in
// order. Whoever may open the socket's file (mode 0600) may ask. What a client sends, or fails to
// read, harms neither the others nor the program. A thread of its own.
class Server {
 public:
  // Called on the server's thread, one line at a time, both without the line's end.
  using Handler = std::function<std::string(std::string_view line)>;

  // The file of a server that was killed is replaced; one that still answers is an error.
  static Result<std::unique_ptr<Server>> open(std::filesystem::path socket, Handler handler,
                                              const ServerLimits& limits = {});
  // Lets the answer that is being made go out, and removes the file.
  ~Server();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::control
