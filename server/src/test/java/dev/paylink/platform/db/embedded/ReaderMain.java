package dev.paylink.platform.db.embedded;

import java.nio.file.Path;

/** A command of an operator: it reads the database that a service has in a folder. */
final class ReaderMain {
  private ReaderMain() {}

  public static void main(String[] arguments) throws Exception {
    try {
      String url = EmbeddedPostgres.runningUrl(Path.of(arguments[0]));
      System.out.print(url == null ? "none runs" : Payments.count(url) + " payments");
    } catch (EmbeddedPostgresException e) {
      System.out.print(e.getMessage());
    }
  }
}
