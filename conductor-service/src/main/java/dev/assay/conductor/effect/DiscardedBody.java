package dev.assay.conductor.effect;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response body and discards it, so that the server can finish sending; cancels a long one.
 */
final class DiscardedBody implements BodySubscriber<Void> {
  private static final long MAX_LENGTH = 64 * 1024;

  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private Flow.@Nullable Subscription body;
  private long bytes;

  @Override
  public CompletionStage<Void> getBody() {
    return end;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    body = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    bytes += part.stream().mapToLong(ByteBuffer::remaining).sum();
    var rest = body;
    if (rest == null) {
      throw new IllegalStateException("a body begins with its subscription");
    }
    if (bytes < MAX_LENGTH) {
      rest.request(1);
    } else {
      rest.cancel();
      end.complete(null);
    }
  }

  @Override
  public void onError(Throwable broken) {
    end.completeExceptionally(broken);
  }

  @Override
  public void onComplete() {
    end.complete(null);
  }
}
