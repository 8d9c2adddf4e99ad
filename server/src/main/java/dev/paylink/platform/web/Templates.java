package dev.paylink.platform.web;

import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;

/** Renders templates that were compiled with the rest of the code; all text in them is escaped. */
public final class Templates {
  private static final String PACKAGE = "dev.paylink";

  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Templates.class.getClassLoader(), PACKAGE);

  /**
   * Renders a template; {@code template} is its path below the folder of templates, {@code view}
   * its one parameter.
   */
  public byte[] render(String template, Object view) {
    Utf8ByteOutput output = new Utf8ByteOutput();
    engine.render(template, view, output);
    return output.toByteArray();
  }

  /** Renders a template once, for all the pages that it is a part of. */
  public Content fixed(String template, Object view) {
    byte[] rendered = render(template, view);
    return output -> output.writeBinaryContent(rendered);
  }
}
