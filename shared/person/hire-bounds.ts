/** The bounds of a hire's tasks and streams, which the rules of the setting `templates` have too. */
export const taskBounds = { count: 50, subjectLength: 255, dueInDays: 3_650 };
export const streamBounds = { count: 10, nameLength: 100 };
