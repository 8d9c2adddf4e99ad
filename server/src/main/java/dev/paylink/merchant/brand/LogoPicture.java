package dev.paylink.merchant.brand;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * A logo as we store and serve it: a small PNG that we encoded ourselves, so that nothing of the
 * uploaded file is left but its picture.
 *
 * <ul>
 *   <li>Only PNG and JPEG are decoded, known by their first bytes, whatever the sender calls them.
 *   <li>The decoder gets the parts of the file that make the picture ({@link BarePicture}), and no
 *       file whose header tells of more pixels than {@link #MAX_PIXELS}.
 * </ul>
 *
 * @param hash the SHA-256 of {@code png}, which names it
 */
record LogoPicture(byte[] png, byte[] hash, int width, int height) {
  /** Leaves room in a request's body for what a form puts around a file. */
  static final int MAX_BYTES = 60_000;

  static final int MAX_PIXELS = 1_000_000;
  static final int MAX_WIDTH = 480;
  static final int MAX_HEIGHT = 192;

  static LogoPicture of(byte[] upload) {
    if (upload.length == 0) {
      throw refused("is required");
    }
    if (upload.length > MAX_BYTES) {
      throw refused("must be at most " + MAX_BYTES / 1_000 + " KB");
    }
    BarePicture bare = BarePicture.of(upload);
    if (bare == null) {
      throw refused("must be a PNG or JPEG picture");
    }
    BufferedImage image = scaled(decode(bare));
    byte[] png = encode(image);
    return new LogoPicture(png, sha256(png), image.getWidth(), image.getHeight());
  }

  private static BufferedImage decode(BarePicture bare) {
    ImageReader reader = ImageIO.getImageReadersByFormatName(bare.format()).next();
    try (ImageInputStream in =
        new MemoryCacheImageInputStream(new ByteArrayInputStream(bare.bytes()))) {
      reader.setInput(in, true, true);
      long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
      if (pixels > MAX_PIXELS) {
        throw refused("must have at most one million pixels");
      }
      return reader.read(0);
    } catch (Refused e) {
      throw e;
    } catch (IOException | RuntimeException e) { // decoders report a broken file in several ways
      throw refused("cannot be read; save it again as PNG or JPEG");
    } finally {
      reader.dispose();
    }
  }

  /** Draws the picture no larger than a logo is shown, in steps that keep thin lines. */
  private static BufferedImage scaled(BufferedImage image) {
    double factor =
        Math.min(
            1.0,
            Math.min(
                (double) MAX_WIDTH / image.getWidth(), (double) MAX_HEIGHT / image.getHeight()));
    int width = (int) Math.max(1, Math.round(image.getWidth() * factor));
    int height = (int) Math.max(1, Math.round(image.getHeight() * factor));
    BufferedImage step = image;
    while (step.getWidth() > 2 * width && step.getHeight() > 2 * height) {
      step = drawn(step, step.getWidth() / 2, step.getHeight() / 2);
    }
    return drawn(step, width, height);
  }

  private static BufferedImage drawn(BufferedImage image, int width, int height) {
    BufferedImage drawn = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = drawn.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    graphics.drawImage(image, 0, 0, width, height, null);
    graphics.dispose();
    return drawn;
  }

  private static byte[] encode(BufferedImage image) {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException("could not encode a logo", e);
    }
    return png.toByteArray();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Refused refused(String why) {
    return new Refused(Problem.invalidField("logo", why));
  }
}
