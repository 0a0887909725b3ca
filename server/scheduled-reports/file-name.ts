const SIGNS = /[\\/:*?"<>|\p{Cc}]/gu;

/** A file name that any system accepts. */
export const fileName = (name: string, format: string): string =>
  `${name.replaceAll(SIGNS, ' ').trim()}.${format}`;
