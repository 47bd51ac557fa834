import { Layout } from "./components/layout.tsx";
import type { Site } from "./views/people.ts";

const texts: Record<number, { title: string; text: string }> = {
  401: {
    title: "Please sign in",
    text: "The credentials of this request are wrong, or the account is disabled.",
  },
  403: {
    title: "Form refused",
    text: "The form came from another site. Open the page here and try again.",
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

/** Replaces the requested page by an explanation and a way on. */
export function MessagePage({ status, site }: MessagePageProps) {
  const { title, text } = texts[status] ?? badRequest;
  return (
    <Layout title={title} site={site}>
      <section class="empty flow">
        <p class="muted" aria-hidden="true">
          {status}
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a class="button" href={site ? "/people" : "/sign-in"}>
            {site ? "See all people" : "Sign in"}
          </a>
        </p>
      </section>
    </Layout>
  );
}
