import type { Context } from "hono";
import * as z from "zod/mini";

const environmentSchema = z.object({
  /** The address that API Gateway saw the request come from, which no header can change. */
  sourceAddress: z.optional(z.string()),
  /** The setting `docsUrl` of the function. */
  docsUrl: z.optional(z.string()),
  /** The bytes of the body, which the request itself does not have then. */
  body: z.optional(z.instanceof(Uint8Array)),
});

/** What the handler of a function hands to its app beside a request. */
export type RequestEnvironment = z.infer<typeof environmentSchema>;

/** Reads the environment of a request, which is empty if the request did not come through a handler. */
export function requestEnvironmentOf(c: Context): RequestEnvironment {
  return environmentSchema.safeParse(c.env).data ?? {};
}

/** Reads the bytes of a body. A handler has them already, so the app need not read them from a stream. */
export async function bodyOf(c: Context): Promise<Uint8Array> {
  return (
    requestEnvironmentOf(c).body ?? new Uint8Array(await c.req.arrayBuffer())
  );
}
