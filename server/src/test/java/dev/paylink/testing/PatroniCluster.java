package dev.paylink.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Three machines with etcd, Patroni and PostgreSQL, as {@code deploy/patroni} configures them. Each
 * machine is a network namespace with a disk of its own, so that it can lose power, hang, lose its
 * network or fill its disk. Needs root, and Debian's packages.
 */
public final class PatroniCluster implements AutoCloseable {
  private static final Path DEPLOY = Path.of("../deploy").toAbsolutePath().normalize();
  private static final String BRIDGE = "paylinkbr";
  private static final String NETWORK = "10.213.87.";
  private static final String DISK = "640m";
  private static final String PASSWORD = "only-for-the-trial";
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/patroni", "/usr/bin/etcd", "/usr/lib/postgresql/15/bin/postgres");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final List<Machine> machines;

  /** Returns what is missing to run one, or null. */
  public static @Nullable String missing() {
    if (!System.getProperty("user.name").equals("root")) {
      return "root";
    }
    return PROGRAMS.stream().filter(p -> !Files.exists(Path.of(p))).findFirst().orElse(null);
  }

  public PatroniCluster() {
    try {
      folder = Files.createTempDirectory("paylink-patroni");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("chmod", "711", folder.toString());
    machines = IntStream.rangeClosed(1, 3).mapToObj(Machine::new).toList();
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    try {
      machines.forEach(Machine::powerOff);
      clearAway();
      run("ip", "link", "add", BRIDGE, "type", "bridge");
      run("ip", "address", "add", NETWORK + "1/24", "dev", BRIDGE);
      run("ip", "link", "set", BRIDGE, "up");
      machines.forEach(Machine::make);
      machines.forEach(Machine::start);
      awaitWhole();
      makeDatabase();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** The URL that names all three, for the role that owns the tables. */
  public String ownerUrl() {
    return url("paylink_owner");
  }

  /** The URL that names all three, for the role that serves. */
  public String serviceUrl() {
    return url("paylink_service");
  }

  private String url(String role) {
    return "jdbc:postgresql://%s/paylink?user=%s&password=%s&targetServerType=primary"
        .formatted(
            machines.stream().map(m -> m.address + ":5432").collect(Collectors.joining(",")),
            role,
            PASSWORD);
  }

  /** Waits for a machine that Patroni says leads, and returns it. */
  public Machine leader() {
    return awaitLeader(machines);
  }

  /** Waits for a leader other than this one, and returns it. */
  public Machine awaitOther(Machine former) {
    return awaitLeader(machines.stream().filter(machine -> machine != former).toList());
  }

  private static Machine awaitLeader(List<Machine> among) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < end) {
      for (Machine machine : among) {
        if (machine.answers("/primary")) {
          return machine;
        }
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw new AssertionError("no leader within " + LIMIT);
  }

  /** Waits until there is a leader with a synchronous and another standby. */
  public void awaitWhole() {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!isWhole()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the cluster is not whole after " + LIMIT + "; see " + folder);
      }
      LockSupport.parkNanos(200_000_000);
    }
  }

  private boolean isWhole() {
    return machines.stream().filter(m -> m.answers("/primary")).count() == 1
        && machines.stream().filter(m -> m.answers("/replica?lag=1MB")).count() == 2
        && machines.stream().filter(m -> m.answers("/synchronous")).count() == 1;
  }

  private void makeDatabase() {
    Machine first = leader();
    String url =
        "jdbc:postgresql://%s:5432/postgres?user=postgres&password=%s"
            .formatted(first.address, PASSWORD);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create role paylink_owner login password '" + PASSWORD + "'");
      statement.execute("create role paylink_service login password '" + PASSWORD + "'");
      statement.execute("create database paylink owner paylink_owner");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    machines.forEach(Machine::powerOff);
    clearAway();
    run("rm", "-rf", folder.toString());
  }

  /** Also what an earlier run has left, after it was killed. */
  private void clearAway() {
    for (Machine machine : machines) {
      tryRun("umount", machine.disk.toString());
      tryRun("ip", "netns", "delete", machine.name);
      tryRun("ip", "link", "delete", machine.link);
    }
    tryRun("ip", "link", "delete", BRIDGE);
  }

  /** One of the three. */
  public final class Machine {
    private final String name;
    private final String link;
    private final String address;
    private final Path disk;
    private final Path home;

    private Machine(int number) {
      this.name = "paylink-node" + number;
      this.link = "paylink" + number;
      this.address = NETWORK + (10 + number);
      this.home = folder.resolve("node" + number);
      this.disk = home.resolve("disk");
    }

    private void make() {
      run("ip", "netns", "add", name);
      run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name);
      run("ip", "link", "set", link, "master", BRIDGE, "up");
      inside("ip", "address", "add", address + "/24", "dev", "eth0");
      inside("ip", "link", "set", "eth0", "up");
      inside("ip", "link", "set", "lo", "up");
      run("mkdir", "-p", disk.toString(), home.resolve("etcd").toString());
      run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "paylink", disk.toString());
      run("chown", "-R", "postgres:", home.toString());
      run("chmod", "700", home.resolve("etcd").toString());
      fill("patroni/patroni.yml", home.resolve("patroni.yml"));
      fill("patroni/etcd", home.resolve("etcd.env"));
    }

    private void fill(String template, Path to) {
      List<String> command =
          new ArrayList<>(
              List.of(DEPLOY.resolve("fill.sh").toString(), DEPLOY.resolve(template).toString()));
      Map.of(
              "NAME",
              home.getFileName().toString(),
              "ADDRESS",
              address,
              "DATA",
              disk.resolve("postgres").toString(),
              "ETCD_DATA",
              home.resolve("etcd").toString(),
              "SOCKETS",
              home.toString(),
              "NETWORK",
              NETWORK + "0/24",
              "SUPERUSER_PASSWORD",
              PASSWORD,
              "REPLICATION_PASSWORD",
              PASSWORD)
          .forEach((key, value) -> command.add(key + "=" + value));
      IntStream.rangeClosed(1, 3)
          .forEach(number -> command.add("NODE" + number + "=" + NETWORK + (10 + number)));
      try {
        Files.writeString(to, run(command.toArray(String[]::new)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Starts etcd and Patroni, which starts PostgreSQL. */
    public void start() {
      launch("etcd.log", "set -a; . " + home.resolve("etcd.env") + "; exec etcd");
      launch("patroni.log", "exec patroni " + home.resolve("patroni.yml"));
    }

    private void launch(String log, String script) {
      ProcessBuilder builder =
          new ProcessBuilder(
              "ip",
              "netns",
              "exec",
              name,
              "setsid",
              "setpriv",
              "--reuid=postgres",
              "--regid=postgres",
              "--init-groups",
              "env",
              "-i",
              "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
              "LC_ALL=C.UTF-8",
              "sh",
              "-c",
              script);
      builder.directory(home.toFile());
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve(log).toFile()));
      try {
        builder.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** As a power failure: kill -9 for every process. */
    public void powerOff() {
      signal("-KILL");
    }

    /** As a machine that hangs: SIGSTOP for every process. */
    public void freeze() {
      signal("-STOP");
    }

    /** Everything goes on as if no time had passed. */
    public void thaw() {
      signal("-CONT");
    }

    /** Pulls the cable: packets get lost in both directions, nobody hears an error. */
    public void unplug() {
      run("ip", "link", "set", link, "nomaster");
    }

    public void plugIn() {
      run("ip", "link", "set", link, "master", BRIDGE);
    }

    /** Writes until nothing more fits. */
    public void fillDisk() {
      byte[] block = new byte[1 << 16];
      try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
        while (true) {
          out.write(block);
        }
      } catch (IOException e) {
        // it is full
      }
    }

    /** Makes another machine lead, as an operator does with {@code patronictl switchover}. */
    public void switchOver() {
      Machine other = machines.get((machines.indexOf(this) + 1) % machines.size());
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + other.address + ":8008/switchover"))
              .POST(HttpRequest.BodyPublishers.ofString("{\"leader\":\"" + this + "\"}"))
              .timeout(LIMIT)
              .build();
      try {
        String answer = http.send(request, BodyHandlers.ofString()).body();
        if (!answer.startsWith("Successfully")) {
          throw new AssertionError(answer);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    public void freeDisk() {
      run("rm", "-f", disk.resolve("filler").toString());
    }

    /** Stores something as durably as a payment; returns whether it could. */
    public boolean commits() {
      String url =
          "jdbc:postgresql://%s:5432/paylink?user=paylink_owner&password=%s&connectTimeout=1&socketTimeout=1"
              .formatted(address, PASSWORD);
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("create table if not exists soak_probe (id int)");
        return statement.executeUpdate("insert into soak_probe values (1)") == 1;
      } catch (SQLException e) {
        return false;
      }
    }

    private boolean answers(String path) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + ":8008" + path))
              .timeout(Duration.ofSeconds(2))
              .build();
      try {
        return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void signal(String signal) {
      for (int i = 0; i < 3; i++) { // a process may have just forked
        String pids = tryRun("ip", "netns", "pids", name);
        List<String> command = new ArrayList<>(List.of("kill", signal));
        pids.lines().forEach(command::add);
        if (command.size() == 2) {
          return;
        }
        tryRun(command.toArray(String[]::new));
      }
    }

    private void inside(String... command) {
      List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
      all.addAll(List.of(command));
      run(all.toArray(String[]::new));
    }

    @Override
    public String toString() {
      return String.valueOf(home.getFileName());
    }
  }

  private static String run(String... command) {
    return run(true, command);
  }

  private static String tryRun(String... command) {
    return run(false, command);
  }

  private static String run(boolean mustSucceed, String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)
          || (mustSucceed && process.exitValue() != 0)) {
        throw new AssertionError(String.join(" ", command) + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
