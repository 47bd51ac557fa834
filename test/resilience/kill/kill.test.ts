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
import { rejectedDeletion, rejectedDisabling } from "./scenarios/verbs.ts";
import { renaming } from "./scenarios/renaming.ts";
import { onboarding } from "./scenarios/onboarding.ts";
import { timedStatus } from "./scenarios/status.ts";
import { buildProgram } from "../../environments/killable/spawn-process.ts";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kill-"));
  program = await buildProgram(folder);
});

afterAll(() => rm(folder, { recursive: true }));

// Half of the time the test waits for a process.
describe.concurrent(
  "a process killed around any of its requests",
  { timeout: isThorough ? 1_800_000 : 60_000 },
  () => {
    test("an onboarding killed at any request is completed by the next process with one effect of each kind", (context) =>
      expectSurvival(context, program, onboarding));

    test.runIf(isThorough)(
      "an offboarding that is killed at any request is completed by the next process, and deletes the person once",
      (context) => expectSurvival(context, program, offboarding),
    );

    test.runIf(isThorough)(
      "an offboarding with a grace period that is killed at any request disables the person once and deletes them once",
      (context) => expectSurvival(context, program, offboardingWithGrace),
    );

    test.runIf(isThorough)(
      "a rename that is killed at any request is completed by the next process, and a termination deletes the person once",
      (context) => expectSurvival(context, program, renaming),
    );

    test.runIf(isThorough)(
      "a disabling that an operator rejects leaves the person enabled, wherever the process is killed",
      (context) => expectSurvival(context, program, rejectedDisabling),
    );

    test.runIf(isThorough)(
      "a deletion that an operator rejects keeps the person, and enabling them takes effect once, wherever the process is killed",
      (context) => expectSurvival(context, program, rejectedDeletion),
    );

    test.runIf(isThorough)(
      "a timed status that is killed at any request is published once, and the earlier status is restored once",
      (context) => expectSurvival(context, program, timedStatus),
    );

    test.runIf(isThorough)(
      "a receiver that is killed at any request creates one person when the sender delivers again",
      (context) => expectSurvival(context, program, receiver),
    );

    test.runIf(isThorough)(
      "the scheduler starts an event that a killed receiver stored and no sender repeated",
      (context) => expectSurvival(context, program, receiverWithoutRepetition),
    );

    test.runIf(isThorough)(
      "a receiver that is killed at a repeated delivery of a finished event leaves nothing of the repetition",
      (context) => expectSurvival(context, program, receiverAtRepetition),
    );
  },
);
