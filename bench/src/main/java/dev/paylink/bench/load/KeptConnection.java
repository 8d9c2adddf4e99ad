package dev.paylink.bench.load;

import dev.paylink.bench.load.MessageReader.Message;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;

/** A connection that is kept from one request to the next; an answer comes before the next. */
public final class KeptConnection implements Closeable {
  private final Socket socket;
  private final MessageReader reader;

  public KeptConnection(String baseUrl) throws IOException {
    URI url = URI.create(baseUrl);
    socket = new Socket(url.getHost(), url.getPort());
    socket.setTcpNoDelay(true);
    reader = new MessageReader(socket.getInputStream());
  }

  public Message ask(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    Message answer = reader.next();
    if (answer == null) {
      throw new EOFException("the service has closed the connection");
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
