import type { LimitAnswers, Move } from "../../shared/employment/move.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { AvatarRun } from "../../shared/person/avatar/upload-avatar.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { Employee, EmployeePatch } from "../../shared/store/employee.ts";
import type { createScimEraser } from "../../shared/store/erase-scim-users.ts";
import type { RunnerKey } from "../../shared/store/employees.ts";
import type {
  Operation,
  PersonFact,
  WorkflowOutcome,
} from "../../shared/store/operation.ts";
import type {
  NumberedStepName,
  StepName,
} from "../../shared/store/step-names.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { Settled } from "../../shared/workflow/settle.ts";
import type { EmploymentSettings } from "./config.ts";
import type { Extras, Upload } from "./extras/extras.ts";

export type EmploymentDependencies = EmploymentSettings &
  PlatformDependencies &
  Pick<AvatarRun, "readAvatar"> & {
    /** Erases what identity providers said of an employee whose person is gone. Absent without SCIM. */
    eraseScimUsers?: ReturnType<typeof createScimEraser> | undefined;
  };

/** One execution of an operation, with everything that its steps need. */
export type EmploymentRun = EmploymentDependencies & WorkflowRun;

/**
 * What follows from the item at an instant: the next move, and what the moves need to know. It has no personal data,
 * because the engine's history stores it.
 */
export type Look<M extends Move = Move> = {
  /** The version of the statements. */
  version: number;
  move: M;
  /** The statement that the move follows from. Its id is the id of its operation. */
  because?: string;
  personID?: string;
  /** The termination in whose grace period the deletion waits. */
  graceOf?: string;
  /** The deletion has begun. */
  hasBegun?: true;
  /** The person may have been created before the start, disabled. */
  isBeforeStart?: true;
  /** What was done last with the person's access, and by which operation. */
  fact?: NonNullable<Employee["fact"]>;
  /** The employee is free for other runners. */
  isFree?: true;
  /** An earlier write may arrive until this time, and undo the last one. Then the move is made again. */
  againAtMs?: number;
  /** The extras of this creation, if `becomeRunner` has chosen them already. */
  extras?: Extras;
};

/** What the runner found out about an operation, beside its verdict. The steps of an execution return it. */
export type Findings = Partial<
  Pick<Operation, "warnings" | "result" | "templates" | "contents">
> & {
  /** An operator must act, for a reason that only the move or the extra knows: `tasks-or-streams-incomplete`. */
  needs?: ReasonCode;
  /** The person and the extras of the hire are made, or the repeated hire is compared. */
  isMade?: true;
  /** The contents were counted, and do not hold the deletion. */
  isCounted?: boolean;
  /** The avatar, which this execution has postponed. */
  later?: Extract<WorkflowOutcome, { status: "waiting" }>;
};

/** The runner of an employee, as its moves see it. */
export type RunnerRun = EmploymentRun & {
  /** The operation and the execution that run the employee. */
  key: RunnerKey;
  /** The item as this invocation wrote or read it last. Only in the body of a step. */
  item: () => Promise<Employee>;
  /** What a write sets, and what follows from it: the state, and the fact that a notice tells. */
  withState: (
    before: Employee,
    set: NonNullable<EmployeePatch["set"]>,
  ) => NonNullable<EmployeePatch["set"]>;
  /**
   * Writes what a move did and saw, and looks again. Only in the body of a step.
   *
   * @param version - if something was said since, nothing is written, and the look has another version
   * @throws StepFailure `employee-changed` when another runner has taken the employee
   */
  write: (patch: EmployeePatch, version?: number) => Promise<Look>;
  /** Writes like `write`, and frees the employee if only the extras of this run's operation are left to do. */
  writeLast: (patch: EmployeePatch) => Promise<Look>;
  /** Looks again after a lease has written `set`. Only in the body of a step. */
  noted: (set: NonNullable<EmployeePatch["set"]>) => Promise<Look>;
  /** The name of a step, with a number if this execution has used it before. Never in the body of a step. */
  nameOf: (name: StepName) => NumberedStepName;
  /** What was found out about operations, by their id. Outside of steps only, from their results. */
  findings: Map<string, Findings>;
  /** The answers of limits that the next write stores. Outside of steps only, from their results. */
  answers: LimitAnswers;
  /** The extras of hires that this execution has begun, by operation. `addExtras` waits for them before it ends. */
  begunExtras: Map<string, BegunExtras>;
  /** The hires for which this execution made the person. Outside of steps only. */
  madeFor: Set<string>;
  /** What this execution did last with the person's access, as its looks show it. Outside of steps only. */
  told?: PersonFact;
};

/** What runs beside the creation of a person. */
export type BegunExtras = {
  extras: Extras;
  uploading: Promise<Settled<Upload | null>>;
};

/** Does one move as durable steps. Resolves to the look after its last write. */
export type MakeMove<Do extends Move["do"]> = (
  run: RunnerRun,
  look: LookAt<Do>,
) => Promise<Look>;

export type LookAt<Do extends Move["do"]> = Look<MoveOf<Move, Do>>;

type MoveOf<M, Do> = M extends { do: infer D }
  ? Do extends D
    ? M
    : never
  : never;
