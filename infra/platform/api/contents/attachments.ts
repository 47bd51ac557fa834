import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { PlatformContext, PlatformEnv } from "../../http/context.ts";
import { readFiles } from "../../http/multipart.ts";
import { answerPage } from "../../http/paging.ts";
import { requesterOf } from "../../http/requester.ts";
import { authorVerbs } from "../../http/permissions.ts";
import { readOnlySelf } from "../../http/resources.ts";
import type { Attachment, StoredContent } from "../../state/platform-state.ts";

/** The files of a discussion. Only its author and administrators attach files. */
export function attachmentRoutes(
  context: PlatformContext,
  discussionOfPath: (c: Context<PlatformEnv>) => StoredContent,
): Hono<PlatformEnv> {
  const { state, apiUrl } = context;
  const routes = new Hono<PlatformEnv>();
  const attachmentsOf = ({ id }: StoredContent) =>
    state.attachments.all().filter(({ contentID }) => contentID === id);
  const present = ({ id, contentID, name, bytes }: Attachment) => ({
    id,
    type: "attachment",
    name,
    size: bytes.byteLength,
    resources: readOnlySelf(
      `${apiUrl}/contents/${contentID}/attachments/${id}`,
    ),
  });

  routes.get("/contents/:id/attachments", (c) =>
    answerPage(c, context, attachmentsOf(discussionOfPath(c)), present),
  );

  routes.post("/contents/:id/attachments", async (c) => {
    requireMayAttach(c, discussionOfPath(c));
    const [file] = await readFiles(c);
    if (file === undefined) {
      throw new HTTPException(400, { message: "The form has no file." });
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const attachment: Attachment = {
      id: state.nextID(),
      contentID: discussionOfPath(c).id,
      name: file.name,
      bytes,
    };
    state.attachments.put(attachment);
    return c.json(present(attachment), 201);
  });

  routes.get("/contents/:id/attachments/:attachmentID", (c) => {
    const attachment = attachmentsOf(discussionOfPath(c)).find(
      ({ id }) => id === c.req.param("attachmentID"),
    );
    if (attachment === undefined) {
      throw new HTTPException(404, { message: "There is no such attachment." });
    }
    // Never the content type of the upload: a browser must not run the file, and JSON would get a guard line.
    return c.body(attachment.bytes, 200, {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
    });
  });

  return routes;
}

function requireMayAttach(
  c: Context<PlatformEnv>,
  discussion: StoredContent,
): void {
  if (authorVerbs(requesterOf(c), discussion).includes("PUT")) return;
  throw new HTTPException(403, {
    message: "Only the author or an administrator may do this.",
  });
}
