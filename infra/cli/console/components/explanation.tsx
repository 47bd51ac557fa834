import { explainReason } from "../../reason-words.ts";
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
    <div class="flow">
      <p>
        <strong>
          What <code>{reason}</code> means:
        </strong>{" "}
        <TextWithCode text={explanation.meaning} />
      </p>
      <p>
        <strong>What to do:</strong> <TextWithCode text={explanation.action} />
      </p>
    </div>
  );
}
