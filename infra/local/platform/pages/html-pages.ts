import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { errorAnswer } from "../http/errors.ts";
import type { PlatformContext, PlatformEnv } from "../http/context.ts";
import { neverStore, restrictContent } from "./page-headers.ts";
import { identifyRequester } from "../http/requester.ts";

/** Where the `html` resource of a content or a place leads (the API document, §2.3): its words, and nothing that runs. */
export function createHtmlPages(context: PlatformContext): Hono<PlatformEnv> {
  const { contents, places } = context.state;
  const routes = new Hono<PlatformEnv>();

  for (const path of ["/contents/:id", "/places/:id"]) {
    routes.use(path, restrictContent, neverStore, identifyRequester(context));
    routes.use(path, async (c, next) => {
      if (c.get("requester") !== undefined) return next();
      return errorAnswer(401, "Sign in to see this page.", {
        "www-authenticate": 'Basic realm="community", charset="UTF-8"',
      });
    });
  }

  routes.get("/contents/:id", (c) => {
    const body = contents.get(c.req.param("id"))?.body;
    return answer(c, body?.subject, body?.content.text);
  });

  routes.get("/places/:id", (c) => {
    const body = places.get(c.req.param("id"))?.body;
    return answer(c, body?.name, body?.description);
  });

  return routes;
}

function answer(
  c: Context,
  title: string | undefined,
  text = "",
): Response | Promise<Response> {
  if (title === undefined) return errorAnswer(404, "There is no such page.");
  return c.html(page(title, withoutTags(text)));
}

function page(title: string, text: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/pages/style.css" />
      </head>
      <body>
        <main class="wide">
          <h1>${title}</h1>
          <p>${text}</p>
          <p><a href="/people">People</a></p>
        </main>
      </body>
    </html>`;
}

function withoutTags(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, " ").trim();
}
