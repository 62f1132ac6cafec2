package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LargePostsTest {
  @Test
  @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
  void end_at_once_although_the_service_reads_nothing() throws IOException {
    var accepted = new ArrayList<Socket>();
    try (var frozen = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var posts = posts(frozen)) {
      for (int i = 0; i < 3; i++) {
        accepted.add(frozen.accept()); // but never read
      }
      assertThat(posts.outcomes()).isEmpty();
    }
    for (var socket : accepted) {
      socket.close();
    }
  }

  private static LargePosts posts(ServerSocket to) {
    return new LargePosts("http://127.0.0.1:" + to.getLocalPort(), 3, 16_000_000, new Link(0));
  }
}
