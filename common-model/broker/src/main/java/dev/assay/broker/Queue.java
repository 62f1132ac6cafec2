package dev.assay.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A queue as its consumers declare it. The broker refuses a declaration that differs from the queue
 * that is there, so what is written here for a name never changes.
 */
public final class Queue {
  /** What everyone who listens hears goes through this exchange. */
  static final String ANNOUNCEMENTS = "assay.announcement";

  /** Where those commands are sent whose node no longer exists, and older processes send all. */
  static final String ANYONE = "assay.conductor";

  private static final String DEAD = "assay.conductor.dead";
  private static final String COMMAND = "command";
  private static final int UNUSED_MILLIS = 3_600_000;

  private static final int LONGEST_NAME = 255;

  private final String title;
  private final Declaration declaration;

  private interface Declaration {
    String on(Channel channel) throws IOException;
  }

  private Queue(String title, Declaration declaration) {
    this.title = title;
    this.declaration = declaration;
  }

  /** Durable and replicated; what is dead of it lies on {@code assay.conductor.dead}. */
  public static Queue ofCommands(String name) {
    return new Queue(
        name,
        channel -> {
          declareDead(channel);
          // Given back once a second while a database is away: no number of tries makes it dead.
          channel.queueDeclare(name, true, false, false, commandArguments(Integer.MAX_VALUE));
          return name;
        });
  }

  /** For the conductors of all drivers and groups: the only queue that older processes know. */
  public static Queue ofCommandsForAnyone() {
    return new Queue(
        ANYONE,
        channel -> {
          var name = ANYONE;
          declareDead(channel);
          channel.exchangeDeclare(name, BuiltinExchangeType.DIRECT, true);
          channel.queueDeclare(name, true, false, false, commandArguments(1000));
          channel.queueBind(name, name, COMMAND);
          return name;
        });
  }

  /** Stays while nobody listens, so that askers see that; unused for an hour, it is gone. */
  public static Queue ofQuestions(String name) {
    return new Queue(
        name,
        channel -> {
          channel.queueDeclare(
              name,
              true,
              false,
              false,
              Map.of("x-queue-type", "quorum", "x-expires", UNUSED_MILLIS));
          return name;
        });
  }

  /** This process's own, gone with its connection: what is announced meanwhile is not heard. */
  public static Queue ofAnnouncements() {
    return new Queue(
        "of announcements",
        channel -> {
          declareAnnouncements(channel);
          var name = channel.queueDeclare().getQueue();
          channel.queueBind(name, ANNOUNCEMENTS, "");
          return name;
        });
  }

  /** Whether a queue can have that name: in AMQP it has at most 255 bytes. */
  static boolean isName(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME;
  }

  /** For people: its name, where it has one before it is declared. */
  @Override
  public String toString() {
    return title;
  }

  /** Makes it when it is not there; answers its name. */
  String declare(Channel channel) throws IOException {
    return declaration.on(channel);
  }

  static void declareAnnouncements(Channel channel) throws IOException {
    channel.exchangeDeclare(ANNOUNCEMENTS, BuiltinExchangeType.FANOUT, true);
  }

  private static void declareDead(Channel channel) throws IOException {
    channel.exchangeDeclare(DEAD, BuiltinExchangeType.DIRECT, true);
    channel.queueDeclare(DEAD, true, false, false, Map.of());
    channel.queueBind(DEAD, DEAD, COMMAND);
  }

  private static Map<String, Object> commandArguments(int deliveryLimit) {
    var arguments = new HashMap<String, Object>();
    arguments.put("x-queue-type", "quorum");
    arguments.put("x-delivery-limit", deliveryLimit);
    arguments.put("x-dead-letter-exchange", DEAD);
    arguments.put("x-dead-letter-routing-key", COMMAND);
    return arguments;
  }
}
