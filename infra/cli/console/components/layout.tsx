import type { PropsWithChildren } from "hono/jsx";
import { PageFrame } from "../../../pages/page-frame.tsx";

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
  /** Which deployment the console controls. Absent on pages for a browser without a session, which have no menu. */
  deployment?: string | undefined;
  current?: ConsoleSection | undefined;
}>;

/** The frame of every page. All links are relative, because the pages lie below a random path. */
export function Layout({ title, deployment, current, children }: LayoutProps) {
  return (
    <PageFrame
      title={`${title} · Console`}
      assets=""
      banner={
        <>
          <div class="brand row">
            <img src="icon.svg" alt="" width="28" height="28" />
            <span>Console</span>
            {deployment && <span class="pill">{deployment}</span>}
          </div>
          {deployment && <Menu current={current} />}
        </>
      }
      footer={
        <div class="row apart">
          <p>The console runs on this machine only. Times are in UTC.</p>
          {deployment && (
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
