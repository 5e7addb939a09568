#include "fetch/failure.h"

#include <curl/curl.h>

namespace freshet::fetch {

Outcome failure_of(int curl_code, std::string detail) {
  const auto code = static_cast<CURLcode>(curl_code);
  if (detail.empty()) detail = curl_easy_strerror(code);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return NoAddress{};

    case CURLE_ABORTED_BY_CALLBACK: return Cancelled{};  // FetchOptions::may_send

    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CLIENTCERT: return TlsFailed{std::move(detail)};

    case CURLE_OPERATION_TIMEDOUT: return TimedOut{TimedOut::Stage::kConnect};

    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2_STREAM: return ConnectionLost{std::move(detail)};

    case CURLE_UNSUPPORTED_PROTOCOL:  // a reply without a status line
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP2:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_FILESIZE_EXCEEDED:
    case CURLE_OUT_OF_MEMORY:  // libcurl's code for a header line that exceeds its own limit
    case CURLE_WRITE_ERROR: return BadReply{std::move(detail)};

    // COULDNT_CONNECT, INTERFACE_FAILED, errors of a proxy, and hosts that libcurl refuses.
    default: return ConnectFailed{std::move(detail)};
  }
}

}  // namespace freshet::fetch
