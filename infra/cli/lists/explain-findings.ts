import type { ListFinding } from "../../../functions/lists/contract.ts";
import { cleanText } from "../clean-text.ts";
import { CommandError } from "../command-error.ts";

const maxShown = 20;

/** @throws CommandError that names each place of the list that is wrong, if there is one */
export function explainFindings(
  file: string,
  findings: readonly ListFinding[],
): void {
  if (findings.length === 0) return;
  const lines = findings.slice(0, maxShown).map(describeFinding);
  const more = findings.length - lines.length;
  throw new CommandError(
    [
      `${cleanText(file)} is not a list that can be planned. Nothing is planned.`,
      ...lines,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join("\n"),
  );
}

function describeFinding({
  line,
  column,
  employeeId,
  text,
}: ListFinding): string {
  const place = [
    line === undefined ? "" : `line ${line}`,
    column === undefined ? "" : `column ${column}`,
    employeeId === undefined ? "" : `employee ${employeeId}`,
  ].filter(Boolean);
  const where = place.length > 0 ? `${place.join(", ")}: ` : "";
  return cleanText(`  ${where}${text}`);
}
