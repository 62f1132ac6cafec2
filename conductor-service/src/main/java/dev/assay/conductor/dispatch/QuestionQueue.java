package dev.assay.conductor.dispatch;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.conductor.ConductorConfig;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.question.QuestionInbox;
import dev.assay.hardware.DriverDescription;
import dev.assay.message.ConductorCalls;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes questions off the queues of this conductor's drivers, a virtual thread each, and sends the
 * answers to where each question says. A question is acknowledged when it is answered: from a
 * conductor that dies in between it goes to another, for as long as somebody waits. The queues stay
 * while no conductor is there, so that the API sees that nobody listens; unused for an hour, they
 * are gone.
 */
@ApplicationScoped
public class QuestionQueue {
  private static final Logger LOG = Logger.getLogger(QuestionQueue.class);
  private static final long RETRY_MILLIS = 1000;
  private static final Map<String, Object> ARGUMENTS =
      Map.of("x-queue-type", "quorum", "x-expires", 3_600_000);

  private final QuestionInbox inbox;
  private final Drivers drivers;
  private final ConductorConfig config;
  private final ConnectionFactory broker = new ConnectionFactory();
  private final boolean needed;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ReentrantLock sending = new ReentrantLock();
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("question-", 0).factory());
  private @Nullable Thread thread;

  QuestionQueue(
      QuestionInbox inbox,
      Drivers drivers,
      ConductorConfig config,
      @ConfigProperty(name = "assay.broker.host") String host,
      @ConfigProperty(name = "assay.broker.port") int port,
      @ConfigProperty(name = "assay.broker.username") String username,
      @ConfigProperty(name = "assay.broker.password") String password,
      @ConfigProperty(name = "assay.broker.virtual-host") String virtualHost,
      @ConfigProperty(name = "assay.broker.ssl", defaultValue = "false") boolean ssl,
      @ConfigProperty(name = "mp.messaging.incoming.conductor-in.connector") String connector) {
    this.inbox = inbox;
    this.drivers = drivers;
    this.config = config;
    this.needed = connector.equals("smallrye-rabbitmq");
    broker.setHost(host);
    broker.setPort(port);
    broker.setUsername(username);
    broker.setPassword(password);
    broker.setVirtualHost(virtualHost);
    broker.setAutomaticRecoveryEnabled(false);
    broker.setConnectionTimeout(2000);
    broker.setChannelRpcTimeout(5000);
    broker.setRequestedHeartbeat(5);
  }

  /** When the conductor is registered. */
  void start(@Observes @Priority(200) StartupEvent started) {
    if (needed) {
      thread = Thread.ofVirtual().name("question-queue").start(this::run);
    }
  }

  /** No new questions; those begun are answered, or left to another conductor. */
  void stop(@Observes ShutdownEvent stopped) throws InterruptedException {
    stopping.countDown();
    if (thread != null) {
      thread.join();
    }
  }

  private void run() {
    try {
      do {
        try (var connection = broker.newConnection("assay-conductor questions")) {
          listen(connection);
        } catch (IOException | TimeoutException | RuntimeException e) {
          LOG.debugf("The broker does not answer: %s", e.toString());
        }
      } while (!stopping.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until the end of the connection or of this process. */
  private void listen(Connection connection) throws IOException, InterruptedException {
    var channel = connection.createChannel();
    channel.basicQos(config.workers());
    for (var driver : drivers.descriptions()) {
      consume(channel, driver);
    }
    while (channel.isOpen() && !stopping.await(100, TimeUnit.MILLISECONDS)) {
      // a channel that ends is made again; a stopping conductor finishes below
    }
    if (channel.isOpen()) {
      finish(channel);
    }
  }

  private void consume(Channel channel, DriverDescription driver) throws IOException {
    var queue = ConductorCalls.queue(driver.name(), config.conductorGroup().orElse(""));
    channel.queueDeclare(queue, true, false, false, ARGUMENTS);
    channel.basicConsume(
        queue,
        false,
        queue,
        (_, question) -> workers.execute(() -> answer(channel, question)),
        _ -> channel.abort()); // the queue was deleted: begin again
  }

  private void finish(Channel channel) throws IOException, InterruptedException {
    for (var driver : drivers.descriptions()) {
      channel.basicCancel(ConductorCalls.queue(driver.name(), config.conductorGroup().orElse("")));
    }
    workers.shutdown();
    if (!workers.awaitTermination(
        config.gracefulShutdownTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
      workers.shutdownNow();
    }
  }

  private void answer(Channel channel, Delivery question) {
    try {
      var answer = inbox.answer(new String(question.getBody(), StandardCharsets.UTF_8));
      send(channel, question, answer.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | ShutdownSignalException | CancellationException e) {
      LOG.debugf("Another conductor is left to answer: %s", e.toString());
    }
  }

  /** A channel is for one thread at a time. */
  private void send(Channel channel, Delivery question, byte[] answer) throws IOException {
    sending.lock();
    try {
      var replyTo = question.getProperties().getReplyTo();
      if (replyTo != null) {
        channel.basicPublish("", replyTo, null, answer);
      }
      channel.basicAck(question.getEnvelope().getDeliveryTag(), false);
    } finally {
      sending.unlock();
    }
  }
}
