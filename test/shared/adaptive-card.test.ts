import { expect, test } from "vitest";
import { toAdaptiveCard, toCardLine } from "../../shared/adaptive-card.ts";

test("an Adaptive Card is an attachment with the type and the version that Teams expects", () => {
  const body = [toCardLine("Title", "bolder"), toCardLine("*one* line")];
  expect(toAdaptiveCard({ body })).toEqual({
    contentType: "application/vnd.microsoft.card.adaptive",
    content: {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      body: [
        {
          type: "RichTextBlock",
          inlines: [{ type: "TextRun", text: "Title", weight: "bolder" }],
        },
        {
          type: "RichTextBlock",
          inlines: [{ type: "TextRun", text: "*one* line" }],
        },
      ],
    },
  });
});
