import { opsToken } from "../../../infra/local/credentials.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { createSample } from "../../../infra/sample/samples.ts";
import type { RecordedScenario } from "./recording.ts";
import { sendAsHr } from "../../../infra/local/demo/send.ts";

/**
 * The measured use cases, in the order in which one employee goes through them. `events` is the hire of another one, at
 * the URL that takes events of every type.
 */
export const useCases = [
  "onboarding",
  "status-relay",
  "operations",
  "offboarding",
  "events",
] as const;
export type UseCase = (typeof useCases)[number];

/** All use cases, as they are recorded. */
export function recordedUseCases(): {
  scenarios: RecordedScenario<UseCase>[];
  /** The path of the operation of the first use case, once it was played. */
  location: () => string;
} {
  let location = "";
  const scenarios = useCases.map((name): RecordedScenario<UseCase> => ({
    name,
    async run({ origin, lambda }) {
      const answer = await send(name, origin, { location });
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
      location ||= answer.headers.get("location") ?? "";
      await lambda.idle();
    },
  }));
  return { scenarios, location: () => location };
}

const tasks = [1, 2, 3, 4, 5].map((day) => ({
  subject: `Task ${day}`,
  dueInDays: day,
}));

/**
 * Sends the request of a use case to a gateway, signed now; the same delivery each time. A forged one has a false
 * signature.
 */
export function send(
  useCase: UseCase,
  origin: string,
  {
    location = "",
    isForged = false,
  }: { location?: string; isForged?: boolean },
): Promise<Response> {
  const nowMs = Date.now();
  const delivery = (data: unknown) => ({
    id: `msg_${useCase}`,
    body: JSON.stringify(data),
  });
  const headers: Record<string, string> = isForged
    ? { "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}` }
    : {};
  switch (useCase) {
    case "onboarding": {
      const event = hireWithTasks(nowMs);
      return sendAsHr(origin, "/onboarding", delivery(event), nowMs, headers);
    }
    case "events": {
      const event = hireWithTasks(nowMs, {
        employeeId: "E-1043",
        username: "second.hire",
        email: "second.hire@example.com",
        identities: { slack: "T0001:U1043" },
      });
      return sendAsHr(origin, "/events", delivery(event), nowMs, headers);
    }
    case "status-relay": {
      const event = {
        type: "status.set",
        timestamp: new Date(nowMs).toISOString(),
        data: { employeeId: "E-1042", text: "In a meeting" },
      };
      return sendAsHr(origin, "/status", delivery(event), nowMs, headers);
    }
    case "operations":
      return fetch(origin + location, {
        headers: { authorization: `Bearer ${isForged ? "forged" : opsToken}` },
      });
    case "offboarding":
      return sendAsHr(
        origin,
        "/offboarding",
        delivery(createSample("leave", nowMs, { graceDays: 0 })),
        nowMs,
        headers,
      );
  }
}

function hireWithTasks(nowMs: number, changes: object = {}) {
  const { type, timestamp, data } = sampleHire(nowMs);
  const { avatar: _, ...hire } = data;
  return { type, timestamp, data: { ...hire, tasks, ...changes } };
}
