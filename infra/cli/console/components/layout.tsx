import { type PropsWithChildren, useContext } from "hono/jsx";
import { PageFrame } from "../../../pages/page-frame.tsx";
import { FrameContext } from "../frame.ts";

const sections = {
  overview: "Overview",
  operations: "Worklist",
  employees: "Employees",
  limits: "Limits",
  callers: "Callers",
};
export type ConsoleSection = keyof typeof sections;

type LayoutProps = PropsWithChildren<{
  title: string;
  current?: ConsoleSection | undefined;
}>;

/** The frame of every page. All links are relative, because the pages lie below a random path. */
export function Layout({ title, current, children }: LayoutProps) {
  const frame = useContext(FrameContext);
  return (
    <PageFrame
      title={`${title} · Console`}
      assets=""
      banner={
        <>
          <div class="brand row">
            <img src="icon.svg" alt="" width="28" height="28" />
            <span>Console</span>
            {frame && <span class="pill">{frame.deployment}</span>}
          </div>
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
