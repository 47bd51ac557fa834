import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";

const rooms = {
  overview: "Overview",
  operations: "Worklist",
  employees: "Employees",
  limits: "Limits",
  callers: "Callers",
};
export type Room = keyof typeof rooms;

type LayoutProps = PropsWithChildren<{
  title: string;
  /** Which deployment the console steers. Absent on pages for a browser without a session, which have no menu. */
  deployment?: string | undefined;
  current?: Room | undefined;
}>;

/** The frame of every page. All links are relative, because the pages lie below a random path. */
export function Layout({ title, deployment, current, children }: LayoutProps) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} · Console`}</title>
          <link rel="icon" href="icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="style.css" />
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to content
          </a>
          <header class="banner">
            <div class="wide">
              <div class="brand">
                <img src="icon.svg" alt="" width="28" height="28" />
                <span>Console</span>
                {deployment && <span class="deployment">{deployment}</span>}
              </div>
              {deployment && <Menu current={current} />}
            </div>
          </header>
          <main id="content" class="wide">
            {children}
          </main>
          <footer class="wide">
            <p>The console runs on this machine only. Times are in UTC.</p>
            {deployment && (
              <form action="sign-out" method="post">
                <button class="plain" type="submit">
                  Sign out
                </button>
              </form>
            )}
          </footer>
        </body>
      </html>
    )}`;
}

function Menu({ current }: { current: Room | undefined }) {
  return (
    <nav aria-label="Main">
      <ul>
        {Object.entries(rooms).map(([room, name]) => (
          <li>
            <a
              href={
                room === "operations"
                  ? "operations?status=needs_attention"
                  : room
              }
              aria-current={room === current ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
