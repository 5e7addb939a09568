#include "crawl/archived_visits.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "crawl/packing.h"
#include "http/header_block.h"
#include "text/ascii.h"
#include "warc/archive_folder.h"
#include "warc/reader.h"
#include "warc/records_by_offset.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostRemarks = 1'000;  // more than enough to locate the damage

bool begins_visit(const warc::FoundRecord& found) {
  return found.record.type == warc::RecordType::kResponse ||
         found.record.type == warc::RecordType::kRevisit;
}

// Returns the first bytes of "sha256:…" as a number; nullopt for other digests.
std::optional<uint64_t> payload_of(const warc::Record& record) {
  constexpr std::string_view kName = "sha256:";
  const auto field = record.field("WARC-Payload-Digest");
  if (!field || !field->starts_with(kName) || field->size() < kName.size() + 16) {
    return std::nullopt;
  }
  uint64_t value = 0;
  const char* const digits = field->data() + kName.size();
  const auto [end, error] = std::from_chars(digits, digits + 16, value, 16);
  return error == std::errc() && end == digits + 16 ? std::optional(value) : std::nullopt;
}

// Returns whether the body has the digest that the record gives.
bool has_payload(const warc::Record& record, std::string_view body) {
  const auto field = record.field("WARC-Payload-Digest");
  return field && *field == "sha256:" + digest::sha256(body).hex();
}

void read_notes(const warc::Record& record, ArchivedVisit& visit) {
  const http::HeaderBlock notes = http::parse_header_block(record.block);
  if (const auto hops = notes.headers.get(kHopsNote)) {
    uint16_t depth = 0;
    const auto [end, error] = std::from_chars(hops->data(), hops->data() + hops->size(), depth);
    if (error == std::errc()) visit.depth = depth;
  }
  visit.sitemap |= notes.headers.get(kFoundAsNote) == kSitemapNote;
  visit.rules |= notes.headers.get(kFoundAsNote) == kRulesNote;
  if (const auto verdict = notes.headers.get(kVerdictNote)) visit.verdict = *verdict;
}

// The head of a reply, and its body.
struct Head {
  http::HeaderBlock block;
  std::string_view rest;
};
Head head_of(const warc::Record& record) {
  Head head{.block = http::parse_header_block(record.block)};
  head.rest = std::string_view(record.block).substr(head.block.length);
  return head;
}

std::string must_be_downloaded(const fs::path& folder, const std::vector<std::string>& names) {
  constexpr size_t kMostNamed = 100;
  std::string text =
      "archive files were uploaded and removed here: set warc.upload_to to read them in object "
      "storage, or download them to " +
      folder.string() + ":";
  for (size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) text.append(" ").append(names[i]);
  if (names.size() > kMostNamed) {
    text.append(" and ").append(std::to_string(names.size() - kMostNamed)).append(" more");
  }
  return text;
}

}  // namespace

struct ArchivedVisits::Impl {
  std::optional<warc::FoundRecord> next_record();
  bool open_file();
  // Ends reading if a file could not be opened because a server does not answer.
  void note_outage(const Error& error) {
    if (warc::is_outage(error)) status = Unexpected(error);
  }
  // Whether reading `file` failed because a server does not answer. Ends reading.
  bool is_outage(const warc::RandomAccess& file);
  void remark(uint64_t offset, const std::string& why);
  std::optional<ArchivedVisit> begin_visit(const warc::FoundRecord& found);
  std::optional<std::string> body_of(const warc::Record& revisit);

  fs::path folder;
  warc::OpenUploaded open_uploaded;
  Status status = Done{};
  std::shared_ptr<warc::RandomAccess> source;  // of reader
  std::vector<uint32_t> numbers;
  size_t at = 0;  // index in numbers of the current or next file
  std::optional<warc::Reader> reader;
  std::optional<warc::FoundRecord> ahead;  // first record of the next visit
  uint32_t ahead_file = 0;
  uint64_t bytes_before = 0;  // sizes of the previous files
  uint64_t bytes_here = 0;
  uint64_t all_bytes = 0;
  warc::ArchiveEnd end;
  std::vector<std::string> remarks;
  // The positions of bodies, by the first bytes of their digests.
  std::unordered_map<uint64_t, store::ArchivePosition> bodies;
  std::shared_ptr<warc::RandomAccess> originals_source;
  std::optional<warc::RecordsByOffset> originals;
  uint32_t originals_file = 0;
};

void ArchivedVisits::Impl::remark(uint64_t offset, const std::string& why) {
  if (remarks.size() >= kMostRemarks) return;
  remarks.push_back(warc::archive_name(numbers[at]).string() + ", byte " + std::to_string(offset) +
                    ": " + why);
}

bool ArchivedVisits::Impl::open_file() {
  while (at < numbers.size()) {
    end = {.file = numbers[at], .bytes = 0};
    auto opened = warc::open_held(folder, numbers[at], {}, open_uploaded);
    if (opened) {
      source = std::move(*opened);
      reader.emplace(warc::Reader::of_file(source));
      return true;
    }
    note_outage(opened.error());
    if (!status) return false;
    remark(0, opened.error().message);
    ++at;
  }
  return false;
}

bool ArchivedVisits::Impl::is_outage(const warc::RandomAccess& file) {
  auto outage = file.outage();
  if (!outage) return false;
  status = Unexpected(std::move(*outage));
  return true;
}

// Returns the next record of any kind; nullopt after the last file.
std::optional<warc::FoundRecord> ArchivedVisits::Impl::next_record() {
  while (status && (reader || open_file())) {
    auto found = reader->next();
    if ((!found || !*found) && is_outage(*source)) return std::nullopt;
    if (!found) {
      remark(found.error().offset, found.error().message);
      continue;
    }
    if (*found) {
      bytes_here = (*found)->offset + (*found)->length;
      end.bytes = std::max(end.bytes, bytes_here);
      return std::move(**found);
    }
    bytes_before += source->size().value_or(bytes_here);
    bytes_here = 0;
    reader.reset();
    ++at;
  }
  return std::nullopt;
}

// Returns the body that a revisit record refers to.
std::optional<std::string> ArchivedVisits::Impl::body_of(const warc::Record& revisit) {
  const auto payload = payload_of(revisit);
  const auto known = payload ? bodies.find(*payload) : bodies.end();
  if (known == bodies.end()) return std::nullopt;
  const store::ArchivePosition& place = known->second;
  if (!originals || originals_file != place.file) {
    auto opened = warc::open_held(folder, place.file, {}, open_uploaded);
    if (!opened) {
      note_outage(opened.error());
      return std::nullopt;
    }
    originals_source = std::move(*opened);
    originals.emplace(warc::RecordsByOffset::of_file(originals_source));
    originals_file = place.file;
  }
  const auto found = originals->at(place.offset);
  if (!found) {
    is_outage(*originals_source);
    return std::nullopt;
  }
  const std::string_view body = head_of(found->record).rest;
  if (!has_payload(revisit, body)) return std::nullopt;
  return std::string(body);
}

// Returns nullopt if the record is not a reply to a request for a page.
std::optional<ArchivedVisit> ArchivedVisits::Impl::begin_visit(const warc::FoundRecord& found) {
  const warc::Record& record = found.record;
  const auto date = record.date();
  ArchivedVisit visit;
  visit.at = {.file = ahead_file, .offset = found.offset};
  visit.url = record.target_uri();
  visit.date = date.value_or(Instant());
  const Head head = head_of(record);
  if (!date || visit.url.empty() || !head.block.status || !found.complete) return std::nullopt;
  visit.reply.status = head.block.status->code;
  visit.reply.headers = head.block.headers;
  visit.is_revisit = record.type == warc::RecordType::kRevisit;
  if (!visit.is_revisit) {
    visit.reply.body = head.rest;
    visit.reply.body_truncated = record.field("WARC-Truncated").has_value();
    if (const auto payload = payload_of(record)) bodies.emplace(*payload, visit.at);
    return visit;
  }
  visit.not_modified = visit.reply.status == 304;
  if (const auto original = record.field("WARC-Refers-To-Target-URI")) {
    visit.original_url = *original;
  }
  if (visit.not_modified) {
    visit.has_body = false;
    return visit;
  }
  auto body = body_of(record);
  visit.has_body = body.has_value();
  if (body) visit.reply.body = std::move(*body);
  return visit;
}

ArchivedVisits::ArchivedVisits(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ArchivedVisits::~ArchivedVisits() = default;
ArchivedVisits::ArchivedVisits(ArchivedVisits&&) noexcept = default;
ArchivedVisits& ArchivedVisits::operator=(ArchivedVisits&&) noexcept = default;

Result<ArchivedVisits> ArchivedVisits::open(const fs::path& folder,
                                            warc::OpenUploaded open_uploaded) {
  auto impl = std::make_unique<Impl>();
  impl->folder = folder;
  impl->open_uploaded = std::move(open_uploaded);
  std::error_code error;
  if (fs::exists(folder, error)) {
    auto numbers = warc::held_numbers(folder);
    if (!numbers) return Unexpected(numbers.error());
    impl->numbers = std::move(*numbers);
  }
  if (impl->numbers.empty()) {
    return fail("there is no archive in " + folder.string() +
                ", from which the state could be rebuilt");
  }
  std::vector<std::string> elsewhere;
  for (size_t i = 0; i < impl->numbers.size(); ++i) {
    const uint32_t number = impl->numbers[i];
    const fs::path path = folder / warc::archive_name(number);
    if (!fs::exists(fs::symlink_status(path, error))) {
      elsewhere.push_back(warc::archive_name(number).string());
    } else if (auto file = warc::Reader::open(path); !file) {
      // A file without read permission is not damaged, and must not be treated as such.
      return Unexpected(file.error());
    }
    const auto bytes = warc::held_bytes(folder, number);
    if (!bytes) return Unexpected(bytes.error());
    impl->all_bytes += bytes->value_or(0);
    const uint32_t expected = i == 0 ? 1 : impl->numbers[i - 1] + 1;
    if (number != expected) {
      impl->remarks.push_back(warc::archive_name(expected).string() + " is not there");
    }
  }
  if (!elsewhere.empty() && !impl->open_uploaded) {
    return Unexpected(Error{must_be_downloaded(folder, elsewhere)});
  }
  return ArchivedVisits(std::move(impl));
}

const Status& ArchivedVisits::status() const {
  return impl_->status;
}

std::optional<ArchivedVisit> ArchivedVisits::next() {
  Impl& impl = *impl_;
  while (true) {
    if (!impl.ahead) {
      auto found = impl.next_record();
      if (!found) return std::nullopt;
      if (!begins_visit(*found)) continue;
      impl.ahead = std::move(found);
      impl.ahead_file = impl.numbers[impl.at];
    }
    auto visit = impl.begin_visit(*std::exchange(impl.ahead, std::nullopt));
    // Read the records of this visit, up to the next visit.
    while (auto found = impl.next_record()) {
      if (begins_visit(*found)) {
        impl.ahead = std::move(found);
        impl.ahead_file = impl.numbers[impl.at];
        break;
      }
      const bool is_of_it = visit && found->record.type == warc::RecordType::kMetadata &&
                            found->record.target_uri() == visit->url;
      if (is_of_it) read_notes(found->record, *visit);
    }
    if (!impl.status) return std::nullopt;
    if (visit) return visit;
  }
}

uint64_t ArchivedVisits::bytes_read() const {
  return impl_->bytes_before + impl_->bytes_here;
}
uint64_t ArchivedVisits::all_bytes() const {
  return impl_->all_bytes;
}
warc::ArchiveEnd ArchivedVisits::end() const {
  return impl_->end;
}
const std::vector<std::string>& ArchivedVisits::remarks() const {
  return impl_->remarks;
}

}  // namespace freshet::crawl
