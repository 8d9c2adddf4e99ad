package dev.paylink.platform.picture;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.sdk.RequestSigner;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * An uploaded picture as we store and serve it: small, and encoded by ourselves, so that nothing of
 * the uploaded file is left but its picture.
 *
 * <ul>
 *   <li>Only PNG and JPEG are decoded, known by their first bytes, whatever the sender calls them.
 *   <li>The decoder gets the parts of the file that make the picture ({@link BarePicture}), and no
 *       file whose header tells of more pixels than {@link #MAX_PIXELS}.
 *   <li>Few are decoded at once, so that many uploads do not take the memory of one another.
 * </ul>
 *
 * @param hash the SHA-256 of {@code bytes}, which names it
 */
public record Picture(byte[] bytes, byte[] hash, int width, int height) {
  /** Leaves room in a request's body for what a form puts around a file. */
  static final int MAX_BYTES = 60_000;

  static final int MAX_PIXELS = 1_000_000;

  private static final int AT_ONCE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Semaphore PLACES = new Semaphore(AT_ONCE, /* fair= */ true);

  /** What a picture is for: the field it comes in, its greatest size, and how it is encoded. */
  public enum Use {
    /** Shown next to a name; keeps what is transparent. */
    LOGO("logo", 480, 192, "png", BufferedImage.TYPE_INT_ARGB),
    /** Shown above a text, such as a photograph; transparent parts become white. */
    ILLUSTRATION("picture", 960, 960, "jpeg", BufferedImage.TYPE_INT_RGB);

    private final String field;
    private final int maxWidth;
    private final int maxHeight;
    private final String format;
    private final int colors;

    Use(String field, int maxWidth, int maxHeight, String format, int colors) {
      this.field = field;
      this.maxWidth = maxWidth;
      this.maxHeight = maxHeight;
      this.format = format;
      this.colors = colors;
    }

    private Rejection refused(Message why) {
      return Rejection.invalid(field, why);
    }
  }

  /** Reads an uploaded file; refuses what is not a picture that we take. */
  public static Picture of(Use use, byte[] upload) {
    if (upload.length == 0) {
      throw use.refused(Message.of("field.required"));
    }
    if (upload.length > MAX_BYTES) {
      throw use.refused(Message.of("field.picturesize", MAX_BYTES / 1_000));
    }
    BarePicture bare;
    try {
      bare = BarePicture.of(upload);
    } catch (BarePicture.NotTaken e) {
      throw use.refused(e.why());
    }
    BufferedImage image = inTurn(use, bare);
    byte[] bytes = encode(use.format, image);
    return new Picture(bytes, RequestSigner.sha256(bytes), image.getWidth(), image.getHeight());
  }

  /** Returns a PNG of ours that fits this size, with what is transparent in it. */
  public static byte[] smaller(byte[] png, int maxWidth, int maxHeight) {
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
      return encode("png", scaled(image, maxWidth, maxHeight, BufferedImage.TYPE_INT_ARGB));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read a picture of ours", e);
    }
  }

  private static BufferedImage inTurn(Use use, BarePicture bare) {
    try {
      if (!PLACES.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Unavailable("too many pictures are being read", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted", e);
    }
    try {
      return scaled(decode(use, bare), use.maxWidth, use.maxHeight, use.colors);
    } finally {
      PLACES.release();
    }
  }

  private static BufferedImage decode(Use use, BarePicture bare) {
    ImageReader reader = ImageIO.getImageReadersByFormatName(bare.format()).next();
    boolean[] incomplete = {false};
    reader.addIIOReadWarningListener((source, warning) -> incomplete[0] = true);
    try (ImageInputStream in =
        new MemoryCacheImageInputStream(new ByteArrayInputStream(bare.bytes()))) {
      reader.setInput(in, true, true);
      long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
      if (pixels > MAX_PIXELS) {
        throw use.refused(Message.of("field.picturepixels"));
      }
      BufferedImage image = reader.read(0);
      if (incomplete[0]) {
        throw new IOException("the decoder has guessed");
      }
      return image;
    } catch (Rejection e) {
      throw e;
    } catch (IOException | RuntimeException e) { // decoders report a broken file in several ways
      throw use.refused(BarePicture.BROKEN);
    } finally {
      reader.dispose();
    }
  }

  /** Draws the picture no larger than it is shown, in steps that keep thin lines. */
  private static BufferedImage scaled(
      BufferedImage image, int maxWidth, int maxHeight, int colors) {
    double factor =
        Math.min(
            1.0,
            Math.min((double) maxWidth / image.getWidth(), (double) maxHeight / image.getHeight()));
    int width = (int) Math.max(1, Math.round(image.getWidth() * factor));
    int height = (int) Math.max(1, Math.round(image.getHeight() * factor));
    BufferedImage step = image;
    while (step.getWidth() > 2 * width && step.getHeight() > 2 * height) {
      step = drawn(step, step.getWidth() / 2, step.getHeight() / 2, colors);
    }
    return drawn(step, width, height, colors);
  }

  private static BufferedImage drawn(BufferedImage image, int width, int height, int colors) {
    BufferedImage drawn = new BufferedImage(width, height, colors);
    Graphics2D graphics = drawn.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    if (colors == BufferedImage.TYPE_INT_RGB) {
      graphics.drawImage(image, 0, 0, width, height, Color.WHITE, null);
    } else {
      graphics.drawImage(image, 0, 0, width, height, null);
    }
    graphics.dispose();
    return drawn;
  }

  private static byte[] encode(String format, BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, format, bytes)) {
        throw new IllegalStateException("no encoder for " + format);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not encode a picture", e);
    }
    return bytes.toByteArray();
  }
}
