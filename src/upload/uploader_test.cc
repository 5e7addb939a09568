#include "upload/uploader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>

#include "fetch/memory_objects.h"
#include "support/manual_clock.h"
#include "support/scratch_folder.h"

namespace freshet::upload {
namespace {

class UploaderTest : public testing::Test {
 protected:
  void write(uint32_t number) const {
    const std::string name = "freshet-00000" + std::to_string(number);
    std::ofstream(folder_ / (name + ".warc.gz")) << "content";
    std::ofstream(folder_ / (name + ".cdxj")) << "index";
  }
  std::unique_ptr<Uploader> start() {
    auto storage = std::make_unique<fetch::MemoryObjects>();
    storage->before_put = before_put_;
    storage_ = storage.get();
    return std::make_unique<Uploader>(
        UploadOptions{.folder = folder_.path(), .keep_local = false}, std::move(storage), log_,
        Retry{.first = Duration::milliseconds(1), .longest = Duration::milliseconds(1)});
  }
  bool is_local(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  ScratchFolder folder_;
  test::ManualClock clock_;
  std::string lines_;
  telemetry::Log log_{{}, clock_, [this](std::string_view line) { lines_ += line; }};
  std::function<Status(const std::string&)> before_put_;
  fetch::MemoryObjects* storage_ = nullptr;
};

TEST_F(UploaderTest, NothingIsUploadedBeforeItIsKnownToBeComplete) {
  write(1);
  const auto uploader = start();
  uploader->finish();
  EXPECT_TRUE(storage_->objects.empty());
  EXPECT_TRUE(is_local("freshet-000001.warc.gz"));
}

TEST_F(UploaderTest, FinishUploadsAllThatIsComplete) {
  write(1);
  write(2);
  const auto uploader = start();
  uploader->complete(1);
  uploader->complete(2);
  uploader->finish();
  EXPECT_EQ(uploader->status().files, 2u);
  EXPECT_FALSE(is_local("freshet-000002.warc.gz"));
}

TEST_F(UploaderTest, AnOutageIsLoggedOnceAndRetried) {
  write(1);
  int attempts = 0;
  std::promise<void> uploaded;
  before_put_ = [&](const std::string& name) -> Status {
    if (++attempts < 5) return Unexpected(Error{"no answer", ErrorKind::kUnavailable});
    if (name.ends_with(".cdxj")) uploaded.set_value();
    return Done{};
  };
  const auto uploader = start();
  uploader->complete(1);
  uploaded.get_future().wait();  // without a further call
  uploader->finish();
  EXPECT_EQ(attempts, 6);
  EXPECT_EQ(uploader->status().files, 1u);
  const size_t first = lines_.find("no answer");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(lines_.find("no answer", first + 1), std::string::npos) << lines_;
  EXPECT_NE(lines_.find("uploaded again"), std::string::npos) << lines_;
}

TEST_F(UploaderTest, FinishEndsWhenTheStorageDoesNotAnswer) {
  write(1);
  before_put_ = [](const std::string&) -> Status {
    return Unexpected(Error{"no answer", ErrorKind::kUnavailable});
  };
  const auto uploader = start();
  uploader->complete(1);
  uploader->finish();
  EXPECT_TRUE(is_local("freshet-000001.warc.gz"));
  EXPECT_EQ(uploader->status().last_error, "no answer");
}

TEST_F(UploaderTest, AnUploaderThatIsDestroyedLeavesTheRestToTheNext) {
  write(1);
  std::promise<void> began;
  std::promise<void> go_on;
  int attempts = 0;
  before_put_ = [&](const std::string& name) -> Status {
    EXPECT_EQ(name, "freshet-000001.warc.gz");
    if (++attempts == 1) {
      began.set_value();
      go_on.get_future().wait();
    }
    return Unexpected(Error{"cancelled"});
  };
  auto uploader = start();
  uploader->complete(1);
  began.get_future().wait();
  go_on.set_value();
  uploader.reset();
  EXPECT_TRUE(is_local("freshet-000001.warc.gz"));
  before_put_ = nullptr;
  uploader = start();
  uploader->complete(1);
  uploader->finish();
  EXPECT_FALSE(is_local("freshet-000001.warc.gz"));
}

}  // namespace
}  // namespace freshet::upload
