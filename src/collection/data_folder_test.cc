#include "collection/data_folder.h"

#include <fstream>
#include <iterator>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"

namespace freshet::collection {
namespace {

namespace fs = std::filesystem;

class DataFolder : public testing::Test {
 protected:
  void put(const fs::path& name, std::string_view text = "x") const {
    fs::create_directories((data_ / name).parent_path());
    std::ofstream(data_ / name) << text;
  }
  std::string marker() const {
    std::ifstream file(data_ / kMarkerName);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Returns the error of preparing the folder; empty if there is none.
  std::string refusal(bool follow_links = false) const {
    const Status prepared = prepare_data_folder(data_, follow_links);
    return prepared ? "" : prepared.error().message;
  }
  static bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  }

  const ScratchFolder scratch_;
  const fs::path data_ = fs::path(scratch_.path()) / "deep" / "data";
};

TEST_F(DataFolder, AMissingFolderIsMadeAndMarked) {
  EXPECT_EQ(refusal(), "");
  EXPECT_TRUE(fs::is_directory(data_ / "state"));
  EXPECT_TRUE(fs::is_directory(data_ / "warc"));
  EXPECT_TRUE(marker().starts_with("Freshet data folder, version 1\n")) << marker();
  EXPECT_EQ(refusal(), "");
}

TEST_F(DataFolder, AnEmptyFolderBecomesADataFolder) {
  fs::create_directories(data_);
  EXPECT_EQ(refusal(), "");
  EXPECT_NE(marker(), "");
}

TEST_F(DataFolder, AFolderWithOtherFilesIsRefusedAndNotChanged) {
  put("letter.txt");
  EXPECT_TRUE(contains(refusal(),
                       "is not empty and is no data folder of Freshet (it has "
                       "letter.txt)"))
      << refusal();
  EXPECT_FALSE(fs::exists(data_ / "state"));
  EXPECT_EQ(marker(), "");
}

TEST_F(DataFolder, AFolderWithAnotherStateFolderIsRefused) {
  put("state/notes.txt");
  EXPECT_TRUE(contains(refusal(), "state/notes.txt")) << refusal();
}

// The root of a file system, and the folder with the user's settings.
TEST_F(DataFolder, FilesOfNewFoldersAreAllowed) {
  fs::create_directories(data_ / "lost+found");
  put("freshet.toml");
  EXPECT_EQ(refusal(), "");
}

TEST_F(DataFolder, AMarkedFolderMayHaveOtherFiles) {
  ASSERT_EQ(refusal(), "");
  put("letter.txt");
  EXPECT_EQ(refusal(), "");
}

// The folder is marked when its state could be opened.
TEST_F(DataFolder, AnOlderFolderIsRecognisedByItsState) {
  put("state/CURRENT");
  put("letter.txt");
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(marker(), "");
  EXPECT_TRUE(mark_data_folder(data_));
  EXPECT_NE(marker(), "");
  EXPECT_TRUE(mark_data_folder(data_));
}

TEST_F(DataFolder, AnInterruptedStartIsContinued) {
  put("state/LOCK");
  put("state/LOG.old.1");
  put("state/MANIFEST-000001");
  fs::create_directories(data_ / "warc");
  EXPECT_EQ(refusal(), "");
  put(kMarkerName, "");  // truncated by a power failure
  EXPECT_EQ(refusal(), "");
}

TEST_F(DataFolder, AForeignMarkerAndANewerOneAreRefused) {
  put(kMarkerName, "my folders\n");
  EXPECT_TRUE(contains(refusal(), "is not a file of Freshet")) << refusal();
  put(kMarkerName, "Freshet data folder, version 2\n");
  EXPECT_TRUE(contains(refusal(), "has version 2")) << refusal();
}

TEST_F(DataFolder, ALinkOutOfTheFolderIsRefusedUnlessAllowed) {
  const fs::path home = fs::path(scratch_.path()) / "home";
  fs::create_directories(home);
  for (const char* part : {"warc", "state", "catalog.db", "control.sock"}) {
    fs::remove_all(data_);
    fs::create_directories(data_);
    fs::create_directory_symlink(home, data_ / part);
    EXPECT_TRUE(contains(refusal(), std::string(part) + " is a link to " + home.string()))
        << refusal();
    EXPECT_EQ(refusal(true), "") << part;
    EXPECT_FALSE(check_links(data_));
  }
  EXPECT_TRUE(fs::is_empty(home));
}

TEST_F(DataFolder, ADanglingLinkIsRefused) {
  fs::create_directories(data_);
  fs::create_symlink("/nowhere/at/all", data_ / "catalog.db");
  EXPECT_NE(refusal(), "");
}

TEST_F(DataFolder, LinksInsideAndALinkToTheFolderAreAllowed) {
  fs::create_directories(data_ / "state");
  ASSERT_EQ(refusal(), "");
  fs::remove(data_ / "warc");
  fs::create_directories(data_ / "real");
  fs::create_directory_symlink("real", data_ / "warc");
  EXPECT_EQ(refusal(), "");
  const fs::path link = fs::path(scratch_.path()) / "link";
  fs::create_directory_symlink(data_, link);
  EXPECT_TRUE(prepare_data_folder(link, false));
}

}  // namespace
}  // namespace freshet::collection
