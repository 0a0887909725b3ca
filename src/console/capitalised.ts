/**
 * The text with a capital first letter, for the beginning of a sentence; unchanged in scripts without
 * capitals.
 */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
