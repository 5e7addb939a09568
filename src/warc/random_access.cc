#include "warc/random_access.h"

#include <utility>

#include "warc/file.h"

namespace freshet::warc {
namespace {

class LocalFile final : public RandomAccess {
 public:
  explicit LocalFile(File file) : file_(std::move(file)) {}

  Result<uint64_t> size() override { return file_.size(); }
  Result<size_t> read_at(uint64_t offset, std::span<char> into) override {
    return file_.read_at(offset, into);
  }

 private:
  File file_;
};

}  // namespace

Result<std::shared_ptr<RandomAccess>> open_local(const std::filesystem::path& path) {
  auto file = File::open(path, File::Mode::kRead);
  if (!file) return Unexpected(std::move(file.error()));
  return std::shared_ptr<RandomAccess>(std::make_shared<LocalFile>(std::move(*file)));
}

}  // namespace freshet::warc
