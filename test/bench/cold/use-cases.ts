import { opsToken } from "../../../infra/local/credentials.ts";
import { sendAsHr } from "../../../infra/local/demo/send.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import { createSample } from "../../../infra/sample/samples.ts";
import type { RecordedScenario } from "./recording.ts";

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
      const answer = await send(name, origin, location);
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
 * Sends the request of a use case to a gateway, signed now; the same delivery each time.
 *
 * @param location - the path of an operation
 */
export function send(
  useCase: UseCase,
  origin: string,
  location: string,
): Promise<Response> {
  const nowMs = Date.now();
  const deliver = (path: string, event: object) => {
    const delivery = { id: `msg_${useCase}`, body: JSON.stringify(event) };
    return sendAsHr(origin, path, delivery, nowMs);
  };
  const { type, timestamp, data } = sampleHire(nowMs);
  const { avatar: _, ...hire } = data;
  switch (useCase) {
    case "onboarding":
      return deliver("/onboarding", {
        type,
        timestamp,
        data: { ...hire, tasks },
      });
    case "events": {
      const other = {
        employeeId: "E-1043",
        username: "second.hire",
        email: "second.hire@example.com",
        identities: { slack: "T0001:U1043" },
      };
      const all = { ...hire, tasks, ...other };
      return deliver("/events", { type, timestamp, data: all });
    }
    case "status-relay":
      return deliver("/status", {
        type: "status.set",
        timestamp,
        data: { employeeId: "E-1042", text: "In a meeting" },
      });
    case "operations":
      return fetch(origin + location, {
        headers: { authorization: `Bearer ${opsToken}` },
      });
    case "offboarding":
      return deliver(
        "/offboarding",
        createSample("leave", nowMs, { graceDays: 0 }),
      );
  }
}
