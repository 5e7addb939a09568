#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::control {

// One end of a conversation with a Server: a line is asked, a line comes back. For one thread.
class Client {
 public:
  // Nothing if nobody listens there: no file, or that of a program which was killed.
  static Result<std::optional<Client>> connect(const std::filesystem::path& socket);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // Both without the line's end.
  Result<std::string> ask(std::string_view line, Duration patience = Duration::seconds(60));

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::control
