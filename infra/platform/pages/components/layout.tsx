import type { PropsWithChildren } from "hono/jsx";
import { hrefOf } from "../../../pages/href-of.ts";
import { PageFrame } from "../../../pages/page-frame.tsx";
import { Message } from "../../../pages/parts.tsx";
import { viewPerson, type Site } from "../views/people.ts";
import { Portrait } from "./parts.tsx";

type Section = "/people" | "own-profile";

type LayoutProps = PropsWithChildren<{
  title: string;
  /** Absent before the sign-in. */
  site: Site | undefined;
  current?: Section;
}>;

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
        <a href={viewer.path} aria-current={markOf("own-profile")}>
          <Portrait person={viewer} size={28} />
          Your profile
        </a>
      </nav>
      <a
        class="plain"
        href={hrefOf("/sign-in", { "instead-of": viewer.svc.username })}
      >
        Sign in as another person
      </a>
    </div>
  );
}

const texts: Record<number, { title: string; text: string }> = {
  401: {
    title: "Please sign in",
    text: "The credentials of this request are wrong, or the account is disabled.",
  },
  404: {
    title: "Page not found",
    text: "This page does not exist, or you may not see it.",
  },
  500: {
    title: "Something went wrong",
    text: "The stand-in could not make this page. Its output has the error.",
  },
};

const badRequest = {
  title: "Request refused",
  text: "The stand-in could not read this request.",
};

type MessagePageProps = { status: number; site: Site | undefined };

export function MessagePage({ status, site }: MessagePageProps) {
  const { title, text } = texts[status] ?? badRequest;
  const link = { href: "/people", text: site ? "See all people" : "Sign in" };
  return (
    <Layout title={title} site={site}>
      <Message title={title} text={text} link={link} />
    </Layout>
  );
}
