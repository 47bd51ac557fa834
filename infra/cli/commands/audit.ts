import { Command } from "@commander-js/extra-typings";
import type { ShownOperation } from "../../../functions/operations/contract.ts";
import type { Cli } from "../cli.ts";
import { createParseTime, deploymentCommand } from "./arguments.ts";

type Entry = ReturnType<typeof entriesOf>[number];

const columns: Record<string, (entry: Entry) => string | undefined> = {
  at: ({ at }) => at,
  by: ({ by }) => by,
  did: ({ status }) => status,
  reason: ({ reason }) => reason,
  note: ({ note }) => note,
  employee: ({ employee }) => employee,
  person: ({ person }) => person,
  event: ({ event }) => event,
  sentBy: ({ sentBy }) => sentBy,
  operation: ({ operation }) => operation,
};

export function createAuditCommand(cli: Cli) {
  const parseTime = createParseTime(cli.nowMs);
  return new Command("audit")
    .summary("export who did what to whom")
    .description("Export the audit trails of all operations.")
    .addCommand(
      deploymentCommand("export")
        .description(
          "Print who did what to whom, when and by which event, as CSV or with --json as one document a line: the oldest operation last. An operation is kept until 90 days after it succeeded or was cancelled.",
        )
        .requiredOption(
          "--from <time>",
          "then or later: 30d, 2026-01-01",
          parseTime,
        )
        .option("--to <time>", "before then (default: now)", parseTime)
        .action(async ({ from, to, ...options }) => {
          const { api, output } = await cli.connect(options);
          const until = to ?? new Date(cli.nowMs()).toISOString();
          const write = output.export(columns);
          let operations = 0;
          let entries = 0;
          // All operations are read, because an old operation can have a new entry.
          await cli.withProgress("read operations", async (update) => {
            for await (const operation of api.operations.all({ until })) {
              update(`read operations: ${++operations}`);
              for (const entry of entriesOf(operation)) {
                if (entry.at < from || entry.at >= until) continue;
                entries++;
                write(entry);
              }
            }
          });
          cli.terminal.errors.write(
            `${entries} entries from ${from} until ${until}, of ${operations} operations. Operations that ended more than 90 days ago are not kept.\n`,
          );
        }),
    );
}

function entriesOf(operation: ShownOperation) {
  const { id, type, employeeId, caller, history } = operation;
  return history.map((one) => ({
    ...one,
    employee: employeeId,
    event: type,
    sentBy: caller,
    operation: id,
  }));
}
