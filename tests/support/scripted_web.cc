#include "support/scripted_web.h"

#include <zlib.h>

#include <algorithm>
#include <chrono>

namespace freshet::test {
namespace {

constexpr Duration kBetweenDrops = Duration::milliseconds(20);

Duration steady_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return Duration::microseconds(
      std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

Answer reply(int code, std::string_view fields, std::string_view body) {
  std::string bytes = "HTTP/1.1 " + std::to_string(code) + " Scripted\r\n";
  bytes.append(fields).append("Connection: close\r\nContent-Length: ");
  bytes.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
  return {.bytes = std::move(bytes)};
}

// "GET /x HTTP/1.1" -> "/x"
std::string target_in(std::string_view head) {
  const size_t start = head.find(' ') + 1;
  return std::string(head.substr(start, head.find(' ', start) - start));
}

std::string host_in(std::string_view head) {
  constexpr std::string_view kField = "\r\nHost: ";
  const size_t start = head.find(kField) + kField.size();
  return std::string(head.substr(start, head.find_first_of(":\r", start) - start));
}

}  // namespace

Answer html(std::string_view body, std::string_view fields) {
  return reply(200, "Content-Type: text/html\r\n" + std::string(fields), body);
}

Answer plain_text(std::string_view body) {
  return reply(200, "Content-Type: text/plain\r\n", body);
}

Answer status(int code, std::string_view fields) {
  return reply(code, fields, "");
}

Answer redirect(std::string_view location) {
  return reply(302, "Location: " + std::string(location) + "\r\n", "");
}

Answer links(const std::vector<std::string>& hrefs) {
  static std::atomic<int> number = 0;
  std::string body = "<title>page " + std::to_string(++number) + "</title>";
  for (const std::string& href : hrefs) body.append("<a href='").append(href).append("'>x</a> ");
  return html(body);
}

Answer after(Duration wait, Answer answer) {
  answer.wait = wait;
  return answer;
}

std::string gzipped(std::string_view bytes) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

ScriptedWeb::ScriptedWeb()
    : began_(steady_now()), server_([this](RawServer::Client& client) { serve(client); }) {}

Duration ScriptedWeb::now() const {
  return steady_now() - began_;
}

void ScriptedWeb::set(const std::string& place, std::vector<Answer> answers) {
  std::reverse(answers.begin(), answers.end());
  const std::lock_guard lock(mutex_);
  answers_[place] = std::move(answers);
}

void ScriptedWeb::serve(RawServer::Client& client) {
  const std::string head = client.read_head();
  if (!head.empty()) give(client, take_answer(head));
}

void ScriptedWeb::otherwise(Answer answer) {
  const std::lock_guard lock(mutex_);
  otherwise_ = std::move(answer);
}

void ScriptedWeb::instead(Answer answer, size_t after) {
  const std::lock_guard lock(mutex_);
  instead_ = std::move(answer);
  instead_after_ = after;
}

void ScriptedWeb::as_before() {
  const std::lock_guard lock(mutex_);
  instead_.reset();
}

Answer ScriptedWeb::take_answer(const std::string& head) {
  const std::lock_guard lock(mutex_);
  requests_.push_back(
      {.host = host_in(head), .target = target_in(head), .head = head, .at = now()});
  most_at_once_ = std::max(most_at_once_, ++at_once_);
  const bool is_instead = instead_ && requests_.size() > instead_after_;
  if (is_instead && requests_.back().target != "/robots.txt") return *instead_;
  const auto found = answers_.find(requests_.back().host + requests_.back().target);
  if (found == answers_.end()) return otherwise_;
  std::vector<Answer>& answers = found->second;
  Answer next = answers.back();
  if (answers.size() > 1) answers.pop_back();
  return next;
}

void ScriptedWeb::give(RawServer::Client& client, const Answer& answer) {
  const bool goes_on = answer.wait == Duration() || client.pause(answer.wait);
  {
    // Before the client gets the end of the answer, so that its next request does not count as
    // simultaneous.
    const std::lock_guard lock(mutex_);
    --at_once_;
  }
  if (!goes_on || !client.send(answer.bytes)) return;
  switch (answer.then) {
    case Answer::Then::kClose: return;
    case Answer::Then::kReset: return client.reset();
    case Answer::Then::kFallSilent: return client.wait_until_closed();
    case Answer::Then::kDrip:
      while (client.send("x")) {
        if (!client.pause(kBetweenDrops)) return;
      }
      break;
    case Answer::Then::kPour:
      while (client.send(std::string(10'000, 'x'))) {
      }
      break;
  }
  const std::lock_guard lock(mutex_);
  was_left_ = true;
  left_.notify_all();
}

std::vector<ScriptedWeb::ReceivedRequest> ScriptedWeb::requests(std::string_view what) const {
  const std::lock_guard lock(mutex_);
  std::vector<ReceivedRequest> found;
  for (const ReceivedRequest& one : requests_) {
    if (what.empty() || one.host == what || one.host + one.target == what) found.push_back(one);
  }
  return found;
}

std::vector<Duration> ScriptedWeb::gaps(std::string_view what) const {
  const std::vector<ReceivedRequest> all = requests(what);
  std::vector<Duration> gaps;
  for (size_t i = 1; i < all.size(); ++i) gaps.push_back(all[i].at - all[i - 1].at);
  return gaps;
}

int ScriptedWeb::most_at_once() const {
  const std::lock_guard lock(mutex_);
  return most_at_once_;
}

bool ScriptedWeb::was_left() {
  std::unique_lock lock(mutex_);
  return left_.wait_for(lock, std::chrono::seconds(10), [&] { return was_left_; });
}

}  // namespace freshet::test
