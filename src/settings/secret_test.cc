#include "settings/secret.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"
#include "json/write.h"
#include "settings/load.h"
#include "settings/print.h"
#include "settings/secret_file.h"
#include "support/scratch_folder.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

TEST(Secret, PasswordOfAUrlIsMasked) {
  const auto url = [](std::string_view text) { return masked(Secret::kUrl, text); };
  EXPECT_EQ(url("http://proxy:3128"), "http://proxy:3128");
  EXPECT_EQ(url("http://me:hunter2@proxy:3128"), "http://me:***@proxy:3128");
  EXPECT_EQ(url("socks5h://token@proxy:1"), "socks5h://***@proxy:1");
  EXPECT_EQ(url("http://me:p@ss/w:ord@proxy:3128/"), "http://me:***@proxy:3128/");
  EXPECT_EQ(url("me:hunter2@proxy"), "me:***@proxy");
  EXPECT_EQ(url(""), "");
}

TEST(Secret, PasswordOfALoginIsMasked) {
  const auto login = [](std::string_view text) { return masked(Secret::kLogin, text); };
  EXPECT_EQ(login("a.test=me:hunter2"), "a.test=me:***");
  EXPECT_EQ(login("a.test=me:a:b=c"), "a.test=me:***");
  EXPECT_EQ(login("a.test=hunter2"), "a.test=***");
  EXPECT_EQ(login("hunter2"), "***");
  EXPECT_EQ(login(""), "");
}

TEST(Secret, PasswordsOfADsnAreMasked) {
  const auto dsn = [](std::string_view text) { return masked(Secret::kDsn, text); };
  EXPECT_EQ(dsn("postgresql://me@h/db"), "postgresql://***@h/db");
  EXPECT_EQ(dsn("postgresql://me:hunter2@h:5432/db?sslmode=require"),
            "postgresql://me:***@h:5432/db?sslmode=require");
  EXPECT_EQ(dsn("postgres://h/db?password=hunter2&sslpassword=x&user=me"),
            "postgres://h/db?password=***&sslpassword=***&user=me");
  EXPECT_EQ(dsn("host=h password=hunter2 dbname=db"), "host=h password=*** dbname=db");
  EXPECT_EQ(dsn("host=h password = 'hun ter\\'2' dbname=db"), "host=h password = *** dbname=db");
  EXPECT_EQ(dsn("password=hunter\\ 2 user=me"), "password=*** user=me");
  EXPECT_EQ(dsn("password='cut off"), "password=***");
  EXPECT_EQ(dsn("password="), "password=***");
  EXPECT_EQ(dsn("dbname=password"), "dbname=password");
  EXPECT_EQ(dsn("host=h dbname=db passfile=/home/me/.pgpass"),
            "host=h dbname=db passfile=/home/me/.pgpass");
}

const std::vector<std::string> kOverrides = {"net.proxy=http://me:hunter2@proxy:3128",
                                             "net.basic_auth=a.test=me:hunter2,b.test=you:hunter2",
                                             "database.dsn=host=h password=hunter2"};

TEST(Secret, DoesNotOccurInTheOutputOfSettings) {
  const auto loaded = parse("", "freshet.toml", kOverrides);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->values.net.proxy, "http://me:hunter2@proxy:3128");
  std::string out = print(*loaded);
  json::Writer writer(out);
  write_json(writer, *loaded);
  EXPECT_EQ(out.find("hunter2"), std::string::npos) << out;
  EXPECT_NE(out.find("http://me:***@proxy:3128"), std::string::npos) << out;
  EXPECT_NE(out.find("a.test=me:***,b.test=you:***"), std::string::npos) << out;
}

TEST(Secret, DoesNotOccurInErrorMessages) {
  const auto problem = [](std::string_view toml) {
    const auto loaded = parse(toml, "freshet.toml", {});
    return loaded ? "none" : loaded.error().message;
  };
  EXPECT_EQ(problem("net.basic_auth = \"a.test=me:hunter2\""),
            "freshet.toml:1: net.basic_auth: must be a list of strings, not a string");
  EXPECT_EQ(problem("database.dsn = [\"hunter2\"]"),
            "freshet.toml:1: database.dsn: must be a string, not a list");
}

class SecretFile : public testing::Test {
 protected:
  std::string put(std::string_view text, mode_t mode = 0600) const {
    const std::string path = folder_.path() + "/secret";
    std::ofstream(path, std::ios::trunc) << text;
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
    return path;
  }
  const ScratchFolder folder_;
};

TEST_F(SecretFile, IsReadWithoutItsLineEnd) {
  EXPECT_EQ(*read_secret_file(put("hunter2\n")), "hunter2");
  EXPECT_EQ(*read_secret("", put("hunter2\r\n", 0640), "net.proxy"), "hunter2");
  EXPECT_EQ(*read_secret("inline", "", "net.proxy"), "inline");
}

TEST_F(SecretFile, IsRefusedIfOthersCanReadOrWriteIt) {
  EXPECT_NE(read_secret_file(put("x", 0644)).error().message.find("every user can read it"),
            std::string::npos);
  EXPECT_NE(read_secret_file(put("x", 0620)).error().message.find("others can write it"),
            std::string::npos);
  EXPECT_FALSE(read_secret_file(folder_.path() + "/absent"));
}

TEST_F(SecretFile, IsRefusedTogetherWithAValue) {
  EXPECT_EQ(read_secret("inline", put("x"), "net.proxy").error().message,
            "net.proxy and net.proxy_file are both set: remove one of them");
}

TEST_F(SecretFile, MayContainOneLoginPerLine) {
  Settings::Net net;
  net.basic_auth = {"a.test=me:1"};
  net.basic_auth_file = put("# logins\nb.test=me:2\r\n\nc.test=me:3\n");
  EXPECT_EQ(*read_logins(net),
            (std::vector<std::string>{"a.test=me:1", "b.test=me:2", "c.test=me:3"}));
}

}  // namespace
}  // namespace freshet::settings
