#include <algorithm>

#include "aquarium/random.h"
#include "aquarium/shop_pages.h"
#include "aquarium/shop_words.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kFeatured = 12;
constexpr uint32_t kPopular = 150;        // posts and users that the home page links to
constexpr uint32_t kBranching = 10;       // links of a page of users or posts to further ones
constexpr uint32_t kComparisonStep = 12;  // as many as an item's page links itself

using AppendPath = void (*)(std::string&, uint32_t);

class OtherPageWriter {
 public:
  OtherPageWriter(const ShopVisit& visit, HtmlWriter& html)
      : visit_(visit), shop_(visit.shop), html_(html) {}

  void write(const ShopTarget& to) {
    const std::string title = title_of(to);
    begin_shop_page(visit_, title, "", html_);
    html_ << "<main class=\"page\">\n<h1>";
    html_.text(title) << "</h1>\n";
    content(to);
    html_ << "</main>\n";
    end_shop_page(visit_, html_);
  }

 private:
  std::string title_of(const ShopTarget& to) const {
    switch (to.page) {
      case ShopPage::kHome: return "Shop " + shop_.world().host_name(shop_.host());
      case ShopPage::kPrint: return shop_.title(to.number);
      case ShopPage::kQuestion: return "A question about " + shop_.title(to.number);
      case ShopPage::kReview: return "A review of " + shop_.title(to.number);
      case ShopPage::kCompare: return shop_.title(to.number) + " or " + shop_.title(to.other);
      case ShopPage::kCart: return "Cart";
      case ShopPage::kUser: return user_name(to.number);
      case ShopPage::kHelpIndex: return "Help";
      case ShopPage::kHelp: return "Help: " + slug_words(to.number);
      case ShopPage::kBlogIndex: return "Blog";
      case ShopPage::kBlog: return slug_words(to.number);
      default: return std::string(shop_.texts().not_found());
    }
  }

  void content(const ShopTarget& to) {
    switch (to.page) {
      case ShopPage::kHome: return home();
      case ShopPage::kPrint: return print(to.number);
      case ShopPage::kReview: return review(to.number, to.other);
      case ShopPage::kCompare: return compare(to.number, to.other);
      case ShopPage::kQuestion:
      case ShopPage::kCart:
        html_ << "<form><textarea name=\"text\"></textarea></form>\n<p>";
        write_item_link(shop_, to.number, html_);
        html_ << "</p>\n";
        return;
      case ShopPage::kHelpIndex: return links(0, Shop::kHelpTopics, append_help_path);
      case ShopPage::kBlogIndex: return links(0, kBranching, append_post_path);
      case ShopPage::kUser:
        return tree(to.number, shop_.item_count() * Shop::kUsersPerItem, append_user_path);
      case ShopPage::kBlog:
        return tree(to.number, shop_.item_count() * Shop::kPostsPerItem, append_post_path);
      default: paragraph(to.number); return;
    }
  }

  void paragraph(uint32_t number) {
    html_ << "<p>" << shop_.texts().paragraph(mix(shop_.item_seed(number), 5)) << "</p>\n";
  }

  void links(uint32_t begin, uint32_t end, AppendPath append) {
    html_ << "<ul>\n";
    for (uint32_t number = begin; number < end; ++number) {
      std::string path;
      append(path, number);
      html_ << "<li><a href=\"" << path << "\">" << path << "</a></li>\n";
    }
    html_ << "</ul>\n";
  }

  // A text and links to pages of the same sort, by which all of them can be reached.
  void tree(uint32_t number, uint32_t count, AppendPath append) {
    paragraph(number);
    const uint64_t first = uint64_t{number} * kBranching + 1;
    const uint64_t end = std::min<uint64_t>(first + kBranching, count);
    if (first < end) links(static_cast<uint32_t>(first), static_cast<uint32_t>(end), append);
  }

  void home() {
    html_ << "<ul class=\"categories\">\n";
    for (const std::string_view name : kCategories) {
      html_ << "<li><a href=\"/c/" << name << "\">" << name << "</a></li>\n";
    }
    html_ << "</ul>\n<ul class=\"featured\">\n";
    uint32_t shown = 0;
    for (uint32_t item = shop_.arrived(visit_.now()); item-- > 0 && shown < kFeatured;) {
      if (visit_.now() >= shop_.deleted(item)) continue;
      html_ << "<li>";
      write_item_link(shop_, item, html_);
      html_ << "</li>\n";
      ++shown;
    }
    html_ << "</ul>\n";
    links(0, std::min(kPopular, shop_.item_count() * Shop::kPostsPerItem), append_post_path);
    links(0, std::min(kPopular, shop_.item_count() * Shop::kUsersPerItem), append_user_path);
  }

  void print(uint32_t item) {
    const ItemState state = item_state(shop_, item, visit_.now());
    html_ << "<p>" << as_written(state.price) << ", " << availability(state.is_in_stock)
          << "</p>\n<p>";
    html_.text(state.description) << "</p>\n";
  }

  void review(uint32_t item, uint32_t number) {
    const Review review = shop_.review(item, number);
    html_ << "<p>" << star_signs(review.stars) << "</p>\n<p>";
    html_.text(review.text) << "</p>\n<p>";
    write_item_link(shop_, item, html_);
    html_ << "</p>\n";
  }

  void compare(uint32_t item, uint32_t other) {
    html_ << "<table>\n";
    for (const uint32_t one : {item, other}) {
      html_ << "<tr><td>";
      write_item_link(shop_, one, html_);
      html_ << "</td><td>" << as_written(shop_.price_at(one, visit_.now())) << "</td></tr>\n";
    }
    html_ << "</table>\n";
    const uint32_t next = other + kComparisonStep;
    if (next > item + Shop::kComparedItems || !shop_.exists(next, visit_.now())) return;
    std::string path;
    append_compare_path(path, item, next);
    html_ << "<p><a href=\"";
    html_.text(path) << "\">compare with another one</a></p>\n";
  }

  const ShopVisit& visit_;
  const Shop& shop_;
  HtmlWriter& html_;
};

}  // namespace

void write_other_page(const ShopVisit& visit, const ShopTarget& to, HtmlWriter& html) {
  OtherPageWriter(visit, html).write(to);
}

}  // namespace freshet::aquarium
