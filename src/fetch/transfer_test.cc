#include "fetch/transfer.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

// The name had a public address when it was resolved and has a private one when libcurl connects.
TEST(Transfer, RefusesToOpenASocketToAPrivateAddress) {
  eventloop::Loop loop;
  const FetchOptions options;
  Transfer* transfer = nullptr;
  std::optional<Outcome> outcome;
  Multi multi(loop, 10,
              {.finished =
                   [&](void*, int code) {
                     outcome = transfer->outcome(code);
                     loop.stop();
                   },
               .waits = [](void*, int) {}});
  Transfer subject(options, loop, multi);
  transfer = &subject;
  for (const char* lines : {"rebound.test:80:127.0.0.1", "rebound.test:80:[::1]",
                            "rebound.test:80:10.0.0.1,[fd00::1]"}) {
    subject.accept({.url = *url::parse("http://rebound.test/")}, nullptr, nullptr);
    subject.set_route({.dns_updates = std::make_shared<const std::vector<std::string>>(1, lines)});
    multi.add(subject.easy());
    loop.run();
    ASSERT_TRUE(outcome);
    EXPECT_EQ(name(*outcome), "address_refused") << lines;
    subject.release();
    outcome.reset();
  }
}

}  // namespace
}  // namespace freshet::fetch
