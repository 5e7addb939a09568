#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "warc/byte_source.h"
#include "warc/member_inflater.h"

namespace freshet::warc {

// Reads the text of the records in a file, decompressed if it is gzipped. The text consists of
// units: each gzip member is one; a plain file is one. Can find the next unit after damage.
class RecordText {
 public:
  explicit RecordText(ByteSource source);

  bool gzipped() const { return gzipped_; }

  enum class Start { kUnit, kEnd, kNoMember };
  // Begins the next unit. After resync_from(), this is the first unit from there that begins with a
  // record.
  Start start_unit();
  bool in_unit() const { return in_unit_; }
  void leave_unit() { in_unit_ = false; }
  // Makes start_unit() begin a unit at `offset`.
  void seek(uint64_t offset);
  // Makes start_unit() search for a unit, or in a plain file a record, from `offset` on.
  void resync_from(uint64_t offset);
  // The offset for resync_from() after the current member turned out to be damaged.
  uint64_t resync_offset() const;

  std::string_view view() const { return std::string_view(text_).substr(at_); }
  void consume(size_t bytes) { at_ += bytes; }
  // Adds text to view(). Returns false at the end of the unit and after an error.
  bool read_more();
  bool has_text() { return !view().empty() || read_more(); }
  // Why the unit could not be read to its end; empty if it could.
  std::string error() const { return source_.error().value_or(damage_); }

  // The offset in the file of the member; in a plain file, of the next byte of text.
  uint64_t offset() const { return gzipped_ ? unit_start_ : source_.position() - view().size(); }
  // The length of the current member, which must have been read to its end.
  uint64_t member_length() const { return source_.position() - unit_start_; }
  // The number of remaining bytes of a plain file. More if it grew since it was opened.
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
  bool resync_ = false;
  uint64_t unit_start_ = 0;
  std::string text_;
  size_t at_ = 0;
  std::string damage_;
};

}  // namespace freshet::warc
