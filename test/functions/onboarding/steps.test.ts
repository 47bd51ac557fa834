import { expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/local/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
const tasks = [{ subject: "Meet your team", dueInDays: 1 }];

/** The engine is paid by the step: one that has nothing to do is none. */
test.each([
  ["the person alone", { tasks: [] }, []],
  ["a face", { tasks: [], avatar }, ["upload avatar", "attach avatar"]],
  ["tasks", { tasks }, ["seed tasks"]],
  ["streams", { tasks: [], streams: ["Incidents"] }, ["seed streams"]],
  [
    "everything",
    { tasks, avatar, streams: ["Incidents"], identities: { slack: "T1:U1" } },
    ["upload avatar", "seed tasks", "seed streams", "attach avatar"],
  ],
])(
  "a hire with %s takes only the steps that it needs",
  async (what, more, extra) => {
    const { status, steps } = await environment().sendAndWait(
      "employee.hired",
      hireOf(`S-${what.replaceAll(" ", "-")}`, more),
    );
    expect(status).toBe("succeeded");
    expect(Object.keys(steps).toSorted()).toEqual(
      ["start", "claim", "create person", ...extra].toSorted(),
    );
  },
);
