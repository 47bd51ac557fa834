import type { ApiClient } from "./api/client.ts";
import type { Output } from "./output.ts";
import type { Profile } from "./profiles.ts";
import type { CliDependencies } from "./dependencies.ts";

export const exitCodes = {
  done: 0,
  error: 1,
  needsAttention: 2,
  held: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type Cli = CliDependencies & {
  /** Where results go: a table for people, or NDJSON with `--json`. */
  createOutput: (options: Pick<CommonOptions, "json">) => Output;
  /**
   * Finds the deployment: the named profile, the default profile, or the running `npm start`.
   *
   * @throws CommandError if there is none
   */
  connect: (options: CommonOptions) => Promise<Connection>;
  /** Shows on `errors` that work goes on, if it takes longer than a second. A request of the API shows it by itself. */
  withProgress: <T>(
    text: string,
    work: (update: (text: string) => void) => Promise<T>,
  ) => Promise<T>;
  /**
   * Asks the operator, unless `isConfirmed` (--yes) answers.
   *
   * @throws CommandError without a yes
   */
  confirm: (question: string, isConfirmed?: boolean) => Promise<void>;
  /** Sets the exit code of a command that ends without an error. The highest one counts. */
  setExitCode: (code: ExitCode) => void;
};

export type CommonOptions = {
  json?: true | undefined;
  profile?: string | undefined;
};

export type Connection = {
  profile: Profile;
  api: ApiClient;
  output: Output;
  /** How another command is called for the same deployment. */
  callOf: (words: string) => string;
};
