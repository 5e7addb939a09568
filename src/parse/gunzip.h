#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace freshet::parse {

// True if the bytes begin as a gzip file does.
bool looks_gzipped(std::string_view bytes);

// Unpacks gzip (several members one after another too), a piece at a time. Damaged data ends the
// output where the damage is; the output never grows past max_bytes.
class Gunzip {
 public:
  explicit Gunzip(size_t max_bytes);
  ~Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  // Appends to out.
  void feed(std::string_view bytes, std::string& out);

  bool damaged() const { return damaged_; }
  bool truncated() const { return truncated_; }
  // The data so far ends with a whole member.
  bool complete() const { return complete_; }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  size_t room_;
  bool damaged_ = false;
  bool truncated_ = false;
  bool complete_ = false;
};

}  // namespace freshet::parse
