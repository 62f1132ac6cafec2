package dev.assay.pxefilter.dispatch;

import dev.assay.broker.Broker;
import dev.assay.broker.Subscription;
import dev.assay.broker.HandlingResult;
import dev.assay.pxefilter.announcement.AnnouncementHandler;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/** Subscribes to announcements from the broker. */
@ApplicationScoped
public class AnnouncementQueue {
  private static final Logger LOG = Logger.getLogger(AnnouncementQueue.class);

  private final Broker broker;
  private final AnnouncementHandler handler;
  private final List<Subscription> subscription = new ArrayList<>();

  AnnouncementQueue(Broker broker, AnnouncementHandler handler) {
    this.broker = broker;
    this.handler = handler;
  }

  void start(@Observes StartupEvent started) {
    subscription.add(
        Subscription.announcements(
            broker,
            message -> {
              handler.receive(message.text());
              return HandlingResult.DONE;
            },
            () -> LOG.info("Listening to announcements.")));
  }

  void stop(@Observes ShutdownEvent stopped) {
    subscription.forEach(each -> each.stop(Duration.ZERO));
  }
}
