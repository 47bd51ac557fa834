/** The part of oxlint's context that our rule uses. */
type Context = { report: (found: { node: unknown; message: string }) => void };

/** The days and instants of an employment, as `shared/employment` names them, and as events name them. */
const names =
  "/^(day|dueMs|ownDay|saidOn|sinceMs|startDate|lastDay|effectiveDate|effectiveAtMs)$/";
const time = `:matches(Identifier[name=${names}], MemberExpression[property.name=${names}])`;

const noEmploymentTimes = {
  create(context: Context) {
    const refuse = (node: unknown) =>
      context.report({
        node,
        message:
          "Only shared/employment compares the times of an employment: add the question there, and ask it.",
      });
    return {
      // Also a comparison of what is computed from a time, such as a sum.
      [`BinaryExpression[operator=/^[<>]=?$/]:has(${time})`]: refuse,
      // A difference of two times, which another line could compare with 0.
      [`BinaryExpression[operator="-"]:has(> ${time}.left):has(> ${time}.right)`]:
        refuse,
    };
  },
};

export default {
  meta: { name: "project" },
  rules: { "no-employment-times": noEmploymentTimes },
};
