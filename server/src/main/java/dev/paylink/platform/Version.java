package dev.paylink.platform;

/** The version of this build, written here once; a test holds it against the build file. */
public final class Version {
  public static final String NUMBER = "0.1.0";

  private Version() {}
}
