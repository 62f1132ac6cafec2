package dev.assay.conductor.dispatch;

import dev.assay.message.Announcement;
import dev.assay.message.Envelope;
import dev.assay.rule.LiveRules;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Hears that inspection rules changed; what is for the PXE filters is passed over. A message that
 * cannot be read is dropped: {@link LiveRules} also looks by itself.
 */
@ApplicationScoped
public class AnnouncementInbox {
  private static final Logger LOG = Logger.getLogger(AnnouncementInbox.class);

  private final LiveRules rules;

  AnnouncementInbox(LiveRules rules) {
    this.rules = rules;
  }

  /** Before the conductor registers: a file of built-in rules that is wrong stops the start. */
  void start(@Observes @Priority(50) StartupEvent started) {
    rules.start();
  }

  @Incoming("conductor-announcement-in")
  @RunOnVirtualThread
  void hear(String message) {
    try {
      switch (Envelope.read(message).requireAnnouncement()) {
        case Announcement.RulesChanged _ -> rules.refresh();
        case Announcement.Allow _, Announcement.Deny _ -> LOG.trace("not for conductors");
      }
    } catch (Envelope.Unreadable e) {
      LOG.errorf("An announcement cannot be read and is dropped: %s", e.getMessage());
    }
  }
}
