type Load = () => Promise<unknown>;

/**
 * The texts of each file, by part (src/messages/parts.ts); vite.config.ts cuts the files. They are loaded
 * with the frame: the pages before the sign-in do not need even their names.
 */
export const LATER: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  house: import.meta.glob('../messages/*.json', { query: '?part=house', import: 'default' }),
  report: import.meta.glob('../messages/*.json', { query: '?part=report', import: 'default' }),
  log: import.meta.glob('../messages/*.json', { query: '?part=log', import: 'default' }),
  setting: import.meta.glob('../messages/*.json', { query: '?part=setting', import: 'default' }),
  demo: import.meta.glob('../messages/*.json', { query: '?part=demo', import: 'default' }),
};
