import { expect, test } from "vitest";
import { useCli } from "./cli-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const cli = useCli();
/** What an operator could type in the wrong place. It must not be repeated. */
const secret = "canary-4f1d-hunter2";

test.each(rows<[string, string[], string]>`
  an unknown command | ${[secret]} | There is no such command.
  a misspelled command | ${["overveiw"]} | There is no command overveiw. Did you mean overview?
  a grace period that is no number | ${["employees", "terminate", "E-1", "--grace-days", "x"]} | It must be a number of days, such as 30.
  an unknown option | ${["overview", "--jsn"]} | Did you mean --json?
  an unknown option with a value | ${["overview", `--password=${secret}`]} | There is no option --password.
  a check of callers with a profile that is not configured | ${["callers", "check", "--profile", "absent"]} | There is no profile absent in
  a missing id | ${["operations", "show"]} | needs <id>
  an id with a slash | ${["operations", "show", `../${secret}`]} | The value of id is not valid. Copy the id
  an id that would be the path above | ${["employees", "show", ".."]} | The id is not valid
  an id that would be the same path | ${["employees", "show", "."]} | The id is not valid
  an id without a character | ${["employees", "show", ""]} | The id is not valid
  an id in the form of an error | ${["operations", "show", `x' is invalid. ${secret}`]} | The value of id is not valid. Copy the id
  an option that is no word | ${["overview", "-é"]} | There is no such option.
  an option in the form of an error | ${["overview", `--x(Did you mean ${secret}?)'`]} | There is no option --x.
  a time in the form of an error | ${["operations", "list", "--since", `a for argument '${secret}'`]} | The value of --since is not valid. It must be
  ids of which one is no id | ${["operations", "retry", "op_1", secret + "/", "--yes"]} | The value of ids is not valid.
  an unknown status | ${["operations", "list", "--status", secret]} | The value of --status is not valid. Allowed choices are accepted
  a limit that is no number | ${["operations", "list", "--limit", secret]} | The value of --limit is not valid. It must be a number above 0.
  a pull that is a whole list | ${["plans", "create", "--pull", "--source", "hr", "--whole"]} | --whole and --as-of are about a file.
  a comparison with a time of export | ${["plans", "create", "--drift", "--as-of", "1d"]} | --whole and --as-of are about a file.
  a comparison of one source | ${["plans", "create", "--drift", "--source", "hr"]} | leave --source, --matches and --expect-rows out
  a comparison with a count | ${["plans", "create", "--drift", "--expect-rows", "9"]} | leave --source, --matches and --expect-rows out
  a comparison with matches | ${["plans", "create", "--drift", "--matches", "m.json"]} | leave --source, --matches and --expect-rows out
  matches in a file that cannot be read | ${["plans", "create", "--pull", "--source", "hr", "--matches", "no.json"]} | no.json cannot be read: check its path and its permissions.
  a list and matches that are both the standard input | ${["plans", "create", "-", "--source", "hr", "--matches", "-"]} | The standard input is either the list or the matches
  a time that is no time | ${["operations", "list", "--since", `yesterday ${secret}`]} | The value of --since is not valid. It must be a time such as
  a date that does not exist | ${["operations", "list", "--since", "2026-02-30"]} | The value of --since is not valid.
  an option without its value | ${["operations", "list", "--reason"]} | The option --reason needs a value.
  a release of 0 hours | ${["operations", "release", "op_1", "--hours", "0"]} | number of hours up to 24
  a bulk verb without ids and selection | ${["operations", "retry", "--yes"]} | Name operations by their ids, or select them
  a port above the last one | ${["console", "--port=65536"]} | It must be a number up to 65535.
  a port that is no number | ${["console", "--port=http"]} | It must be a number up to 65535.
  no secret | ${["secrets"]} | ${"Usage: "}
  two secrets | ${["secrets", "community", "callers"]} | too many arguments
  a file of callers that cannot be read | ${["secrets", "callers", "--file", "nowhere.json", "--check"]} | nowhere.json cannot be read: check its path and its permissions.
  a check of a secret without a file | ${["secrets", "community", "--check"]} | add --file
  a new key in the standard input | ${["secrets", "callers", "--file", "-", "--generate-key", "bot"]} | add --file with its path
  a new master key for callers | ${["secrets", "callers", "--new-master-version", "--file", "-"]} | There is no option --new-master-version.
  other files beside a secret that is stored | ${["secrets", "callers", "--file", "-", "--sources", "s.json", "--yes"]} | --sources needs --check
  a cancellation without ids and selection | ${["operations", "cancel", "--yes"]} | operations cancel --caller hr --since 2h
  a bulk verb with ids and a selection | ${["operations", "retry", "op_1", "--status", "failed", "--yes"]} | not both
`)(
  "%s ends with exit code 1, says what to do, and sends nothing",
  async (_, words, message) => {
    const { exitCode, output, errors, sent } = await cli().run(words);
    expect(exitCode).toBe(1);
    expect(errors).toContain(message);
    expect(errors).not.toContain("hunter2");
    expect(output).toBe("");
    expect(sent).toEqual([]);
  },
);
