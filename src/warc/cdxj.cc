#include "warc/cdxj.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "clock/civil.h"
#include "url/surt.h"
#include "warc/file.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

std::string timestamp14(Instant date) {
  const CivilTime c = to_civil(date);
  char text[40];
  const int length = std::snprintf(text, sizeof text, "%04d%02d%02d%02d%02d%02d", c.year, c.month,
                                   c.day, c.hour, c.minute, c.second);
  return std::string(text, static_cast<size_t>(length));
}

// Appends a JSON string. Bytes beyond ASCII, which do not occur in the crawler's own records,
// become U+FFFD.
void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      out += escape;
    } else if (byte >= 0x7F) {
      out += "\\ufffd";
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_member(std::string& out, std::string_view name, std::string_view value) {
  out += out.back() == '{' ? "\"" : ", \"";
  out += name;
  out += "\": ";
  append_quoted(out, value);
}

std::string sort_key(std::string_view url) {
  if (const auto parsed = url::parse(url)) return url::surt(*parsed);
  std::string key(url);
  std::replace_if(
      key.begin(), key.end(), [](char c) { return static_cast<unsigned char>(c) <= 0x20; }, '_');
  return key;
}

}  // namespace

void Index::add(const IndexEntry& entry) {
  constexpr size_t kMaxLength = 300;
  const std::string_view digest = entry.digest.substr(0, kMaxLength);
  const std::string_view mime = entry.mime.substr(0, kMaxLength);
  rows_.push_back({.date = entry.date,
                   .offset = entry.offset,
                   .length = entry.length,
                   .text = texts_.size(),
                   .url_length = static_cast<uint32_t>(entry.url.size()),
                   .digest_length = static_cast<uint16_t>(digest.size()),
                   .mime_length = static_cast<uint16_t>(mime.size()),
                   .status = static_cast<uint16_t>(entry.status),
                   .revisit = entry.revisit});
  texts_ += entry.url;
  texts_ += digest;
  texts_ += mime;
}

void Index::clear() {
  rows_.clear();
  texts_.clear();
}

std::string_view Index::url(const Row& row) const {
  return std::string_view(texts_).substr(row.text, row.url_length);
}
std::string_view Index::digest(const Row& row) const {
  return std::string_view(texts_).substr(row.text + row.url_length, row.digest_length);
}
std::string_view Index::mime(const Row& row) const {
  return std::string_view(texts_).substr(row.text + row.url_length + row.digest_length,
                                         row.mime_length);
}

void Index::append_line(std::string& out, std::string_view key, const Row& row,
                        std::string_view filename) const {
  out += key;
  out += ' ';
  out += timestamp14(row.date);
  out += " {";
  append_member(out, "url", url(row));
  append_member(out, "mime", row.revisit ? "warc/revisit" : mime(row));
  if (row.status != 0) append_member(out, "status", std::to_string(row.status));
  if (row.digest_length != 0) append_member(out, "digest", digest(row));
  append_member(out, "length", std::to_string(row.length));
  append_member(out, "offset", std::to_string(row.offset));
  append_member(out, "filename", filename);
  out += "}\n";
}

Status Index::write(const fs::path& path, std::string_view filename) const {
  std::vector<std::string> keys;
  keys.reserve(rows_.size());
  for (const Row& row : rows_) keys.push_back(sort_key(url(row)));
  std::vector<size_t> order(rows_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // A key contains no space and no character below it, so this is also the order of the lines.
  // Entries with the same key and second keep their order.
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (const int difference = keys[a].compare(keys[b])) return difference < 0;
    return rows_[a].date.unix_seconds() < rows_[b].date.unix_seconds();
  });

  const fs::path part = part_path(path);
  std::error_code ignored;
  fs::remove(part, ignored);
  auto file = File::open(part, File::Mode::kCreate);
  if (!file) return Unexpected(std::move(file.error()));
  constexpr size_t kPiece = 1 << 20;
  std::string lines;
  uint64_t written = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    append_line(lines, keys[order[i]], rows_[order[i]], filename);
    if (lines.size() < kPiece && i + 1 < order.size()) continue;
    if (auto status = file->write_at(written, lines); !status) {
      fs::remove(part, ignored);
      return status;
    }
    written += lines.size();
    lines.clear();
  }
  // Sync before renaming, so that after a power failure there is a complete index or none.
  if (auto status = file->sync(); !status) return status;
  std::error_code error;
  fs::rename(part, path, error);
  if (error) return fail("renaming " + part.string() + ": " + error.message());
  return Done{};
}

fs::path part_path(const fs::path& index) {
  fs::path part = index;
  return part += ".part";
}

}  // namespace freshet::warc
