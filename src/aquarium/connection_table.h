#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aquarium/connection.h"

namespace freshet::aquarium {

// The open connections of a server, by socket.
class ConnectionTable {
 public:
  // Takes ownership of the socket.
  Connection& add(int socket);
  // Returns nullptr if the socket has no open connection.
  Connection* find(int socket) const { return connections_[static_cast<size_t>(socket)].get(); }
  // The same for one connection, not for a later one with the same descriptor.
  Connection* find(int socket, uint64_t serial) const;
  // Closes and destroys the connection.
  void remove(Connection& connection);
  size_t open() const { return open_; }
  // Calls `callback(connection)` for every connection. It may remove that connection.
  template <typename Callback>
  void each(const Callback& callback) {
    for (const auto& connection : connections_) {
      if (connection != nullptr) callback(*connection);
    }
  }
  void clear() { connections_.clear(); }

 private:
  std::vector<std::unique_ptr<Connection>> connections_;
  size_t open_ = 0;
  uint64_t next_serial_ = 1;
};

}  // namespace freshet::aquarium
