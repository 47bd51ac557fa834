import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readFileSync } from "node:fs";
import { HTTPException } from "hono/http-exception";
import {
  neverStore,
  refuseOtherSites,
  restrictToOwnScript,
} from "../../pages/page-headers.ts";
import { createAssets } from "../../pages/assets.ts";
import { type Access, requireHost } from "./access.ts";
import { type ConsoleContext, FrameContext } from "./console-context.ts";
import { MessagePage } from "./components/layout.tsx";
import { addPlans } from "./pages/plans.tsx";
import { addCallers } from "./pages/callers.tsx";
import { addVerbs } from "./pages/confirm.tsx";
import { addEmployees } from "./pages/employees.tsx";
import { addOperation } from "./pages/operation.tsx";
import { addOverview } from "./pages/overview.tsx";
import { addWorklist } from "./pages/worklist.tsx";
import { explainError } from "./explain-error.ts";

const liveScript = readFileSync(`${import.meta.dirname}/live.js`, "utf8");
const maxFormBytes = 64 * 1024;

const toOverview = { href: "overview", text: "Overview" };

const pageFamilies = [
  addOverview,
  addWorklist,
  addOperation,
  addEmployees,
  addCallers,
  addVerbs,
  addPlans,
];

/** The console for one browser on `http://{host}`. All its pages lie below `access.root`. */
export function createConsoleApp(
  context: ConsoleContext,
  access: Access,
  host: string,
): Hono {
  const { deployment, howToOpen, zone, nowMs } = context;
  const app = new Hono();
  app.use(
    requireHost(host),
    // Browsers name the site with every POST. SameSite of the cookie alone ignores the port of a site.
    refuseOtherSites(({ req }) => ["GET", "HEAD"].includes(req.method)),
    restrictToOwnScript,
    neverStore,
  );
  app.use(bodyLimit({ maxSize: maxFormBytes }));

  const requireSession: MiddlewareHandler = async (c, next) =>
    access.hasSession(c)
      ? next()
      : c.html(
          // A browser does not send the cookie with a link of another site (SameSite), but with one of this page.
          <MessagePage
            title="Open the console with its link"
            text={`${howToOpen} If you came here by a link of another site, go on:`}
            link={toOverview}
          />,
          401,
        );

  const pages = new Hono();
  pages.route("/", createAssets(`${import.meta.dirname}/icon.svg`));
  pages.get("/live.js", (c) =>
    c.body(liveScript, 200, { "content-type": "text/javascript" }),
  );
  pages.get("/open", (c) =>
    // A prefetch must not use up the link.
    c.req.header("sec-purpose") === undefined && access.admit(c)
      ? c.redirect("overview")
      : c.html(
          <MessagePage
            title="This link does not work any more"
            text={`A link opens the console once. ${howToOpen}`}
          />,
          401,
        ),
  );
  pages.use(requireSession, (c, next) => {
    c.setRenderer((page) =>
      c.html(
        <FrameContext.Provider value={{ deployment, zone, nowMs: nowMs() }}>
          {page}
        </FrameContext.Provider>,
      ),
    );
    return next();
  });
  pages.post("/sign-out", (c) => {
    access.signOut(c);
    return c.html(<MessagePage title="You are signed out" text={howToOpen} />);
  });
  for (const addPage of pageFamilies) addPage(pages, context);
  pages.get("/:page", (c) => {
    c.status(404);
    return c.render(
      <MessagePage
        title="Page not found"
        text="The console has no such page."
        link={toOverview}
      />,
    );
  });
  app.route(access.root, pages);

  app.notFound((c) => c.text(`There is no page here. ${howToOpen}\n`, 404));
  app.onError(answerError);
  return app;
}

function answerError(error: unknown, c: Context) {
  if (error instanceof HTTPException)
    return c.text(`${error.message}\n`, error.status);
  const { status, title, text } = explainError(error);
  if (status === 500) console.error(error);
  const { pathname, search } = new URL(c.req.url);
  c.status(status);
  return c.render(
    <MessagePage
      title={title}
      text={text}
      // The path of a form has no page.
      link={
        c.req.method === "GET"
          ? {
              href: pathname.slice(pathname.lastIndexOf("/") + 1) + search,
              text: "Try again",
            }
          : toOverview
      }
    />,
  );
}
