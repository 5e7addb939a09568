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

// What a page of the scripted web says, byte for byte.
struct Answer {
  enum class Then : uint8_t {
    kClose,
    kReset,
    kFallSilent,  // nothing more, until the client leaves
    kDrip,        // one byte every now and then, until the client leaves
    kPour,        // as many bytes as the client takes
  };
  std::string bytes;
  Then then = Then::kClose;
  Duration wait = {};  // before the first byte
};

// `fields` are whole lines, each with its line end.
Answer html(std::string_view body, std::string_view fields = "");
Answer plain_text(std::string_view body);
Answer status(int code, std::string_view fields = "");
Answer redirect(std::string_view location);
// "<a href=...>" for each, and a text that no other page has.
Answer links(const std::vector<std::string>& hrefs);
Answer after(Duration wait, Answer answer);
std::string gzipped(std::string_view bytes);

// Web sites on one port of loopback that say what they are told to, and remember who asked for
// what, and when. A connection serves one request, since a client may send a second time what it
// asked on a connection that was used before.
class ScriptedWeb {
 public:
  struct Asked {
    std::string host;  // without port
    std::string target;
    std::string head;  // the whole request
    Duration at;       // since the web began
  };

  ScriptedWeb();

  // `place` is "a.test/path?query"; what has no answer is 404. Of several answers each is given
  // once, and the last for ever.
  void set(const std::string& place, std::vector<Answer> answers);
  void set(const std::string& place, Answer answer) { set(place, std::vector{std::move(answer)}); }

  // Instead of 404, for what has no answer.
  void otherwise(Answer answer);

  // Instead of every page, once so many requests have come; robots.txt stays as it is.
  void instead(Answer answer, size_t after = 0);
  void as_before();

  std::string address() const { return server_.address(); }
  uint16_t port() const { return server_.port(); }

  // In the order of arrival; of one place ("a.test/x"), of one host ("a.test") or of all ("").
  std::vector<Asked> asked(std::string_view what = "") const;
  size_t times(std::string_view what) const { return asked(what).size(); }
  // Time between the arrivals of neighbours among asked(what).
  std::vector<Duration> gaps(std::string_view what) const;
  // Requests that waited for their answers at one time, all hosts together.
  int most_at_once() const;
  // Waits until a client has had enough of a kDrip or kPour. False if none has after ten seconds.
  bool was_left();

 private:
  void serve(RawServer::Client& client);
  Answer take_answer(const std::string& head);
  void give(RawServer::Client& client, const Answer& answer);
  Duration now() const;

  mutable std::mutex mutex_;                            // for all but the server
  std::map<std::string, std::vector<Answer>> answers_;  // the next one last
  Answer otherwise_ = status(404);
  std::optional<Answer> instead_;
  size_t instead_after_ = 0;
  std::vector<Asked> asked_;
  int at_once_ = 0;
  int most_at_once_ = 0;
  bool was_left_ = false;
  std::condition_variable left_;
  const Duration began_;
  RawServer server_;
};

}  // namespace freshet::test
