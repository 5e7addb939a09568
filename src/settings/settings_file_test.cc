#include "settings/settings_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "gtest/gtest.h"
#include "settings/load.h"
#include "support/scratch_folder.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOtherUser = 12'345;

class TrustedFile : public testing::Test {
 protected:
  TrustedFile() {
    std::ofstream(path_) << "log.level = \"error\"\n";
    chmod(path_.c_str(), 0644);
  }
  // Returns why the file was not read; empty if it was.
  std::string refusal(FileOrigin origin = FileOrigin::kWorkingDirectory) const {
    const auto read = read_settings_file(path_, origin);
    return read ? "" : read.error().message;
  }
  static bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  }

  const ScratchFolder folder_;
  const fs::path path_ = fs::path(folder_.path()) / "freshet.toml";
};

TEST_F(TrustedFile, AFileOfTheUserIsRead) {
  const auto read = read_settings_file(path_, FileOrigin::kWorkingDirectory);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->text, "log.level = \"error\"\n");
  EXPECT_EQ(read->path, path_.string());
  EXPECT_TRUE(read->others_can_read);
}

TEST_F(TrustedFile, AFileThatOthersCanWriteIsRefusedUnlessItIsNamed) {
  for (const mode_t mode : {0664, 0602}) {
    chmod(path_.c_str(), mode);
    EXPECT_TRUE(contains(refusal(), "users other than its owner can write it")) << refusal();
    EXPECT_TRUE(contains(refusal(), "--config")) << refusal();
    EXPECT_EQ(refusal(FileOrigin::kNamed), "");
  }
}

TEST_F(TrustedFile, AFileOfAnotherUserIsRefusedUnlessItIsNamed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(chown(path_.c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_TRUE(contains(refusal(), "it belongs to another user (12345)")) << refusal();
  EXPECT_EQ(refusal(FileOrigin::kNamed), "");
}

TEST_F(TrustedFile, ASymbolicLinkOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a link away";
  const fs::path real = fs::path(folder_.path()) / "real.toml";
  fs::rename(path_, real);
  fs::create_symlink(real, path_);
  EXPECT_EQ(refusal(), "");
  ASSERT_EQ(lchown(path_.c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_TRUE(contains(refusal(), "it is a symbolic link that belongs to another user"))
      << refusal();
}

TEST_F(TrustedFile, AFileWithPasswordsThatEveryUserCanReadIsReported) {
  std::ofstream(path_) << "net.proxy = \"http://me:hunter2@proxy:3128\"\n";
  chmod(path_.c_str(), 0644);
  const auto loaded = load(path_, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->file, path_.string());
  EXPECT_TRUE(loaded->exposes_secrets);
  chmod(path_.c_str(), 0600);
  EXPECT_FALSE(load(path_, {})->exposes_secrets);
}

}  // namespace
}  // namespace freshet::settings
