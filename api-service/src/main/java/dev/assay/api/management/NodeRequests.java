package dev.assay.api.management;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.message.ConductorCalls;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.node.NodeAttributes;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Sends requests about a node to a conductor; a refusal becomes the exception that the client sees.
 */
@ApplicationScoped
public class NodeRequests {
  private static final Logger LOG = Logger.getLogger(NodeRequests.class);
  private static final Duration MAX_DURATION = Duration.ofSeconds(60);

  private final ConductorCalls conductors;
  private final ApiRequest apiRequest;
  private final Duration limit;
  private final Tracing tracing;

  NodeRequests(
      ConductorCalls conductors, ApiRequest apiRequest, ApiConfig config, Tracing tracing) {
    this.conductors = conductors;
    this.apiRequest = apiRequest;
    this.tracing = tracing;
    this.limit = config.askTimeout();
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(
          "assay.api.ask-timeout must be from 1s to 60s, not " + limit);
    }
  }

  /**
   * Sends {@code request} to a conductor that serves {@code node} and returns its reply of the
   * expected {@code type}. Must be called outside a transaction: it may block until the timeout.
   */
  public <A extends ConductorReply> A ask(
      NodeAttributes node, ConductorRequest request, Class<A> type) {
    return switch (read(call(node, request))) {
      case ConductorReply.Refused(var code, var sentence) ->
          throw new AssayException(code, sentence);
      case ConductorReply answer when type.isInstance(answer) -> type.cast(answer);
      case ConductorReply other -> throw notUnderstood(other.write());
    };
  }

  private String call(NodeAttributes node, ConductorRequest request) {
    try (var span = tracing.child(Kind.CLIENT, "ask", request.getClass().getSimpleName()).enter()) {
      var envelope = new Envelope(request, apiRequest.requestId(), tracing.traceparent()).write();
      try {
        return conductors.call(node.driver(), node.conductorGroup(), envelope, limit);
      } catch (AssayException e) {
        var _ = span.failed(e.code().name());
        throw e;
      }
    }
  }

  private static ConductorReply read(String text) {
    try {
      return ConductorReply.read(text);
    } catch (IllegalArgumentException _) {
      throw notUnderstood(text);
    }
  }

  private static AssayException notUnderstood(String text) {
    LOG.errorf("A conductor's reply cannot be read: %s", text);
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        "The conductor's reply cannot be read: run the same version of API and conductors.");
  }
}
