/**
 * The attachment of a Teams message that is an Adaptive Card.
 *
 * @param content - the card without its type and version
 * @see Microsoft Teams, "Cards", Adaptive Card
 */
export function toAdaptiveCard<C extends object>(content: C) {
  return {
    contentType: "application/vnd.microsoft.card.adaptive",
    content: {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      ...content,
    },
  };
}

/** A line of a card. Teams reads neither Markdown nor mentions in a `TextRun`. */
export function toCardLine(text: string, weight?: "bolder") {
  return {
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...(weight && { weight }) }],
  };
}
