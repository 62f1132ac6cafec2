package dev.assay.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.pipeline.PipelinedRequests.Watch;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A connection whose first request has come already. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelinedRequestsTest {
  private final EmbeddedChannel connection = new EmbeddedChannel(new Watch());

  @AfterEach
  void close() {
    connection.finishAndReleaseAll();
  }

  @Test
  void the_seventeenth_request_without_a_response_closes_it() {
    for (int i = 2; i <= 16; i++) {
      assertThat(request()).as("request %d", i).isTrue();
    }
    assertThat(connection.isOpen()).isTrue();
    assertThat(request()).isFalse();
    assertThat(connection.isOpen()).isFalse();
    assertThat(connection.inboundMessages()).hasSize(15);
  }

  @Test
  void a_response_makes_room_for_a_request_and_100_Continue_does_not() {
    for (int i = 2; i <= 16; i++) {
      request();
    }
    respond(HttpResponseStatus.UNAUTHORIZED);
    assertThat(request()).isTrue();
    respond(HttpResponseStatus.CONTINUE);
    assertThat(request()).isFalse();
  }

  @Test
  void a_request_closes_it_while_a_MiB_of_responses_is_not_read() {
    respond(HttpResponseStatus.OK);
    unread(1000 * 1024);
    assertThat(request()).isTrue();
    unread(100 * 1024);
    assertThat(request()).isFalse();
    assertThat(connection.isOpen()).isFalse();
  }

  /** Whether the server gets it. */
  private boolean request() {
    return connection.writeInbound(
            new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"))
        && connection.isOpen();
  }

  /** Bytes that stay in the server, because they are not flushed. */
  private void unread(int bytes) {
    var _ = connection.write(Unpooled.wrappedBuffer(new byte[bytes]));
  }

  private void respond(HttpResponseStatus status) {
    connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
  }
}
