package dev.assay.api.body;

import dev.assay.api.error.ErrorBody;
import dev.assay.api.error.ErrorResponses;
import dev.assay.api.log.LimitedLog;
import dev.assay.error.ErrorCode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Receives one request body on the event loop of its connection: checks its length, keeps a short
 * body in memory and writes a long one to disk piece by piece, with the connection paused
 * meanwhile. Any failure ends the request: an incomplete body never reaches its resource.
 */
final class BodyReceiver {
  private static final Logger LOG = Logger.getLogger(BodyReceiver.class);
  private static final LimitedLog DISK_LOG = new LimitedLog(LOG);
  private static final int PIECE_BYTES = 64 * 1024;

  /** The number of bytes that counts as progress. */
  private static final int PROGRESS_BYTES = 16 * 1024;

  private final RoutingContext context;
  private final HttpServerRequest request;
  private final Context eventLoop = Vertx.currentContext();
  private final long limit;
  private final BodiesBeingReceived all;
  private final long startedAt;
  private volatile long progressAt;

  private Pieces pending = new Pieces();
  private @Nullable BodyFile file;
  private long received;
  private long receivedAtProgress;
  private final AtomicLong onDisk = new AtomicLong();
  private volatile boolean writing;
  private boolean lost;
  private boolean ended;
  private boolean finished;

  BodyReceiver(RoutingContext context, long limit, BodiesBeingReceived all) {
    this.context = context;
    this.request = context.request();
    this.limit = limit;
    this.all = all;
    this.startedAt = all.nanoTime();
    this.progressAt = startedAt;
  }

  void begin() {
    if (gone()) { // during authentication; no further event would come
      finish();
      return;
    }
    request.exceptionHandler(this::broken);
    request.endHandler(_ -> guarded(this::end));
    request.handler(chunk -> guarded(() -> take(chunk)));
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      context.response().writeContinue();
    }
    request.resume();
  }

  /** When receiving began, by {@link System#nanoTime}. */
  long startedAt() {
    return startedAt;
  }

  /** When it last made progress, by {@link System#nanoTime}. */
  long progressAt() {
    return progressAt;
  }

  /** True while it waits for our own disk, which is not the fault of the sender. */
  boolean writing() {
    return writing;
  }

  /** Ends the request with 503, from any thread, unless its body is complete by then. */
  void cut(String sentence) {
    eventLoop.runOnContext(_ -> guarded(() -> refuse(sentence)));
  }

  /** Bytes that are counted as on disk. */
  long onDisk() {
    return onDisk.get();
  }

  /** As {@link #onDisk}, and no longer counts them; from any thread. */
  long giveUpDisk() {
    return onDisk.getAndSet(0);
  }

  /**
   * Runs {@code work} unless the request is over, and ends the request when it fails: even after an
   * OutOfMemoryError, going on would silently lose a part of the body.
   */
  private void guarded(Runnable work) {
    if (finished) {
      return;
    }
    try {
      if (lost) {
        throw new IllegalStateException("a part of the body was lost");
      }
      work.run();
    } catch (Throwable e) {
      lost = true;
      failed(e);
    }
  }

  private void take(Buffer chunk) {
    received += chunk.length();
    if (received > limit) {
      finish();
      WholeBody.refuse(context, request, limit);
      return;
    }
    if (received - receivedAtProgress >= PROGRESS_BYTES) {
      receivedAtProgress = received;
      progressAt = all.nanoTime();
    }
    pending.add(chunk);
    var room = all.keep(chunk.length());
    if (file == null && (!room || received > PIECE_BYTES)) {
      file = all.file();
    }
    if (file != null && !writing && (!room || pending.length() >= PIECE_BYTES)) {
      write(file);
    }
  }

  private void end() {
    ended = true;
    if (writing) {
      return;
    }
    if (file != null && pending.length() > 0) {
      write(file);
      return;
    }
    requireWhole();
    var body = body();
    finish();
    if (gone()) {
      body.close(); // the handler that frees it at the end of the request has run
      return;
    }
    context.put(WholeBody.KEY, body);
    context.next();
  }

  private boolean gone() {
    return context.response().closed() || context.response().ended();
  }

  private ReceivedBody body() {
    if (file == null) {
      var bytes = pending.joined();
      pending = new Pieces(); // its bytes stay counted until the resource has them
      return new ReceivedBody.InMemory(bytes, all.onceForgotten(bytes.length));
    }
    var whole = file;
    file = null;
    return new ReceivedBody.OnDisk(whole, (int) received, all.onceFreed(whole, giveUpDisk()));
  }

  private void requireWhole() {
    var length = request.getHeader("Content-Length");
    if (length != null && Long.parseLong(length.strip()) != received) {
      throw new IllegalStateException(
          "of %s bytes of a body %d were received".formatted(length, received));
    }
  }

  private void write(BodyFile target) {
    var piece = pending;
    pending = new Pieces();
    if (!all.takeDisk(piece.length(), this)) {
      all.forget(piece.length());
      refuse("There is no disk space left for the body of the request; try again later.");
      return;
    }
    onDisk.addAndGet(piece.length());
    writing = true;
    if (!ended) {
      request.pause();
    }
    all.write(target, piece).onComplete(done -> written(piece, done.cause()));
  }

  private void written(Pieces piece, @Nullable Throwable failure) {
    progressAt = all.nanoTime();
    writing = false;
    all.forget(piece.length());
    if (finished) {
      discardFile();
    } else if (failure != null) {
      failed(failure);
    } else if (ended) {
      guarded(this::end);
    } else {
      request.resume();
    }
  }

  /** Called when the connection was closed, or the data received is not valid HTTP. */
  private void broken(Throwable failure) {
    if (finished) {
      return;
    }
    LOG.debug("A body broke off.", failure);
    finish();
    if (!(failure instanceof HttpClosedException)) {
      context.response().putHeader("Connection", "close"); // the server closes it after this
      ErrorResponses.end(
          context,
          ErrorBody.routing(
              400, "The body of the request is not sent as its Transfer-Encoding says."));
      flush();
    }
  }

  /**
   * Flushes the response at once: the server closes the connection after this event, and what is
   * written while it reads would be lost.
   */
  private void flush() {
    if (request.connection() instanceof ConnectionBase connection) {
      connection.channel().flush();
    }
  }

  private void failed(Throwable failure) {
    if (failure instanceof IOException) {
      DISK_LOG.warn("The body of a request cannot be written to disk: " + failure);
    } else {
      LOG.error("The body of a request cannot be received.", failure);
    }
    refuse("The body of the request could not be received; try again later.");
  }

  private void refuse(String sentence) {
    finish();
    var status = ErrorCode.UNAVAILABLE.status();
    ErrorResponses.end(context, ErrorBody.application(status, sentence));
  }

  private void finish() {
    finished = true;
    all.ended(this);
    all.forget(pending.length());
    pending = new Pieces();
    if (!writing) {
      discardFile();
    }
  }

  private void discardFile() {
    if (file != null) {
      all.onceFreed(file, giveUpDisk()).run();
      file = null;
    }
  }
}
