//! Opening the port, and answering until the process ends.

use crate::app::{App, Settings, service};
use crate::log;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::task::Poll;
use tedomari::Engine;
use thiserror::Error;
use tokio::sync::Notify;

/// Why there is no server.
#[derive(Error, Debug)]
pub enum ServeError {
    /// Others could reach it, and it has no token.
    #[error("{0} can be reached from other machines: a token is needed")]
    Open(IpAddr),
    /// There are no letters in the token, or others than it may have.
    #[error("a token needs at least 16 letters, digits, - and _")]
    Token,
    /// The port is taken, or not allowed.
    #[error("{0} cannot be listened on: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The system gives no threads or timers.
    #[error("the server cannot start: {0}")]
    Start(std::io::Error),
}

/// A server whose port is open.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    stop: Arc<Notify>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends the server. Streams that are open are cut.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Opens the port.
    pub fn bind(engine: Engine, settings: Settings) -> Result<Self, ServeError> {
        let listen = settings.listen;
        match &settings.token {
            None if !listen.ip().is_loopback() => return Err(ServeError::Open(listen.ip())),
            Some(token) if !is_token(token) => return Err(ServeError::Token),
            _ => {}
        }
        let wrong = |error| ServeError::Listen(listen, error);
        let listener = TcpListener::bind(listen).map_err(wrong)?;
        listener.set_nonblocking(true).map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        let app = Arc::new(App::new(engine, settings, address.port()));
        Ok(Self { listener, address, app, stop: Arc::default() })
    }

    /// The address of the page, with the token if it needs one. A server that listens everywhere is named by its
    /// first further host.
    #[must_use]
    pub fn url(&self) -> String {
        let named = self.app.settings.hosts.first().filter(|_| self.address.ip().is_unspecified());
        let host = named.cloned().unwrap_or_else(|| match self.address.ip().is_unspecified() {
            true => format!("localhost:{}", self.address.port()),
            false => self.address.to_string(),
        });
        let token = self.app.settings.token.as_ref().map(|token| format!("?token={token}"));
        format!("http://{host}/{}", token.unwrap_or_default())
    }

    /// A way to end the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers requests until it is stopped. One thread waits for them; jobs have threads of their own.
    pub fn run(self) -> Result<(), ServeError> {
        log::start();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(ServeError::Start)?;
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(ServeError::Start)?;
            let mut serving = std::pin::pin!(axum::serve(listener, service(&self.app)).into_future());
            let mut stopped = std::pin::pin!(self.stop.notified());
            std::future::poll_fn(|context| match stopped.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Ok(())),
                Poll::Pending => serving.as_mut().poll(context).map_err(ServeError::Start),
            })
            .await
        });
        // Streams are dropped, which cancels their jobs.
        runtime.shutdown_background();
        self.app.close();
        ended
    }
}

/// May this be a token? It is a part of an address and of a header.
fn is_token(token: &str) -> bool {
    token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
