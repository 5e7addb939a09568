#include "upload/remote_archives.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace freshet::upload {
namespace {

// The least that is read at once: some records. It is doubled up to the most while reads follow
// each other.
constexpr size_t kLeastBytes = 512 << 10;
constexpr size_t kMostBytes = 8 << 20;
// A read that begins so close behind the last one follows it: several threads divide the records of
// a file among them.
constexpr uint64_t kGapBytes = 1 << 20;
// The memory of one file. Enough for what several threads read side by side.
constexpr size_t kHeldBytes = 16 << 20;

// A file in an object storage. Reads pieces of it, and keeps the last ones.
class RemoteFile final : public warc::RandomAccess {
 public:
  RemoteFile(std::unique_ptr<fetch::ObjectStorage> storage, std::string name, uint64_t bytes)
      : storage_(std::move(storage)), name_(std::move(name)), bytes_(bytes) {}

  Result<uint64_t> size() override { return bytes_; }

  Result<size_t> read_at(uint64_t offset, std::span<char> into) override {
    const std::lock_guard lock(mutex_);
    size_t filled = 0;
    while (filled < into.size() && offset + filled < bytes_) {
      const auto found = piece_at(offset + filled);
      if (!found) {
        outage_ = found.error();
        return Unexpected(found.error());
      }
      const Piece& piece = **found;
      const auto begin = static_cast<size_t>(offset + filled - piece.offset);
      const size_t count = std::min(piece.bytes.size() - begin, into.size() - filled);
      std::copy_n(piece.bytes.data() + begin, count, into.data() + filled);
      filled += count;
    }
    return filled;
  }

  std::optional<Error> outage() const override {
    const std::lock_guard lock(mutex_);
    return outage_;
  }

 private:
  struct Piece {
    uint64_t offset = 0;
    std::string bytes;
    uint64_t end() const { return offset + bytes.size(); }
  };

  // Returns a piece that has the byte at `offset`, which is before the end of the file.
  Result<const Piece*> piece_at(uint64_t offset) {
    for (const Piece& piece : pieces_) {
      if (piece.offset <= offset && offset < piece.end()) return &piece;
    }
    const bool follows = offset >= last_end_ && offset - last_end_ < kGapBytes && last_end_ > 0;
    ahead_ = follows ? std::min(ahead_ * 2, kMostBytes) : kLeastBytes;
    const auto wanted = static_cast<size_t>(std::min<uint64_t>(ahead_, bytes_ - offset));
    auto part = storage_->get(name_, {.offset = offset, .bytes = wanted});
    if (!part) {
      if (!warc::is_outage(part.error())) part.error().kind = ErrorKind::kUnavailable;
      return Unexpected(std::move(part.error()));
    }
    if (part->object_bytes != bytes_ || part->bytes.empty()) {
      return Unexpected(Error{storage_->url_of(name_) + " was changed while it was read",
                              ErrorKind::kUnavailable});
    }
    last_end_ = offset + part->bytes.size();
    held_ += part->bytes.size();
    pieces_.push_back({.offset = offset, .bytes = std::move(part->bytes)});
    while (held_ > kHeldBytes && pieces_.size() > 1) {
      held_ -= pieces_.front().bytes.size();
      pieces_.pop_front();
    }
    return &pieces_.back();
  }

  mutable std::mutex mutex_;  // guards everything below
  const std::unique_ptr<fetch::ObjectStorage> storage_;
  const std::string name_;
  const uint64_t bytes_;
  std::deque<Piece> pieces_;  // in the order in which they were read
  size_t held_ = 0;           // their bytes
  size_t ahead_ = kLeastBytes;
  uint64_t last_end_ = 0;
  std::optional<Error> outage_;
};

}  // namespace

Result<std::shared_ptr<warc::RandomAccess>> RemoteArchives::open(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (auto known = open_[name].lock(); known && !known->outage()) return known;
  auto storage = make_storage_();
  const auto found = storage->head(name);
  if (!found) return Unexpected(found.error());
  if (!*found) {
    return fail("the archive file " + name + " is neither here nor at " + storage->url_of(name));
  }
  std::shared_ptr<warc::RandomAccess> file =
      std::make_shared<RemoteFile>(std::move(storage), name, (*found)->bytes);
  open_[name] = file;
  return file;
}

}  // namespace freshet::upload
