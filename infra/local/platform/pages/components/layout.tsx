import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { PersonView } from "../views/person-view.ts";
import { Portrait } from "./portrait.tsx";

type Room = "people" | "contents" | "own-profile";

type LayoutProps = PropsWithChildren<{
  title: string;
  /** The signed-in person; absent on pages that need none. */
  viewer: PersonView | undefined;
  current?: Room;
}>;

/** The frame of every page: head, banner, main and footer. */
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
              {viewer && <Navigation viewer={viewer} current={current} />}
            </div>
          </header>
          <main id="content" class="wide">
            {children}
          </main>
          <footer class="wide">
            A local stand-in for the community platform. All data is in memory.
          </footer>
        </body>
      </html>
    )}`;
}

type NavigationProps = { viewer: PersonView; current: Room | undefined };

function Navigation({ viewer, current }: NavigationProps) {
  const markOf = (room: Room) => (room === current ? "page" : undefined);
  return (
    <div class="menu">
      <nav aria-label="Main">
        <a href="/people" aria-current={markOf("people")}>
          People
        </a>
        <a href="/contents" aria-current={markOf("contents")}>
          Contents
        </a>
        <a href={viewer.path} aria-current={markOf("own-profile")}>
          <Portrait person={viewer} size="small" />
          Your profile
        </a>
      </nav>
      <form action="/sign-out" method="post">
        <button class="quiet" type="submit">
          Sign out
        </button>
      </form>
    </div>
  );
}
