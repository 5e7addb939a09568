#include "catalog/json_lines.h"

#include "json/write.h"

namespace freshet::catalog {
namespace {

void time(json::Writer& w, std::string_view name, const std::optional<Instant>& at) {
  w.key(name);
  if (!at)
    w.null();
  else
    w.value(static_cast<double>(at->unix_microseconds()) * 1e-6);
}

void id(json::Writer& w, std::string_view name, const std::optional<int64_t>& number) {
  w.key(name);
  if (number)
    w.value(*number);
  else
    w.null();
}

void cells(json::Writer& w, const extract::TableShape& table, const extract::Cells& cells) {
  for (size_t i = 0; i < cells.size(); ++i) {
    w.key(table.columns[i].name);
    if (!cells[i])
      w.null();
    else if (table.columns[i].type == extract::Column::Type::kText)
      w.value(*cells[i]);
    else
      w.verbatim(*cells[i]);
  }
}

}  // namespace

void append_line(const Community& community, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", "communities");
  w.member("community_id", community.id).member("name", community.name).end_object();
  out += '\n';
}

void append_line(const Domain& domain, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", "domains").member("domain_id", domain.id);
  w.member("community_id", domain.community).member("name", domain.name).end_object();
  out += '\n';
}

void append_line(const Site& site, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", "sites").member("site_id", site.id);
  w.member("domain_id", site.domain).member("community_id", site.community);
  w.member("url", site.url).end_object();
  out += '\n';
}

void append_line(const Page& page, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", "pages").member("page_id", page.id).member("site_id", page.site);
  w.member("url", page.url).member("result", page.result).key("http_status");
  if (page.http_status == 0)
    w.null();
  else
    w.value(page.http_status);
  w.member("depth", page.depth).member("title", page.title);
  w.member("description", page.description).member("language", page.language);
  w.member("language_from", page.language_from);
  id(w, "translation_group", page.translation_group);
  w.member("media_type", page.media_type).member("text", page.text);
  w.member("link_share", page.link_share)
      .member("boilerplate", page.boilerplate)
      .member("size", page.size);
  time(w, "first_seen", page.first_seen);
  time(w, "last_visit", page.last_visit);
  time(w, "last_verified", page.last_verified);
  time(w, "last_change", page.last_change);
  time(w, "modified", page.modified);
  w.member("modified_from", page.modified_from);
  w.member("digest", page.digest);
  id(w, "duplicate_of", page.duplicate_of);
  id(w, "redirect_to", page.redirect_to);
  w.member("noindex", page.noindex).member("rank", page.rank);
  w.member("belief_a", page.belief_a).member("belief_b", page.belief_b);
  w.member("warc_file", page.warc_file).member("warc_offset", page.warc_offset);
  w.key("links").begin_array();
  for (const Page::Link& link : page.links) {
    w.begin_object().member("target", link.target).member("nofollow", link.nofollow).end_object();
  }
  w.end_array().key("history").begin_array();
  for (const HistoryVisit& visit : page.history) {
    w.begin_object();
    time(w, "at", visit.at);
    w.member("outcome", visit.outcome).member("size", visit.size).end_object();
  }
  w.end_array().end_object();
  out += '\n';
}

void append_lines(const Item& item, const extract::ItemTables& tables, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", tables.items.name).member("page_id", item.page);
  w.member("key", item.key).member("url", item.url);
  time(w, "first_seen", item.first_seen);
  time(w, "last_seen", item.last_seen);
  time(w, "verified_at", item.verified_at);
  time(w, "gone_since", item.gone_since);
  time(w, "unmatched_since", item.unmatched_since);
  cells(w, tables.items, item.cells);
  w.end_object();
  out += '\n';
  for (size_t kind = 0; kind < item.records.size(); ++kind) {
    const extract::TableShape& table = tables.records[kind];
    int64_t position = 0;
    for (const extract::Cells& record : item.records[kind]) {
      json::Writer row(out);
      row.begin_object().member("table", table.name).member("page_id", item.page);
      row.member("position", ++position);
      cells(row, table, record);
      row.end_object();
      out += '\n';
    }
  }
}

void append_line(const Meta& meta, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("table", "meta");
  for (const auto& [key, value] : meta) w.member(key, value);
  w.end_object();
  out += '\n';
}

}  // namespace freshet::catalog
