#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "result/result.h"

namespace freshet::warc {

// Whether something could not be read because a server does not answer or refuses us, although it
// may be whole.
inline bool is_outage(const Error& error) {
  return error.kind == ErrorKind::kUnavailable || error.kind == ErrorKind::kDenied;
}

// The bytes of an archive file, wherever they are. An implementation says whether several threads
// may use it.
class RandomAccess {
 public:
  virtual ~RandomAccess() = default;

  virtual Result<uint64_t> size() = 0;
  // Fills `into` as far as possible and returns how many bytes were read. These are fewer than
  // into.size() only at the end of the file.
  virtual Result<size_t> read_at(uint64_t offset, std::span<char> into) = 0;
  // The error, for which is_outage() holds, because of which bytes could not be read. nullopt:
  // there was none, so an error in the file is damage.
  virtual std::optional<Error> outage() const { return std::nullopt; }
};

// Opens a local file. For one thread.
Result<std::shared_ptr<RandomAccess>> open_local(const std::filesystem::path& path);

}  // namespace freshet::warc
