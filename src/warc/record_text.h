#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "warc/byte_source.h"
#include "warc/member_inflater.h"

namespace freshet::warc {

// The text of the records in a file, unpacked where it is gzipped, in units: a gzip member is one,
// and so is all of a plain file. Finds the next unit after damage.
class RecordText {
 public:
  explicit RecordText(ByteSource source);

  bool gzipped() const { return gzipped_; }

  enum class Start { kUnit, kEnd, kNoMember };
  // Begins the next unit, after lose() the first one behind the damage that begins with a record.
  Start start_unit();
  bool in_unit() const { return in_unit_; }
  void leave_unit() { in_unit_ = false; }
  // The next unit begins at `offset`.
  void restart(uint64_t offset);
  // A unit, or in a plain file a record, that can be read is to be looked for from `offset` on.
  void lose(uint64_t offset);
  // Where to look after the member at hand proved bad.
  uint64_t behind_damage() const;

  std::string_view view() const { return std::string_view(text_).substr(at_); }
  void consume(size_t bytes) { at_ += bytes; }
  // More in view(); false where the unit ends, or breaks off: see trouble().
  bool more();
  bool has_text() { return !view().empty() || more(); }
  // Why the unit broke off; empty if it did not.
  std::string trouble() const { return source_.trouble().value_or(damage_); }

  // In the file: of the member, in a plain file of the next byte of text.
  uint64_t offset() const { return gzipped_ ? unit_start_ : source_.position() - view().size(); }
  // Of a member that has been read to its end.
  uint64_t member_length() const { return source_.position() - unit_start_; }
  // How many bytes a plain file still has. More if it grew since it was opened.
  uint64_t left() const { return source_.size() - offset(); }
  uint64_t position() const { return source_.position(); }

 private:
  bool find_member();
  bool find_version_line();
  bool member_starts_record();

  ByteSource source_;
  bool gzipped_;
  MemberInflater inflater_;
  bool in_unit_ = false;
  bool lost_ = false;
  uint64_t unit_start_ = 0;
  std::string text_;
  size_t at_ = 0;
  std::string damage_;
};

}  // namespace freshet::warc
