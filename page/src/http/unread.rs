//! An answer that counts as work until its client has read it.
//!
//! Otherwise the server would keep an answer of some megabytes for each client that asks and does not read.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use futures_util::stream::unfold;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::answer::of_json;

/// The time in which a client has to read an answer.
pub(super) const TIME: Duration = Duration::from_secs(10);
/// The length of a piece, in bytes. A connection keeps at most three that the system has not yet taken.
const PIECE: usize = 64 << 10;

/// Returns a response with this JSON, and keeps `place` until the client has read all but the last pieces. After the
/// given time the rest is dropped, and the connection is closed once what came before is read, or not read in time.
pub(super) fn response(json: Vec<u8>, place: impl Send + 'static, time: Duration) -> Response {
    let length = json.len();
    let (sender, pieces) = mpsc::channel(1);
    tokio::spawn(async move {
        let send_all = async {
            for piece in json.chunks(PIECE) {
                // A copy: a part of `json` would keep the whole of it.
                if sender.send(Bytes::copy_from_slice(piece)).await.is_err() {
                    break;
                }
            }
        };
        let _ = timeout(time, send_all).await;
        drop(place);
    });
    let pieces = unfold(pieces, |mut pieces| async {
        let piece = pieces.recv().await?;
        Some((Ok::<_, Infallible>(piece), pieces))
    });
    let mut response = of_json(Body::from_stream(pieces));
    // By this the client and the server's own connection notice that the rest is missing.
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
    response
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use tokio::sync::oneshot;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
    }

    async fn read(response: Response) -> Bytes {
        to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    #[test]
    fn all_of_it_is_read() {
        for length in [0, 1, PIECE, PIECE + 1, 5 * PIECE] {
            let json: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let read = block_on(async { read(response(json.clone(), (), LONG)).await });
            assert_eq!(read, json);
        }
    }

    #[test]
    fn the_place_is_kept_until_then() {
        block_on(async {
            let (place, mut is_free) = oneshot::channel::<()>();
            let response = response(vec![0; 10 * PIECE], place, LONG);
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            assert_eq!(is_free.try_recv(), Err(oneshot::error::TryRecvError::Empty));
            read(response).await;
            assert!(is_free.await.is_err());
        });
    }

    #[test]
    fn who_does_not_read_loses_the_rest() {
        block_on(async {
            let (place, is_free) = oneshot::channel::<()>();
            let response = response(vec![0; 10 * PIECE], place, Duration::from_millis(10));
            assert!(is_free.await.is_err());
            assert_eq!(response.headers()[CONTENT_LENGTH], (10 * PIECE).to_string());
            assert_eq!(read(response).await.len(), PIECE);
        });
    }

    #[test]
    fn who_leaves_frees_the_place() {
        block_on(async {
            let (place, is_free) = oneshot::channel::<()>();
            drop(response(vec![0; 10 * PIECE], place, LONG));
            assert!(is_free.await.is_err());
        });
    }
}
