import { html } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";

export function PageFrame({
  title,
  assets,
  script,
  live,
  banner,
  footer,
  children,
}: PropsWithChildren<{
  title: string;
  /** What the paths of `icon.svg` and `style.css` begin with. */
  assets: string;
  script?: string | undefined;
  /** How often the script reads the page again. Absent: never. */
  live?: string | undefined;
  banner: Child;
  footer: Child;
}>) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" href={`${assets}icon.svg`} type="image/svg+xml" />
          <link rel="stylesheet" href={`${assets}style.css`} />
          {script && <script src={script} defer></script>}
        </head>
        <body>
          <a class="unseen" href="#content">
            Skip to content
          </a>
          <header class="banner">
            <div class="wide row apart">{banner}</div>
          </header>
          <main id="content" class="wide" data-live={live}>
            {children}
          </main>
          <footer class="wide muted">{footer}</footer>
        </body>
      </html>
    )}`;
}
