package dev.assay.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Reads a response body up to a length; cancels a longer one, and is empty then. The JDK's limiting
 * subscriber would fail instead, and lose status and headers.
 */
final class BoundedBody implements BodySubscriber<Optional<byte[]>> {
  private final int longest;
  private final CompletableFuture<Optional<byte[]>> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Runnable cancel = () -> {};

  BoundedBody(int longest) {
    this.longest = longest;
  }

  @Override
  public CompletionStage<Optional<byte[]>> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    cancel = subscription::cancel;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    for (var buffer : part) {
      if (buffer.remaining() > longest - bytes.size()) {
        body.complete(Optional.empty());
        cancel.run();
        return;
      }
      var read = new byte[buffer.remaining()];
      buffer.get(read);
      bytes.writeBytes(read);
    }
  }

  @Override
  public void onError(Throwable broken) {
    body.completeExceptionally(broken);
  }

  @Override
  public void onComplete() {
    body.complete(Optional.of(bytes.toByteArray()));
  }
}
