/**
 * A text without these characters at its end. By position: an expression such as `/x+$/` takes time by the
 * square of the longest run of them.
 */
export const trimEndOf = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
};
