package dev.assay.standalone;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.SocketFactory;

/**
 * Creates sockets that connect to one Unix socket, whatever address they are given. A JDBC URL
 * names this class as {@code socketFactory} and the path of the socket as {@code socketFactoryArg}.
 */
public final class UnixSocketFactory extends SocketFactory {
  private final Path path;

  /** Creates sockets that connect to the Unix socket at {@code path}. */
  public UnixSocketFactory(String path) {
    this.path = Path.of(path);
  }

  @Override
  public Socket createSocket() {
    return new UnixSocket(path);
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("use createSocket() and connect it");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    return createSocket("", port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    return createSocket("", port);
  }
}
