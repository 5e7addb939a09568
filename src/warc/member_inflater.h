#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "warc/byte_source.h"

namespace freshet::warc {

bool starts_member(std::string_view bytes);  // three bytes of a gzip header

// Unpacks gzip members, each a text of its own, from a source.
class MemberInflater {
 public:
  MemberInflater();
  ~MemberInflater();
  MemberInflater(MemberInflater&&) noexcept;
  MemberInflater& operator=(MemberInflater&&) noexcept;

  // A new member begins at the source's position.
  void begin();

  enum class Step { kText, kEnd, kDamaged, kCut };
  // Reads on, 64 KiB at most, and appends what text of the member that gives, perhaps none (kText);
  // or finds that there is no more: the member ended, and the source stands behind it; it is
  // damaged; or the source ends before it does.
  Step step(ByteSource& source, std::string& out);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace freshet::warc
