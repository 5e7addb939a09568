#pragma once

#include <array>
#include <string>

#include "catalog/copy_rows.h"
#include "catalog/postgres_items.h"
#include "catalog/writer.h"
#include "postgres/connection.h"

namespace freshet::catalog {

// Rows on their way into the tables of the schema freshet_loading.
class PostgresRows {
 public:
  PostgresRows() = default;
  explicit PostgresRows(const ItemTables& items) : items_(items) {}

  void put(const Community& community);
  void put(const Domain& domain);
  void put(const Site& site);
  void put(const Entry& entry);
  void refresh(const Entry& entry);
  void put_links(int64_t page, const std::vector<Page::Link>& links);
  void remove(int64_t page);
  void put(const Item& item) { items_.put(item); }
  void remove_item(int64_t page) { items_.remove(page); }

  bool empty() const;
  // Whether they take so much memory that they should be sent.
  bool is_full() const;
  // Copies all rows into the tables.
  Status send(postgres::Connection& server);

 private:
  // refreshed, relinked and removed exist only in an incremental conversion.
  enum Table : uint8_t {
    kCommunities,
    kDomains,
    kSites,
    kPages,
    kLinks,
    kHistory,
    kStamps,
    kRelinked,
    kRemoved,
    kRefreshed,
    kTables
  };

  void add_links(int64_t page, const std::vector<Page::Link>& links);
  void add_history(const Entry& entry);

  std::array<CopyRows, kTables> tables_;
  PostgresItems items_;
};

// Calls `callback` with the stamp of every row of the catalogue.
Status each_postgres_stamp(postgres::Connection& server,
                           const std::function<void(int64_t page, const Stamp& stamp)>& callback);

// A writer (`Base` is Writer or PartWriter) that collects rows and sends many at once.
template <typename Base>
class PostgresRowWriter : public Base {
 public:
  Status put(const Community& community) override { return add(community); }
  Status put(const Domain& domain) override { return add(domain); }
  Status put(const Site& site) override { return add(site); }
  Status put(Entry entry) override { return add(entry); }
  Status refresh(const Entry& entry) override {
    rows_.refresh(entry);
    return send_if_full();
  }
  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    rows_.put_links(page, links);
    return send_if_full();
  }
  Status remove(int64_t page) override {
    rows_.remove(page);
    return send_if_full();
  }
  Status put(const Item& item) override { return add(item); }
  Status remove_item(int64_t page) override {
    rows_.remove_item(page);
    return send_if_full();
  }

 protected:
  PostgresRowWriter() = default;
  explicit PostgresRowWriter(const ItemTables& items) : rows_(items) {}
  // Sends all rows that are collected.
  virtual Status send() = 0;
  PostgresRows& rows() { return rows_; }
  // To be called before any row is put.
  void set_items(const ItemTables& items) { rows_ = PostgresRows(items); }

 private:
  template <typename Row>
  Status add(const Row& row) {
    rows_.put(row);
    return send_if_full();
  }
  Status send_if_full() { return rows_.is_full() ? send() : Status(Done{}); }

  PostgresRows rows_;
};

}  // namespace freshet::catalog
