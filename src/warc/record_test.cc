#include "warc/record.h"

#include <set>

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "warc/record_id.h"

namespace freshet::warc {
namespace {

Record with(std::string name, std::string value) {
  Record record;
  record.fields.emplace_back(std::move(name), std::move(value));
  return record;
}

TEST(Record, FieldsAreFoundInAnyCaseAndTheFirstOneCounts) {
  Record record = with("WARC-Type", "response");
  record.fields.emplace_back("warc-TYPE", "request");
  EXPECT_EQ(record.field("warc-type"), "response");
  EXPECT_EQ(record.field("WARC-Date"), std::nullopt);
}

TEST(Record, EveryTypeIsFoundByItsName) {
  for (const RecordType type : {RecordType::kWarcinfo, RecordType::kResponse, RecordType::kRevisit,
                                RecordType::kContinuation}) {
    EXPECT_EQ(record_type(name(type)), type);
  }
  EXPECT_EQ(record_type("Response"), RecordType::kResponse);
  EXPECT_EQ(record_type("screenshot"), RecordType::kOther);
  EXPECT_EQ(record_type(""), RecordType::kOther);
}

TEST(Record, TargetUriHasNoBracketsAndEscapedSpaces) {
  EXPECT_EQ(with("WARC-Target-URI", "<http://a/>").target_uri(), "http://a/");
  EXPECT_EQ(with("WARC-Target-URI", "file:///a b").target_uri(), "file:///a%20b");
  EXPECT_EQ(Record().target_uri(), "");
}

TEST(Record, DatesOfEveryPrecisionAreParsed) {
  const auto date = [](std::string text) { return with("WARC-Date", std::move(text)).date(); };
  const auto civil = [](CivilTime time) { return to_instant(time); };
  EXPECT_EQ(date("2026-01-05T07:09:34Z"), civil({2026, 1, 5, 7, 9, 34}));
  EXPECT_EQ(date("2026-01-05T07:09:34.120001Z"),
            *civil({2026, 1, 5, 7, 9, 34}) + Duration::microseconds(120'001));
  EXPECT_EQ(date("2026-01-05T07:09:34.1234567899Z"),
            *civil({2026, 1, 5, 7, 9, 34}) + Duration::microseconds(123'456));
  EXPECT_EQ(date("2026-01-05T07:09Z"), civil({2026, 1, 5, 7, 9, 0}));
  EXPECT_EQ(date("2026-01-05"), civil({2026, 1, 5, 0, 0, 0}));
  EXPECT_EQ(date("2026-01"), civil({2026, 1, 1, 0, 0, 0}));
  EXPECT_EQ(date("2026"), civil({2026, 1, 1, 0, 0, 0}));
  for (const char* bad : {"", "26", "2026-13-01", "2026-02-30", "2026-01-05T07:09:34+01:00",
                          "yesterday", "2026-1-5", "2026-01-05 07:09:34"}) {
    EXPECT_EQ(date(bad), std::nullopt) << bad;
  }
}

TEST(RecordIds, AreRandomUuidsOfVersionFour) {
  RecordIds ids;
  RecordIds others;
  std::set<std::string> seen;
  for (int i = 0; i < 1'000; ++i) {
    const std::string id(ids.next().view());
    EXPECT_TRUE(id.starts_with("<urn:uuid:") && id.ends_with('>'));
    const std::string uuid = id.substr(10, 36);
    for (size_t at = 0; at < uuid.size(); ++at) {
      const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
      EXPECT_EQ(uuid[at] == '-', dash) << uuid;
    }
    EXPECT_EQ(uuid[14], '4') << uuid;
    EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
    seen.insert(id);
    seen.insert(std::string(others.next().view()));
  }
  EXPECT_EQ(seen.size(), 2'000u);
}

}  // namespace
}  // namespace freshet::warc
