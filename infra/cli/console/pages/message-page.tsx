import { Layout } from "../components/layout.tsx";

type MessagePageProps = {
  title: string;
  text: string;
  /** Where the operator can go on. */
  link?: { href: string; text: string } | undefined;
};

/** Replaces a page by an explanation and a way on. */
export function MessagePage({ title, text, link }: MessagePageProps) {
  return (
    <Layout title={title}>
      <section class="empty flow">
        <h1>{title}</h1>
        <p>{text}</p>
        {link && (
          <p>
            <a class="button" href={link.href}>
              {link.text}
            </a>
          </p>
        )}
      </section>
    </Layout>
  );
}
