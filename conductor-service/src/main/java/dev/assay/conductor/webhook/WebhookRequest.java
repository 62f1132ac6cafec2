package dev.assay.conductor.webhook;

import dev.assay.conductor.effect.RetryAfter;
import dev.assay.error.ShortText;
import dev.assay.http.BoundedHttpClient;
import dev.assay.http.HttpFault;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import dev.assay.webhook.Webhook.Target;
import dev.assay.webhook.WebhookDeliveries.Delivery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Makes one attempt to send events: a signed POST to an allowed host, which follows no redirect.
 * The reasons that it reports never contain the URL. Certificates are verified against the
 * authorities that this JVM trusts, with TLS 1.2 at least. Source: spec api.md 9.16.
 */
final class WebhookRequest {
  private static final int MAX_SHOWN = 200;

  /** A body up to this length is read, and ignored, so that the server can finish sending. */
  private static final int MAX_LENGTH = 64 * 1024;

  private final AllowedHosts hosts;
  private final Duration timeout;
  private final InstantSource clock;
  private final BoundedHttpClient client;

  /**
   * How an attempt ended.
   *
   * @param status of the response; null for none
   * @param error why the events were not taken; null when they were
   * @param retryAfter what the receiver asks for; zero for nothing
   */
  record Outcome(@Nullable Integer status, @Nullable String error, Duration retryAfter) {}

  WebhookRequest(AllowedHosts hosts, Duration timeout, InstantSource clock) {
    this.hosts = hosts;
    this.timeout = timeout;
    this.clock = clock;
    var tls = new SSLParameters();
    tls.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    this.client =
        new BoundedHttpClient(
            connection -> connection.proxy(HttpClient.Builder.NO_PROXY).sslParameters(tls));
  }

  /** Sends. A thread that is interrupted stays interrupted and gets a CancellationException. */
  Outcome send(Delivery delivery) {
    if (delivery.target().isEmpty()) {
      return failed("its URL and its secret cannot be decrypted, see the log, or set both again");
    }
    try {
      var request = request(delivery, delivery.target().get());
      return outcome(client.exchange(request, MAX_LENGTH, timeout));
    } catch (IllegalArgumentException e) {
      return failed(ShortText.shortened(String.valueOf(e.getMessage()), MAX_SHOWN));
    } catch (ExecutionException _) {
      return failed("the request cannot be made");
    } catch (IOException e) {
      return failed(HttpFault.of(e).reason(timeout));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for an answer");
    }
  }

  private static Outcome failed(String why) {
    return new Outcome(null, why, Duration.ZERO);
  }

  private Outcome outcome(HttpResponse<?> answer) {
    var status = answer.statusCode();
    if (status >= 200 && status < 300) {
      return new Outcome(status, null, Duration.ZERO);
    }
    var why = "the answer was status " + status;
    if (status >= 300 && status < 400) {
      why += ", and redirects are not followed: set the URL that it leads to";
    }
    var retryAfter =
        answer
            .headers()
            .firstValue("Retry-After")
            .map(header -> RetryAfter.of(header, clock.instant()))
            .orElse(Duration.ZERO);
    return new Outcome(status, why, retryAfter);
  }

  /** IllegalArgumentException when the URL must not be called. */
  private HttpRequest.Builder request(Delivery delivery, Target target) {
    URI url = hosts.require(target.url());
    var now = clock.instant();
    var body = body(delivery, now);
    var request =
        HttpRequest.newBuilder(url)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .setHeader("User-Agent", "assay")
            .setHeader("Content-Type", "application/json")
            .setHeader("X-Assay-Delivery", id(delivery).toString())
            .setHeader("X-Assay-Signature", Signature.of(body, target.secret(), now));
    if (!delivery.test()) {
      request.setHeader("X-Assay-Event-Id", delivery.end().toString());
    }
    return request;
  }

  private static byte[] body(Delivery delivery, Instant now) {
    var body = StoredJson.object();
    body.put("webhook_uuid", delivery.webhook().toString());
    var events = body.putArray("events");
    if (delivery.test()) {
      events.addObject().put("type", "test").put("at", IsoTime.of(now));
    }
    if (delivery.missedFrom() != null) {
      events.addObject().put("type", "gap").put("last_event_id", delivery.missedFrom().toString());
    }
    delivery.events().forEach(event -> events.add(event.json()));
    return StoredJson.write(body).getBytes(StandardCharsets.UTF_8);
  }

  /** The same when the same events are sent again. */
  private static UUID id(Delivery delivery) {
    var content =
        "%s/%s/%s/%s"
            .formatted(
                delivery.webhook(),
                delivery.end(),
                delivery.events().size(),
                delivery.test() ? delivery.number() : "");
    return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Closes all connections. */
  void close() {
    client.close();
  }
}
