import { Layout } from "./layout.tsx";
import type { PersonView } from "./person-view.ts";

const texts: Record<number, { title: string; text: string }> = {
  401: {
    title: "Please sign in",
    text: "These pages are for people of the community. Sign in with your username and password.",
  },
  404: {
    title: "Nobody here",
    text: "There is no such page, or nobody of that name whom you may see.",
  },
};

const otherwise = {
  title: "Something went wrong",
  text: "The platform could not make this page; its output says why.",
};

type MessagePageProps = { status: number; viewer: PersonView | undefined };

/** A page instead of the one asked for. */
export function MessagePage({ status, viewer }: MessagePageProps) {
  const { title, text } = texts[status] ?? otherwise;
  return (
    <Layout title={title} viewer={viewer}>
      <section class="message">
        <p class="code" aria-hidden="true">
          {status}
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a class="button" href="/people">
            {status === 401 ? "Sign in" : "See everybody"}
          </a>
        </p>
      </section>
    </Layout>
  );
}
