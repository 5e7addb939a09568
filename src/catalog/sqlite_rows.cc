#include "catalog/sqlite_rows.h"

#include <initializer_list>
#include <utility>

namespace freshet::catalog {
namespace {

// Links are inserted so many at a time: with one link a statement, running the statements costs
// more than storing the links.
constexpr size_t kLinksAStatement = 8;

// Binds the columns that a visit changes. Both statements that use it list them in this order.
void add_state(SqliteStatement& put, const Page& page) {
  put.add(page.result);
  if (page.http_status == 0)
    put.add_null();
  else
    put.add(int64_t{page.http_status});
  put.add(int64_t{page.depth}).add(static_cast<int64_t>(page.size));
  put.add(page.first_seen).add(page.last_visit).add(page.last_verified).add(page.last_change);
  put.add(page.modified).add(page.modified_from);
  put.add(page.digest).add(page.duplicate_of).add(page.redirect_to);
  put.add(int64_t{page.noindex}).add(page.rank).add(page.belief_a).add(page.belief_b);
  put.add(page.warc_file).add(static_cast<int64_t>(page.warc_offset));
}

}  // namespace

Result<SqliteRows> SqliteRows::prepare(SqliteDatabase& database, bool may_replace) {
  SqliteRows rows;
  rows.may_replace_ = may_replace;
  // Without OR FAIL, SQLite keeps a journal of each statement to undo its first rows if a later one
  // fails. That is not needed: after a failure the whole conversion is rolled back.
  std::string many_links = "INSERT OR FAIL INTO links VALUES(?,?,?)";
  for (size_t i = 1; i < kLinksAStatement; ++i) many_links += ",(?,?,?)";
  const std::initializer_list<std::pair<SqliteStatement*, const char*>> all = {
      {&rows.put_community_, "INSERT OR REPLACE INTO communities VALUES(?,?)"},
      {&rows.put_domain_, "INSERT OR REPLACE INTO domains VALUES(?,?,?)"},
      {&rows.put_site_, "INSERT OR REPLACE INTO sites VALUES(?,?,?,?)"},
      {&rows.put_page_,
       "INSERT OR REPLACE INTO pages(page_id, site_id, url, title, description, language, "
       "language_from, translation_group, media_type, link_share, text, boilerplate, result, "
       "http_status, depth, size, "
       "first_seen, last_visit, last_verified, last_change, modified, modified_from, digest, "
       "duplicate_of, redirect_to, noindex, rank, belief_a, belief_b, warc_file, warc_offset) "
       "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"},
      {&rows.refresh_page_,
       "UPDATE pages SET result = ?, http_status = ?, depth = ?, size = ?, first_seen = ?, "
       "last_visit = ?, last_verified = ?, last_change = ?, modified = ?, modified_from = ?, "
       "digest = ?, duplicate_of = ?, redirect_to = ?, noindex = ?, rank = ?, belief_a = ?, "
       "belief_b = ?, warc_file = ?, "
       "warc_offset = ? WHERE page_id = ?"},
      {&rows.put_words_,
       "INSERT INTO words(rowid, title, description, headings, body, address, "
       "boilerplate) VALUES(?,?,?,?,?,?,?)"},
      {&rows.put_link_, "INSERT INTO links VALUES(?,?,?)"},
      {&rows.put_many_links_, many_links.c_str()},
      {&rows.put_visit_, "INSERT INTO history VALUES(?,?,?,?)"},
      {&rows.put_stamp_, "INSERT OR REPLACE INTO stamps VALUES(?,?,?)"},
      {&rows.indexed_page_,
       "SELECT url, title, description, text, noindex, duplicate_of, language, boilerplate "
       "FROM pages WHERE page_id = ?"},
      {&rows.remove_.words,
       "INSERT INTO words(words, rowid, title, description, headings, body, address, "
       "boilerplate) VALUES('delete',?,?,?,?,?,?,?)"},
      {&rows.remove_.links, "DELETE FROM links WHERE source = ?"},
      {&rows.remove_.history, "DELETE FROM history WHERE page_id = ?"},
      {&rows.remove_.page, "DELETE FROM pages WHERE page_id = ?"},
      {&rows.remove_.stamp, "DELETE FROM stamps WHERE page_id = ?"},
      {&rows.remove_.links_to, "DELETE FROM links WHERE target = ?"},
  };
  for (const auto& [statement, sql] : all) {
    auto prepared = database.prepare(sql);
    if (!prepared) return Unexpected(prepared.error());
    *statement = std::move(*prepared);
  }
  return rows;
}

Status SqliteRows::put(const Community& community) {
  return put_community_.add(community.id).add(community.name).run();
}

Status SqliteRows::put(const Domain& domain) {
  return put_domain_.add(domain.id).add(domain.community).add(domain.name).run();
}

Status SqliteRows::put(const Site& site) {
  return put_site_.add(site.id).add(site.domain).add(site.community).add(site.url).run();
}

// The index does not store the words of its rows (content=''), so FTS5 must be given the words to
// delete. They are computed again from the row in `pages`.
Status SqliteRows::remove_words(int64_t page) {
  const auto found = indexed_page_.add(page).step();
  if (!found) return Unexpected(found.error());
  if (!*found) return Done{};
  Page row;
  row.url = indexed_page_.text(0);
  row.title = indexed_page_.text(1);
  row.description = indexed_page_.text(2);
  row.text = indexed_page_.text(3);
  row.noindex = indexed_page_.integer(4) != 0;
  if (!indexed_page_.is_null(5)) row.duplicate_of = indexed_page_.integer(5);
  row.language = indexed_page_.text(6);
  row.boilerplate = indexed_page_.text(7);
  indexed_page_.reset();
  const Words words = words_of(row, segmenter_);
  if (words.empty()) return Done{};
  return remove_.words.add(page)
      .add(words.title)
      .add(words.description)
      .add(words.headings)
      .add(words.body)
      .add(words.address)
      .add(words.boilerplate)
      .run();
}

Status SqliteRows::put(const Entry& entry) {
  const Page& page = entry.page;
  if (may_replace_) {
    if (Status taken = remove_words(page.id); !taken) return taken;
  }
  put_page_.add(page.id).add(page.site).add(page.url);
  put_page_.add(page.title).add(page.description).add(page.language).add(page.language_from);
  put_page_.add(page.translation_group).add(page.media_type);
  put_page_.add(page.link_share).add(page.text).add(page.boilerplate);
  add_state(put_page_, page);
  if (Status put = put_page_.run(); !put) return put;
  if (!entry.words.empty()) {
    const Words& words = entry.words;
    put_words_.add(page.id).add(words.title).add(words.description).add(words.headings);
    put_words_.add(words.body).add(words.address).add(words.boilerplate);
    if (Status put = put_words_.run(); !put) return put;
  }
  if (Status put = put_links(page.id, page.links); !put) return put;
  if (Status put = put_history(page); !put) return put;
  return put_stamp(entry);
}

Status SqliteRows::refresh(const Entry& entry) {
  add_state(refresh_page_, entry.page);
  if (Status put = refresh_page_.add(entry.page.id).run(); !put) return put;
  if (Status put = put_history(entry.page); !put) return put;
  return put_stamp(entry);
}

Status SqliteRows::put_links(int64_t page, const std::vector<Page::Link>& links) {
  if (may_replace_) {
    if (Status deleted = remove_.links.add(page).run(); !deleted) return deleted;
  }
  for (size_t at = 0; at < links.size();) {
    const bool many = links.size() - at >= kLinksAStatement;
    SqliteStatement& put = many ? put_many_links_ : put_link_;
    for (const size_t end = at + (many ? kLinksAStatement : 1); at < end; ++at) {
      put.add(page).add(links[at].target).add(int64_t{links[at].nofollow});
    }
    if (Status done = put.run(); !done) return done;
  }
  return Done{};
}

Status SqliteRows::put_history(const Page& page) {
  if (may_replace_) {
    if (Status deleted = remove_.history.add(page.id).run(); !deleted) return deleted;
  }
  for (const HistoryVisit& visit : page.history) {
    put_visit_.add(page.id).add(visit.at).add(visit.outcome);
    if (Status put = put_visit_.add(static_cast<int64_t>(visit.size)).run(); !put) return put;
  }
  return Done{};
}

Status SqliteRows::put_stamp(const Entry& entry) {
  return put_stamp_.add(entry.page.id)
      .add(static_cast<int64_t>(entry.stamp.state))
      .add(static_cast<int64_t>(entry.stamp.content))
      .run();
}

Status SqliteRows::remove(int64_t page) {
  if (Status taken = remove_words(page); !taken) return taken;
  for (SqliteStatement* remove :
       {&remove_.links, &remove_.links_to, &remove_.history, &remove_.stamp, &remove_.page}) {
    if (Status removed = remove->add(page).run(); !removed) return removed;
  }
  return Done{};
}

}  // namespace freshet::catalog
