//! Addresses at which there is no scheduler.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::spawn;

use tokio::net::TcpSocket;
use urigram_ballista::{ClusterError, client};

#[tokio::test]
async fn nothing_listens() {
    // A port that is taken, so that no other test gets it, and on which nobody listens.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap();
    let refused = TcpStream::connect(port).unwrap_err();
    let error = client(&format!("df://{port}")).await.err().unwrap();
    assert!(matches!(error, ClusterError::Unreachable { .. }), "{error:?}");
    assert_eq!(error.to_string(), format!("cannot reach a scheduler at df://{port}: {refused}"));
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
