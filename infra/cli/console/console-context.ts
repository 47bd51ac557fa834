import type { OperatorsApi } from "./operators-api.ts";

export type ConsoleContext = {
  api: OperatorsApi;
  /** The name of the deployment, as the pages show it. */
  deployment: string;
  /** How the operator gets a link: "Press Enter in the terminal". */
  howToOpen: string;
  nowMs: () => number;
};
