package dev.assay.conductor.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.Subscription;
import dev.assay.broker.HandlingResult;
import dev.assay.rule.store.RuleCache;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/** Receives announcements that inspection rules changed. */
@ApplicationScoped
public class RuleAnnouncements {
  private static final Logger LOG = Logger.getLogger(RuleAnnouncements.class);

  private final Broker broker;
  private final RuleCache rules;
  private final List<Subscription> subscription = new ArrayList<>();

  RuleAnnouncements(Broker broker, RuleCache rules) {
    this.broker = broker;
    this.rules = rules;
  }

  /** Runs before the conductor registers: an invalid file of built-in rules stops the startup. */
  void start(@Observes @Priority(50) StartupEvent started) {
    rules.start();
    subscription.add(
        Subscription.announcements(
            broker,
            message -> {
              receive(message.text());
              return HandlingResult.DONE;
            },
            this::lookAgain));
  }

  void stop(@Observes ShutdownEvent stopped) {
    subscription.forEach(each -> each.stop(Duration.ZERO));
  }

  /**
   * Finds changes whose announcement was missed; without a database they are found a little later.
   */
  private void lookAgain() {
    try {
      rules.refresh();
    } catch (RuntimeException e) {
      LOG.warnf("Inspection rules could not be read again: %s", e.getMessage());
    }
  }

  void receive(String message) {
    rules.receive(message);
  }
}
