#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace freshet::coding {

// Whether the bytes begin like a gzip file.
bool looks_gzipped(std::string_view bytes);

// The format around deflated data (RFC 1951): header and checksum of gzip (RFC 1952), those of zlib
// (RFC 1950), or none.
enum class Wrapper : uint8_t { kGzip, kZlib, kNone };

// Inflates data in pieces of any size; the output does not depend on the sizes. Several gzip
// members are concatenated; bytes after the last member are ignored. If the data is damaged, the
// output ends there. All calls together append at most max_bytes.
class Inflater {
 public:
  Inflater(Wrapper wrapper, size_t max_bytes);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Appends the output for the next piece to `out`.
  void feed(std::string_view bytes, std::string& out);

  bool damaged() const { return damaged_; }
  bool truncated() const { return truncated_; }
  // Whether the input so far ends with a complete member.
  bool complete() const { return complete_; }

 private:
  struct Stream;
  // Inflates some of the current piece. Returns false if it needs more input, or at the end.
  bool step(std::string& out);

  const Wrapper wrapper_;
  std::unique_ptr<Stream> stream_;
  size_t room_;  // bytes that may still be appended
  bool damaged_ = false;
  bool truncated_ = false;
  bool complete_ = false;
  bool ended_ = false;  // no member can follow
};

}  // namespace freshet::coding
