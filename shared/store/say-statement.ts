import { employments } from "../employment/employments.ts";
import { say as sayTo } from "../employment/say.ts";
import type { Settings, Statement } from "../employment/statement.ts";
import {
  type EmploymentPatch,
  isFreeFor,
  type EmploymentItem,
  type OpenOperation,
  type RunnerKey,
  type Saying,
} from "./employments.ts";
import type { Store } from "./store.ts";
import { StoreConflict } from "./store-conflict.ts";

type SayDependencies = Settings & {
  store: { employments: Pick<Store["employments"], "get" | "say"> };
  nowMs: () => number;
};

/** Who becomes the runner. */
type Taker = {
  key: RunnerKey;
  /** What the runner writes before the first move. */
  prepare: (
    item: EmploymentItem,
  ) => Promise<NonNullable<EmploymentPatch["set"]>>;
};

/** An employee of whom nothing was said. */
const newItem = {
  version: 0,
  statements: [],
  unfinished: [],
  generation: 0,
  person: { is: "none" },
  limits: {},
  state: "expected",
} satisfies EmploymentItem;

/** Others said something at the same moments. */
const maxRaces = 10;

/**
 * Says something about an employee, and opens its operation. What was said before is not said again, but the runner
 * at work looks at the operation again.
 *
 * @param statement - undefined: only the operation is opened. It is asked for when it was not said before
 * @param open - without it, no operation is opened
 * @param taker - becomes the runner, unless another one is at work. Then the same write sets what `prepare` returns
 * @throws StoreConflict `employee-changed`, worth another attempt
 */
export async function sayStatement(
  { store: { employments: items }, nowMs, ...settings }: SayDependencies,
  employeeId: string,
  statement: (
    said: EmploymentItem | undefined,
  ) => Promise<Statement | undefined>,
  open?: OpenOperation,
  taker?: Taker,
): Promise<EmploymentItem> {
  let read = await items.get(employeeId);
  for (let race = 1; race <= maxRaces; race++) {
    const said = await statement(read);
    const saying = sayingOf(read, said, open, settings, nowMs());
    const takes = taker && isFreeFor(read?.runner, taker.key, nowMs());
    const next = { ...newItem, ...read, ...saying };
    const prepared = takes ? await taker.prepare(next) : {};
    const written = await items.say(
      employeeId,
      read,
      { ...saying, ...prepared },
      takes ? taker.key : undefined,
    );
    if (written.applied) return written.item;
    read = written.item;
  }
  throw new StoreConflict("employee-changed", { retryable: true });
}

function sayingOf(
  read: EmploymentItem | undefined,
  said: Statement | undefined,
  open: OpenOperation | undefined,
  settings: Settings,
  nowMs: number,
): Saying {
  const { person, statements: before } = read ?? newItem;
  const { statements, verdict } = said
    ? sayTo(before, said, { person, settings, nowMs })
    : { statements: before };
  const isKept = statements.some(({ id }) => id === said?.id);
  const { unfinished: known = [] } = read ?? {};
  const others = known.filter(({ id }) => id !== open?.id);
  const { warnings } = known.find(({ id }) => id === open?.id) ?? {};
  const { employments: all } = employments(statements, settings);
  return {
    statements,
    unfinished: open
      ? [
          ...others,
          {
            ...(warnings && { warnings }),
            ...(!isKept &&
              verdict?.is === "repeats" && { repeats: verdict.of }),
            ...open,
          },
        ]
      : others,
    generation: all.length,
    hiredAtMs: all.at(-1)?.startBy.atMs ?? 0,
    ...(read === undefined && { person, limits: {}, state: newItem.state }),
  };
}
