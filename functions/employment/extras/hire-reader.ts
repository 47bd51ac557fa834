import type { Client } from "../../../shared/community/client.ts";
import type { FieldTime } from "../../../shared/employment/timeline.ts";
import { createMemo } from "../../../shared/memo.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import type { StoredData } from "../../../shared/store/payloads.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Attempt } from "../../../shared/workflow/steps.ts";
import { type Hire, hireSchema } from "../../onboarding/event.ts";
import type { RunnerRun } from "../employment-run.ts";
import { situationOf } from "../look.ts";
import { readSaid } from "../said-data.ts";
import { withLaterFields } from "../../../shared/person/said-fields.ts";
import { derivePassword } from "./password.ts";
import { requireEmployed } from "./require-employed.ts";

/** Reads the hire of a person. Each step reads the values that it needs, because the history must not have them. */
export type HireReader = {
  /**
   * The data of the hire, with the fields that other operations have said.
   *
   * @throws StepFailure `data-erased`
   */
  hire: () => Promise<Hire>;
  /** The data of the hire alone, or of a later one if it is erased. @throws StepFailure `data-erased` */
  own: () => Promise<Hire>;
  /**
   * For each field of the hire, which operation said it last, and when. If the data of that operation is erased, the
   * field is left out, so that the operation asks for the event again.
   *
   * @throws StepFailure `data-erased`
   */
  fields: () => Promise<FieldTime[]>;
  /**
   * The employee, whose person has access or is suspended.
   *
   * @param step - Pass the attempt if this step directly follows a write of this execution. The first attempt then uses
   *   what the write returned
   * @throws StepFailure `left-since` when the person has left; `employee-changed` when the person is of another hire
   */
  employee: (step?: Attempt) => Promise<CreatedEmployee>;
  /** The initial password. @throws StepFailure `password-erased` when its salt is gone, or must not be used any more */
  password: (item: Employee) => Promise<string>;
  /** A client of the platform that signs in as the new person. @throws StepFailure `password-erased` */
  asPerson: (item: Employee & { username: string }) => Promise<Client>;
};

/** The runner, while it adds the extras of a hire. */
export type HireRun = RunnerRun & {
  reader: HireReader;
  /** An earlier execution may have done some of the steps, so each side effect looks before it acts. */
  wasBegunBefore: boolean;
};

/** An employee whose person was created for a hire. */
export type CreatedEmployee = Employee & {
  personID: string;
  username: string;
  /** The time of the event that hired them. */
  hiredAtMs: number;
};

/** @param operationId - the operation of the hire */
export function createHireReader(
  run: RunnerRun,
  operationId: string,
): HireReader {
  const { operation, platformAuth, nowMs } = run;

  /** The data of the hire (`own`), that of the other operations (`known`), and the fields whose data is kept. */
  const read = createMemo(async () => {
    const item = await run.item();
    const { wanted } = situationOf(item, run, nowMs());
    const own = await readFirstKept(run, hiresOf(operationId, item));
    if (own === undefined) throw new StepFailure("data-erased");
    const { createWith: fields } = wanted;
    const others = new Set(fields.map(({ by }) => by));
    others.delete(own.id);
    const said = await Promise.all([...others].map((by) => readSaid(run, by)));
    const known = new Map(said.flatMap((one) => (one ? [[one.id, one]] : [])));
    const isKnown = ({ by }: FieldTime) => by === own.id || known.has(by);
    return { own, known, fields: fields.filter(isKnown) };
  });

  async function password({
    passwordSalt,
    saltUntilMs = Number.POSITIVE_INFINITY,
  }: Employee): Promise<string> {
    if (passwordSalt === undefined || saltUntilMs <= nowMs())
      throw new StepFailure("password-erased");
    const keyring = await platformAuth.keyring(passwordSalt);
    return derivePassword(keyring, passwordSalt);
  }

  return {
    async hire() {
      const { own, known, fields } = await read.get();
      const later = fields.filter(({ by }) => by !== own.id);
      return hireSchema.parse(
        withLaterFields(own.data, later, (by) => known.get(by)?.data),
      );
    },

    own: async () => hireSchema.parse((await read.get()).own.data),

    fields: async () => (await read.get()).fields,

    async employee(step) {
      const item = await requireEmployed(run, step);
      const { personID, username, statements } = item;
      const isOwn = item.operationId === operationId;
      if (!isOwn || personID === undefined || username === undefined)
        throw new StepFailure("employee-changed");
      const { atMs: hiredAtMs = operation.eventAtMs } =
        statements.find(({ id }) => id === operationId) ?? {};
      return { ...item, personID, username, hiredAtMs };
    },

    password,

    asPerson: async (item) =>
      platformAuth.asPerson(item.username, await password(item)),
  };
}

/** The operations of the hire, and of each later hire, the newest first. */
function hiresOf(operationId: string, { statements }: Employee): string[] {
  const at = statements.findIndex(({ id }) => id === operationId);
  const later = statements.slice(at + 1).filter(({ kind }) => kind === "hired");
  return [operationId, ...later.map(({ id }) => id).toReversed()];
}

/** The data of the first of these hires that still has its data. */
async function readFirstKept(
  run: RunnerRun,
  [id, ...rest]: readonly string[],
): Promise<StoredData | undefined> {
  if (id === undefined) return undefined;
  const said = await readSaid(run, id);
  return said?.type === "employee.hired" ? said : readFirstKept(run, rest);
}
