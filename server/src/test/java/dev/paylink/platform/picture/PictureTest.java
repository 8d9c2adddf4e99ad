package dev.paylink.platform.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.paylink.platform.error.Rejection;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures that merchants upload, and files that somebody makes to do harm. */
final class PictureTest {
  private static final int HEAD = 33; // signature and IHDR
  private static final byte[] SCRIPT =
      "<script>alert(1)</script>".getBytes(StandardCharsets.US_ASCII);

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
    Picture picture = Picture.of(Picture.Use.LOGO, file(format, width, height));
    BufferedImage stored = ImageIO.read(new ByteArrayInputStream(picture.bytes()));
    assertThat(stored.getWidth()).isEqualTo(picture.width()).isEqualTo(storedWidth);
    assertThat(stored.getHeight()).isEqualTo(picture.height()).isEqualTo(storedHeight);
    Color middle = new Color(stored.getRGB(storedWidth / 2, storedHeight / 2), true);
    assertThat(middle.getRed()).isBetween(195, 205);
    assertThat(middle.getGreen()).isBetween(15, 25);
    assertThat(Picture.of(Picture.Use.LOGO, file(format, width, height)).hash())
        .isEqualTo(picture.hash());
  }

  @Test
  void what_is_transparent_stays_so() throws IOException {
    Picture picture =
        Picture.of(
            Picture.Use.LOGO, encoded("png", new BufferedImage(9, 9, BufferedImage.TYPE_INT_ARGB)));
    assertThat(ImageIO.read(new ByteArrayInputStream(picture.bytes())).getRGB(4, 4)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "png, 1, 1, 1, 1",
    "png, 961, 10, 960, 10",
    "jpeg, 1000, 1000, 960, 960",
    "jpeg, 500, 2000, 240, 960"
  })
  void illustration_becomes_a_jpeg_of_our_own(
      String format, int width, int height, int storedWidth, int storedHeight) throws IOException {
    Picture picture = Picture.of(Picture.Use.ILLUSTRATION, file(format, width, height));
    assertThat(picture.bytes()).startsWith(0xff, 0xd8);
    BufferedImage stored = ImageIO.read(new ByteArrayInputStream(picture.bytes()));
    assertThat(stored.getWidth()).isEqualTo(picture.width()).isEqualTo(storedWidth);
    assertThat(stored.getHeight()).isEqualTo(picture.height()).isEqualTo(storedHeight);
    Color middle = new Color(stored.getRGB(storedWidth / 2, storedHeight / 2));
    assertThat(middle.getRed()).isBetween(190, 210);
    assertThat(middle.getGreen()).isBetween(10, 30);
  }

  @Test
  void what_is_transparent_in_an_illustration_becomes_white() throws IOException {
    byte[] png = encoded("png", new BufferedImage(900, 9, BufferedImage.TYPE_INT_ARGB));
    byte[] stored = Picture.of(Picture.Use.ILLUSTRATION, png).bytes();
    assertThat(new Color(ImageIO.read(new ByteArrayInputStream(stored)).getRGB(4, 4)))
        .isEqualTo(Color.WHITE);
  }

  @ParameterizedTest
  @EnumSource(Picture.Use.class)
  void nothing_of_the_file_is_left_but_the_picture(Picture.Use use) throws IOException {
    byte[] png = file("png", 20, 20);
    byte[] named = withChunk(png, "tEXt", SCRIPT);
    assertThat(new String(Picture.of(use, named).bytes(), StandardCharsets.ISO_8859_1))
        .doesNotContain("script", "tEXt");
    assertThat(Picture.of(use, named).bytes()).isEqualTo(Picture.of(use, png).bytes());
    byte[] jpeg = file("jpeg", 20, 20);
    byte[] comment = joined(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 27}, SCRIPT);
    byte[] commented =
        joined(joined(Arrays.copyOf(jpeg, 2), comment), Arrays.copyOfRange(jpeg, 2, jpeg.length));
    assertThat(Picture.of(use, commented).bytes()).isEqualTo(Picture.of(use, jpeg).bytes());
  }

  /** A file that is a picture and a web page or an archive as well. */
  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg"})
  void file_with_something_behind_its_picture_is_refused(String format) throws IOException {
    byte[] file = file(format, 20, 20);
    for (byte[] tail : List.of(SCRIPT, "PK\3\4".getBytes(StandardCharsets.US_ASCII), new byte[1])) {
      assertRefused(
          joined(file, tail), "has extra data after the picture; save it again as PNG or JPEG");
    }
  }

  @Test
  void animated_picture_is_refused() throws IOException {
    byte[] control = ByteBuffer.allocate(8).putInt(2).putInt(0).array();
    assertRefused(withChunk(file("png", 20, 20), "acTL", control), "must not be animated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg"})
  void file_that_is_cut_off_anywhere_is_refused(String format) throws IOException {
    byte[] file = file(format, 64, 64);
    for (int length = 9; length < file.length; length++) {
      assertRefused(Arrays.copyOf(file, length), BarePicture.BROKEN.english());
    }
  }

  /** The file ends as it should, but its data does not reach the last row. */
  @Test
  void picture_with_too_little_data_is_refused() throws IOException {
    byte[] png = file("png", 20, 20);
    byte[] few = deflate(new byte[100]);
    byte[] file = joined(joined(Arrays.copyOf(png, HEAD), chunk("IDAT", few)), chunk("IEND"));
    assertRefused(file, BarePicture.BROKEN.english());
    byte[] jpeg = file("jpeg", 400, 400);
    byte[] half =
        joined(Arrays.copyOf(jpeg, jpeg.length - 200), new byte[] {(byte) 0xff, (byte) 0xd9});
    assertRefused(half, BarePicture.BROKEN.english());
  }

  /** 50 MB behind a picture of one million pixels: what the picture does not need is not read. */
  @Test
  void data_that_inflates_to_more_than_the_picture_takes_bounded_memory() throws IOException {
    byte[] png = file("png", 1_000, 1_000);
    byte[] bomb =
        joined(
            joined(Arrays.copyOf(png, HEAD), chunk("IDAT", deflate(new byte[50_000_000]))),
            chunk("IEND"));
    assertThat(bomb).hasSizeLessThan(Picture.MAX_BYTES);
    assertThat(allocatedBy(() -> assertReadOrRefused(bomb))).isLessThan(32_000_000);
  }

  @Test
  void largest_picture_that_is_taken_needs_bounded_memory() throws IOException {
    byte[] widest = encoded("png", new BufferedImage(1_000, 1_000, BufferedImage.TYPE_INT_ARGB));
    for (Picture.Use use : Picture.Use.values()) {
      assertThat(allocatedBy(() -> Picture.of(use, widest))).isLessThan(32_000_000);
    }
  }

  /** 55 KB that inflate to 55 MB: the decoder never sees them. */
  @ParameterizedTest
  @ValueSource(strings = {"zTXt", "iCCP", "iTXt"})
  void chunk_that_inflates_is_dropped(String type) throws Exception {
    byte[] head = "x\0\0".getBytes(StandardCharsets.US_ASCII);
    byte[] png = file("png", 20, 20);
    byte[] bomb = withChunk(png, type, joined(head, deflate(new byte[50_000_000])));
    assertThat(bomb).hasSizeLessThan(Picture.MAX_BYTES);
    assertThat(BarePicture.of(bomb).bytes()).isEqualTo(png);
    assertThat(Picture.of(Picture.Use.LOGO, bomb).bytes())
        .isEqualTo(Picture.of(Picture.Use.LOGO, png).bytes());
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
    many = Arrays.copyOf(many, many.length - 2);
    for (int i = 0; i < 40; i++) {
      many = joined(many, scan);
    }
    many = joined(many, new byte[] {(byte) 0xff, (byte) 0xd9});
    assertRefused(many, "has too many scans; save it again as PNG or JPEG");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html></html>", "%PDF-1.7", "x"})
  void other_files_are_refused(String file) {
    assertRefused(file.getBytes(StandardCharsets.US_ASCII), "must be a PNG or JPEG picture");
  }

  /** Java decodes none of them by itself; whoever has one learns what to do. */
  @ParameterizedTest
  @CsvSource({
    "RIFF....WEBPVP8 , WebP",
    "GIF89a, GIF",
    "....ftypavif, AVIF",
    "....ftypheic, HEIC",
    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>, SVG",
    "<?xml version='1.0'?><svg/>, SVG"
  })
  void well_known_other_kinds_are_named_and_refused(String file, String kind) {
    assertRefused(
        file.getBytes(StandardCharsets.US_ASCII),
        "must be a PNG or JPEG picture; this is " + kind + ", so save it as PNG or JPEG");
  }

  @Test
  void broken_files_are_refused() throws IOException {
    byte[] png = file("png", 200, 200);
    byte[] jpeg = file("jpeg", 200, 200);
    assertRefused(new byte[0], "is required");
    assertRefused(new byte[60_001], "must be at most 60 KB");
    assertRefused(withoutData(png), BarePicture.BROKEN.english());
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
      Picture.of(Picture.Use.LOGO, file);
    } catch (Rejection e) {
      assertThat(e.message().english()).isNotEmpty();
    }
  }

  private static void assertRefused(byte[] file, String why) {
    assertThatThrownBy(() -> Picture.of(Picture.Use.LOGO, file))
        .isInstanceOfSatisfying(
            Rejection.class,
            refused -> assertThat(refused.faults().getFirst().message().english()).isEqualTo(why));
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
    return joined(
        joined(Arrays.copyOf(png, HEAD), chunk(type, data)),
        Arrays.copyOfRange(png, HEAD, png.length));
  }

  private static byte[] chunk(String type, byte... data) {
    byte[] named = joined(type.getBytes(StandardCharsets.US_ASCII), data);
    CRC32 crc = new CRC32();
    crc.update(named);
    ByteBuffer chunk = ByteBuffer.allocate(named.length + 8);
    return chunk.putInt(data.length).put(named).putInt((int) crc.getValue()).array();
  }

  private static byte[] withoutData(byte[] png) {
    return joined(Arrays.copyOf(png, HEAD), chunk("IEND"));
  }

  private static byte[] deflate(byte[] data) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(data);
    deflater.finish();
    byte[] out = new byte[data.length / 500 + 1_000];
    int length = deflater.deflate(out);
    deflater.end();
    return Arrays.copyOf(out, length);
  }

  /** Returns how many bytes of the heap this takes, in this thread. */
  private static long allocatedBy(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.run(); // once for what is loaded and kept
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static byte[] joined(byte[] one, byte[] two) {
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    return both;
  }
}
