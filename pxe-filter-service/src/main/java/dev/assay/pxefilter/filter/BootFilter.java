package dev.assay.pxefilter.filter;

import dev.assay.id.MacAddress;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * Controls which machines the DHCP server of a provisioning network answers. While the permit is
 * not valid everyone is denied, but the list is kept current. All methods but {@link #warning} are
 * called by one thread; each may be called again after a failure. An IOException says what does not
 * work and what to do.
 */
public interface BootFilter extends AutoCloseable {
  /**
   * Makes everything as {@code list} and {@code permit} say. Looks at what is really in force,
   * which somebody else may have changed.
   *
   * @return how many entries were not as this filter had left them
   */
  int reconcile(AccessList list, Permit permit) throws IOException;

  /**
   * Lets machines boot that were denied for want of a permit, as {@code list} says, without looking
   * at what is in force.
   */
  void open(AccessList list, Permit permit) throws IOException;

  /**
   * Makes the addresses {@code changed}, and all unknown ones, as {@code list} and {@code permit}
   * say.
   */
  void update(AccessList list, Collection<MacAddress> changed, Permit permit) throws IOException;

  /**
   * Does the next part of what can wait, since it changes nothing for any machine yet. Called after
   * each other method while there is more to do.
   *
   * @return whether there is more
   */
  default boolean continueWork(AccessList list, Permit permit) throws IOException {
    return false;
  }

  /**
   * Confirms that this process still works and holds {@code permit}. Without this the operating
   * system denies everyone, at the latest when the permit expires.
   */
  void prolong(Permit permit) throws IOException;

  /** Denies everyone, also when the disk is full. */
  void denyAll() throws IOException;

  /** What does not work although machines can boot, in a sentence. */
  Optional<String> warning();

  /** Releases what it holds, and leaves in force what is in force. */
  @Override
  void close();
}
