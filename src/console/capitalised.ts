/** A text as it begins a sentence; languages without capitals have it as it is. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
