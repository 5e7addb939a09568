#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "warc/byte_source.h"

namespace freshet::warc {

// Whether the bytes begin with a gzip header, of which three bytes are checked.
bool starts_member(std::string_view bytes);

// Decompresses gzip members one by one.
class MemberInflater {
 public:
  MemberInflater();
  ~MemberInflater();
  MemberInflater(MemberInflater&&) noexcept;
  MemberInflater& operator=(MemberInflater&&) noexcept;

  // Must be called when a new member begins at the position of the source.
  void begin();

  enum class Step {
    kText,     // text was appended, perhaps none; there may be more
    kEnd,      // the member has ended, and the source is positioned after it
    kDamaged,  // the member is damaged
    kCut,      // the source ends inside the member
  };
  // Consumes at most 64 KiB of the source and appends the text of the member in it.
  Step step(ByteSource& source, std::string& out);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace freshet::warc
