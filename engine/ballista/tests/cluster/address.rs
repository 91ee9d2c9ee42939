//! Addresses at which there is no scheduler.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread::spawn;

use urigram_ballista::{ClusterError, client};

#[tokio::test]
async fn nothing_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("df://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = client(&address).await.err().unwrap();
    assert!(matches!(error, ClusterError::Unreachable { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        format!("cannot reach a scheduler at {address}: Connection refused (os error 111)")
    );
}

#[tokio::test]
async fn a_web_server_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("df://{}", listener.local_addr().unwrap());
    spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let error = client(&address).await.err().unwrap();
    assert!(matches!(error, ClusterError::NoScheduler { .. }), "{error:?}");
}

/// Accepts a connection, or leaves it in the queue, and says nothing.
#[tokio::test]
async fn what_listens_is_silent() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("df://{}", listener.local_addr().unwrap());
    let error = client(&address).await.err().unwrap();
    assert!(error.to_string().contains("no answer within 3 seconds"), "{error}");
}
