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

// The name of the socket file in a data folder.
inline constexpr char kSocketName[] = "control.sock";

struct ServerLimits {
  size_t longest_line = 64 * 1024;
  // When this many clients are connected, a new one replaces the client that has been idle longest,
  // or else one that has been busy with one request for longer than `busy`. If there is neither,
  // the new client is refused.
  size_t most_clients = 64;
  Duration busy = Duration::seconds(1);
  // How long a client may take to send the rest of a line, and to read the next part of an answer.
  Duration patience = Duration::seconds(10);
  Duration answer = Duration::minutes(2);  // how long it may take to read a whole answer
  Duration idle = Duration::minutes(10);   // how long it may be idle between two requests
};

// A server on a Unix-domain socket, for people and programs of the same user: the mode of the
// socket file is 0600. Each line from a client is a request, and the server answers the requests of
// a client in order, one line each. A client cannot disturb the program or other clients, whatever
// it sends or fails to read. The server runs in a thread of its own.
class Server {
 public:
  // Returns the answer to a line, both without the line end. Called on the server's thread, for one
  // line at a time.
  using Handler = std::function<std::string(std::string_view line)>;

  // Replaces the socket file that a killed server left. Fails if a server still listens there.
  static Result<std::unique_ptr<Server>> open(std::filesystem::path socket, Handler handler,
                                              const ServerLimits& limits = {});
  // Waits until a running call of the handler has returned, and removes the socket file.
  ~Server();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::control
