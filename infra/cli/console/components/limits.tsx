import type { Overview } from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import { describeLimit } from "../words/limit-words.ts";
import { LimitBar } from "./limit-bar.tsx";
import { Count } from "./count.tsx";

/** How much of each limit is used, and what it holds. */
export function Limits({ limits }: Pick<Overview, "limits">) {
  return (
    <ul class="stack">
      {limits.map(({ name, used, allowed, held }) => (
        <li>
          <p class="row apart">
            <span>{describeLimit(name)}</span>
            <span class="muted">
              <Count count={used} /> of <Count count={allowed} />
            </span>
          </p>
          <LimitBar used={used} allowed={allowed} />
          {held.count > 0 && (
            <p>
              <a
                href={hrefOf("operations", {
                  status: "needs_attention",
                  reason: name,
                })}
              >
                <Count {...held} /> held
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
