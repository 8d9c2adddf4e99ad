package dev.paylink.testing;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Writes a picture of a page as a PNG of a third of its size: of the few colours a page is made of,
 * the 256 most frequent stay, the others become the nearest of them.
 */
public final class IndexedPng {
  private static final int COLOURS = 256;

  private IndexedPng() {}

  public static void write(byte[] png, Path file) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    int width = picture.getWidth();
    int[] pixels = picture.getRGB(0, 0, width, picture.getHeight(), null, 0, width);
    int[] palette = palette(pixels);
    Map<Integer, Integer> nearest = new HashMap<>();
    BufferedImage indexed =
        new BufferedImage(
            width,
            picture.getHeight(),
            BufferedImage.TYPE_BYTE_INDEXED,
            new IndexColorModel(8, palette.length, palette, 0, false, -1, 0));
    for (int i = 0; i < pixels.length; i++) {
      int colour = nearest.computeIfAbsent(pixels[i], pixel -> nearest(palette, pixel));
      indexed.getRaster().setSample(i % width, i / width, 0, colour);
    }
    save(indexed, file);
  }

  private static void save(BufferedImage picture, Path file) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam slowly = writer.getDefaultWriteParam();
    slowly.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    slowly.setCompressionQuality(0);
    Files.deleteIfExists(file);
    try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(picture, null, null), slowly);
    } finally {
      writer.dispose();
    }
  }

  private static int[] palette(int[] pixels) {
    Map<Integer, Integer> counts = new HashMap<>();
    Arrays.stream(pixels).forEach(pixel -> counts.merge(pixel, 1, Integer::sum));
    List<Map.Entry<Integer, Integer>> frequent =
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(COLOURS)
            .toList();
    return frequent.stream().mapToInt(Map.Entry::getKey).toArray();
  }

  private static int nearest(int[] palette, int pixel) {
    int best = 0;
    for (int i = 1; i < palette.length; i++) {
      if (distance(palette[i], pixel) < distance(palette[best], pixel)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int one, int other) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
