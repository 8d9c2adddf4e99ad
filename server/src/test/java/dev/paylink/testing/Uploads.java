package dev.paylink.testing;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** Sends pictures as calls and browsers do, and gets them. */
public final class Uploads implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI base;
  private final String cookie;

  public Uploads(TestService service, Browser user) {
    this.base = service.baseUrl();
    this.cookie = user.cookie();
  }

  /** Sends the file as the body of a call. */
  public HttpResponse<String> put(String path, byte[] file) {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Cookie", cookie)
            .header("Content-Type", "image/png")
            .PUT(BodyPublishers.ofByteArray(file))
            .build(),
        BodyHandlers.ofString());
  }

  /** Sends a form with the file in this field, as a browser does. */
  public HttpResponse<String> post(String path, String field, byte[] file) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--b0undary\r\nContent-Disposition: form-data; name=\""
                + field
                + "\"; filename=\"a.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    body.writeBytes(file);
    body.writeBytes("\r\n--b0undary--\r\n".getBytes(StandardCharsets.US_ASCII));
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Cookie", cookie)
            .header("Accept", "text/html")
            .header("Sec-Fetch-Site", "same-origin")
            .header("Content-Type", "multipart/form-data; boundary=b0undary")
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build(),
        BodyHandlers.ofString());
  }

  public String page(String path) {
    HttpRequest show = HttpRequest.newBuilder(base.resolve(path)).header("Cookie", cookie).build();
    return send(show, BodyHandlers.ofString()).body();
  }

  public HttpResponse<byte[]> file(URI url) {
    return send(
        HttpRequest.newBuilder(url).header("Cookie", cookie).build(), BodyHandlers.ofByteArray());
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
    try {
      return client.send(request, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A picture in one colour. */
  public static byte[] picture(String format, int width, int height, Color color) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(color);
    graphics.fillRect(0, 0, width, height);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, format, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    client.close();
  }
}
