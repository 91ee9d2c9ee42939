//! Refuses requests that do not name this server as the host, or come from another site.
//!
//! A page of another site can make a browser send requests to any port of this machine, even under its own
//! host name, if that name resolves to this machine (DNS rebinding). Such a request has the other name as its
//! host, the other site as its origin, or a header that says that it is cross-site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::App;
use super::answer::Refusal;

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The host names of this machine.
const HOSTS: [&str; 3] = ["127.0.0.1", "[::1]", "localhost"];
/// The port that browsers omit from the host.
const DEFAULT_PORT: u16 = 80;

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(refusal) = check(&parts, app.port) {
        let mut response = refusal.into_response();
        // Close the connection, so that another site cannot keep it open.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    next.run(Request::from_parts(parts, body)).await
}

fn check(parts: &Parts, port: u16) -> Result<(), Refusal> {
    let misdirected =
        || Refusal::new(StatusCode::MISDIRECTED_REQUEST, "the Host header does not name this server");
    let forbidden = || Refusal::new(StatusCode::FORBIDDEN, "only the page of this server may ask this");
    let in_target = parts.uri.authority().map(|authority| authority.as_str());
    let host = only(&parts.headers, HOST).ok_or_else(misdirected)?;
    if ![in_target.unwrap_or(host), host].iter().all(|host| is_this_server(host, port)) {
        return Err(misdirected());
    }
    if parts.headers.contains_key(ORIGIN) {
        let host = only(&parts.headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        host.filter(|host| is_this_server(host, port)).ok_or_else(forbidden)?;
    }
    let is_of_page = match parts.headers.contains_key(SITE) {
        true => matches!(only(&parts.headers, SITE), Some("same-origin" | "none")),
        // Accept requests without these headers, which come from an old browser or from no browser.
        false => true,
    };
    if is_of_page || is_followed_link(parts) { Ok(()) } else { Err(forbidden()) }
}

/// Returns whether the request follows a link to the page. Permalinks may be on any site: their content is in
/// the fragment, which browsers do not send.
fn is_followed_link(parts: &Parts) -> bool {
    parts.method == Method::GET
        && parts.uri.path() == "/"
        && only(&parts.headers, MODE) == Some("navigate")
        && only(&parts.headers, DESTINATION) == Some("document")
}

/// Returns the value of a header, if it occurs exactly once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Returns whether the host is a name of this machine with the port of this server.
fn is_this_server(host: &str, port: u16) -> bool {
    let (name, typed) = match host.rsplit_once(':') {
        // The last colon of an IPv6 address without a port is inside its brackets.
        Some((name, typed)) if !typed.ends_with(']') => (name, Some(typed)),
        _ => (host, None),
    };
    let is_port = match typed {
        Some(typed) => typed == port.to_string(),
        None => port == DEFAULT_PORT,
    };
    is_port && HOSTS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use rstest::rstest;

    use super::*;

    const PORT: u16 = 3986;

    /// Returns the status of the answer to a request with these headers.
    fn status(method: &str, target: &str, headers: &[(&str, &str)], port: u16) -> u16 {
        let mut request = Request::builder().method(method).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        check(&parts, port).map_or_else(|Refusal(status, _)| status.as_u16(), |()| 200)
    }

    #[rstest]
    #[case::ipv4(&["127.0.0.1:3986"], 200)]
    #[case::ipv6(&["[::1]:3986"], 200)]
    #[case::name(&["LOCALHOST:3986"], 200)]
    #[case::none(&[], 421)]
    #[case::two(&["127.0.0.1:3986", "127.0.0.1:3986"], 421)]
    #[case::other_port(&["127.0.0.1:80"], 421)]
    #[case::no_port(&["127.0.0.1"], 421)]
    #[case::no_port_of_ipv6(&["[::1]"], 421)]
    #[case::zeros(&["127.0.0.1:03986"], 421)]
    #[case::rebound(&["127.0.0.1.example.com:3986"], 421)]
    #[case::below(&["a.localhost:3986"], 421)]
    #[case::userinfo(&["127.0.0.1@example.com:3986"], 421)]
    #[case::dot(&["localhost.:3986"], 421)]
    #[case::empty(&[""], 421)]
    fn hosts(#[case] given: &[&str], #[case] expected: u16) {
        let headers: Vec<_> = given.iter().map(|host| ("host", *host)).collect();
        assert_eq!(status("GET", "/", &headers, PORT), expected);
    }

    #[rstest]
    #[case::left_out("localhost", 200)]
    #[case::left_out_of_ipv6("[::1]", 200)]
    #[case::written("[::1]:80", 200)]
    fn the_port_that_browsers_leave_out(#[case] host: &str, #[case] expected: u16) {
        assert_eq!(status("GET", "/", &[("host", host)], 80), expected);
    }

    #[rstest]
    #[case::here("http://127.0.0.1:3986/", 200)]
    #[case::elsewhere("http://example.com/", 421)]
    fn the_host_in_the_target_counts(#[case] target: &str, #[case] expected: u16) {
        assert_eq!(status("GET", target, &[("host", "127.0.0.1:3986")], PORT), expected);
    }

    #[rstest]
    #[case::own("http://127.0.0.1:3986", 200)]
    #[case::own_by_name("http://localhost:3986", 200)]
    #[case::null("null", 403)]
    #[case::other_port("http://127.0.0.1:3000", 403)]
    #[case::other_scheme("https://127.0.0.1:3986", 403)]
    #[case::other_site("http://example.com", 403)]
    #[case::longer("http://127.0.0.1:3986.example.com", 403)]
    fn origins(#[case] origin: &str, #[case] expected: u16, #[values("POST", "GET")] method: &str) {
        let headers = [("host", "127.0.0.1:3986"), ("origin", origin)];
        assert_eq!(status(method, "/answers", &headers, PORT), expected);
    }

    #[rstest]
    #[case::own("same-origin", 200)]
    #[case::typed("none", 200)]
    #[case::other_port("same-site", 403)]
    #[case::other_site("cross-site", 403)]
    #[case::unknown("x", 403)]
    fn sites(#[case] site: &str, #[case] expected: u16, #[values("POST", "GET")] method: &str) {
        let headers = [("host", "127.0.0.1:3986"), ("sec-fetch-site", site)];
        assert_eq!(status(method, "/state", &headers, PORT), expected);
    }

    #[rstest]
    #[case::link("GET", "/", "navigate", "document", 200)]
    #[case::frame("GET", "/", "navigate", "iframe", 403)]
    #[case::script("GET", "/", "no-cors", "script", 403)]
    #[case::answer("GET", "/state", "navigate", "document", 403)]
    #[case::form("POST", "/", "navigate", "document", 403)]
    fn only_a_link_may_cross_sites(
        #[case] method: &str,
        #[case] path: &str,
        #[case] mode: &str,
        #[case] destination: &str,
        #[case] expected: u16,
    ) {
        let headers = [
            ("host", "127.0.0.1:3986"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", mode),
            ("sec-fetch-dest", destination),
        ];
        assert_eq!(status(method, path, &headers, PORT), expected);
    }
}
