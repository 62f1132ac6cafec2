package dev.assay.dhcp;

import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Plays machines of any MAC address that ask for an address (DHCPDISCOVER), and sees which of them
 * are offered one. Source: RFC 2131 4.
 */
public final class DhcpProbe implements AutoCloseable {
  private static final int IP_SOURCE = 14 + 12;
  private static final int BOOTP = 14 + 20 + 8;
  private static final int XID = BOOTP + 4;
  private static final int OPTIONS = BOOTP + 236 + 4;
  private static final HexFormat HEX = HexFormat.ofDelimiter(":");

  private final RawSocket socket;
  private final AtomicInteger ids =
      new AtomicInteger((int) (System.nanoTime() & 0x7fffffff) | 0x40000000);
  private final Map<Integer, Request> requests = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Offer> offers = new ConcurrentLinkedQueue<>();
  private final Thread receiver;
  private volatile boolean closed;

  /** When a machine asked, by {@link System#nanoTime}. */
  private record Request(String address, long sentAt, CountDownLatch answered) {}

  /**
   * A machine was offered an address; times by {@link System#nanoTime}.
   *
   * @param server the IP address of the DHCP server
   */
  public record Offer(String address, String server, long askedAt, long offeredAt) {}

  private DhcpProbe(RawSocket socket) {
    this.socket = socket;
    this.receiver = Thread.ofPlatform().daemon().name("dhcp-probe").start(this::receive);
  }

  static DhcpProbe open(String namespace, String interfaceName) {
    return new DhcpProbe(RawSocket.open(namespace, interfaceName));
  }

  /** Whether the machine is offered an address within {@code limit}, when it asks once. */
  public boolean isAnswered(String address, Duration limit) {
    try {
      return ask(address).answered().await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for an offer", e);
    }
  }

  /** The IP addresses of all servers that offer the machine an address within {@code time}. */
  public Set<String> answering(String address, Duration time) {
    var asked = ask(address).sentAt();
    await().pollDelay(time).until(() -> true); // for servers that do not answer
    return offers.stream()
        .filter(offer -> offer.address().equals(address) && offer.askedAt() == asked)
        .map(Offer::server)
        .collect(Collectors.toSet());
  }

  private Request ask(String address) {
    var id = ids.incrementAndGet();
    var request = new Request(address, System.nanoTime(), new CountDownLatch(1));
    requests.put(id, request);
    socket.send(discover(HEX.parseHex(address), id));
    return request;
  }

  /** All offers so far. */
  public List<Offer> offers() {
    return List.copyOf(offers);
  }

  /** Lets these machines ask again and again, one every {@code pause}, until it is closed. */
  public AutoCloseable keepAsking(Collection<String> addresses, Duration pause) {
    var all = List.copyOf(addresses);
    var end = new CountDownLatch(1);
    var thread =
        Thread.ofPlatform()
            .daemon()
            .name("dhcp-asking")
            .start(
                () -> {
                  try {
                    for (int i = 0; !end.await(pause.toNanos(), TimeUnit.NANOSECONDS); i++) {
                      ask(all.get(i % all.size()));
                    }
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    return () -> {
      end.countDown();
      thread.join();
    };
  }

  private void receive() {
    while (!closed) {
      socket.receive().filter(DhcpProbe::isOffer).ifPresent(this::offered);
    }
  }

  private void offered(byte[] frame) {
    var request = requests.get(ByteBuffer.wrap(frame).getInt(XID));
    if (request != null) {
      var server = new StringJoiner(".");
      for (int i = IP_SOURCE; i < IP_SOURCE + 4; i++) {
        server.add(String.valueOf(frame[i] & 255));
      }
      offers.add(
          new Offer(request.address(), server.toString(), request.sentAt(), System.nanoTime()));
      request.answered().countDown();
    }
  }

  /** A UDP packet from port 67 whose first option is message type DHCPOFFER. */
  private static boolean isOffer(byte[] frame) {
    return frame.length > OPTIONS + 3
        && frame[23] == 17
        && frame[34] == 0
        && frame[35] == 67
        && frame[OPTIONS] == 53
        && frame[OPTIONS + 2] == 2;
  }

  private static byte[] discover(byte[] address, int id) {
    var frame = ByteBuffer.allocate(14 + 20 + 8 + 300);
    for (int i = 0; i < 6; i++) {
      frame.put((byte) 0xff);
    }
    frame.put(address).putShort((short) 0x0800);
    int length = 20 + 8 + 300;
    frame.put((byte) 0x45).put((byte) 0).putShort((short) length);
    frame.putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0); // checksum below
    frame.putInt(0).putInt(-1);
    frame.putShort((short) 68).putShort((short) 67).putShort((short) (8 + 300)).putShort((short) 0);
    frame.put((byte) 1).put((byte) 1).put((byte) 6).put((byte) 0).putInt(id);
    frame.putShort((short) 0).putShort((short) 0x8000); // answers by broadcast
    frame.position(BOOTP + 28).put(address);
    frame.position(OPTIONS - 4).put("c\u0082Sc".getBytes(StandardCharsets.ISO_8859_1));
    frame.put((byte) 53).put((byte) 1).put((byte) 1).put((byte) 255);
    frame.putShort(14 + 10, checksum(frame));
    return frame.array();
  }

  private static short checksum(ByteBuffer frame) {
    int sum = 0;
    for (int i = 14; i < 34; i += 2) {
      sum += frame.getShort(i) & 0xffff;
    }
    while (sum >> 16 != 0) {
      sum = (sum & 0xffff) + (sum >> 16);
    }
    return (short) ~sum;
  }

  @Override
  public void close() {
    closed = true;
    try {
      receiver.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    socket.close();
  }
}
