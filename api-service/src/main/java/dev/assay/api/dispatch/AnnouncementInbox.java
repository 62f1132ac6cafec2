package dev.assay.api.dispatch;

import dev.assay.rule.LiveRules;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Hears from the broker that inspection rules changed. */
@ApplicationScoped
public class AnnouncementInbox {
  private final LiveRules rules;

  AnnouncementInbox(LiveRules rules) {
    this.rules = rules;
  }

  /** Before any request is answered: a file of built-in rules that is wrong stops the start. */
  void start(@Observes @Priority(50) StartupEvent started) {
    rules.start();
  }

  @Incoming("api-announcement-in")
  @RunOnVirtualThread
  void hear(String message) {
    rules.hear(message);
  }
}
