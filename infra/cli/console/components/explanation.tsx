import { explainReason } from "../words/explain-reason.ts";
import { TextWithCode } from "./text-with-code.tsx";

/** A reason code, what it means and what to do. */
export function Explanation({ reason }: { reason: string }) {
  const explanation = explainReason(reason);
  if (explanation === undefined)
    return (
      <p>
        <code>{reason}</code>
      </p>
    );
  return (
    <dl class="explanation">
      <dt>
        What <code>{reason}</code> means
      </dt>
      <dd>
        <TextWithCode text={explanation.meaning} />
      </dd>
      <dt>What to do</dt>
      <dd>
        <TextWithCode text={explanation.action} />
      </dd>
    </dl>
  );
}
