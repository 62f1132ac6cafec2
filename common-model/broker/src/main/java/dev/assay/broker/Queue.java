package dev.assay.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The declaration of a queue by its consumers. The broker rejects a declaration that differs from
 * the existing queue, so the declaration for a name must never change.
 */
public final class Queue {
  /** The exchange for announcements. */
  static final String ANNOUNCEMENTS = "assay.announcement";

  /**
   * The queue for commands whose node no longer exists, and for all commands of older processes.
   */
  static final String ANYONE = "assay.conductor";

  private static final String DEAD = "assay.conductor.dead";
  private static final String COMMAND = "command";
  private static final int EXPIRY_MILLIS = 3_600_000;

  private static final int MAX_NAME_BYTES = 255;

  private final String title;
  private final Declaration declaration;

  private interface Declaration {
    String on(Channel channel) throws IOException;
  }

  private Queue(String title, Declaration declaration) {
    this.title = title;
    this.declaration = declaration;
  }

  /**
   * A durable, replicated queue for commands, with {@code assay.conductor.dead} as its dead-letter
   * queue. That one is not declared here: it is on one node of the broker, and commands must be
   * consumed also while this node is away.
   */
  public static Queue ofCommands(String name) {
    return new Queue(
        name,
        channel -> {
          declareDeadExchange(channel);
          // Requeued once a second while the database is down, so retries must never make it dead.
          channel.queueDeclare(name, true, false, false, commandArguments(Integer.MAX_VALUE));
          return name;
        });
  }

  /**
   * The queue for the conductors of all drivers and groups: the only one that older processes know.
   */
  public static Queue ofCommandsForAnyone() {
    return new Queue(
        ANYONE,
        channel -> {
          var name = ANYONE;
          declareDeadExchange(channel);
          channel.exchangeDeclare(name, BuiltinExchangeType.DIRECT, true);
          channel.queueDeclare(name, true, false, false, commandArguments(1000));
          channel.queueBind(name, name, COMMAND);
          return name;
        });
  }

  /** The dead-letter queue of all queues for commands. */
  public static Queue ofDeadLetters() {
    return new Queue(
        DEAD,
        channel -> {
          declareDeadExchange(channel);
          channel.queueDeclare(DEAD, true, false, false, Map.of());
          channel.queueBind(DEAD, DEAD, COMMAND);
          return DEAD;
        });
  }

  /**
   * A queue for requests. It stays while it has no consumer, so that senders notice that; unused
   * for an hour, it is deleted.
   */
  public static Queue ofRequests(String name) {
    return new Queue(
        name,
        channel -> {
          channel.queueDeclare(
              name,
              true,
              false,
              false,
              Map.of("x-queue-type", "quorum", "x-expires", EXPIRY_MILLIS));
          return name;
        });
  }

  /**
   * This process's queue for announcements, deleted with its connection: announcements made while
   * there is no connection are missed.
   */
  static Queue ofAnnouncements() {
    return new Queue(
        "of announcements",
        channel -> {
          declareAnnouncements(channel);
          var name = channel.queueDeclare().getQueue();
          channel.queueBind(name, ANNOUNCEMENTS, "");
          return name;
        });
  }

  /** Whether {@code name} is valid for a queue: AMQP allows at most 255 bytes. */
  static boolean isName(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES;
  }

  /** The queue's name for log messages; a description if it gets its name only when declared. */
  @Override
  public String toString() {
    return title;
  }

  /** Declares the queue; returns its name. */
  String declare(Channel channel) throws IOException {
    return declaration.on(channel);
  }

  static void declareAnnouncements(Channel channel) throws IOException {
    channel.exchangeDeclare(ANNOUNCEMENTS, BuiltinExchangeType.FANOUT, true);
  }

  private static void declareDeadExchange(Channel channel) throws IOException {
    channel.exchangeDeclare(DEAD, BuiltinExchangeType.DIRECT, true);
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
