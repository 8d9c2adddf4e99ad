package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.ChecksumException;
import com.google.zxing.DecodeHintType;
import com.google.zxing.FormatException;
import com.google.zxing.LuminanceSource;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class QrCodeTest {
  private static final String URL =
      "https://pay.example/pay/pay_01jgfj2v00e8z9y3m5k7n9q1s3/q7Yt2mZc4Vw9Kx1Rb6Ns3A";
  private static final int SCALE = 8;

  @Test
  void a_phone_reads_the_text_again() throws Exception {
    assertThat(read(svg(URL))).isEqualTo(URL);
    assertThat(read(svg(URL + "é漢"))).isEqualTo(URL + "é漢");
  }

  @Test
  void the_picture_is_paths_alone() {
    assertThat(svg(URL)).startsWith("<svg ").doesNotContain("style").doesNotContain("script");
    assertThat(svg(URL).length()).isLessThan(30_000);
  }

  @Test
  void a_text_without_end_is_refused() {
    assertThatThrownBy(() -> QrCode.svg("x".repeat(5_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  static String svg(String text) {
    return new String(QrCode.svg(text), StandardCharsets.UTF_8);
  }

  /**
   * Paints the picture as a browser would, and reads every square of it. A reader that looks for
   * the picture first, as for a photo, does not find one in a hundred of these.
   */
  static String read(String svg) throws NotFoundException, ChecksumException, FormatException {
    Matcher box = Pattern.compile("viewBox=\"0 0 ([0-9]+) ").matcher(svg);
    assertThat(box.find()).isTrue();
    int side = Integer.parseInt(box.group(1)) * SCALE;
    int[] pixels = new int[side * side];
    Arrays.fill(pixels, 0xffffff);
    Matcher run = Pattern.compile("M([0-9]+) ([0-9]+)h([0-9]+)v1").matcher(svg);
    while (run.find()) {
      int left = Integer.parseInt(run.group(1)) * SCALE;
      int top = Integer.parseInt(run.group(2)) * SCALE;
      int width = Integer.parseInt(run.group(3)) * SCALE;
      for (int y = top; y < top + SCALE; y++) {
        Arrays.fill(pixels, y * side + left, y * side + left + width, 0);
      }
    }
    LuminanceSource painted = new RGBLuminanceSource(side, side, pixels);
    return new QRCodeReader()
        .decode(
            new BinaryBitmap(new GlobalHistogramBinarizer(painted)),
            Map.of(DecodeHintType.PURE_BARCODE, true))
        .getText();
  }
}
