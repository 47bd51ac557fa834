import { type ProblemType, problems } from "../../shared/webhook/problem.ts";

const readDetail =
  "Read `detail`: it has the state of the operation and the verbs that you can use.";

/** What a client does about a problem, and what the problem means, if its title does not say it. */
const words: Record<ProblemType, { meaning?: string; action: string }> = {
  "validation-error": {
    meaning: "The event or the request is not as documented.",
    action:
      "Read `errors[]`: it names each wrong field by JSON Pointer, and the expected content.",
  },
  unauthorized: {
    meaning:
      "Unknown caller, wrong signature or token, or a timestamp more than five minutes off.",
    action: "Read the reason in the log; the answer does not give it.",
  },
  forbidden: { action: "Add the scope in the callers secret." },
  "not-found": {
    meaning:
      "The path or the operation does not exist, or the operation belongs to another caller.",
    action:
      "Use the `Location` of the answer, as the caller that sent the event. Its scheme must be `bearer`.",
  },
  "method-not-allowed": {
    meaning: "The path exists, with other methods.",
    action: "Use a method of the `Allow` header.",
  },
  "not-waiting": { action: readDetail },
  "not-to-retry": {
    action:
      "Read `detail`. Another operator than the sender of the event releases or rejects a held operation. After `data-erased`, `deletion-began`, `password-erased` or `scope-missing`, do what the reason code says, and resolve the operation.",
  },
  "not-missing": { action: readDetail },
  "not-in-grace": { action: readDetail },
  "not-held": { action: readDetail },
  "not-asked": {
    meaning:
      "Only an operation that asks this question can be answered so: a hire with `rehire-unclear` or `end-said-before`, or a termination with `last-day-before-start`.",
    action: readDetail,
  },
  "not-kept": { action: "Read the operation; resume the employee first." },
  "not-to-resolve": {
    action:
      "Read `detail`. Another operator than the sender of the event releases or rejects a held operation.",
  },
  "not-for-this-plan": {
    meaning:
      "The plan of a list is in another status, or the request is about another plan: another digest, other counts, an approval that has expired, or a plan that another one has overtaken.",
    action:
      "Read `detail` and the plan. Upload the list again if the plan can no longer be applied.",
  },
  "sent-by-yourself": {
    meaning:
      "Only another caller than the sender of the event that is decided about can do this. A plan is approved by another caller than the callers that uploaded its list, decided about a match, or approved it. `resolve` is refused only for a termination or a suspension.",
    action: "Use the key of another operator.",
  },
  "payload-too-large": {
    meaning:
      "The body has more than 512 KB (256 KB on offboarding and status, 32 KB in chat, 64 KB for operators and SCIM, 380 KB for a part of a list).",
    action: "Send the avatar as a URL, or send less.",
  },
  "unsupported-media-type": {
    meaning:
      "The body has a type that is not read, such as XML. `detail` says what to send.",
    action: "Set the `Content-Type`, or let the sender send JSON.",
  },
  "delivery-id-reused": {
    action: "Use a new id for a new event, and the same id for a repetition.",
  },
  unavailable: {
    meaning:
      "The automation has a problem of its own; no accepted event is lost. While an entry of the callers secret is invalid, each request that is not authentic gets this answer.",
    action: "Send the same delivery again, after `Retry-After`.",
  },
};

/** Each problem type with its status and its words, with code in backquotes. `docs/problems.md` has the same. */
export const explainedProblems = Object.keys(problems)
  .filter((type): type is ProblemType => Object.hasOwn(words, type))
  .map((type) => {
    const [status, title] = problems[type];
    return { type, status, meaning: `${title}.`, ...words[type] };
  });

/** The page to which the `type` of each problem document links. */
export function createProblemsPage(): string {
  const sections = explainedProblems.map(
    ({ type, status, meaning, action }) =>
      `<section id="${type}"><h2>${type}</h2>
<p>Status ${status}. ${toHtml(meaning)}</p>
<p><strong>What to do:</strong> ${toHtml(action)}</p></section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Problem types</title></head>
<body><main><h1>Problem types</h1>
${sections.join("\n")}
</main></body>
</html>
`;
}

function toHtml(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
