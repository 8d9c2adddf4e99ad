package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds a way to run PostgreSQL that it accepts: it refuses root, so root runs it in a user
 * namespace or, where those are forbidden, as an unprivileged user. The started program keeps its
 * pid, because every prefix ends in exec.
 */
final class RunAs {
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);
  private static final Path SELF = Path.of("/proc/self");
  private static final Path USERS = Path.of("/etc/passwd");
  private static final int ROOT = 0;
  private static final int OVERFLOW_ID = 65_534;

  private final List<String> prefix;
  private final int uid;
  private final int gid;

  private RunAs(List<String> prefix, int uid, int gid) {
    this.prefix = List.copyOf(prefix);
    this.uid = uid;
    this.gid = gid;
  }

  static RunAs choose(DataDirectory data) {
    int self = ownerOf(SELF);
    if (self != ROOT) {
      return new RunAs(List.of(), self, groupOf(SELF));
    }
    // A cluster made by a plain user stays that user's, or the user could not start it again.
    if (data.hasCluster() && ownerOf(data.cluster()) != ROOT) {
      return user(ownerOf(data.cluster()), groupOf(data.cluster()));
    }
    RunAs namespaced = userNamespace();
    return namespaced.works(data) ? namespaced : unprivilegedUser();
  }

  /**
   * Returns a user namespace: PostgreSQL sees uid 65534 while the kernel still treats it as the
   * owner of root's files.
   */
  static RunAs userNamespace() {
    return new RunAs(List.of("unshare", "-U"), ROOT, ROOT);
  }

  static RunAs unprivilegedUser() {
    for (String name : List.of("postgres", "nobody")) {
      for (String line : users()) {
        String[] fields = line.split(":", -1);
        if (fields.length > 3 && fields[0].equals(name)) {
          return user(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]));
        }
      }
    }
    return user(OVERFLOW_ID, OVERFLOW_ID);
  }

  private static RunAs user(int uid, int gid) {
    return new RunAs(
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"), uid, gid);
  }

  private boolean works(DataDirectory data) {
    // initdb needs a name for its user id, which a bare container may lack.
    return Command.run(data.root(), PROBE_LIMIT, command("id", "-un")).succeeded();
  }

  /**
   * Returns whether programs owned by that user may be run: nobody else could have replaced them.
   */
  boolean trusts(int owner) {
    return owner == uid || owner == ownerOf(SELF);
  }

  List<String> command(String... program) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(program));
    return command;
  }

  /** Gives a file or a whole tree to the user PostgreSQL runs as; only root needs to. */
  void own(Path tree) throws IOException {
    if (prefix.isEmpty() || !Files.exists(tree) || ownerOf(tree) == uid) {
      return;
    }
    List<Path> rootLast;
    try (Stream<Path> paths = Files.walk(tree)) {
      rootLast = paths.toList().reversed();
    }
    // The root last: an interrupted walk is then repeated at the next start.
    for (Path path : rootLast) {
      give(path);
    }
  }

  /** Opens the data folder itself to the user PostgreSQL runs as. */
  void enter(DataDirectory data) {
    try {
      ownEntry(data.root());
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot give " + data.root() + " to " + this, e);
    }
  }

  /** Gives one folder away without its contents. */
  void ownEntry(Path path) throws IOException {
    if (!prefix.isEmpty() && ownerOf(path) != uid) {
      give(path);
    }
  }

  private void give(Path path) throws IOException {
    Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
  }

  static int ownerOf(Path path) {
    return unixAttribute(path, "unix:uid");
  }

  private static int groupOf(Path path) {
    return unixAttribute(path, "unix:gid");
  }

  private static int unixAttribute(Path path, String name) {
    try {
      return (Integer) Files.getAttribute(path, name);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot read the owner of " + path, e);
    }
  }

  private static List<String> users() {
    try {
      return Files.readAllLines(USERS);
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public String toString() {
    return prefix.isEmpty() ? "this user" : String.join(" ", prefix);
  }
}
