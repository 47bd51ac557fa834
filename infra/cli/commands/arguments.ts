import {
  Command,
  InvalidArgumentError,
  Option,
} from "@commander-js/extra-typings";
import {
  idPattern,
  type OperationFilter,
} from "../../../functions/operations/contract.ts";
import { dateSchema } from "../../../shared/fields.ts";
import { parseDuration } from "../describe-time.ts";

// The options and arguments that several commands have.

const jsonOption = () => new Option("--json", "print one JSON document a line");

export const profileOption = () =>
  new Option(
    "--profile <name>",
    'the deployment, by its name in the configuration; "local" is the running npm start',
  );

export const deploymentCommand = (name: string) =>
  new Command(name).addOption(jsonOption()).addOption(profileOption());

/** A command about the operations that match filters beside their status. */
export const filteringCommand = (name: string, nowMs: () => number) => {
  const parseTime = createParseTime(nowMs);
  return deploymentCommand(name)
    .option("--reason <code>", "only with this reason code")
    .option("--type <type>", "only of this event: employee.hired")
    .option("--employee <id>", "only of this employee")
    .option("--caller <name>", "only of this caller")
    .option(
      "--warning <about>",
      "only with a warning: any, avatar, avatar-timeout",
    )
    .option(
      "--since <time>",
      "created then or later: 7d, 2026-01-31",
      parseTime,
    )
    .option("--until <time>", "created before then", parseTime);
};

type Filters = Omit<OperationFilter, "status" | "order">;
export type FilterOptions = Omit<Filters, "employeeId"> & {
  employee?: string | undefined;
};

export function filtersOf({
  reason,
  type,
  employee: employeeId,
  caller,
  warning,
  since,
  until,
}: FilterOptions): Filters {
  return { reason, type, employeeId, caller, warning, since, until };
}

export const confirmedOption = () =>
  new Option("--yes", "do it without a question");

export const limitOption = (description: string) =>
  new Option("--limit <number>", description).argParser(parseCount);

export function parseCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError("It must be a number above 0.");
  return count;
}

export function parseHours(text: string): number {
  const hours = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (hours <= 0 || hours > 24)
    throw new InvalidArgumentError(
      "It must be a number of hours up to 24, such as 1 or 0.5.",
    );
  return hours;
}

const idExpression = new RegExp(`^${idPattern}$`);

export function parseOperationId(text: string): string {
  if (idExpression.test(text)) return text;
  throw new InvalidArgumentError("Copy the id of an operation from a list.");
}

export function parseOperationIds(
  text: string,
  earlier: readonly string[] = [],
): string[] {
  return [...new Set([...earlier, parseOperationId(text)])];
}

/**
 * Reads a time: in ISO 8601, or as a duration before now (30m, 12h, 7d).
 *
 * @returns ISO 8601 in UTC
 */
export function createParseTime(nowMs: () => number) {
  return function parseTime(text: string): string {
    const agoMs = parseDuration(text);
    if (agoMs === undefined && !dateSchema.safeParse(text).success)
      throw new InvalidArgumentError(
        "It must be a time such as 2026-01-31T09:00:00Z or 2026-01-31, or a duration before now: 30m, 12h, 7d.",
      );
    return new Date(agoMs === undefined ? text : nowMs() - agoMs).toISOString();
  };
}
