import { expect, test } from "vitest";
import type { Client } from "../../../shared/community/client.ts";
import { clientOn } from "../../fixtures/community-client.ts";
import { answering } from "../../fixtures/fake-http.ts";

type Operation = (client: Client, given: never) => Promise<unknown>;

const noObject = ["", undefined, null, 7];
const noText = [...noObject, [], {}];

// resolve-endpoint.test.ts and json-body.test.ts have the targets and the bodies that are refused.
test.each<[string, unknown[], Operation]>([
  ["people.create", noText, ({ people }, person) => people.create(person)],
  ["family.create", noObject, ({ contents }, item) => contents.create(item)],
  ["images.add", noText, ({ images }, imageURI) => images.add("7", imageURI)],
  ["streams.create", noText, ({ streams }, name) => streams.create("7", name)],
  [
    "tasks.create",
    noText,
    ({ tasks }, subject) => tasks.create("7", { subject, dueAtMs: 0 }),
  ],
])(
  "%s throws a TypeError for each of %j and sends nothing",
  async (_, bad, operate) => {
    for (const given of bad) {
      const call = operate(clientOn(answering()), given as never);
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow(/must|needs/);
    }
  },
);
