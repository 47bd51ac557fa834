import {
  type BulkVerb,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import { hrefOf } from "../../../pages/href-of.ts";
import {
  countOf,
  HiddenFields,
  MessageBox,
  operationHref,
} from "../components/parts.tsx";
import { Layout } from "../components/layout.tsx";
import { describeRefusal } from "../words.ts";
import { explainError } from "../explain-error.ts";
import type { BulkOutcome } from "../worklist/act-on-many.ts";
import { selectionFieldsOf, type Selection } from "../worklist/selection.ts";

type ResultPageProps = {
  verb: BulkVerb;
  selection: Selection;
  outcome: BulkOutcome;
};

/** What became of many operations, with a way to go on if there are more. */
export function ResultPage({ verb, selection, outcome }: ResultPageProps) {
  const { query } = selection;
  const { changed, refused, leftOver, isUnfinished, error } = outcome;
  const { button, many } = verbRecords[verb];
  const count = countOf(changed.length, "operation", "operations");
  return (
    <Layout title={`${button}: result`} current="operations">
      <section class="panel narrow">
        <h1>
          {count} {many}
        </h1>
        {error !== undefined && <Stopped error={error} />}
        {refused.length > 0 && <Refused refused={refused} />}
        {error === undefined && isUnfinished && <p>There are more.</p>}
        {leftOver.count > 0 && (
          <p>
            {leftOver.isAtLeast && "At least "}
            {countOf(leftOver.count, "operation is", "operations are")} left
            over: they match, but came after the question or are beyond its
            number.
          </p>
        )}
        <div class="row">
          {isUnfinished && <Continue selection={selection} outcome={outcome} />}
          <a class="button quiet" href={hrefOf("operations", query)}>
            Back to the worklist
          </a>
        </div>
      </section>
    </Layout>
  );
}

function Stopped({ error }: { error: unknown }) {
  const { title, text } = explainError(error);
  return (
    <MessageBox tone="bad">
      <strong>{title}.</strong> {text} What was changed stays changed. The last
      request may have taken effect; to repeat it does no harm.
    </MessageBox>
  );
}

function Continue({ selection, outcome: { cursor, rest } }: ContinueProps) {
  const { hours, note } = selection;
  return (
    <form action="act" method="post">
      <HiddenFields
        values={{
          ...selectionFieldsOf({ ...selection, ids: rest, cursor }),
          hours,
          note,
        }}
      />
      <button class="button" type="submit">
        Continue
      </button>
    </form>
  );
}
type ContinueProps = { selection: Selection; outcome: BulkOutcome };

const shownOfReason = 5;

function Refused({ refused }: Pick<BulkOutcome, "refused">) {
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  return (
    <>
      <h2>{countOf(refused.length, "was", "were")} not changed</h2>
      <ul class="divided">
        {[...byReason].map(([reason, ones]) => (
          <li>
            <p>
              {describeRefusal(reason)} ({ones.length})
            </p>
            <ul>
              {ones.slice(0, shownOfReason).map(({ id }) => (
                <li>
                  <a class="id" href={operationHref(id)}>
                    {id}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
