package dev.assay.api.testing;

import dev.assay.broker.BrokerConductorCalls;
import dev.assay.message.ConductorCalls;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Hears every request; answers as a test says, or lets the question go its usual way. */
@Alternative
@Priority(1)
@ApplicationScoped
public class ScriptedConductor implements ConductorCalls {
  private final BrokerConductorCalls usual;
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private volatile Optional<Function<ConductorRequest, String>> answer = Optional.empty();

  /** A request, and who was meant by it. */
  public record Heard(String driver, String group, ConductorRequest request) {}

  ScriptedConductor(BrokerConductorCalls usual) {
    this.usual = usual;
  }

  @Override
  public String call(String driver, String group, String request, Duration limit) {
    var asked = Envelope.read(request).require(ConductorRequest.class);
    heard.add(new Heard(driver, group, asked));
    return answer
        .map(script -> script.apply(asked))
        .orElseGet(() -> usual.call(driver, group, request, limit));
  }

  /** From now on every question is answered so. */
  public void answers(ConductorReply next) {
    says(next.write());
  }

  /** From now on each question is answered as {@code script} says. */
  public void answersAs(Function<ConductorRequest, ConductorReply> script) {
    answer = Optional.of(request -> script.apply(request).write());
  }

  /** From now on every question is answered with this text, be it an answer or not. */
  public void says(String text) {
    answer = Optional.of(_ -> text);
  }

  /** From now on it says nothing, and what it heard is forgotten. */
  public void leave() {
    answer = Optional.empty();
    heard.clear();
  }

  public List<Heard> heard() {
    return List.copyOf(heard);
  }
}
