#include "aquarium/connection_table.h"

#include <fcntl.h>

#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

int open_something() {
  return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

TEST(ConnectionTable, LaterConnectionWithTheSameDescriptorIsAnother) {
  ConnectionTable table;
  Connection& first = table.add(open_something());
  const int socket = first.socket;
  const uint64_t serial = first.serial;
  EXPECT_EQ(table.find(socket, serial), &first);
  table.remove(first);
  EXPECT_EQ(table.open(), 0U);
  EXPECT_EQ(table.find(socket), nullptr);
  const int again = open_something();
  ASSERT_EQ(again, socket);
  table.add(again);
  EXPECT_EQ(table.find(socket, serial), nullptr);
  EXPECT_NE(table.find(socket), nullptr);
}

TEST(ConnectionTable, ConnectionMayBeRemovedWhileAllAreVisited) {
  ConnectionTable table;
  for (int i = 0; i < 3; ++i) table.add(open_something());
  int visited = 0;
  table.each([&](Connection& connection) {
    ++visited;
    table.remove(connection);
  });
  EXPECT_EQ(visited, 3);
  EXPECT_EQ(table.open(), 0U);
}

}  // namespace
}  // namespace freshet::aquarium
