import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import { runJobs } from "../../../functions/scheduler/run-pass.ts";
import type { AnyFunctionName } from "../../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createLog } from "../../../shared/log.ts";
import { createCommunitySecret } from "../../../shared/platform-auth/community-secret.ts";
import { createSourceReader } from "../../../shared/source/source-reader.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { createDeployedFunctions } from "../../environments/in-process/deployed-functions.ts";
import { documentsOf } from "../../environments/in-process/part-failures.ts";
import {
  createWorkflows,
  settingsForTest,
} from "../../environments/in-process/workflows.ts";
import { createLocalCallers } from "../../environments/parts/receivers.ts";
import { clock } from "../time/virtual-clock.ts";
import { createEngine } from "./engine.ts";
import { createSimulatedPlatform, type PlatformWatcher } from "./platform.ts";
import { noteFault, type Run } from "./run.ts";
import {
  createSimulatedSource,
  listPull,
  sourceCaller,
  sourceEntry,
} from "./source.ts";
import { createTables } from "./table-client.ts";

/** Where a text leaves our code. The checks look for secrets and personal data in it. */
export type Output = "log" | "notice" | "history";

export type SystemOptions = {
  onOutput?: (where: Output, text: string) => void;
  /** Hears each notice of our bus. */
  onBus?: (notice: NoticeMessage) => void;
  /** Hears each message to the subscriber. */
  onNotice?: (notice: NoticeMessage) => void;
  /** A fault has ended an execution of an employee, or one of its invocations. */
  onCrash?: (employeeId: string) => void;
  watcher?: PlatformWatcher;
  /** How many calls a second the platform takes. @default all */
  platformLimit?: number;
  /** Callers in addition to those of the simulated company. */
  callers?: Record<string, unknown>;
  settings?: Partial<typeof settingsForTest> & {
    /** @default unlimited */
    callsPerSecond?: number | undefined;
  };
};

/** The settings, with limits for a company of the size that is simulated. */
export const simulatedSettings = {
  ...settingsForTest,
  rehireWithoutStartDate: "report" as const,
  graceDays: 7,
  minGraceDays: 1,
  disableLimit: { percent: 10, min: 10, max: 100 },
  deletionLimit: { percent: 5, min: 3, max: 20 },
  renameLimit: { percent: 10, min: 10, max: 100 },
  callsPerSecond: 2,
};

export type System = ReturnType<typeof createSystem>;

/**
 * Everything that we deploy, in this process, on the virtual clock. It knows only the front doors: the apps of the
 * receivers and of the operators' API, the handlers of the workflows, and the jobs of the scheduler.
 */
export function createSystem(run: Run, options: SystemOptions) {
  const settings = { ...simulatedSettings, ...options.settings };
  const chance = run.chance.fork("system");
  const platform = createSimulatedPlatform(
    run,
    options.watcher,
    options.platformLimit,
  );
  const source = createSimulatedSource(run);
  const { documents, ...memory } = createTables(run);
  const logOf = (name: AnyFunctionName) =>
    createLog(name, (line) => options.onOutput?.("log", line));

  const { community } = localSecrets;
  /** The password in our secret. */
  let storedPassword: string = community.password;
  let rotations = 0;
  let areSecretsAway = false;
  /** The password on the platform. */
  const rightPassword = () =>
    rotations === 0 ? community.password : `${community.password}-${rotations}`;
  const serviceAccount = platform.findPerson(community.username);
  /** When a fault last ended an execution of an employee, or one of its invocations. */
  const crashedAtMs = new Map<string, number>();
  const employeeOf = (operationId: string): string | undefined =>
    memory.store.items().get(`operation#${operationId}`)?.["employeeId"]?.S;
  const engine = createEngine(run, {
    handlerOf(name) {
      const handler = anySandbox().workflows[name];
      if (handler) return handler;
      throw new Error(`there is no workflow ${name}`);
    },
    onHistory: (text) => options.onOutput?.("history", text),
    onCrash(input) {
      const { operationId } = JSON.parse(input) as { operationId?: string };
      const employeeId = operationId && employeeOf(operationId);
      if (!employeeId) return;
      crashedAtMs.set(employeeId, clock.nowMs());
      options.onCrash?.(employeeId);
    },
  });

  const outside = run.chance.fork("bus and subscribers");

  /** Makes a call to our bus or to a subscriber. It may be slow, and it or its answer may be lost. */
  async function reach<T>(what: string, act: () => T): Promise<T> {
    const { slow, lostBefore, lostAfter } = run.faults;
    const fail = (how: string) => {
      noteFault(run, `${what} ${how}`);
      throw new Error(`the call is ${how}`);
    };
    if (outside.happens(slow)) {
      noteFault(run, `${what} slow`);
      await clock.sleepMs(outside.between(100, 5_000));
    }
    if (outside.happens(lostBefore)) fail("lost-before");
    const answer = act();
    if (outside.happens(lostAfter)) fail("lost-after");
    return answer;
  }

  let pulls = 0;

  /** One sandbox of each function: its memory is its own, and so is its clock. */
  function createSandbox() {
    const skewMs = chance.between(-1, 1) * run.faults.ownSkewMs;
    const nowMs = () => clock.nowMs() + skewMs;
    /** A process remembers our secret. The lists and the probes have processes of their own. */
    const createProcess = () =>
      createWorkflows(
        { platform, documents, partFailures: {}, nowMs, logOf },
        {
          ...settings,
          http: platform.http,
          secret: createCommunitySecret({
            read: async () => {
              if (areSecretsAway)
                throw new ConfigurationError("secret-unavailable", "no answer");
              return { ...community, password: storedPassword };
            },
            nowMs,
          }),
          callTimeoutMs: 10_000,
          hedgeAfterMs: 2_000,
          sleepMs: clock.sleepMs,
          platformAuthNowMs: nowMs,
        },
      );
    const { workflows } = createProcess();
    const functions = createDeployedFunctions({
      settings,
      documentsOf: (name) => documentsOf(name, documents),
      callers: createLocalCallers(nowMs, {
        ...simulatedCallers,
        people: sourceCaller,
        payroll: listCaller,
        ...options.callers,
      }),
      findSource: async (name) =>
        name === "people" ? { ...sourceEntry, name } : undefined,
      sources: createSourceReader({
        store: createTokenStore(createTable(documents, tables.tokens.name)),
        request: source.request,
        nowMs,
      }),
      platformAuth: createProcess().platformAuth,
      probes: createProcess().platformAuth.probes,
      start: (...asked) => engine.start(...asked),
      findExecution: (arn) => engine.isRunning(arn),
      noticeTakers: {
        post: async (_url, _headers, body) => {
          const text = body ?? "";
          options.onOutput?.("notice", text);
          return reach("subscriber", () => {
            options.onNotice?.(JSON.parse(text) as NoticeMessage);
            return { status: 204, retryAfterMs: 0 };
          });
        },
        putEvents: (events) =>
          reach("bus", () =>
            events.map(({ detail }) => {
              if (outside.happens(run.faults.throttled)) return false;
              options.onBus?.(detail as NoticeMessage);
              return true;
            }),
          ),
      },
      listApprovalMax: Infinity,
      nowMs,
      sleepMs: clock.sleepMs,
      logOf,
    });
    return {
      ...functions,
      workflows: { ...workflows, ...functions.workflows },
    };
  }

  let sandboxes = [createSandbox(), createSandbox()] as const;

  /** The sandbox of the next request. Now and then, a new version is deployed, and all sandboxes are new. */
  function anySandbox() {
    if (chance.happens(run.faults.deployed)) {
      noteFault(run, "functions deployed");
      sandboxes = [createSandbox(), createSandbox()];
    }
    return chance.oneOf(sandboxes);
  }

  return {
    platform,
    source,
    memory,
    settings,
    /** The apps of one sandbox. Call it again for each request. */
    apps: () => anySandbox().apps,
    /** When a fault last ended an execution of the employee of this operation. */
    lastCrashMs: (operationId: string): number =>
      crashedAtMs.get(employeeOf(operationId) ?? "") ?? -Infinity,
    /** Whether an execution is at work now. */
    isAlive: engine.isAlive,
    /** Begins a pull, as its schedule does. A schedule that delivers its event twice starts two executions. */
    beginPull: (input: { pull: string; scheduledTime: string }) =>
      engine.start("lists", `pull_${++pulls}`, { ...input, schedule: "read" }),
    /** While true, each start of an execution fails. */
    setStartsAway: engine.setAway,
    /** While true, each read of our secret fails. */
    setSecretsAway: (next: boolean) => void (areSecretsAway = next),
    /** Changes the password on the platform. Until an operator stores it, our secret has the former password. */
    rotatePassword(): void {
      rotations += 1;
      platform.admin.changePassword(serviceAccount?.id ?? "", rightPassword());
      platform.revokeTokens();
    },
    storePassword(): void {
      storedPassword = rightPassword();
    },
    /** Renames a person on the platform by hand. Resolves to the id of the person, if there is one. */
    renameByHand: (username: string, next: string) =>
      platform.rename(
        { username, next },
        `Basic ${btoa(`${community.username}:${rightPassword()}`)}`,
      ),
    /** One run of the scheduler. Its errors are logged, and the next run repeats its work. */
    runScheduler: () =>
      runJobs(Object.values(anySandbox().jobs)).catch(() =>
        run.trace.tell("the scheduler has failed"),
      ),
  };
}

const hrScopes = ["onboard", "adopt", "offboard", "update"];

/** A caller with a token, as an entry of the callers secret. */
const callerOf = <More>(name: string, scopes: string[], more: More) => ({
  scheme: "bearer",
  keys: [`simulated-${name}-token-of-32-characters`] as const,
  scopes,
  ...more,
});

/** The payroll of the company exports a list, whose rows are like the records of `people`. */
const listCaller = callerOf("payroll", hrScopes, {
  list: { map: sourceCaller.lookup.map },
  pull: listPull,
});

/** The HR system of the company, two identity providers, and two operators. */
export const simulatedCallers = {
  hris: callerOf("hris", [...hrScopes, "status:any"], {}),
  entra: callerOf("entra", hrScopes, { scim: {} }),
  okta: callerOf("okta", hrScopes, { scim: { disable: "terminate" } }),
  anna: callerOf("anna", ["operate"], {}),
  ben: callerOf("ben", ["operate"], {}),
};
