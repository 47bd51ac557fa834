import * as z from "zod/mini";
import { ApiError } from "../../../shared/community/errors.ts";
import { type Check, failed, ok, warning } from "../check.ts";
import { describeFailure } from "../describe-failure.ts";

/** The author of a content is not documented, so it may have another shape. */
const authoredSchema = z.object({ author: z.object({ id: z.string() }) });

/** What the deletion of a leaver takes away, and whether the service account can count it before. */
export const checkContents: Check = {
  name: "contents of leavers",
  advice:
    "Until the platform lists contents, no leaver is deleted. leaverDisposition disable keeps leavers, and maxContentsDeleted unlimited deletes them without a count.",
  run: async ({ config }, facts) => {
    const { leaverDisposition, maxContentsDeleted } = config;
    if (leaverDisposition === "disable")
      return ok(
        "leavers are kept, disabled, and so are their contents (leaverDisposition)",
      );
    const takesAway =
      "a deletion takes away all that the leaver has published, and the replies of others to it";
    if (maxContentsDeleted === "unlimited")
      return warning(`${takesAway}, however much it is`, {
        advice:
          "Set maxContentsDeleted to a number: a deletion of more contents is held then. Or set leaverDisposition to disable, which keeps leavers and their contents.",
        setting: "maxContentsDeleted",
      });
    const { contents } = facts.require("service");
    try {
      const [newest] = await Array.fromAsync(
        contents.list({ count: 1, maxItems: 1 }),
      );
      const author = authoredSchema.safeParse(newest).data?.author.id;
      if (author !== undefined) {
        const own = contents.list({ author, count: 1, maxItems: 1 });
        if ((await Array.fromAsync(own)).length === 0)
          return failed(
            "the list of contents shows none for the author of one, so every count would be 0 and hold no deletion",
            {
              advice:
                "Set leaverDisposition to disable, which keeps leavers and their contents, until the platform selects contents by author.",
              setting: "leaverDisposition",
            },
          );
      }
    } catch (error) {
      if (!isRefused(error)) throw error;
      return warning(
        `${describeFailure(error)}, so every deletion of a leaver is held`,
        {
          advice:
            "Let the service account read all contents. Or set leaverDisposition to disable, which keeps leavers, or maxContentsDeleted to unlimited, which deletes without a count.",
          setting: "maxContentsDeleted",
        },
      );
    }
    return ok(
      `${takesAway}; more than ${maxContentsDeleted} contents hold it (maxContentsDeleted), and leaverDisposition disable keeps leavers and their contents`,
    );
  },
};

/** The answer stays the same until an administrator changes the rights. A refused sign-in is another finding. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
