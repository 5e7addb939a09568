#pragma once

namespace freshet::catalog {

// The tables of docs/formats/catalog.md. The long texts are the last columns of `pages`, so that
// SQLite reads the others without them.
inline constexpr char kSqliteTables[] = R"(
  CREATE TABLE communities(community_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE domains(
    domain_id INTEGER PRIMARY KEY,
    community_id INTEGER NOT NULL REFERENCES communities,
    name TEXT NOT NULL);
  CREATE TABLE sites(
    site_id INTEGER PRIMARY KEY,
    domain_id INTEGER NOT NULL REFERENCES domains,
    community_id INTEGER NOT NULL REFERENCES communities,
    url TEXT NOT NULL);
  CREATE TABLE pages(
    page_id INTEGER PRIMARY KEY,
    site_id INTEGER NOT NULL REFERENCES sites,
    url TEXT NOT NULL,
    result TEXT NOT NULL,
    http_status INTEGER,
    depth INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    language TEXT NOT NULL,
    language_from TEXT NOT NULL,
    translation_group INTEGER,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    first_seen REAL,
    last_visit REAL,
    last_verified REAL,
    last_change REAL,
    modified REAL,
    modified_from TEXT NOT NULL,
    digest TEXT NOT NULL,
    duplicate_of INTEGER REFERENCES pages,
    redirect_to INTEGER REFERENCES pages,
    noindex INTEGER NOT NULL,
    rank REAL NOT NULL,
    belief_a REAL NOT NULL,
    belief_b REAL NOT NULL,
    warc_file TEXT NOT NULL,
    warc_offset INTEGER NOT NULL,
    link_share REAL NOT NULL,
    text TEXT NOT NULL,
    boilerplate TEXT NOT NULL);
  CREATE TABLE links(
    source INTEGER NOT NULL REFERENCES pages,
    target INTEGER NOT NULL REFERENCES pages,
    nofollow INTEGER NOT NULL,
    PRIMARY KEY(source, target)) WITHOUT ROWID;
  CREATE TABLE history(
    page_id INTEGER NOT NULL REFERENCES pages,
    at REAL NOT NULL,
    outcome TEXT NOT NULL,
    size INTEGER NOT NULL);
  CREATE TABLE stamps(page_id INTEGER PRIMARY KEY, state INTEGER NOT NULL, content INTEGER NOT NULL);
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(
    title, description, headings, body, address, boilerplate, content='', tokenize='ascii');
)";

// Created after all rows are written: updating the indexes with each row would take longer.
inline constexpr char kSqliteIndexes[] = R"(
  CREATE UNIQUE INDEX pages_by_url ON pages(url);
  CREATE INDEX pages_by_rank ON pages(rank);
  CREATE INDEX pages_by_site ON pages(site_id, language, modified);
  CREATE INDEX pages_by_translation ON pages(translation_group)
    WHERE translation_group IS NOT NULL;
  CREATE INDEX pages_by_language ON pages(language);
  CREATE INDEX history_by_page ON history(page_id);
)";

inline constexpr char kSqliteDropAll[] = R"(
  DROP TABLE IF EXISTS words;
  DROP TABLE IF EXISTS meta;
  DROP TABLE IF EXISTS stamps;
  DROP TABLE IF EXISTS history;
  DROP TABLE IF EXISTS links;
  DROP TABLE IF EXISTS pages;
  DROP TABLE IF EXISTS sites;
  DROP TABLE IF EXISTS domains;
  DROP TABLE IF EXISTS communities;
)";

}  // namespace freshet::catalog
