package dev.paylink.checkout;

import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Draws a text as a QR code, as one SVG path: sharp at any size, on a screen and on paper. */
public final class QrCode {
  /** The quiet zone that scanners need around the code (ISO/IEC 18004). */
  private static final int MARGIN = 4;

  private QrCode() {}

  public static byte[] svg(String text) {
    ByteMatrix modules = modules(text);
    int size = modules.getWidth() + 2 * MARGIN;
    String svg =
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" shape-rendering="crispEdges">\
        <path fill="#fff" d="M0 0h%1$dv%1$dH0z"/><path fill="#0d1f19" d="%2$s"/></svg>
        """
            .formatted(size, path(modules));
    return svg.getBytes(StandardCharsets.UTF_8);
  }

  /** Draws the runs of dark modules, row by row. */
  private static String path(ByteMatrix modules) {
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < modules.getHeight(); y++) {
      for (int x = 0; x < modules.getWidth(); x++) {
        int end = x;
        while (end < modules.getWidth() && modules.get(end, y) == 1) {
          end++;
        }
        if (end > x) {
          path.append('M').append(x + MARGIN).append(' ').append(y + MARGIN);
          path.append('h').append(end - x).append("v1h-").append(end - x).append('z');
          x = end;
        }
      }
    }
    return path.toString();
  }

  private static ByteMatrix modules(String text) {
    try {
      return Encoder.encode(
              text, ErrorCorrectionLevel.M, Map.of(EncodeHintType.CHARACTER_SET, "UTF-8"))
          .getMatrix();
    } catch (WriterException e) {
      throw new IllegalArgumentException("too long for a QR code: " + text.length(), e);
    }
  }
}
