package dev.assay.pxefilter.announcement;

import dev.assay.message.Announcement;
import dev.assay.message.AnnouncementReceiver;
import dev.assay.message.Envelope;
import dev.assay.pxefilter.membership.FilterRegistration;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Receives announcements of which machines may boot, and has them looked up. A message that cannot
 * be read is dropped; the next comparison with the database finds what it was about.
 */
@ApplicationScoped
public class AnnouncementHandler implements AnnouncementReceiver {
  private static final Logger LOG = Logger.getLogger(AnnouncementHandler.class);

  private final FilterRegistration filter;

  AnnouncementHandler(FilterRegistration filter) {
    this.filter = filter;
  }

  /** Handles one message, from the broker or from this process. */
  @Override
  public void receive(String message) {
    try {
      switch (Envelope.read(message).require(Announcement.class)) {
        case Announcement.Allow(var macs) -> filter.announced(macs);
        case Announcement.Deny(var macs) -> filter.announced(macs);
        case Announcement.RulesChanged _ -> LOG.trace("rules are run elsewhere");
      }
    } catch (Envelope.Unreadable e) {
      LOG.errorf("An announcement cannot be read and is dropped: %s", e.getMessage());
    }
  }

  @Override
  public void subscribed() {
    LOG.info("Listening to announcements.");
    filter.subscribed();
  }

  @Override
  public void unsubscribed() {
    LOG.warn("No announcements arrive: the broker is away.");
    filter.unsubscribed();
  }
}
