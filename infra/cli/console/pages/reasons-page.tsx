import { reasonRows } from "../../../../shared/reason-codes.ts";
import { explainReason } from "../../reason-words.ts";
import { Layout } from "../components/layout.tsx";
import { TextWithCode } from "../components/parts.tsx";

/** What each reason code means and what to do, as in docs/reason-codes.md. */
export function ReasonsPage() {
  return (
    <Layout title="Reason codes">
      <h1>Reason codes</h1>
      <p>Why an operation failed, needs attention, waits or has a warning.</p>
      <div class="panel">
        <ul class="divided">
          {reasonRows.map((row) => {
            const words = explainReason(row) ?? explainReason(`${row}-500`);
            return (
              <li id={row}>
                <h2>
                  <code>{row}</code>
                </h2>
                <p>
                  <TextWithCode text={words?.meaning ?? ""} />
                </p>
                <p class="muted">
                  What to do: <TextWithCode text={words?.action ?? ""} />
                </p>
              </li>
            );
          })}
        </ul>
      </div>
    </Layout>
  );
}
