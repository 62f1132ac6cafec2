package dev.assay.message;

/**
 * Receives the announcements that reach this process. A process that subscribes to announcements
 * has one bean of this type.
 */
public interface AnnouncementReceiver {
  /** Handles one announcement; ignores one that is for others, or that cannot be read. */
  void receive(String message);

  /**
   * Runs whenever this process has subscribed, also again after the subscription was lost: earlier
   * announcements may have been missed, and their changes must be found by polling.
   */
  void subscribed();

  /**
   * Runs whenever the subscription is lost: announcements are missed until {@link #subscribed}
   * runs.
   */
  default void unsubscribed() {}
}
