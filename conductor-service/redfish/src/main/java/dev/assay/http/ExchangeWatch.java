package dev.assay.http;

import java.net.URI;

/** Is told of each exchange of a client when it begins and ends, for traces. Thread-safe. */
@FunctionalInterface
public interface ExchangeWatch {
  /** Watches nothing. */
  ExchangeWatch NONE = (_, _) -> Unwatched.INSTANCE;

  /** Called before the request is sent, by the thread that waits for the response. */
  Exchange begin(String method, URI uri);

  /** One that nobody watches. */
  enum Unwatched implements Exchange {
    INSTANCE;

    @Override
    public void answered(int status) {}

    @Override
    public void failed(Throwable thrown) {}
  }

  /** An exchange that has begun; one of its methods is called, by the same thread. */
  interface Exchange {
    /** The response was received. */
    void answered(int status);

    /** There is no response. */
    void failed(Throwable thrown);
  }
}
