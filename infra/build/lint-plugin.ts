/** What oxlint gives a rule of ours, as far as we use it. */
type Node = {
  type: string;
  operator?: string;
  name?: string;
  computed?: boolean;
  property?: Node;
  left?: Node;
  right?: Node;
  expression?: Node;
  arguments?: Node[];
};
type Context = { report: (found: { node: Node; message: string }) => void };

/** The days and instants of an employment, as `shared/employment` names them, and as events name them. */
const times: ReadonlySet<string | undefined> = new Set([
  "day",
  "dueMs",
  "ownDay",
  "saidOn",
  "sinceMs",
  "startDate",
  "lastDay",
  "effectiveDate",
  "effectiveAtMs",
]);

const comparing: ReadonlySet<string | undefined> = new Set([
  "<",
  "<=",
  ">",
  ">=",
]);

const noEmploymentTimes = {
  create: (context: Context) => ({
    BinaryExpression(node: Node) {
      const { operator, left, right } = node;
      const isCompared = comparing.has(operator)
        ? isTime(left) || isTime(right)
        : operator === "-" && isTime(left) && isTime(right);
      if (isCompared)
        context.report({
          node,
          message:
            "Only shared/employment compares the times of an employment: add the question there, and ask it.",
        });
    },
  }),
};

/** Also of a sum of it, and with a value that stands in for it. */
function isTime(node: Node | undefined): boolean {
  switch (node?.type) {
    case "Identifier":
      return times.has(node.name);
    case "MemberExpression":
      return node.computed === false && times.has(node.property?.name);
    case "CallExpression":
      return !!node.arguments?.some(isTime);
    case "ChainExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return isTime(node.expression);
    case "BinaryExpression":
    case "LogicalExpression":
      return isTime(node.left) || isTime(node.right);
    default:
      return false;
  }
}

/** Rules of this project that no package has. */
export default {
  meta: { name: "project" },
  rules: { "no-employment-times": noEmploymentTimes },
};
