// Reads and writes commands as JSON.
#include "collection/command_json.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "clock/civil.h"
#include "json/read.h"
#include "json/write.h"
#include "parse/date.h"

namespace freshet::collection {
namespace {

constexpr size_t kMostSites = 10'000;
constexpr size_t kMostUrls = 10'000;
constexpr size_t kMostPages = 1'000'000;
constexpr size_t kMostChanges = 10'000;
constexpr size_t kMostPinged = 10'000;

template <typename... Cases>
struct Visitor : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Visitor(Cases...) -> Visitor<Cases...>;

Result<size_t> read_count(const json::Value& value, size_t otherwise, size_t most) {
  if (value.is_absent()) return otherwise;
  const auto number = value.integer();
  if (!number || *number < 0) return fail("a count is a whole number from 0");
  return std::min(static_cast<size_t>(*number), most);
}

Result<std::string> read_url(const json::Value& value) {
  const auto text = value["url"].string();
  if (!text || text->empty()) return fail("\"url\" is missing");
  return std::string(*text);
}

Result<Command> read_status(const json::Value& value) {
  StatusQuery query;
  const auto sites = read_count(value["sites"], query.sites, kMostSites);
  if (!sites) return Unexpected(sites.error());
  query.sites = *sites;
  query.worst = value["worst"].boolean().value_or(false);
  return query;
}

Result<Command> read_cycle(const json::Value& value) {
  CycleQuery query;
  const auto urls = read_count(value["urls"], query.urls, kMostUrls);
  if (!urls) return Unexpected(urls.error());
  query.urls = *urls;
  const auto pages = read_count(value["pages"], query.pages, kMostPages);
  if (!pages) return Unexpected(pages.error());
  query.pages = *pages;
  return query;
}

Result<Command> read_changes(const json::Value& value) {
  ChangesQuery query;
  const auto most = read_count(value["most"], query.most, kMostChanges);
  if (!most) return Unexpected(most.error());
  query.most = *most;
  query.settled = value["settled"].boolean().value_or(false);
  if (const auto from = value["from"].string()) {
    const auto place = read_place(*from);
    if (!place) return fail("\"from\" is no place in the list of changes");
    query.from = *place;
  } else if (const auto ago = value["ago_seconds"].number()) {
    if (!(*ago >= 0)) return fail("\"ago_seconds\" is a number from 0");
    query.ago = Duration::from_seconds(std::min(*ago, 1e10));
  }
  return query;
}

Result<Command> read_budget(const json::Value& value) {
  const auto rate = value["requests_per_second"].number();
  if (!rate || std::signbit(*rate) || !(*rate >= 0) || !(*rate <= 1e6)) {
    return fail("\"requests_per_second\" is a number from 0 to 1000000");
  }
  return SetBudget{*rate};
}

Result<Command> read_ping(const json::Value& value) {
  Ping ping;
  for (const json::Value& url : value["urls"].elements()) {
    const auto text = url.string();
    if (!text || text->empty()) return fail("\"urls\" is a list of texts");
    ping.urls.emplace_back(*text);
  }
  if (ping.urls.empty()) return fail("\"urls\" is missing");
  if (ping.urls.size() > kMostPinged) {
    return fail("at most " + std::to_string(kMostPinged) + " URLs at a time");
  }
  if (const auto changed = value["changed"].string()) {
    const auto time = parse::parse_w3c_date(*changed);
    if (!time) return fail("\"changed\" is a time such as 2026-11-15T07:00:00Z");
    ping.changed = *time;
  }
  return ping;
}

}  // namespace

std::optional<ChangePlace> read_place(std::string_view text) {
  const char* const end = text.data() + text.size();
  const auto read = [&](const char*& at, auto& number, int base) {
    const auto [after, error] = std::from_chars(at, end, number, base);
    at = after;
    return error == std::errc();
  };
  int64_t us = 0;
  const char* at = text.data();
  if (!read(at, us, 10)) return std::nullopt;
  ChangePlace place{.at = Instant::from_unix_microseconds(us)};
  if (at == end) return place;
  store::PageKey key;
  if (*at++ != '-' || !read(at, key.site.value, 16)) return std::nullopt;
  if (at == end || *at++ != '-' || !read(at, key.page.value, 16) || at != end) return std::nullopt;
  place.page = key;
  return place;
}

Result<Command> read_command(std::string_view line) {
  json::Reader reader;
  const auto value = reader.read(line);
  if (!value) return fail("this is not JSON: " + value.error().message);
  const auto name = (*value)["command"].string();
  if (!name) return fail("\"command\" is missing");
  if (*name == "status") return read_status(*value);
  if (*name == "cycle_table") return read_cycle(*value);
  if (*name == "changes") return read_changes(*value);
  if (*name == "pause") return Pause{};
  if (*name == "resume") return Resume{};
  if (*name == "budget") return read_budget(*value);
  if (*name == "seeds") return SeedsQuery{};
  if (*name == "aliases") return AliasesQuery{};
  if (*name == "undo_alias" || *name == "allow_alias") {
    const auto site = (*value)["site"].string();
    if (!site || site->empty()) return fail("\"site\" is missing");
    if (*name == "undo_alias") return UndoAlias{std::string(*site)};
    return AllowAlias{std::string(*site)};
  }
  if (*name == "stop") return Stop{};
  if (*name == "ping") return read_ping(*value);
  const bool wants_url = *name == "why" || *name == "add_seed" || *name == "remove_seed";
  if (!wants_url) return fail("there is no command \"" + std::string(*name) + "\"");
  auto url = read_url(*value);
  if (!url) return Unexpected(url.error());
  if (*name == "why") return PageQuery{std::move(*url)};
  if (*name == "add_seed") return AddSeed{std::move(*url)};
  return RemoveSeed{std::move(*url)};
}

// "MICROSECONDS" or "MICROSECONDS-SITE-PAGE", the latter two hexadecimal.
std::string write_place(const ChangePlace& place) {
  char text[64];
  if (!place.page) return std::to_string(place.at.unix_microseconds());
  std::snprintf(text, sizeof text, "%lld-%016llx-%016llx",
                static_cast<long long>(place.at.unix_microseconds()),
                static_cast<unsigned long long>(place.page->site.value),
                static_cast<unsigned long long>(place.page->page.value));
  return text;
}

std::string write_command(const Command& command) {
  std::string out;
  json::Writer w(out);
  w.begin_object();
  std::visit(
      Visitor{[&](const StatusQuery& query) {
                w.member("command", "status").member("sites", query.sites);
                w.member("worst", query.worst);
              },
              [&](const CycleQuery& query) {
                w.member("command", "cycle_table").member("urls", query.urls);
                w.member("pages", query.pages);
              },
              [&](const PageQuery& query) { w.member("command", "why").member("url", query.url); },
              [&](const ChangesQuery& query) {
                w.member("command", "changes").member("most", query.most);
                if (query.ago)
                  w.member("ago_seconds", query.ago->in_seconds());
                else
                  w.member("from", write_place(query.from));
                w.member("settled", query.settled);
              },
              [&](const Pause&) { w.member("command", "pause"); },
              [&](const Resume&) { w.member("command", "resume"); },
              [&](const SetBudget& budget) {
                w.member("command", "budget");
                w.member("requests_per_second", budget.requests_per_second);
              },
              [&](const SeedsQuery&) { w.member("command", "seeds"); },
              [&](const AddSeed& add) { w.member("command", "add_seed").member("url", add.url); },
              [&](const RemoveSeed& remove) {
                w.member("command", "remove_seed").member("url", remove.url);
              },
              [&](const AliasesQuery&) { w.member("command", "aliases"); },
              [&](const UndoAlias& undo) {
                w.member("command", "undo_alias").member("site", undo.site);
              },
              [&](const AllowAlias& allow) {
                w.member("command", "allow_alias").member("site", allow.site);
              },
              [&](const Stop&) { w.member("command", "stop"); },
              [&](const Ping& ping) {
                w.member("command", "ping").member("urls", ping.urls);
                if (ping.changed) w.member("changed", format_iso8601(*ping.changed));
              }},
      command);
  w.end_object();
  return out;
}

std::string write_error(std::string_view message) {
  std::string out;
  json::Writer(out).begin_object().member("error", message).end_object();
  return out;
}

std::string answer_line(std::string_view line, const Perform& perform) {
  const auto command = read_command(line);
  if (!command) return write_error(command.error().message);
  const auto answer = perform(*command);
  return answer ? write_answer(*answer) : write_error(answer.error().message);
}

}  // namespace freshet::collection
