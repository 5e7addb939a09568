#include <algorithm>
#include <cmath>
#include <limits>

#include "change/compact.h"
#include "change/history.h"

namespace freshet::change {
namespace {

constexpr uint64_t kVersion = 1;
// Flags in the byte of the version.
constexpr uint64_t kDated = 0x80;             // at least one content came with a date
constexpr uint64_t kHasAbsenceCauses = 0x40;  // not all absences are 404 or 410
constexpr uint64_t kHasRhythm = 0x20;         // the rhythm is not empty

// Times have 32 bits, so no gap is longer. The limit keeps sums of gaps from overflowing.
constexpr uint64_t kLongestGap = uint64_t{1} << 32;

}  // namespace

// Which fields follow is determined by the totals and outcomes before them, so that every history
// has exactly one encoding.
class HistoryCodec {
 public:
  static std::string encode(const History& history);
  static Result<History> decode(std::string_view bytes);

 private:
  using Entry = History::Entry;

  template <typename F>
  static void each_sum(History& history, F&& f);
  static uint64_t kind(const Entry& entry);
  static void set_kind(Entry& entry, uint64_t kind);
  static bool has_absence_causes(const History& history);
  static void write_absence_causes(internal::Writer& out, const History& history);
  static void read_absence_causes(internal::Reader& in, History& history);
  static void write_rhythm(internal::Writer& out, const Rhythm& rhythm);
  static void read_rhythm(internal::Reader& in, Rhythm& rhythm);
  static bool keeps_old_success(const History& history);
  static void read_recent(internal::Reader& in, History& history, bool has_causes);
  static void read_contents(internal::Reader& in, History& history, bool dated);
  static bool agrees(const History& history);

  // Calls f with the first recent success and with every success that found a change.
  template <typename Entries, typename F>
  static void each_content(Entries& entries, F&& f) {
    bool first = true;
    for (auto& entry : entries) {
      if (entry.outcome != Outcome::kSuccess) continue;
      if (first || entry.changed) f(entry);
      first = false;
    }
  }
};

// Sums that are zero by the totals are left out.
template <typename F>
void HistoryCodec::each_sum(History& history, F&& f) {
  const History::Totals& totals = history.totals_;
  if (totals.successes > 0) f(history.faded_.successes);
  if (totals.successes > 1) f(history.faded_.exposure);
  if (totals.changes > 0) f(history.faded_.changes);
  if (totals.requests > totals.successes) f(history.faded_.failures);
}

uint64_t HistoryCodec::kind(const Entry& entry) {
  if (entry.outcome == Outcome::kSuccess) return entry.changed ? 1 : 0;
  return entry.outcome == Outcome::kFailed ? 2 : 3;
}

bool HistoryCodec::has_absence_causes(const History& history) {
  return std::any_of(history.recent_.begin(), history.recent_.end(), [](const Entry& entry) {
    return entry.outcome == Outcome::kRedirected || entry.outcome == Outcome::kSoftGone;
  });
}

// Writes two bits for each absent visit, the oldest lowest: 0 gone, 1 redirected, 2 soft 404.
void HistoryCodec::write_absence_causes(internal::Writer& out, const History& history) {
  uint64_t bits = 0;
  int count = 0;
  for (const Entry& entry : history.recent_) {
    if (!is_absent(entry.outcome)) continue;
    const auto way = static_cast<uint64_t>(entry.outcome) - static_cast<uint64_t>(Outcome::kGone);
    bits |= way << (2 * count++);
  }
  out.fixed(bits, (count + 3) / 4);
}

void HistoryCodec::read_absence_causes(internal::Reader& in, History& history) {
  const auto count = std::count_if(history.recent_.begin(), history.recent_.end(),
                                   [](const Entry& entry) { return is_absent(entry.outcome); });
  uint64_t bits = in.fixed(static_cast<int>((count + 3) / 4));
  in.require(bits != 0);
  for (Entry& entry : history.recent_) {
    if (!is_absent(entry.outcome)) continue;
    const uint64_t way = bits & 3;
    in.require(way < 3);
    if (way < 3) {
      entry.outcome = static_cast<Outcome>(static_cast<uint64_t>(Outcome::kGone) + way);
    }
    bits >>= 2;
  }
  in.require(bits == 0);
}

// Writes two bytes whose bits say which bytes of the rhythm are not zero, and these.
void HistoryCodec::write_rhythm(internal::Writer& out, const Rhythm& rhythm) {
  const Rhythm::Bytes bytes = rhythm.bytes();
  uint64_t present = 0;
  for (size_t i = 0; i < bytes.size(); ++i) present |= uint64_t{bytes[i] != 0 ? 1U : 0U} << i;
  out.fixed(present, 2);
  for (const uint8_t byte : bytes) {
    if (byte != 0) out.fixed(byte, 1);
  }
}

void HistoryCodec::read_rhythm(internal::Reader& in, Rhythm& rhythm) {
  const uint64_t present = in.fixed(2);
  in.require(present != 0 && present >> Rhythm::kBytes == 0);
  Rhythm::Bytes bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    if ((present >> i & 1) == 0) continue;
    bytes[i] = static_cast<uint8_t>(in.fixed(1));
    in.require(bytes[i] != 0);
  }
  const auto read = Rhythm::from_bytes(bytes);
  if (in.require(read.has_value())) rhythm = *read;
}

void HistoryCodec::set_kind(Entry& entry, uint64_t kind) {
  constexpr Outcome kOutcomes[] = {Outcome::kSuccess, Outcome::kSuccess, Outcome::kFailed,
                                   Outcome::kGone};
  entry.outcome = kOutcomes[kind];
  entry.changed = kind == 1;
}

bool HistoryCodec::keeps_old_success(const History& history) {
  return history.totals_.successes > 0 && history.newest_success() == nullptr;
}

std::string HistoryCodec::encode(const History& history) {
  std::string bytes;
  if (history.recent_.empty()) return bytes;
  internal::Writer out(bytes);
  const bool dated = std::any_of(history.recent_.begin(), history.recent_.end(),
                                 [](const Entry& entry) { return entry.date != 0; });
  const bool has_causes = has_absence_causes(history);
  const bool has_rhythm = !history.rhythm_.empty();
  out.fixed(kVersion | (dated ? kDated : 0) | (has_causes ? kHasAbsenceCauses : 0) |
                (has_rhythm ? kHasRhythm : 0),
            1);
  out.varint(history.totals_.requests);
  out.varint(history.totals_.successes);
  out.varint(history.totals_.changes);
  out.fixed(history.last_, 4);
  History sums = history;
  each_sum(sums, [&](float sum) { out.fixed(std::bit_cast<uint32_t>(sum) >> 7, 3); });

  uint64_t kinds = 0;
  for (size_t i = 0; i < history.recent_.size(); ++i) kinds |= kind(history.recent_[i]) << (2 * i);
  out.fixed(kinds, static_cast<int>((history.recent_.size() + 3) / 4));
  if (has_causes) write_absence_causes(out, history);
  for (size_t i = 1; i < history.recent_.size(); ++i) out.fixed(history.recent_[i].gap, 2);
  if (keeps_old_success(history)) out.fixed(history.old_success_, 4);
  each_content(history.recent_, [&](const Entry& entry) {
    out.fixed(entry.size, 2);
    if (dated) out.fixed(entry.date, 2);
  });
  if (has_rhythm) write_rhythm(out, history.rhythm_);
  return bytes;
}

void HistoryCodec::read_recent(internal::Reader& in, History& history, bool has_causes) {
  const size_t count = std::min<size_t>(history.totals_.requests, History::kRecent);
  history.recent_.resize(count);
  uint64_t kinds = in.fixed(static_cast<int>((count + 3) / 4));
  for (Entry& entry : history.recent_) {
    set_kind(entry, kinds & 3);
    kinds >>= 2;
  }
  in.require(kinds == 0);
  if (has_causes) read_absence_causes(in, history);
  for (size_t i = 1; i < count; ++i) {
    const auto gap = static_cast<uint16_t>(in.fixed(2));
    in.require(internal::from_rounded(gap) <= kLongestGap);
    history.recent_[i].gap = gap;
  }
}

void HistoryCodec::read_contents(internal::Reader& in, History& history, bool dated) {
  bool date_seen = false;
  each_content(history.recent_, [&](Entry& entry) {
    entry.size = static_cast<uint16_t>(in.fixed(2));
    if (dated) entry.date = static_cast<uint16_t>(in.fixed(2));
    in.require(entry.size <= internal::kMostRounded);
    date_seen |= entry.date != 0;
  });
  in.require(dated == date_seen);
  const Entry* before = nullptr;
  for (Entry& entry : history.recent_) {
    if (entry.outcome != Outcome::kSuccess) continue;
    if (before != nullptr && !entry.changed) entry.size = before->size;
    before = &entry;
  }
}

bool HistoryCodec::agrees(const History& history) {
  History::Totals recent;
  for (const Entry& entry : history.recent_) {
    ++recent.requests;
    recent.successes += entry.outcome == Outcome::kSuccess ? 1 : 0;
    recent.changes += entry.changed ? 1 : 0;
  }
  const History::Totals& all = history.totals_;
  if (recent.requests == all.requests) return recent == all;
  return recent.successes <= all.successes && recent.changes <= all.changes &&
         recent.requests - recent.successes <= all.requests - all.successes;
}

Result<History> HistoryCodec::decode(std::string_view bytes) {
  History history;
  if (bytes.empty()) return history;
  internal::Reader in(bytes);
  const uint64_t head = in.fixed(1);
  const uint64_t version = head & ~(kDated | kHasAbsenceCauses | kHasRhythm);
  if (version > kVersion) {
    return fail("the history of a page was written by a later version of this program (format " +
                std::to_string(version) + ", known up to " + std::to_string(kVersion) + ")");
  }
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  History::Totals& totals = history.totals_;
  totals.requests = static_cast<uint32_t>(in.varint(kMost));
  totals.successes = static_cast<uint32_t>(in.varint(totals.requests));
  totals.changes = static_cast<uint32_t>(in.varint(totals.successes));
  in.require(version == kVersion && totals.requests > 0);
  history.last_ = static_cast<uint32_t>(in.fixed(4));
  each_sum(history, [&](float& sum) {
    sum = std::bit_cast<float>(static_cast<uint32_t>(in.fixed(3)) << 7);
    in.require(std::isfinite(sum));
  });
  read_recent(in, history, (head & kHasAbsenceCauses) != 0);
  if (keeps_old_success(history)) history.old_success_ = static_cast<uint32_t>(in.fixed(4));
  in.require(history.old_success_ <= history.last_);
  read_contents(in, history, (head & kDated) != 0);
  if ((head & kHasRhythm) != 0) read_rhythm(in, history.rhythm_);
  in.require(in.left() == 0 && agrees(history));
  if (in.failed()) return fail("the history of a page is damaged");
  return history;
}

std::string History::encode() const {
  return HistoryCodec::encode(*this);
}

Result<History> History::decode(std::string_view bytes) {
  return HistoryCodec::decode(bytes);
}

}  // namespace freshet::change
