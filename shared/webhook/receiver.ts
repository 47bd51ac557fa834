import type { Context, Hono } from "hono";
import { isSettled, type Operation } from "../store/operation.ts";
import { type IntakeDependencies, createIntake } from "./intake.ts";
import type { Caller } from "./callers.ts";
import { createProblemApp } from "./problem-app.ts";
import { answerOkta, oktaChallengeHeader } from "./handshake.ts";
import { createSenderCheck } from "./identify-sender.ts";
import { preferredWaitSeconds, waitUntilSettled } from "./prefer-wait.ts";
import { problem } from "./problem.ts";
import {
  createRequestReader,
  type RequestDependencies,
  type RequestOptions,
} from "./read-request.ts";
import { representOperation } from "./represent-operation.ts";

export type ReceiverDependencies = IntakeDependencies &
  RequestDependencies & {
    sleepMs: (durationMs: number) => Promise<void>;
  };

export type ReceiverOptions = RequestOptions & {
  /** The start of the route: with `/onboarding`, events go to `POST /onboarding/{caller}`. */
  path: string;
};

/**
 * Creates the webhook receiver. All functions use this pipeline: raw bytes -> signature and time window -> events ->
 * schema -> store -> start -> 202. The receiver makes no call to the platform.
 *
 * A request that is not authentic is answered 401 without a reason; the log has the reason. Before that, no answer
 * depends on the caller in the path: a stranger must not learn which callers exist. Our own outage is answered 503 and
 * never 4xx, because senders drop an event that was answered 4xx.
 */
export function createReceiver(
  { path, ...options }: ReceiverOptions,
  dependencies: ReceiverDependencies,
): Hono {
  const { store, nowMs, sleepMs, log } = dependencies;
  const readRequest = createRequestReader(options, dependencies);
  const submit = createIntake(options.events, dependencies);
  const identifySender = createSenderCheck(dependencies);
  const app = createProblemApp(log);

  app.post(`${path}/:caller`, async (c) => {
    const read = await readRequest(c, c.req.param("caller"));
    if (read instanceof Response) return read;
    const { caller, deliveryId } = read;

    // Each event is submitted on its own. A sender drops events after a 4xx, so an invalid event must not block the
    // others.
    const submitted = await Promise.all(
      read.events.map(async ({ translateIssue, ...event }) => ({
        ...(await submit({ caller, loggedId: deliveryId, ...event })),
        translateIssue,
      })),
    );
    const accepted = submitted.flatMap((one) =>
      one.outcome === "accepted" ? [one.operation] : [],
    );
    const operations =
      accepted.length > 0
        ? accepted.map((one) => representOperation(one, caller))
        : undefined;
    const errors = [
      ...read.errors,
      ...submitted.flatMap((one) =>
        one.outcome === "invalid" ? one.errors.flatMap(one.translateIssue) : [],
      ),
    ];
    if (errors.length > 0)
      return problem(c, "validation-error", { errors, operations });
    const has = (outcome: string) =>
      submitted.some((one) => one.outcome === outcome);
    if (has("forbidden")) return problem(c, "forbidden", { operations });
    if (has("conflict"))
      return problem(c, "delivery-id-reused", { operations });

    const [first, ...others] = accepted;
    if (!first || others.length > 0)
      return c.json({ operations: operations ?? [] }, 202);

    const waitSeconds = preferredWaitSeconds(c.req.header("prefer"));
    if (waitSeconds === undefined) return answer(c, first, caller, 202);
    const latest = await waitUntilSettled(
      first,
      store.operations,
      waitSeconds * 1000,
      { nowMs, sleepMs },
    );
    return answer(c, latest, caller, isSettled(latest) ? 200 : 202, {
      "preference-applied": `wait=${waitSeconds}`,
    });
  });
  app.get(`${path}/:caller`, async (c, next) => {
    const challenge = c.req.header(oktaChallengeHeader);
    if (challenge === undefined) return next();
    const noBody = new Uint8Array();
    const sender = await identifySender(c, c.req.param("caller"), noBody);
    return sender instanceof Response
      ? sender
      : answerOkta(c, sender.caller, challenge);
  });
  // Without a challenge, GET is no method of the path.
  app.all(`${path}/:caller`, (c) =>
    problem(c, "method-not-allowed", { headers: { allow: "POST" } }),
  );
  return app;
}

/** Answers with an operation and its `Location`. */
function answer(
  c: Context,
  operation: Operation,
  caller: Caller,
  status: 200 | 202,
  headers: Record<string, string> = {},
): Response {
  return c.json(representOperation(operation, caller), status, {
    location: `/operations/${operation.id}`,
    ...headers,
  });
}
