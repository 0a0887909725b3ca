/** First grapheme of a name, in upper case; an emoji of several code points is one grapheme. */
export const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '·';
};
