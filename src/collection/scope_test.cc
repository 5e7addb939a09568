#include "collection/scope.h"

#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

url::Url parsed(std::string_view text) {
  return *url::parse(text);
}

bool admits(const ScopeOptions& options, std::string_view seed, std::string_view url) {
  const auto scope = Scope::make(options, {parsed(seed)});
  return scope->admits(parsed(url));
}

constexpr std::string_view kSeed = "http://www.example.co.uk/docs/a?b";

TEST(Scope, PageIsOnlyTheSeed) {
  const ScopeOptions page{.kind = ScopeKind::kPage};
  EXPECT_TRUE(admits(page, kSeed, "http://www.example.co.uk/docs/a?b#c"));
  EXPECT_FALSE(admits(page, kSeed, "http://www.example.co.uk/docs/a"));
}

TEST(Scope, ReachesTheSitesThatCanHaveAPageInIt) {
  const auto reaches = [](ScopeKind kind, std::string_view root) {
    return Scope::make({.kind = kind}, {parsed(kSeed)})->reaches(parsed(root));
  };
  for (const ScopeKind kind : {ScopeKind::kPage, ScopeKind::kPrefix, ScopeKind::kHost,
                               ScopeKind::kDomain, ScopeKind::kAny}) {
    EXPECT_TRUE(reaches(kind, "http://www.example.co.uk/"));
    EXPECT_EQ(reaches(kind, "http://www.example.com/"), kind == ScopeKind::kAny);
  }
  EXPECT_FALSE(reaches(ScopeKind::kPrefix, "https://www.example.co.uk/"));
  EXPECT_FALSE(reaches(ScopeKind::kPage, "http://www.example.co.uk:81/"));
  EXPECT_TRUE(reaches(ScopeKind::kHost, "https://www.example.co.uk/"));
  EXPECT_TRUE(reaches(ScopeKind::kDomain, "https://m.example.co.uk/"));
  EXPECT_FALSE(reaches(ScopeKind::kHost, "https://m.example.co.uk/"));
}

TEST(Scope, PrefixIsTheSeedsFolder) {
  const ScopeOptions prefix{.kind = ScopeKind::kPrefix};
  EXPECT_TRUE(admits(prefix, kSeed, "http://www.example.co.uk/docs/b/c"));
  EXPECT_FALSE(admits(prefix, kSeed, "http://www.example.co.uk/other"));
  EXPECT_FALSE(admits(prefix, kSeed, "https://www.example.co.uk/docs/b"));
}

TEST(Scope, HostIsTheNameAtThePortsOfHttpAndHttps) {
  const ScopeOptions host{.kind = ScopeKind::kHost};
  EXPECT_TRUE(admits(host, kSeed, "https://www.example.co.uk/x"));
  EXPECT_FALSE(admits(host, kSeed, "http://example.co.uk/"));
  EXPECT_FALSE(admits(host, kSeed, "https://www.example.co.uk:8443/x"));
  EXPECT_FALSE(admits(host, kSeed, "http://www.example.co.uk:81/x"));
}

TEST(Scope, ASeedWithAPortIncludesOnlyThatPort) {
  const ScopeOptions host{.kind = ScopeKind::kHost};
  const std::string_view seed = "http://a.test:8080/";
  EXPECT_TRUE(admits(host, seed, "http://a.test:8080/x"));
  EXPECT_TRUE(admits(host, seed, "https://a.test:8080/x"));
  EXPECT_FALSE(admits(host, seed, "http://a.test/x"));
  EXPECT_FALSE(admits(host, seed, "http://a.test:8081/x"));
  const auto both =
      Scope::make(host, {parsed("http://a.test:8080/"), parsed("http://a.test:8081/")});
  EXPECT_TRUE(both->admits(parsed("http://a.test:8081/")));
}

TEST(Scope, AnyPortIncludesOtherPorts) {
  const ScopeOptions host{.kind = ScopeKind::kHost, .any_port = true};
  EXPECT_TRUE(admits(host, kSeed, "https://www.example.co.uk:8443/x"));
  EXPECT_FALSE(admits(host, kSeed, "https://example.co.uk:8443/x"));
  const ScopeOptions domain{.kind = ScopeKind::kDomain, .any_port = true};
  EXPECT_TRUE(admits(domain, kSeed, "https://m.example.co.uk:8443/x"));
}

TEST(Scope, TellsUrlsThatOnlyThePortExcludes) {
  for (const ScopeKind kind : {ScopeKind::kHost, ScopeKind::kDomain}) {
    const auto scope = Scope::make({.kind = kind}, {parsed(kSeed)});
    EXPECT_TRUE(scope->is_outside_by_port(parsed("http://www.example.co.uk:81/")));
    EXPECT_FALSE(scope->is_outside_by_port(parsed("https://www.example.co.uk/")));
    EXPECT_FALSE(scope->is_outside_by_port(parsed("http://other.test:81/")));
  }
}

TEST(Scope, DomainIsTheRegistrableDomain) {
  const ScopeOptions domain{.kind = ScopeKind::kDomain};
  EXPECT_TRUE(admits(domain, kSeed, "http://example.co.uk/"));
  EXPECT_TRUE(admits(domain, kSeed, "http://a.b.example.co.uk/"));
  EXPECT_FALSE(admits(domain, kSeed, "http://other.co.uk/"));
  EXPECT_FALSE(admits(domain, kSeed, "http://example.co.uk:8080/"));
  EXPECT_TRUE(admits(domain, "http://example.co.uk:8080/", "http://m.example.co.uk:8080/"));
  EXPECT_TRUE(admits(domain, "http://example.co.uk:8080/", "https://m.example.co.uk/"));
}

TEST(Scope, AnyIncludesEveryHttpUrl) {
  const ScopeOptions any{.kind = ScopeKind::kAny};
  EXPECT_TRUE(admits(any, kSeed, "http://other.org/"));
  EXPECT_FALSE(admits(any, kSeed, "ftp://other.org/"));
}

TEST(Scope, PatternsNarrowTheScope) {
  const ScopeOptions options{
      .kind = ScopeKind::kHost, .include = {"/docs/"}, .exclude = {"[.]pdf$", "private"}};
  EXPECT_TRUE(admits(options, kSeed, "http://www.example.co.uk/docs/x"));
  EXPECT_FALSE(admits(options, kSeed, "http://www.example.co.uk/other"));
  EXPECT_FALSE(admits(options, kSeed, "http://www.example.co.uk/docs/x.pdf"));
  EXPECT_FALSE(admits(options, kSeed, "http://www.example.co.uk/docs/private/"));
}

constexpr char kRecipe[] = R"(name = "shop"
seeds = ["http://shop.example/"]
[list]
patterns = ['^http://shop\.example/c/\w+$']
[item]
patterns = ['^https?://items\.example/(\d+)$']
[[item.field]]
name = "title"
selector = "h1"
)";

TEST(Scope, RecipeLimitsItToSeedsListsAndItems) {
  const ScopeOptions options{.kind = ScopeKind::kPage, .exclude = {"/13$"}, .recipes = {kRecipe}};
  const auto scope = Scope::make(options, {parsed("http://shop.example/")});
  ASSERT_TRUE(scope);
  const auto judge = [&](std::string_view url) { return scope->judge(parsed(url)); };
  EXPECT_EQ(judge("http://shop.example/"), Scope::Verdict::kAdmitted);
  EXPECT_EQ(judge("http://shop.example/c/books"), Scope::Verdict::kAdmitted);
  EXPECT_EQ(judge("https://items.example/12"), Scope::Verdict::kAdmitted);
  EXPECT_EQ(judge("https://items.example/13"), Scope::Verdict::kExcluded);
  EXPECT_EQ(judge("http://shop.example/c/books?sort=price"), Scope::Verdict::kNotIncluded);
  EXPECT_EQ(judge("http://other.example/"), Scope::Verdict::kNotIncluded);
  EXPECT_TRUE(scope->admits_sitemaps());
  EXPECT_TRUE(scope->reaches(parsed("https://items.example/")));
  EXPECT_TRUE(scope->reaches(parsed("http://shop.example/")));
  EXPECT_FALSE(scope->reaches(parsed("http://other.example/")));
}

TEST(Scope, ABadRecipeIsAnErrorWithItsLine) {
  const auto scope = Scope::make({.recipes = {"name = 5\n"}}, {});
  ASSERT_FALSE(scope);
  EXPECT_NE(scope.error().message.find("line 1"), std::string::npos) << scope.error().message;
  const auto twice = Scope::make({.recipes = {kRecipe, kRecipe}}, {});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("name shop"), std::string::npos);
}

TEST(Scope, ABadPatternIsNamed) {
  const auto scope = Scope::make({.include = {"a(b"}}, {parsed(kSeed)});
  ASSERT_FALSE(scope);
  EXPECT_NE(scope.error().message.find("a(b"), std::string::npos);
}

TEST(Scope, DepthCountsFromTheSeeds) {
  const auto scope = Scope::make({.max_depth = 2}, {parsed(kSeed)});
  EXPECT_TRUE(scope->admits_depth(2));
  EXPECT_FALSE(scope->admits_depth(3));
  EXPECT_TRUE(Scope::make({}, {parsed(kSeed)})->admits_depth(60'000));
}

}  // namespace
}  // namespace freshet::collection
