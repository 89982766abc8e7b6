/** Returns the words of a text, which spaces and line breaks separate: `words("eq ne")` is `["eq", "ne"]`. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
