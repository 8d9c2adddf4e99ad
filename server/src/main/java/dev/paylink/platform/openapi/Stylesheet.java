package dev.paylink.platform.openapi;

/** The page's only stylesheet: system fonts, light and dark by preference, down to phone width. */
final class Stylesheet {
  static final String CSS =
      """
      :root {
        --ground: #ffffff; --raised: #f6f7f9; --line: #e3e6ea; --ink: #1c2430; --soft: #5b6675;
        --accent: #0b6e63; --code: #f1f3f6; --sample: #16202c; --sample-ink: #dce5ef;
        --get: #1d5fa8; --post: #16743c; --put: #8a5a00; --delete: #a82a2a;
        --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --ground: #11161d; --raised: #171e27; --line: #2a3442; --ink: #dde4ec; --soft: #94a1b1;
          --accent: #5cc9b8; --code: #1e2733; --sample: #0b1017; --sample-ink: #d3dde8;
          --get: #7db4ee; --post: #6fce93; --put: #e0b45c; --delete: #f08b8b;
        }
      }
      * { box-sizing: border-box; }
      html { scroll-padding-top: 4.5rem; }
      body {
        margin: 0; background: var(--ground); color: var(--ink);
        font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
        display: grid; grid-template-columns: 17rem minmax(0, 1fr); grid-template-rows: auto 1fr;
      }
      a { color: var(--accent); text-decoration: none; }
      a:hover { text-decoration: underline; }
      code { font-family: var(--mono); font-size: .86em; }
      p, li, dd, td { overflow-wrap: break-word; }
      p code, li code, dd code, td code, dt code {
        background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere;
      }
      pre {
        background: var(--sample); color: var(--sample-ink); border: 1px solid var(--line);
        border-radius: 8px; padding: .9rem 1rem; margin: 0 0 1rem; overflow-x: auto; line-height: 1.5;
      }
      h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 .3rem; letter-spacing: -.02em; }
      h2 { font-size: 1.45rem; line-height: 1.3; margin: 2.6rem 0 .6rem; letter-spacing: -.01em; }
      h3 { font-size: 1.2rem; margin: 0 0 .4rem; }
      h4 { font-size: .95rem; margin: 1.8rem 0 .4rem; }
      .skip { position: absolute; left: -999rem; }
      .skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem; z-index: 3; }

      body > header {
        grid-column: 1 / -1; position: sticky; top: 0; z-index: 2; display: flex; gap: .8rem;
        align-items: center; height: 3.5rem; padding: 0 1.5rem; background: var(--ground);
        border-bottom: 1px solid var(--line);
      }
      .brand { font-weight: 650; color: var(--ink); }
      .version { color: var(--soft); font-size: .85rem; }
      .json { margin-left: auto; font-size: .9rem; }
      #menu, label[for=menu] { display: none; }

      nav {
        position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto;
        padding: 1rem .8rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem;
      }
      nav p { margin: 1.2rem 0 .3rem; font-weight: 650; font-size: .78rem; letter-spacing: .05em;
        text-transform: uppercase; }
      nav p, nav p a { color: var(--soft); }
      nav ul { list-style: none; margin: 0; padding: 0; }
      nav li a { display: block; color: var(--ink); padding: .22rem .5rem; border-radius: 6px; }
      nav li a:hover { background: var(--raised); text-decoration: none; }
      nav .call { display: grid; grid-template-columns: 2.9rem 1fr; align-items: baseline; }
      nav .verb { font-size: .64rem; }

      main { padding: 2rem 2.5rem 6rem; min-width: 0; max-width: 86rem; }
      .guide, .tag { max-width: 46rem; }
      .lead { font-size: 1.15rem; color: var(--soft); margin: 0 0 1.5rem; }
      .tag { border-top: 1px solid var(--line); margin-top: 3.5rem; }
      .operation + .tag { border-top: 0; margin-top: 1.5rem; }
      .verb { font: 700 .75rem var(--mono); letter-spacing: .02em; color: var(--soft); }
      .verb.get { color: var(--get); } .verb.post { color: var(--post); }
      .verb.put, .verb.patch { color: var(--put); } .verb.delete { color: var(--delete); }
      .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 25rem);
        gap: 0 2.5rem; padding: 2.2rem 0; border-bottom: 1px solid var(--line); }
      .anchor { opacity: 0; font-weight: 400; }
      h3:hover .anchor, .anchor:focus { opacity: 1; }
      .line { margin: 0 0 1rem; overflow-wrap: anywhere; }
      .line code { background: none; padding: 0; font-size: .92rem; }
      .note { margin: .5rem 0; font-size: .9rem; color: var(--soft); }

      table { border-collapse: collapse; width: 100%; }
      .scroll { overflow-x: auto; }
      .plain th { text-align: left; color: var(--soft); font-size: .85rem; }
      .plain th, .plain td { padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line);
        vertical-align: top; }
      .plain td code { white-space: nowrap; }
      .fields { font-size: .92rem; border-top: 1px solid var(--line); table-layout: fixed; }
      .fields tr { border-bottom: 1px solid var(--line); }
      .fields th { width: 38%; text-align: left; font-weight: 400; padding: .6rem 1rem .6rem 0;
        vertical-align: top; }
      .fields th code { font-weight: 600; overflow-wrap: anywhere; }
      .fields td { padding: .6rem 0; vertical-align: top; }
      .fields td p { margin: 0 0 .2rem; }
      .type { color: var(--soft); font-size: .82rem; display: inline-block; }
      .mark { font-size: .74rem; color: var(--soft); border: 1px solid var(--line);
        border-radius: 4px; padding: 0 .35em; white-space: nowrap; }
      .mark.required { color: var(--put); border-color: currentColor; }
      .fields .limits { color: var(--soft); font-size: .84rem; margin: .2rem 0 0; }
      .values dt { margin-top: .6rem; font-weight: 600; }
      .values dd { margin: .1rem 0 .6rem; color: var(--soft); font-size: .92rem; }

      .answer { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 .5rem;
        padding: 0 .9rem; }
      .answer > summary { display: flex; gap: .8rem; padding: .5rem 0; cursor: pointer;
        list-style: none; font-size: .92rem; }
      .answer > summary::-webkit-details-marker { display: none; }
      .answer > summary::after { content: "+"; margin-left: auto; color: var(--soft); }
      .answer[open] > summary::after { content: "\\2013"; }
      .answer > summary:hover .about { color: var(--accent); }
      .codes { display: block; color: var(--soft); font-size: .88rem; overflow-wrap: anywhere; }
      .codes code { margin-right: .5em; }
      .status { font: 700 .85rem/1.7 var(--mono); }
      .s2 .status { color: var(--post); } .s4 .status { color: var(--put); }
      .s5 .status { color: var(--delete); }
      .media { margin: .4rem 0; font-size: .85rem; color: var(--soft); }
      .headers { margin: .2rem 0 .8rem; font-size: .85rem; color: var(--soft); }
      .headers > summary { cursor: pointer; }

      .samples { min-width: 0; padding-top: .3rem; position: sticky; top: 4.5rem; align-self: start;
        max-height: calc(100vh - 5.5rem); overflow-y: auto; scrollbar-width: thin; }
      figure { margin: 0 0 1rem; }
      figcaption { font-size: .8rem; color: var(--soft); margin-bottom: .3rem; }
      .samples pre { font-size: .88rem; }

      @media (max-width: 75rem) {
        .operation { grid-template-columns: minmax(0, 1fr); }
        .samples { padding-top: 1.2rem; position: static; max-height: none; }
      }
      @media (max-width: 50rem) {
        body { display: block; }
        body > header { padding: 0 1rem; }
        label[for=menu] { display: block; padding: .7rem 1rem; border-bottom: 1px solid var(--line);
          color: var(--accent); cursor: pointer; }
        label[for=menu]::after { content: " +"; }
        #menu:checked + label::after { content: " \\2013"; }
        #menu { display: block; position: absolute; opacity: 0; }
        #menu:focus-visible + label { outline: 2px solid var(--accent); outline-offset: -2px; }
        nav { display: none; position: static; height: auto; border-right: 0; padding: 0 1rem 1rem;
          border-bottom: 1px solid var(--line); }
        #menu:checked ~ nav { display: block; }
        nav li a { padding: .45rem .5rem; }
        main { padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.75rem; }
        .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: 100%; }
        .fields th { padding: .6rem 0 .1rem; }
        .fields td { padding: 0 0 .6rem; }
        .plain, .plain tbody, .plain tr { display: block; }
        .plain tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
        .plain th { display: none; }
        .plain td { border: 0; padding: 0 .6rem 0 0; }
        .plain td:last-child { display: block; }
        .anchor { opacity: 1; }
      }
      @media print {
        body { display: block; } nav, body > header, label[for=menu] { display: none; }
        .operation { display: block; break-inside: avoid-page; }
      }
      """;

  private Stylesheet() {}
}
