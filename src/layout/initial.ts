/** The first sign of a name as its reader counts signs: an emoji of several parts is one. */
export const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '·';
};
