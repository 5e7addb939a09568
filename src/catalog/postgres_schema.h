#pragma once

namespace freshet::catalog {

// The tables of docs/formats/catalog.md, created in the schema that is first in search_path.
inline constexpr char kPostgresTables[] = R"(
  CREATE TABLE communities(community_id bigint NOT NULL, name text NOT NULL);
  CREATE TABLE domains(
    domain_id bigint NOT NULL, community_id bigint NOT NULL, name text NOT NULL);
  CREATE TABLE sites(
    site_id bigint NOT NULL, domain_id bigint NOT NULL, community_id bigint NOT NULL,
    url text NOT NULL);
  CREATE TABLE pages(
    page_id bigint NOT NULL,
    site_id bigint NOT NULL,
    url text NOT NULL,
    result text NOT NULL,
    http_status integer,
    depth integer NOT NULL,
    size bigint NOT NULL,
    first_seen timestamptz,
    last_visit timestamptz,
    last_verified timestamptz,
    last_change timestamptz,
    modified timestamptz,
    modified_from text NOT NULL,
    digest text NOT NULL,
    duplicate_of bigint,
    redirect_to bigint,
    noindex boolean NOT NULL,
    rank double precision NOT NULL,
    belief_a double precision NOT NULL,
    belief_b double precision NOT NULL,
    warc_file text NOT NULL,
    warc_offset bigint NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    language text NOT NULL,
    language_from text NOT NULL,
    translation_group bigint,
    media_type text NOT NULL,
    link_share double precision NOT NULL,
    text text NOT NULL,
    boilerplate text NOT NULL,
    words tsvector);
  -- Compressing the words takes longer than writing them, and makes them hardly smaller.
  ALTER TABLE pages ALTER words SET STORAGE external;
  CREATE TABLE links(source bigint NOT NULL, target bigint NOT NULL, nofollow boolean NOT NULL);
  CREATE TABLE history(
    page_id bigint NOT NULL, at timestamptz NOT NULL, outcome text NOT NULL, size bigint NOT NULL);
  CREATE TABLE stamps(page_id bigint NOT NULL, state bigint NOT NULL, content bigint NOT NULL);
  CREATE TABLE meta(key text PRIMARY KEY, value text NOT NULL);
)";

// Created after all rows are written: updating the indexes with each row would take longer.
inline constexpr char kPostgresIndexes[] = R"(
  ALTER TABLE communities ADD PRIMARY KEY (community_id);
  ALTER TABLE domains ADD PRIMARY KEY (domain_id);
  ALTER TABLE sites ADD PRIMARY KEY (site_id);
  ALTER TABLE pages ADD PRIMARY KEY (page_id);
  ALTER TABLE links ADD PRIMARY KEY (source, target);
  ALTER TABLE stamps ADD PRIMARY KEY (page_id);
  CREATE INDEX pages_by_url ON pages USING hash (url);
  CREATE INDEX pages_by_site ON pages(site_id);
  CREATE INDEX pages_by_rank ON pages(rank);
  CREATE INDEX pages_by_translation ON pages(translation_group)
    WHERE translation_group IS NOT NULL;
  CREATE INDEX pages_by_language ON pages(language);
  CREATE INDEX history_by_page ON history(page_id);
  CREATE INDEX pages_words ON pages USING gin (words);
  CREATE INDEX pages_titles ON pages USING gin (ts_filter(words, '{a}'));
  ALTER TABLE domains ADD FOREIGN KEY (community_id) REFERENCES communities DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE sites ADD FOREIGN KEY (domain_id) REFERENCES domains DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE sites ADD FOREIGN KEY (community_id) REFERENCES communities DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE pages ADD FOREIGN KEY (site_id) REFERENCES sites DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE pages ADD FOREIGN KEY (duplicate_of) REFERENCES pages DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE pages ADD FOREIGN KEY (redirect_to) REFERENCES pages DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE links ADD FOREIGN KEY (source) REFERENCES pages DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE links ADD FOREIGN KEY (target) REFERENCES pages DEFERRABLE INITIALLY DEFERRED;
  ALTER TABLE history ADD FOREIGN KEY (page_id) REFERENCES pages DEFERRABLE INITIALLY DEFERRED;
)";

// The tables in which an incremental conversion stages its rows before it changes the catalogue,
// created in the schema that is first in search_path. They need not survive a crash of the server,
// which ends the conversion, so they are not logged.
inline constexpr char kPostgresStagingTables[] = R"(
  CREATE UNLOGGED TABLE communities (LIKE freshet.communities);
  CREATE UNLOGGED TABLE domains (LIKE freshet.domains);
  CREATE UNLOGGED TABLE sites (LIKE freshet.sites);
  CREATE UNLOGGED TABLE pages (LIKE freshet.pages INCLUDING STORAGE);
  CREATE UNLOGGED TABLE links (LIKE freshet.links);
  CREATE UNLOGGED TABLE history (LIKE freshet.history);
  CREATE UNLOGGED TABLE stamps (LIKE freshet.stamps);
  CREATE UNLOGGED TABLE relinked (page_id bigint NOT NULL);
  CREATE UNLOGGED TABLE removed (page_id bigint NOT NULL);
  CREATE UNLOGGED TABLE refreshed AS
    SELECT page_id, result, http_status, depth, size, first_seen, last_visit, last_verified,
      last_change, modified, modified_from, digest, duplicate_of, redirect_to, noindex, rank,
      belief_a, belief_b, warc_file, warc_offset
    FROM freshet.pages LIMIT 0;
)";

// Merges the rows of the staging tables in the schema freshet_loading into the catalogue.
inline constexpr char kPostgresMerge[] = R"(
  INSERT INTO freshet.communities SELECT * FROM freshet_loading.communities
    ON CONFLICT (community_id) DO UPDATE SET name = excluded.name;
  INSERT INTO freshet.domains SELECT * FROM freshet_loading.domains
    ON CONFLICT (domain_id) DO UPDATE SET community_id = excluded.community_id, name = excluded.name;
  INSERT INTO freshet.sites SELECT * FROM freshet_loading.sites
    ON CONFLICT (site_id) DO UPDATE SET domain_id = excluded.domain_id,
      community_id = excluded.community_id, url = excluded.url;
  DELETE FROM freshet.links USING freshet_loading.removed r WHERE source = r.page_id OR target = r.page_id;
  DELETE FROM freshet.history h USING freshet_loading.removed r WHERE h.page_id = r.page_id;
  DELETE FROM freshet.stamps s USING freshet_loading.removed r WHERE s.page_id = r.page_id;
  DELETE FROM freshet.pages p USING freshet_loading.removed r WHERE p.page_id = r.page_id;
  INSERT INTO freshet.pages SELECT * FROM freshet_loading.pages
    ON CONFLICT (page_id) DO UPDATE SET site_id = excluded.site_id, url = excluded.url,
      result = excluded.result, http_status = excluded.http_status, depth = excluded.depth,
      size = excluded.size, first_seen = excluded.first_seen, last_visit = excluded.last_visit,
      last_verified = excluded.last_verified, last_change = excluded.last_change,
      modified = excluded.modified, modified_from = excluded.modified_from,
      digest = excluded.digest, duplicate_of = excluded.duplicate_of,
      redirect_to = excluded.redirect_to, noindex = excluded.noindex, rank = excluded.rank,
      belief_a = excluded.belief_a, belief_b = excluded.belief_b, warc_file = excluded.warc_file,
      warc_offset = excluded.warc_offset, title = excluded.title,
      description = excluded.description, language = excluded.language,
      language_from = excluded.language_from, translation_group = excluded.translation_group,
      media_type = excluded.media_type, link_share = excluded.link_share, text = excluded.text,
      boilerplate = excluded.boilerplate, words = excluded.words;
  UPDATE freshet.pages p SET result = r.result, http_status = r.http_status, depth = r.depth,
      size = r.size, first_seen = r.first_seen, last_visit = r.last_visit,
      last_verified = r.last_verified, last_change = r.last_change, modified = r.modified,
      modified_from = r.modified_from, digest = r.digest,
      duplicate_of = r.duplicate_of, redirect_to = r.redirect_to, noindex = r.noindex,
      rank = r.rank, belief_a = r.belief_a, belief_b = r.belief_b, warc_file = r.warc_file,
      warc_offset = r.warc_offset
    FROM freshet_loading.refreshed r WHERE p.page_id = r.page_id;
  INSERT INTO freshet_loading.relinked SELECT page_id FROM freshet_loading.pages;
  DELETE FROM freshet.links USING freshet_loading.relinked r WHERE source = r.page_id;
  INSERT INTO freshet.links SELECT * FROM freshet_loading.links;
  DELETE FROM freshet.history h USING freshet_loading.stamps s WHERE h.page_id = s.page_id;
  INSERT INTO freshet.history SELECT * FROM freshet_loading.history;
  INSERT INTO freshet.stamps SELECT * FROM freshet_loading.stamps
    ON CONFLICT (page_id) DO UPDATE SET state = excluded.state, content = excluded.content;
)";

}  // namespace freshet::catalog
