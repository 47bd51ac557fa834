import { type Child, type PropsWithChildren, useContext } from "hono/jsx";
import type {
  Overview,
  ShownOperation,
} from "../../../../functions/operations/contract.ts";
import { rowOf, toReasonCode } from "../../../../shared/reason-codes.ts";
import { clockAt } from "../../../../shared/zoned-time.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { numbers } from "../../../pages/parts.tsx";
import { explainReason } from "../../reason-words.ts";
import { FrameContext } from "../console-context.ts";
import {
  describeDue,
  describeMoment,
  describeTime,
} from "../../describe-time.ts";
import type { Failure } from "../explain-error.ts";
import { describeLimit, describeStatus } from "../words.ts";

export function operationHref(id: string): string {
  return `operation?id=${encodeURIComponent(id)}`;
}

export function employeeHref(employeeId: string): string {
  return `employee?id=${encodeURIComponent(employeeId)}`;
}

type CountProps = { count: number; isAtLeast?: boolean };

/** "12", or "10,000+" for a count that stopped at its bound. */
export function Count({ count, isAtLeast = false }: CountProps) {
  return (
    <span class="number">
      {numbers.format(count)}
      {isAtLeast && "+"}
    </span>
  );
}

/** What to call a moment: "3 h ago", and "20 Nov 2026, 14:05:03" in the operator's zone. */
export function useMoments() {
  const { zone = "UTC", nowMs = Date.now() } = useContext(FrameContext) ?? {};
  return {
    distance: (at: string) => describeTime(at, nowMs),
    toTheSecond: (at: string) => describeMoment(at, zone, { hasSeconds: true }),
    toTheMinute: (at: string) => describeMoment(at, zone),
    /** "2026-11-01", the first day of a filter. */
    firstOfMonth: (at: string) =>
      `${new Date(clockAt(Date.parse(at), zone)).toISOString().slice(0, 7)}-01`,
    /** "in 3 h (20 Nov 2026, 14:05)", or "now" for what is overdue. */
    due: (at: string | undefined) => at && describeDue(at, zone, nowMs),
  };
}

/** "3 h ago" or "in 3 h". A pointer on it shows the exact time. */
export function Distance({ at }: { at: string }) {
  const { distance, toTheSecond } = useMoments();
  return (
    <time datetime={at} title={toTheSecond(at)}>
      {distance(at)}
    </time>
  );
}

/** "20 Nov 2026, 14:05:03" */
export function Moment({ at }: { at: string }) {
  const { toTheSecond } = useMoments();
  return <time datetime={at}>{toTheSecond(at)}</time>;
}

/** "20 Nov 2026, 14:05 (3 h ago)" or "(in 3 h)". */
export function MomentFromNow({ at }: { at: string }) {
  const { distance, toTheMinute, toTheSecond } = useMoments();
  return (
    <>
      <time datetime={at} title={toTheSecond(at)}>
        {toTheMinute(at)}
      </time>{" "}
      <span class="muted">({distance(at)})</span>
    </>
  );
}

type Cell<T> = (row: T) => Child;
/** A column whose head or look is not the usual one. */
type Column<T> = {
  cell: Cell<T>;
  class?: string;
  /** @default the title */
  head?: Child;
  sort?: "ascending" | "descending" | undefined;
};

type TableProps<T> = {
  /** What the table shows, for a screen reader. */
  caption: string;
  /** By the titles of the columns. */
  columns: Readonly<Record<string, Cell<T> | Column<T>>>;
  rows: readonly T[];
  empty?: string | undefined;
};

/** On a phone, each row becomes a block. */
export function DataTable<T>({ caption, columns, rows, empty }: TableProps<T>) {
  if (rows.length === 0 && empty !== undefined)
    return <p class="empty">{empty}</p>;
  const all = Object.entries(columns).map(
    ([title, column]): Column<T> & { title: string } => ({
      title,
      head: title,
      ...(typeof column === "function" ? { cell: column } : column),
    }),
  );
  return (
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {all.map((column) => (
            <th scope="col" aria-sort={column.sort}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {all.map((column) => (
              <td class={column.class} data-label={column.title}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An id. The script of the console copies it at a click. */
export function Id({ id }: { id: string }) {
  return (
    <span class="id" data-copy={id}>
      {id}
    </span>
  );
}

export function Reason({ reason }: { reason: string }) {
  return (
    <a class="plain" href={`reasons#${rowOf(toReasonCode(reason))}`}>
      <code>{reason}</code>
    </a>
  );
}

type StatusBadgeProps = {
  status: ShownOperation["status"];
  reason?: string | undefined;
};

export function StatusBadge({ status, reason }: StatusBadgeProps) {
  const { text, tone } = describeStatus(status, reason);
  return <span class={`pill ${tone}`}>{text}</span>;
}

/** A text of `shared/reason-codes.ts`, in which backquotes enclose what an operator types. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text
        .split("`")
        .map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}
    </>
  );
}

export function Explanation({ reason }: { reason: string }) {
  const explanation = explainReason(reason);
  if (explanation === undefined)
    return (
      <p>
        <code>{reason}</code>
      </p>
    );
  return (
    <div class="flow">
      <p>
        <strong>
          What <Reason reason={reason} /> means:
        </strong>{" "}
        <TextWithCode text={explanation.meaning} />
      </p>
      <p>
        <strong>What to do:</strong> <TextWithCode text={explanation.action} />
      </p>
    </div>
  );
}

type MessageBoxProps = PropsWithChildren<{ tone: "good" | "look" | "bad" }>;

export function MessageBox({ tone, children }: MessageBoxProps) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

export function Question({
  title,
  failure,
  children,
  action,
  values,
  inputs,
  button,
  tone,
  back,
}: PropsWithChildren<{
  title: string;
  failure: Failure | undefined;
  action: string;
  values: HiddenFieldsProps["values"];
  inputs?: Child;
  button: string;
  tone: string;
  back: string;
}>) {
  return (
    <section class="panel narrow">
      <h1>{title}</h1>
      {failure && (
        <MessageBox tone="bad">
          <strong>{failure.title}.</strong> {failure.text}
        </MessageBox>
      )}
      {children}
      <form class="flow" action={action} method="post">
        <HiddenFields values={values} />
        {inputs}
        <div class="row">
          {/* Beside the quiet Back, the button of the action is never quiet. */}
          <button
            class={`button ${tone === "quiet" ? "" : tone}`}
            type="submit"
          >
            {button}
          </button>
          <a class="button quiet" href={back}>
            Back
          </a>
        </div>
      </form>
    </section>
  );
}

type HiddenFieldsProps = {
  values: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** An input for each value: a list gives several with one name, and an absent value gives none. */
export function HiddenFields({ values }: HiddenFieldsProps) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) =>
        [value ?? []]
          .flat()
          .map((one) => <input type="hidden" name={name} value={one} />),
      )}
    </>
  );
}

/** A link to the page of the person, if the platform names an http one, else the address of the person in its API. */
export function personLink(page = "", apiAddress?: string): Child {
  return /^https?:/.test(page) ? (
    <a href={page} rel="noreferrer">
      Profile page
    </a>
  ) : (
    apiAddress
  );
}

export function PageLinks({
  path,
  query,
  cursor,
  next,
  label,
}: {
  path: string;
  query: Readonly<Record<string, string | undefined>>;
  /** Where this page began; absent on the first one. */
  cursor: string | undefined;
  next: string | undefined;
  /** What the next page has: "Older operations". */
  label: string;
}) {
  if (cursor === undefined && next === undefined) return null;
  return (
    <nav class="row" aria-label="Pages">
      {cursor !== undefined && (
        <a class="button quiet" href={hrefOf(path, query)}>
          First page
        </a>
      )}
      {next !== undefined && (
        <a
          class="button quiet"
          rel="next"
          href={hrefOf(path, { ...query, cursor: next })}
        >
          {label}
        </a>
      )}
    </nav>
  );
}

type TabsProps = {
  label: string;
  tabs: readonly {
    text: string;
    href: string;
    isCurrent: boolean;
    count?: CountProps | undefined;
  }[];
};

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul class="row">
        {tabs.map(({ text, href, isCurrent, count }) => (
          <li>
            <a href={href} aria-current={isCurrent ? "page" : undefined}>
              {text}
              {count && <Count {...count} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type BarProps = { used: number; allowed: number; tone?: string };

/** How much of a number is used or done. The text beside it says the same. */
export function Bar({ used, allowed, tone = "" }: BarProps) {
  const share = allowed === 0 ? 1 : Math.min(1, used / allowed);
  return (
    <svg
      class={`bar ${tone}`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={String(share * 100)} height="6" />
    </svg>
  );
}

function toneOf(used: number, allowed: number): string {
  return used >= allowed ? "bad" : used >= 0.8 * allowed ? "look" : "";
}

export function Limits({ limits }: Pick<Overview, "limits">) {
  return (
    <ul class="stack">
      {limits.map(({ name, used, allowed, held }) => (
        <li>
          <p class="row apart">
            <span>{describeLimit(name)}</span>
            <span class="muted">
              <Count count={used} /> of <Count count={allowed} />
            </span>
          </p>
          <Bar used={used} allowed={allowed} tone={toneOf(used, allowed)} />
          {held.count > 0 && (
            <p>
              <a
                href={hrefOf("operations", {
                  status: "needs_attention",
                  reason: name,
                })}
              >
                <Count {...held} /> held
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
