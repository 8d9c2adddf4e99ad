package dev.paylink.cli.io;

/** The version of this build; a test compares it with the build file. */
public final class Version {
  public static final String NUMBER = "0.1.0";

  private Version() {}
}
