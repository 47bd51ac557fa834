import { Option } from "@commander-js/extra-typings";

/** The options that several commands have. */
export const jsonOption = () =>
  new Option("--json", "print one JSON document a line");

export const profileOption = () =>
  new Option(
    "--profile <name>",
    'the deployment, by its name in the configuration; "local" is the running npm start',
  );

export const confirmedOption = () =>
  new Option("--yes", "do it without a question");
