#include "postgres/dsn.h"

#include "gtest/gtest.h"
#include "postgres/connection.h"

namespace freshet::postgres {
namespace {

std::string error_of(const std::string& dsn) {
  const Status checked = check_dsn(dsn);
  return checked ? "" : checked.error().message;
}

TEST(Dsn, ValidDsnsAreAccepted) {
  for (const char* dsn :
       {"", "dbname=web", "host=h user=me password='a b' dbname=web", "postgresql://",
        "postgresql://me@h/web", "postgresql://me:a%40b%2Fc@h:5433/web?sslmode=require",
        "postgres://h/web?password=a@b"}) {
    EXPECT_EQ(error_of(dsn), "") << dsn;
  }
}

TEST(Dsn, ErrorsDoNotRepeatWhatCannotBeParsed) {
  for (const char* dsn :
       {"hunter2", "password=x hunter2", "postgresql://me:x@hunter2@h/web",
        "postgresql://me:x/hunter2@h/web", "postgresql://me@h/web?hunter2", "password='hunter2"}) {
    const std::string message = error_of(dsn);
    EXPECT_NE(message, "") << dsn;
    EXPECT_EQ(message.find("hunter2"), std::string::npos) << message;
  }
}

TEST(Dsn, PasswordsAreRemovedFromMessages) {
  EXPECT_EQ(without_passwords("user=me password=hunter2", "no hunter2, hunter2 is wrong"),
            "no ***, *** is wrong");
  EXPECT_EQ(without_passwords("user=me", "user me"), "user me");
}

TEST(Dsn, AFailedConnectionDoesNotRevealThePassword) {
  const auto opened = Connection::open("host=127.0.0.1 port=1 password=hunter2 dbname=hunter2");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message.find("hunter2"), std::string::npos) << opened.error().message;
}

}  // namespace
}  // namespace freshet::postgres
