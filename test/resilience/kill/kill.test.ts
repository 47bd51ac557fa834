import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { isThorough } from "../effort.ts";
import { expectSurvival } from "./matrix.ts";
import {
  receiver,
  receiverAtRepetition,
  receiverWithoutRepetition,
} from "./scenarios/receiver.ts";
import { offboarding, offboardingWithGrace } from "./scenarios/offboarding.ts";
import { onboarding } from "./scenarios/onboarding.ts";
import { timedStatus } from "./scenarios/status.ts";
import { buildProgram } from "./spawn-process.ts";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kill-"));
  program = await buildProgram(folder);
});

afterAll(() => rm(folder, { recursive: true }));

// Half of the time is waiting for a process.
describe.concurrent(
  "a process killed around any of its requests",
  { timeout: isThorough ? 900_000 : 60_000 },
  () => {
    test("that hires: the next one ends it, with one of each", (context) =>
      expectSurvival(context, program, onboarding));

    test.runIf(isThorough)(
      "that deletes: the next one ends it, and the person is deleted once",
      (context) => expectSurvival(context, program, offboarding),
    );

    test("that disables and, when it is due, deletes: each is done once", (context) =>
      expectSurvival(context, program, offboardingWithGrace));

    test("that sets a status and, when it is due, restores the earlier one: each is published once", (context) =>
      expectSurvival(context, program, timedStatus));

    test("that takes an event: it is delivered again, and one person is created", (context) =>
      expectSurvival(context, program, receiver));

    test.runIf(isThorough)(
      "that takes an event and is never sent it again: what it has stored is done when it is due",
      (context) => expectSurvival(context, program, receiverWithoutRepetition),
    );

    test.runIf(isThorough)(
      "that takes an event which is done: nothing of the repetition stays",
      (context) => expectSurvival(context, program, receiverAtRepetition),
    );
  },
);
