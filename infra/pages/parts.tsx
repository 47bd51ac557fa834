import type { Child, PropsWithChildren } from "hono/jsx";

type SectionProps = PropsWithChildren<{ title: string; note?: string }>;

/** A part of a page with a heading of its own. */
export function Section({ title, note, children }: SectionProps) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p class="muted">{note}</p>}
      {children}
    </section>
  );
}

/** A name and its value. Without a value, it is not shown. */
export type Fact = readonly [name: string, value: Child];

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== "" && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}

export type MessageProps = {
  title: string;
  text: string;
  link?: { href: string; text: string } | undefined;
};

/** Stands in place of a page: an explanation, and where to go on. */
export function Message({ title, text, link }: MessageProps) {
  return (
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
  );
}

/** "Discussion" */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const numbers = new Intl.NumberFormat("en");

/** "1 operation", "1,204 operations" */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
