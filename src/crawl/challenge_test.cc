#include "crawl/challenge.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

http::HeaderMap headers(std::initializer_list<std::pair<const char*, const char*>> fields) {
  http::HeaderMap map;
  for (const auto& [name, value] : fields) map.add(name, value);
  return map;
}

const http::HeaderMap kNone;

std::string_view mark(int status, std::string_view body, size_t text_bytes = 100,
                      size_t links = 1) {
  return challenge_mark(
      {.status = status, .headers = kNone, .body = body, .text_bytes = text_bytes, .links = links});
}

constexpr char kCloudflare[] =
    "<title>Just a moment...</title><script>window._cf_chl_opt={cvId:'3'}</script>";

TEST(Challenge, AHeaderIsEnoughWithAnyStatus) {
  const auto cloudflare = headers({{"Cf-Mitigated", "challenge"}});
  const auto amazon = headers({{"x-amzn-waf-action", "captcha"}});
  EXPECT_EQ(challenge_mark({.status = 403, .headers = cloudflare}), "Cloudflare challenge");
  EXPECT_EQ(challenge_mark({.status = 202, .headers = amazon}), "AWS WAF challenge");
}

TEST(Challenge, ScriptsOfServicesCountOnRefusalsAndOnBarePages) {
  EXPECT_EQ(mark(403, kCloudflare), "Cloudflare challenge");
  EXPECT_EQ(mark(503, kCloudflare), "Cloudflare challenge");
  EXPECT_EQ(mark(200, kCloudflare), "Cloudflare challenge");
  EXPECT_EQ(mark(200, "<iframe src='/_Incapsula_Resource?x=1'></iframe>", 0, 0),
            "Imperva challenge");
}

TEST(Challenge, OrdinaryPagesWithSuchScriptsAreNoChallenge) {
  EXPECT_EQ(mark(200, kCloudflare, 5000), "");
  EXPECT_EQ(mark(200, "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'>", 200, 30),
            "");
  EXPECT_EQ(mark(404, kCloudflare), "") << "a 404 is no challenge";
}

TEST(Challenge, ACaptchaInAFormIsNoChallenge) {
  EXPECT_EQ(mark(200, "<title>Contact us</title><form><div class='g-recaptcha'></div></form>"), "");
  EXPECT_EQ(mark(200, "<title>Are you a robot?</title><div class='g-recaptcha'></div>"), "captcha");
  EXPECT_EQ(mark(403, "<div class='h-captcha'></div>"), "captcha");
}

TEST(Challenge, ATitleAloneIsEnoughForARefusalOnly) {
  EXPECT_EQ(mark(403, "<TITLE>\nPardon Our Interruption</TITLE>"), "challenge");
  EXPECT_EQ(mark(200, "<title>Just a moment</title><p>A poem</p>"), "");
  EXPECT_EQ(mark(403, "<title>403 Forbidden</title>"), "");
}

TEST(Challenge, ABarePageThatSetsACookieAndReloadsItselfIsACookieCheck) {
  const auto cookie = headers({{"Set-Cookie", "seen=1"}});
  ChallengeSigns signs{.status = 200, .headers = cookie, .text_bytes = 20, .reloads_itself = true};
  EXPECT_EQ(challenge_mark(signs), "cookie check");
  signs.text_bytes = 2000;
  EXPECT_EQ(challenge_mark(signs), "") << "a live ticker";
}

TEST(Challenge, ARedirectToAConsentPageThatLeadsBackIsAConsentWall) {
  const auto from = url::parse("https://news.example/a/b.html").value();
  EXPECT_EQ(redirect_mark(from,
                          "https://consent.example/go?continue=https%3A%2F%2Fnews.example"
                          "%2Fa%2Fb.html"),
            "consent wall");
  EXPECT_EQ(redirect_mark(from, "https://news.example/consent?back=/a/b.html"), "consent wall");
  EXPECT_EQ(redirect_mark(from, "https://news.example/consent"), "");
  EXPECT_EQ(redirect_mark(from, "https://news.example/consent?back=/other.html"), "");
  EXPECT_EQ(redirect_mark(from, "https://news.example/login?next=/a/b.html"), "");
  EXPECT_EQ(redirect_mark(from, "https://news.example/a/b.html?utm=1"), "");
}

}  // namespace
}  // namespace freshet::crawl
