package dev.paylink.testing;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the service and PostgreSQL and loses a connection exactly where it hurts: before a
 * commit reaches the server, or after the server has done it and before the service hears of it.
 */
public final class CuttingProxy implements AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("//(127\\.0\\.0\\.1|localhost):(\\d+)/");
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final String COMMIT = "COMMIT";

  private final ServerSocket listening;
  private final int serverPort;
  private final String url;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Plan> plan = new AtomicReference<>();
  private final AtomicInteger cuts = new AtomicInteger();

  /** When the connection is lost. */
  public enum Cut {
    /** The server never gets it. */
    BEFORE,
    /** The server has done it, and its answer is lost with the connection. */
    AFTER,
    /** The server has done it, and its answer never comes; the connection stays open. */
    SILENCE
  }

  /** Fires at the commit of the first transaction that runs a statement with this text. */
  private record Plan(Cut cut, String statement, boolean atCommit) {}

  public CuttingProxy(String databaseUrl) {
    Matcher place = PLACE.matcher(databaseUrl);
    if (!place.find()) {
      throw new IllegalArgumentException(databaseUrl);
    }
    serverPort = Integer.parseInt(place.group(2));
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    url =
        place.replaceFirst("//127.0.0.1:" + listening.getLocalPort() + "/")
            + "&socketTimeout=12"; // a silent server is given up after 20 s otherwise
    Thread.ofVirtual().start(this::accept);
  }

  /** The database's address by way of this proxy. */
  public String url() {
    return url;
  }

  /** Cuts the commit of the next transaction that runs a statement with this text. */
  public void atCommitOf(String statement, Cut cut) {
    plan.set(new Plan(cut, statement, true));
  }

  /** Cuts the next statement with this text, which is its own transaction. */
  public void at(String statement, Cut cut) {
    plan.set(new Plan(cut, statement, false));
  }

  /** How often it has cut: the server has never got it, or has done it. */
  public int cuts() {
    return cuts.get();
  }

  @Override
  public void close() {
    close(listening);
    sockets.forEach(CuttingProxy::close);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(server);
        Connection connection = new Connection(client, server);
        Thread.ofVirtual().start(connection::toServer);
      }
    } catch (IOException e) {
      // closed by the test
    }
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** One connection, message by message, as PostgreSQL's protocol 3 frames them. */
  private final class Connection {
    private final Socket client;
    private final Socket server;
    private final Map<String, String> prepared = new HashMap<>();
    private boolean marked;
    private volatile @Nullable Cut doneThen;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void toServer() {
      try {
        DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(server.getOutputStream()));
        start(in, out);
        Thread.ofVirtual().start(this::toClient);
        while (true) {
          byte type = in.readByte();
          byte[] payload = new byte[in.readInt() - 4];
          in.readFully(payload);
          Cut cut = cut(type, payload);
          if (cut == Cut.BEFORE) {
            cuts.incrementAndGet();
            break;
          }
          if (cut != null) {
            doneThen = cut;
          }
          out.writeByte(type);
          out.writeInt(payload.length + 4);
          out.write(payload);
          if (in.available() == 0) {
            out.flush();
          }
        }
      } catch (IOException e) {
        // one of the two has hung up
      } finally {
        hangUp();
      }
    }

    /** The first message has no type; encryption is asked for before it, and refused. */
    private void start(DataInputStream in, DataOutputStream out) throws IOException {
      while (true) {
        byte[] payload = new byte[in.readInt() - 4];
        in.readFully(payload);
        int code = ByteBuffer.wrap(payload).getInt();
        if (code != SSL_REQUEST && code != GSS_REQUEST) {
          out.writeInt(payload.length + 4);
          out.write(payload);
          out.flush();
          return;
        }
        client.getOutputStream().write('N');
        client.getOutputStream().flush();
      }
    }

    private void toClient() {
      try {
        DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
        boolean done = false;
        while (true) {
          byte type = in.readByte();
          byte[] payload = new byte[in.readInt() - 4];
          in.readFully(payload);
          Cut cut = doneThen;
          if (cut == null) {
            out.writeByte(type);
            out.writeInt(payload.length + 4);
            out.write(payload);
            if (in.available() == 0) {
              out.flush();
            }
          } else if (type == 'Z' && !done) {
            done = true;
            cuts.incrementAndGet();
            if (cut == Cut.AFTER) {
              break;
            }
          }
        }
      } catch (IOException e) {
        // one of the two has hung up
      } finally {
        if (doneThen != Cut.SILENCE) {
          hangUp();
        }
      }
    }

    private @Nullable Cut cut(byte type, byte[] payload) {
      String sql = statement(type, payload);
      Plan planned = plan.get();
      if (sql == null || planned == null) {
        return null;
      }
      boolean commits = sql.equalsIgnoreCase(COMMIT);
      boolean isTheOne = sql.contains(planned.statement);
      boolean due = planned.atCommit ? commits && marked : isTheOne;
      marked = !commits && (marked || isTheOne);
      if (!due || !plan.compareAndSet(planned, null)) {
        return null;
      }
      return planned.cut;
    }

    /** What is about to run; null for messages that run nothing. */
    private @Nullable String statement(byte type, byte[] payload) {
      String[] texts = new String(payload, StandardCharsets.UTF_8).split("\0", 3);
      switch (type) {
        case 'P' -> prepared.put(texts[0], texts[1]); // its name, then the statement
        case 'B' -> {
          return prepared.get(texts[1]); // the portal's name, then the statement's
        }
        case 'Q' -> {
          return texts[0];
        }
        default -> {}
      }
      return null;
    }

    private void hangUp() {
      close(client);
      close(server);
    }
  }
}
