package dev.assay.broker;

import dev.assay.message.AnnouncementReceiver;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Consumes announcements for the receiver of this process, one after the other. */
@ApplicationScoped
public class Announcements {
  private final Broker broker;
  private final AnnouncementReceiver receiver;
  private @Nullable Subscription subscription;

  Announcements(Broker broker, AnnouncementReceiver receiver) {
    this.broker = broker;
    this.receiver = receiver;
  }

  /** Runs when the rules are loaded, and before a conductor consumes commands. */
  void start(@Observes @Priority(150) StartupEvent started) {
    subscription =
        Subscription.announcements(
            broker, this::receive, receiver::subscribed, receiver::unsubscribed);
  }

  void stop(@Observes ShutdownEvent stopped) {
    if (subscription != null) {
      subscription.stop(Duration.ZERO);
    }
  }

  private HandlingResult receive(ReceivedMessage message) {
    receiver.receive(message.text());
    return HandlingResult.DONE;
  }
}
