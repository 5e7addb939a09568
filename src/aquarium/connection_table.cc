#include "aquarium/connection_table.h"

namespace freshet::aquarium {

Connection& ConnectionTable::add(int socket) {
  const auto index = static_cast<size_t>(socket);
  if (connections_.size() <= index) connections_.resize(index * 2 + 64);
  connections_[index] = std::make_unique<Connection>(socket, next_serial_++);
  ++open_;
  return *connections_[index];
}

Connection* ConnectionTable::find(int socket, uint64_t serial) const {
  Connection* connection = find(socket);
  return connection != nullptr && connection->serial == serial ? connection : nullptr;
}

void ConnectionTable::remove(Connection& connection) {
  --open_;
  connections_[static_cast<size_t>(connection.socket)].reset();
}

}  // namespace freshet::aquarium
