#include "dom/document.h"

#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

TEST(Document, ATextIsPutIntoTheBody) {
  EXPECT_EQ(inner_html(parse_document("a<p>b"), kDocumentNode),
            "<html><head></head><body>a<p>b</p></body></html>");
}

}  // namespace
}  // namespace freshet::dom
