#include "database/dsn.h"

#include "database/postgres.h"
#include "gtest/gtest.h"

namespace freshet::database {
namespace {

std::string refusal(const std::string& dsn) {
  const Status checked = check_dsn(dsn);
  return checked ? "" : checked.error().message;
}

TEST(Dsn, GoodOnesAreTaken) {
  for (const char* dsn :
       {"", "dbname=web", "host=h user=me password='a b' dbname=web", "postgresql://",
        "postgresql://me@h/web", "postgresql://me:a%40b%2Fc@h:5433/web?sslmode=require",
        "postgres://h/web?password=a@b"}) {
    EXPECT_EQ(refusal(dsn), "") << dsn;
  }
}

TEST(Dsn, WhatCannotBeReadIsNotRepeated) {
  for (const char* dsn :
       {"hunter2", "password=x hunter2", "postgresql://me:x@hunter2@h/web",
        "postgresql://me:x/hunter2@h/web", "postgresql://me@h/web?hunter2", "password='hunter2"}) {
    const std::string message = refusal(dsn);
    EXPECT_NE(message, "") << dsn;
    EXPECT_EQ(message.find("hunter2"), std::string::npos) << message;
  }
}

TEST(Dsn, PasswordsAreTakenOutOfMessages) {
  EXPECT_EQ(without_passwords("user=me password=hunter2", "no hunter2, hunter2 is wrong"),
            "no ***, *** is wrong");
  EXPECT_EQ(without_passwords("user=me", "user me"), "user me");
}

TEST(Dsn, AConnectionThatFailsDoesNotNameThePassword) {
  const auto opened =
      PostgresConnection::open("host=127.0.0.1 port=1 password=hunter2 dbname=hunter2");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message.find("hunter2"), std::string::npos) << opened.error().message;
}

}  // namespace
}  // namespace freshet::database
