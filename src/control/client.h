#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::control {

// A connection to a Server. Not thread-safe.
class Client {
 public:
  // Returns nullopt if no server listens at the path: there is no socket file, or it was left by a
  // program that was killed.
  static Result<std::optional<Client>> connect(const std::filesystem::path& socket);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // Sends a line and returns the line that answers it, both without the line end. Blocks for at
  // most `timeout`.
  Result<std::string> request(std::string_view line, Duration timeout = Duration::seconds(60));

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::control
