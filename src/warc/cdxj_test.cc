#include "warc/cdxj.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"

namespace freshet::warc {
namespace {

std::string written(const Index& index) {
  const ScratchFolder folder;
  const auto path = folder / "a.cdxj";
  const auto status = index.write(path, "a.warc.gz");
  EXPECT_TRUE(status) << status.error().message;
  EXPECT_FALSE(std::filesystem::exists(part_path(path)));
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

IndexEntry entry(std::string_view url, int64_t second) {
  return {.url = url,
          .date = Instant::from_unix_seconds(second),
          .revisit = false,
          .mime = "text/html",
          .status = 200,
          .digest = "sha1:X",
          .offset = 5,
          .length = 6};
}

TEST(Cdxj, LineHasKeyTimeAndFields) {
  Index index;
  index.add(entry("http://www.example.com/A?b", 1'767'596'974));
  EXPECT_EQ(written(index),
            "com,example)/a?b 20260105070934 {\"url\": \"http://www.example.com/A?b\", "
            "\"mime\": \"text/html\", \"status\": \"200\", \"digest\": \"sha1:X\", "
            "\"length\": \"6\", \"offset\": \"5\", \"filename\": \"a.warc.gz\"}\n");
}

TEST(Cdxj, RevisitHasItsOwnTypeAndUnknownFieldsAreOmitted) {
  Index index;
  IndexEntry e = entry("http://a.example/", 0);
  e.revisit = true;
  e.digest = "";
  e.status = 0;
  index.add(e);
  EXPECT_EQ(written(index),
            "example,a)/ 19700101000000 {\"url\": \"http://a.example/\", \"mime\": "
            "\"warc/revisit\", \"length\": \"6\", \"offset\": \"5\", \"filename\": "
            "\"a.warc.gz\"}\n");
}

TEST(Cdxj, LinesAreSortedByKeyThenTime) {
  Index index;
  index.add(entry("http://b.example/", 9));
  index.add(entry("http://a.example/x", 3));
  index.add(entry("http://a.example/", 20));
  index.add(entry("http://a.example/", 10));
  index.add(entry("http://a.example/x/y", 1));
  std::string keys;
  std::istringstream lines(written(index));
  std::string previous;
  for (std::string line; std::getline(lines, line); previous = line) {
    keys += line.substr(0, line.find(" {")) + "\n";
    EXPECT_LT(previous, line);
  }
  EXPECT_EQ(keys,
            "example,a)/ 19700101000010\nexample,a)/ 19700101000020\nexample,a)/x 19700101000003\n"
            "example,a)/x/y 19700101000001\nexample,b)/ 19700101000009\n");
}

TEST(Cdxj, NoUrlCanBreakALine) {
  Index index;
  index.add(entry("not a url \"\\\n\x01\xFF", 0));
  const std::string line = written(index);
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  EXPECT_TRUE(line.starts_with("not_a_url_\"\\__\xFF 1970")) << line;
  EXPECT_NE(line.find(R"("url": "not a url \"\\\u000a\u0001\ufffd")"), std::string::npos) << line;
}

TEST(Cdxj, AnEmptyIndexIsAnEmptyFile) {
  EXPECT_EQ(written(Index()), "");
}

TEST(Cdxj, AnIndexThatCannotBeWrittenIsAnError) {
  Index index;
  const auto status = index.write("/nonexistent/folder/a.cdxj", "a.warc.gz");
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("/nonexistent/folder/a.cdxj"), std::string::npos);
}

}  // namespace
}  // namespace freshet::warc
