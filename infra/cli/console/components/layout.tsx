import { type PropsWithChildren, useContext } from "hono/jsx";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { PageFrame } from "../../../pages/page-frame.tsx";
import { Message, type MessageProps } from "../../../pages/parts.tsx";
import { FrameContext } from "../console-context.ts";
import { needsLook } from "../words.ts";

const sections = {
  overview: "Overview",
  operations: "Worklist",
  employees: "Employees",
  limits: "Limits",
  callers: "Callers",
};
type ConsoleSection = keyof typeof sections;

/** The frame of every page. All links are relative, because the pages lie below a random path. */
export function Layout({
  title,
  current,
  attention = [],
  refresh,
  children,
}: PropsWithChildren<{
  title: string;
  current?: ConsoleSection | undefined;
  /** Counts by status. The title of the tab has the number of operations that an operator must look at. */
  attention?: Overview["statuses"];
  /** How often the script of the console reads the page again: every 15 seconds, or every second. @default never */
  refresh?: "slow" | "quick";
}>) {
  // Undefined without a session. Then the page has no menu, search, script and sign-out.
  const frame = useContext(FrameContext);
  const toLookAt = attention
    .filter(({ status }) => needsLook(status))
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <PageFrame
      title={`${toLookAt > 0 ? `(${toLookAt}) ` : ""}${title} · Console`}
      live={refresh}
      script={frame && "live.js"}
      // The icon and the style sheet lie beside the pages.
      assets=""
      banner={
        <>
          <div class="brand strong row">
            <img src="icon.svg" alt="" width="28" height="28" />
            <span>Console</span>
            {frame && <span class="pill">{frame.deployment}</span>}
          </div>
          {frame && <Search />}
          {frame && <Menu current={current} />}
        </>
      }
      footer={
        <div class="row apart">
          <p>
            The console runs on this machine only.
            {frame && ` Times are in ${frame.zone}.`}
          </p>
          {frame && (
            <form action="sign-out" method="post">
              <button class="plain" type="submit">
                Sign out
              </button>
            </form>
          )}
        </div>
      }
    >
      {children}
    </PageFrame>
  );
}

/** One box for all ids. With the script of the console, the key `/` leads to it. */
function Search() {
  return (
    <search>
      <form action="find" method="get">
        <label class="unseen" for="find">
          Find an operation, an employee or a person by id
        </label>
        <input
          id="find"
          name="id"
          type="search"
          required
          maxlength={128}
          placeholder="Operation, employee or person ( / )"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
      </form>
    </search>
  );
}

function Menu({ current }: { current: ConsoleSection | undefined }) {
  return (
    <nav aria-label="Main">
      <ul class="row">
        {Object.entries(sections).map(([section, name]) => (
          <li>
            <a
              href={
                section === "operations"
                  ? "operations?status=needs_attention"
                  : section
              }
              aria-current={section === current ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function MessagePage(props: MessageProps) {
  return (
    <Layout title={props.title}>
      <Message {...props} />
    </Layout>
  );
}
