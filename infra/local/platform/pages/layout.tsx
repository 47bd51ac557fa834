import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { PersonView } from "./person-view.ts";
import { Portrait } from "./portrait.tsx";

type LayoutProps = PropsWithChildren<{
  title: string;
  /** Who is signed in, if somebody is. */
  viewer: PersonView | undefined;
  current?: "directory" | "own-profile";
}>;

/** The frame of every page: head, banner, main, footer. */
export function Layout({ title, viewer, current, children }: LayoutProps) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} · Community`}</title>
          <link rel="icon" href="/pages/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/pages/style.css" />
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to content
          </a>
          <header class="banner">
            <div class="wide">
              <a class="brand" href="/people">
                <img src="/pages/icon.svg" alt="" width="28" height="28" />
                Community
              </a>
              {viewer && (
                <nav aria-label="Main">
                  <a
                    href="/people"
                    aria-current={current === "directory" ? "page" : undefined}
                  >
                    People
                  </a>
                  <a
                    href={viewer.path}
                    aria-current={
                      current === "own-profile" ? "page" : undefined
                    }
                  >
                    <Portrait person={viewer} size="small" />
                    Your profile
                  </a>
                </nav>
              )}
            </div>
          </header>
          <main id="content" class="wide">
            {children}
          </main>
          <footer class="wide">
            A stand-in of the community platform, in the memory of one machine.
          </footer>
        </body>
      </html>
    )}`;
}
