package dev.paylink.merchant.brand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.http.Refused;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures that merchants upload, and files that somebody makes to do harm. */
final class LogoPictureTest {
  private static final int HEAD = 33; // signature and IHDR

  @ParameterizedTest
  @CsvSource({
    "png, 1, 1, 1, 1",
    "png, 480, 192, 480, 192",
    "png, 481, 192, 480, 192",
    "png, 1000, 1000, 192, 192",
    "png, 2000, 500, 480, 120",
    "png, 3000, 1, 480, 1",
    "png, 1, 3000, 1, 192",
    "jpeg, 960, 100, 480, 50"
  })
  void picture_is_encoded_again_and_made_to_fit(
      String format, int width, int height, int storedWidth, int storedHeight) throws IOException {
    LogoPicture picture = LogoPicture.of(file(format, width, height));
    BufferedImage stored = ImageIO.read(new ByteArrayInputStream(picture.png()));
    assertThat(stored.getWidth()).isEqualTo(picture.width()).isEqualTo(storedWidth);
    assertThat(stored.getHeight()).isEqualTo(picture.height()).isEqualTo(storedHeight);
    Color middle = new Color(stored.getRGB(storedWidth / 2, storedHeight / 2), true);
    assertThat(middle.getRed()).isBetween(195, 205);
    assertThat(middle.getGreen()).isBetween(15, 25);
    assertThat(LogoPicture.of(file(format, width, height)).hash()).isEqualTo(picture.hash());
  }

  @Test
  void what_is_transparent_stays_so() throws IOException {
    LogoPicture picture =
        LogoPicture.of(encoded("png", new BufferedImage(9, 9, BufferedImage.TYPE_INT_ARGB)));
    assertThat(ImageIO.read(new ByteArrayInputStream(picture.png())).getRGB(4, 4)).isZero();
  }

  @Test
  void nothing_of_the_file_is_left_but_the_picture() throws IOException {
    byte[] png = file("png", 20, 20);
    byte[] told = "<script>alert(1)</script>".getBytes(StandardCharsets.US_ASCII);
    byte[] polyglot = joined(withChunk(png, "tEXt", told), told);
    assertThat(new String(LogoPicture.of(polyglot).png(), StandardCharsets.ISO_8859_1))
        .doesNotContain("script", "tEXt");
    assertThat(LogoPicture.of(polyglot).png()).isEqualTo(LogoPicture.of(png).png());
  }

  /** 55 KB that inflate to 55 MB: the decoder never sees them. */
  @ParameterizedTest
  @ValueSource(strings = {"zTXt", "iCCP", "iTXt"})
  void chunk_that_inflates_is_dropped(String type) throws IOException {
    byte[] head = "x\0\0".getBytes(StandardCharsets.US_ASCII);
    byte[] png = file("png", 20, 20);
    byte[] bomb = withChunk(png, type, joined(head, deflated(50_000_000)));
    assertThat(bomb).hasSizeLessThan(LogoPicture.MAX_BYTES);
    assertThat(Objects.requireNonNull(BarePicture.of(bomb)).bytes()).isEqualTo(png);
    assertThat(LogoPicture.of(bomb).png()).isEqualTo(LogoPicture.of(png).png());
  }

  @ParameterizedTest
  @CsvSource({
    "1001, 1000",
    "50000, 50000",
    "2147483647, 2147483647",
    "2147483647, 1",
    "1, 2147483647"
  })
  void too_many_pixels_are_refused_by_the_header_alone(int width, int height) throws IOException {
    byte[] png = file("png", 20, 20);
    ByteBuffer.wrap(png).putInt(16, width).putInt(20, height);
    CRC32 crc = new CRC32();
    crc.update(png, 12, 17);
    ByteBuffer.wrap(png).putInt(29, (int) crc.getValue());
    assertRefused(png, "must have at most one million pixels");
  }

  @Test
  void jpeg_with_too_many_pixels_is_refused_too() throws IOException {
    byte[] jpeg = file("jpeg", 20, 20);
    int frame = 0;
    while ((jpeg[frame] & 0xff) != 0xff || (jpeg[frame + 1] & 0xff) != 0xc0) {
      frame++;
    }
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) 65_000).putShort(frame + 7, (short) 65_000);
    assertRefused(jpeg, "must have at most one million pixels");
  }

  /** Each scan walks over all pixels: a small file could keep a processor busy for long. */
  @Test
  void jpeg_with_very_many_scans_is_refused() throws IOException {
    byte[] jpeg = file("jpeg", 20, 20);
    byte[] scan = {(byte) 0xff, (byte) 0xda, 0, 8, 1, 1, 0, 0, 63, 0};
    byte[] many = jpeg;
    for (int i = 0; i < 40; i++) {
      many = joined(many, scan);
    }
    assertRefused(many, "must be a PNG or JPEG picture");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
        "<?xml version=\"1.0\"?><svg/>",
        "GIF89a",
        "RIFF....WEBPVP8 ",
        "<html></html>",
        "%PDF-1.7",
        "x"
      })
  void other_files_are_refused(String file) {
    assertRefused(file.getBytes(StandardCharsets.US_ASCII), "must be a PNG or JPEG picture");
  }

  @Test
  void broken_files_are_refused() throws IOException {
    byte[] png = file("png", 200, 200);
    byte[] jpeg = file("jpeg", 200, 200);
    assertRefused(new byte[0], "is required");
    assertRefused(new byte[60_001], "must be at most 60 KB");
    assertRefused(Arrays.copyOf(png, png.length / 2), "must be a PNG or JPEG picture");
    assertRefused(Arrays.copyOf(jpeg, 30), "must be a PNG or JPEG picture");
    assertRefused(withoutData(png), "cannot be read; save it again as PNG or JPEG");
    for (int at = 2; at < jpeg.length; at += 7) {
      byte[] scrambled = jpeg.clone();
      scrambled[at] ^= 0x55;
      assertReadOrRefused(scrambled);
    }
    for (int at = 8; at < png.length; at++) {
      byte[] scrambled = png.clone();
      scrambled[at] ^= 0x55;
      assertReadOrRefused(scrambled);
    }
  }

  private static void assertReadOrRefused(byte[] file) {
    try {
      LogoPicture.of(file);
    } catch (Refused e) {
      assertThat(e.problem().detail()).isNotEmpty();
    }
  }

  private static void assertRefused(byte[] file, String why) {
    assertThatThrownBy(() -> LogoPicture.of(file))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.problem().faults().getFirst().message()).isEqualTo(why));
  }

  private static byte[] file(String format, int width, int height) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(new Color(200, 20, 60));
    graphics.fillRect(0, 0, width, height);
    graphics.dispose();
    return encoded(format, image);
  }

  private static byte[] encoded(String format, BufferedImage image) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, format, out);
    return out.toByteArray();
  }

  /** Puts a chunk with a correct checksum behind the header. */
  private static byte[] withChunk(byte[] png, String type, byte[] data) {
    byte[] named = joined(type.getBytes(StandardCharsets.US_ASCII), data);
    CRC32 crc = new CRC32();
    crc.update(named);
    ByteBuffer chunk = ByteBuffer.allocate(named.length + 8);
    chunk.putInt(data.length).put(named).putInt((int) crc.getValue());
    return joined(
        joined(Arrays.copyOf(png, HEAD), chunk.array()), Arrays.copyOfRange(png, HEAD, png.length));
  }

  private static byte[] withoutData(byte[] png) {
    return joined(Arrays.copyOf(png, HEAD), Arrays.copyOfRange(png, png.length - 12, png.length));
  }

  private static byte[] deflated(int zeros) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(new byte[zeros]);
    deflater.finish();
    byte[] out = new byte[zeros / 500];
    int length = deflater.deflate(out);
    deflater.end();
    return Arrays.copyOf(out, length);
  }

  private static byte[] joined(byte[] one, byte[] two) {
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    return both;
  }
}
