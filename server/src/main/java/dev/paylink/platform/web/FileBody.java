package dev.paylink.platform.web;

import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the file of a form as a browser sends it ({@code multipart/form-data}, RFC 7578). A form
 * has one file and nothing else; its name and type are the sender's words and are not read.
 */
public final class FileBody {
  private static final Pattern BOUNDARY =
      Pattern.compile(
          "multipart/form-data *;.*?boundary=\"?(?<boundary>[0-9A-Za-z'()+_,./:=?-]{1,70})\"?",
          Pattern.CASE_INSENSITIVE);
  private static final String END_OF_HEAD = "\r\n\r\n";

  private FileBody() {}

  /** Returns the bytes of the file in the field of this name; empty if there is none. */
  public static byte[] file(Request request, String name) {
    String type = request.header(Headers.CONTENT_TYPE);
    Matcher boundary = BOUNDARY.matcher(type == null ? "" : type);
    if (!boundary.matches()) {
      return new byte[0];
    }
    // One byte is one character, so positions in the text are positions in the body.
    String body = new String(request.body(), StandardCharsets.ISO_8859_1);
    String mark = "--" + boundary.group("boundary") + "\r\n";
    int head = body.startsWith(mark) ? mark.length() : -1;
    int start = head < 0 ? -1 : body.indexOf(END_OF_HEAD, head);
    int end = start < 0 ? -1 : body.indexOf("\r\n--" + boundary.group("boundary"), start);
    boolean named = start > 0 && body.substring(head, start).contains(" name=\"" + name + '"');
    return named && end >= start + END_OF_HEAD.length()
        ? body.substring(start + END_OF_HEAD.length(), end).getBytes(StandardCharsets.ISO_8859_1)
        : new byte[0];
  }
}
