#pragma once

#include "store/postgres_rows.h"

namespace freshet::store {

// The statements that write and read given rows. docs/formats/postgres.md describes the tables.
// Both depend on how the tables are distributed.

struct WriteStatements {
  explicit WriteStatements(Routing routing);

  InsertStatement admit;  // leaves pages that exist
  InsertStatement put_pages;
  InsertStatement put_sites;
  InsertStatement put_links;
  InsertStatement put_unadmitted;  // keeps the preferred one
  InsertStatement put_versions;
  InsertStatement put_listed_dates;
  InsertStatement put_items;
  InsertStatement put_changes;
  InsertStatement put_claims;  // leaves contents that other pages own
  InsertStatement put_discoveries;
  InsertStatement put_ids;
  InsertStatement put_facts;
  RowStatement remove_unadmitted;
  RowStatement settle_discoveries;
  RowStatement withdraw_changes;
};

// Their rows are the number of the key among the given ones, from 1 on, and the value.
struct ReadStatements {
  explicit ReadStatements(Routing how);

  const Routing routing;
  RowStatement pages;
  RowStatement versions;
  RowStatement originals;
};

}  // namespace freshet::store
