//! Which requests are answered, and what the answers allow a browser to do.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener, TcpStream};

use rstest::rstest;
use serde_json::json;

use super::client::Request;
use super::{Page, body};

fn tree() -> String {
    body(json!({ "fields": { "input": "a:b", "rule": "URI" } }))
}

#[rstest]
#[case::host("Host", "example.com", 421)]
#[case::other_port("Host", "127.0.0.1:1", 421)]
#[case::origin("Origin", "http://example.com", 403)]
#[case::unknown_origin("Origin", "null", 403)]
#[case::site("Sec-Fetch-Site", "cross-site", 403)]
#[case::other_server_here("Sec-Fetch-Site", "same-site", 403)]
#[case::form("Content-Type", "application/x-www-form-urlencoded", 415)]
#[case::text("Content-Type", "text/plain", 415)]
#[case::with_parameters("Content-Type", "application/json; charset=utf-8", 200)]
fn a_request_with(#[case] header: &str, #[case] value: &str, #[case] status: u16) {
    let page = Page::new();
    let request = Request::post(page.port, "/answer/tree", tree()).header(header, value);
    let response = request.send(page.port);
    assert_eq!(response.status, status, "{}", response.text());
    if status != 200 {
        assert!(response.json()["error"].is_string());
    }
}

#[rstest]
#[case("Host", 421)]
#[case("Origin", 200)]
#[case("Sec-Fetch-Site", 200)]
#[case("Content-Type", 415)]
fn a_request_without(#[case] header: &str, #[case] status: u16) {
    let page = Page::new();
    let request = Request::post(page.port, "/answer/tree", tree()).without(header);
    let response = request.send(page.port);
    // Without a host it is no HTTP/1.1, which is refused in either way.
    assert_eq!(response.status, status, "{}", response.text());
}

#[rstest]
#[case("GET", "/", 200)]
#[case("HEAD", "/", 200)]
#[case("GET", "/state", 200)]
#[case("GET", "/events", 204)]
#[case("GET", "/nope", 404)]
#[case("GET", "/../Cargo.toml", 404)]
#[case("GET", "/%2e%2e/Cargo.toml", 404)]
#[case("POST", "/", 405)]
#[case("GET", "/answer/tree", 405)]
#[case("POST", "/answer/nope", 404)]
#[case("POST", "/answer/", 404)]
#[case("POST", "/answer/%FF", 400)]
#[case("PUT", "/save", 405)]
#[case("POST", "/save", 403)]
#[case("OPTIONS", "/state", 405)]
fn each_answer_has_the_headers(#[case] method: &str, #[case] path: &str, #[case] status: u16) {
    let page = Page::new();
    let response = Request::new(method, page.port, path).header("Content-Length", "0").send(page.port);
    assert_eq!(response.status, status);
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let expected = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in expected {
        assert_eq!(response.header(name), Some(value));
    }
    assert_eq!(response.header("access-control-allow-origin"), None);
}

#[test]
fn a_link_from_elsewhere_opens_the_page_only() {
    let page = Page::new();
    let follow = |path: &str| {
        Request::get(page.port, path)
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", "navigate")
            .header("Sec-Fetch-Dest", "document")
            .send(page.port)
    };
    assert_eq!(follow("/").status, 200);
    assert_eq!(follow("/state").status, 403);
}

#[test]
fn only_this_machine_reaches_it() {
    let page = Page::new();
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).is_ok());
    let has_ipv6 = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok();
    assert_eq!(TcpStream::connect((Ipv6Addr::LOCALHOST, page.port)).is_ok(), has_ipv6);
    // Linux answers on all of 127.0.0.0/8 if a server listens on all addresses.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect((Ipv4Addr::new(127, 0, 0, 2), page.port)).is_err());
    // Nothing is sent: this only asks which address of this machine a packet to there would have.
    let outside = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    if outside.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).is_ok() {
        let address = outside.local_addr().unwrap().ip();
        assert!(TcpStream::connect((address, page.port)).is_err(), "{address}");
    }
}
