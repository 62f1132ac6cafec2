package dev.assay.api.management;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.message.Answer;
import dev.assay.message.ConductorCalls;
import dev.assay.message.Envelope;
import dev.assay.message.Question;
import dev.assay.node.NodeAttributes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Asks a conductor about a node; a refusal becomes the exception that its client sees. */
@ApplicationScoped
class Questions {
  private static final Logger LOG = Logger.getLogger(Questions.class);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ConductorCalls conductors;
  private final ApiRequest request;
  private final Duration limit;

  Questions(ConductorCalls conductors, ApiRequest request, ApiConfig config) {
    this.conductors = conductors;
    this.request = request;
    this.limit = config.askTimeout();
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "assay.api.ask-timeout must be from 1s to 60s, not " + limit);
    }
  }

  /**
   * The answer, of the type that belongs to {@code question}. To be called outside of a
   * transaction: it may take as long as the time-out.
   */
  <A extends Answer> A ask(NodeAttributes node, Question question, Class<A> type) {
    var envelope = Envelope.of(question, request.requestId()).write();
    var text = conductors.call(node.driver(), node.conductorGroup(), envelope, limit);
    return switch (read(text)) {
      case Answer.Refused(var code, var sentence) -> throw new AssayException(code, sentence);
      case Answer answer when type.isInstance(answer) -> type.cast(answer);
      case Answer _ -> throw notUnderstood(text);
    };
  }

  private static Answer read(String text) {
    try {
      return Answer.read(text);
    } catch (IllegalArgumentException _) {
      throw notUnderstood(text);
    }
  }

  private static AssayException notUnderstood(String text) {
    LOG.errorf("A conductor's answer is not understood: %s", text);
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        "The conductor's answer is not understood: bring API and conductors to one version.");
  }
}
