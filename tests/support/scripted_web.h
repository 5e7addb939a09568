#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "support/raw_server.h"

namespace freshet::test {

// The answer of a page of the scripted web, byte for byte, and what happens after it.
struct Answer {
  enum class Then : uint8_t {
    kClose,
    kReset,
    kFallSilent,  // sends nothing more, until the client closes
    kDrip,        // sends a byte from time to time, until the client closes
    kPour,        // sends as many bytes as the client reads
  };
  std::string bytes;
  Then then = Then::kClose;
  Duration wait = {};  // before the first byte
};

// `fields` are header lines, each with its line end.
Answer html(std::string_view body, std::string_view fields = "");
Answer plain_text(std::string_view body);
Answer status(int code, std::string_view fields = "");
Answer redirect(std::string_view location);
// A page with a link for each, and a text that no other page has.
Answer links(const std::vector<std::string>& hrefs);
Answer after(Duration wait, Answer answer);
std::string gzipped(std::string_view bytes);

// Web sites on one port of loopback that answer as a test sets, and log the requests. A connection
// serves one request, because a client may repeat a request that it sent on a reused connection.
class ScriptedWeb {
 public:
  // A logged request.
  struct ReceivedRequest {
    std::string host;  // without port
    std::string target;
    std::string head;  // the whole request
    Duration at;       // since the web was started
  };

  ScriptedWeb();

  // Sets the answers of `place`, such as "a.test/path?query". The default is 404. Of several
  // answers, each is given once, and the last one for all further requests.
  void set(const std::string& place, std::vector<Answer> answers);
  void set(const std::string& place, Answer answer) { set(place, std::vector{std::move(answer)}); }

  // Sets the default answer.
  void otherwise(Answer answer);

  // Replaces the answers of all pages, after `after` requests; robots.txt is not replaced.
  // as_before() undoes it.
  void instead(Answer answer, size_t after = 0);
  void as_before();

  std::string address() const { return server_.address(); }
  uint16_t port() const { return server_.port(); }

  // Returns the requests in the order of arrival: for one place ("a.test/x"), one host ("a.test")
  // or all ("").
  std::vector<ReceivedRequest> requests(std::string_view what = "") const;
  size_t times(std::string_view what) const { return requests(what).size(); }
  // Returns the times between consecutive arrivals of requests(what).
  std::vector<Duration> gaps(std::string_view what) const;
  // Returns the largest number of requests that waited for their answers at the same time, for all
  // hosts.
  int most_at_once() const;
  // Waits until a client has closed the connection of a kDrip or kPour. Returns false if none has
  // within ten seconds.
  bool was_left();

 private:
  void serve(RawServer::Client& client);
  Answer take_answer(const std::string& head);
  void give(RawServer::Client& client, const Answer& answer);
  Duration now() const;

  mutable std::mutex mutex_;                            // guards everything except the server
  std::map<std::string, std::vector<Answer>> answers_;  // the next one last
  Answer otherwise_ = status(404);
  std::optional<Answer> instead_;
  size_t instead_after_ = 0;
  std::vector<ReceivedRequest> requests_;
  int at_once_ = 0;
  int most_at_once_ = 0;
  bool was_left_ = false;
  std::condition_variable left_;
  const Duration began_;
  RawServer server_;
};

}  // namespace freshet::test
