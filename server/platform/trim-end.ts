/**
 * Removes these characters from the end of a text. Without a regular expression, because `/x+$/` takes quadratic time
 * on long runs of `x`.
 */
export const trimEndOf = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
};
