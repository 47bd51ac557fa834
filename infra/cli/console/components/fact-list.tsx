import type { Child } from "hono/jsx";

/** Names and values. A name without a value is left out. */
export function FactList({ facts }: { facts: Record<string, Child> }) {
  return (
    <dl>
      {Object.entries(facts).map(
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
