#include "warc/record_text.h"

#include <algorithm>

#include "warc/record_head.h"

namespace freshet::warc {
namespace {

// How many bytes before the point where damage is detected the next member may begin: inflating a
// truncated member continues into the next one for a while. At most this many bytes are read twice
// for a damaged member.
constexpr uint64_t kMaxOverrun = 16 << 10;

}  // namespace

RecordText::RecordText(ByteSource source)
    : source_(std::move(source)), gzipped_(source_.ensure(3) && starts_member(source_.view())) {}

bool RecordText::read_more() {
  if (!damage_.empty()) return false;
  text_.erase(0, at_);
  at_ = 0;
  if (!gzipped_) {
    if (source_.view().empty() && !source_.read_more()) return false;
    const std::string_view piece = source_.view().substr(0, ByteSource::kWindow);
    text_ += piece;
    source_.consume(piece.size());
    return true;
  }
  const size_t held = text_.size();
  while (text_.size() == held) {
    switch (inflater_.step(source_, text_)) {
      case MemberInflater::Step::kText: break;
      case MemberInflater::Step::kEnd: return false;
      case MemberInflater::Step::kDamaged: damage_ = "the gzip member is damaged"; return false;
      case MemberInflater::Step::kCut: damage_ = "the file ends inside a gzip member"; return false;
    }
  }
  return true;
}

void RecordText::seek(uint64_t offset) {
  source_.seek(offset);
  text_.clear();
  at_ = 0;
  damage_.clear();
  in_unit_ = false;
  resync_ = false;
}

void RecordText::resync_from(uint64_t offset) {
  seek(offset);
  resync_ = true;
}

uint64_t RecordText::resync_offset() const {
  const uint64_t seen = source_.position();
  return std::max(unit_start_ + 1, seen - std::min(seen, kMaxOverrun));
}

RecordText::Start RecordText::start_unit() {
  if (resync_ && !(gzipped_ ? find_member() : find_version_line())) return Start::kEnd;
  resync_ = false;
  if (gzipped_) {
    // Some writers pad a file with zeros.
    while ((!source_.view().empty() || source_.read_more()) && source_.view().front() == '\0') {
      source_.consume(1);
    }
    if (source_.view().empty()) return Start::kEnd;
    if (!source_.ensure(3) || !starts_member(source_.view())) return Start::kNoMember;
    inflater_.begin();
  }
  in_unit_ = true;
  unit_start_ = source_.position();
  return Start::kUnit;
}

// Whether the member at the position of the source contains a record. Does not change the position.
bool RecordText::member_starts_record() {
  const uint64_t start = source_.position();
  std::string beginning;
  inflater_.begin();
  while (beginning.size() < 16 && source_.position() - start < kMaxOverrun &&
         inflater_.step(source_, beginning) == MemberInflater::Step::kText) {
  }
  source_.seek(start);
  return starts_record(beginning);
}

bool RecordText::find_member() {
  constexpr std::string_view kMagic = "\x1F\x8B\x08";
  while (source_.ensure(kMagic.size())) {
    const size_t found = source_.view().find(kMagic);
    if (found == std::string_view::npos) {
      source_.consume(source_.view().size() - (kMagic.size() - 1));
      continue;
    }
    source_.consume(found);
    if (member_starts_record()) return true;
    source_.seek(source_.position() + 1);
  }
  return false;
}

bool RecordText::find_version_line() {
  constexpr std::string_view kLine = "\nWARC/";
  while (source_.ensure(kLine.size() + 1)) {
    const size_t found = source_.view().find(kLine);
    if (found == std::string_view::npos || found + kLine.size() == source_.view().size()) {
      source_.consume(source_.view().size() - kLine.size());
      continue;
    }
    source_.consume(found + 1);
    if (starts_record(source_.view())) return true;
  }
  return false;
}

}  // namespace freshet::warc
