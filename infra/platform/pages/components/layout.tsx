import type { PropsWithChildren } from "hono/jsx";
import { PageFrame } from "../../../pages/page-frame.tsx";
import { viewPerson, type Site } from "../views/people.ts";
import { Portrait } from "./parts.tsx";

type Section = "/people" | "/contents" | "own-profile";

type LayoutProps = PropsWithChildren<{
  title: string;
  /** Absent on pages that need no signed-in person. */
  site: Site | undefined;
  current?: Section;
}>;

/** The frame of every page: head, banner, main and footer. */
export function Layout({ title, site, current, children }: LayoutProps) {
  return (
    <PageFrame
      title={`${title} · Community`}
      assets="/pages/"
      banner={
        <>
          <a class="brand strong row" href="/people">
            <img src="/pages/icon.svg" alt="" width="28" height="28" />
            Community
          </a>
          {site && <Navigation site={site} current={current} />}
        </>
      }
      footer="A local stand-in for the community platform. Its data stays on this machine."
    >
      {children}
    </PageFrame>
  );
}

type NavigationProps = { site: Site; current: Section | undefined };

function Navigation({ site, current }: NavigationProps) {
  const viewer = viewPerson(site, site.viewer);
  const markOf = (section: Section) =>
    section === current ? "page" : undefined;
  return (
    <div class="row">
      <nav class="row" aria-label="Main">
        <a href="/people" aria-current={markOf("/people")}>
          People
        </a>
        <a href="/contents" aria-current={markOf("/contents")}>
          Contents
        </a>
        <a href={viewer.path} aria-current={markOf("own-profile")}>
          <Portrait person={viewer} size={28} />
          Your profile
        </a>
      </nav>
      <form action="/sign-out" method="post">
        <button class="plain" type="submit">
          Sign out
        </button>
      </form>
    </div>
  );
}
