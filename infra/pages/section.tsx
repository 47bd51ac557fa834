import type { PropsWithChildren } from "hono/jsx";

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

/** "Discussion" */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
