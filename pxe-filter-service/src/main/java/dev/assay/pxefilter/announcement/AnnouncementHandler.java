package dev.assay.pxefilter.announcement;

import dev.assay.message.Announcement;
import dev.assay.message.AnnouncementReceiver;
import dev.assay.message.Envelope;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Receives announcements of which machines may boot. No filter driver is built in yet, so they are
 * only logged. A message that cannot be read is dropped; the reconciliation of a driver repairs
 * what it missed.
 */
@ApplicationScoped
public class AnnouncementHandler implements AnnouncementReceiver {
  private static final Logger LOG = Logger.getLogger(AnnouncementHandler.class);

  /** Handles one message, from the broker or from this process. */
  @Override
  public void receive(String message) {
    try {
      switch (Envelope.read(message).require(Announcement.class)) {
        case Announcement.Allow allow -> LOG.debugf("allow %s", allow.macs());
        case Announcement.Deny deny -> LOG.debugf("deny %s", deny.macs());
        case Announcement.RulesChanged _ -> LOG.trace("rules are run elsewhere");
      }
    } catch (Envelope.Unreadable e) {
      LOG.errorf("An announcement cannot be read and is dropped: %s", e.getMessage());
    }
  }

  @Override
  public void subscribed() {
    LOG.info("Listening to announcements.");
  }
}
