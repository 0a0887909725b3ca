type Load = () => Promise<unknown>;

/**
 * Importers of message files by part (src/messages/parts.ts) and file; vite.config.ts splits the files. They
 * are loaded with the frame, since the pages before sign-in do not even need their names.
 */
export const DEFERRED_MESSAGES: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  shell: import.meta.glob('../messages/*.json', { query: '?part=shell', import: 'default' }),
  report: import.meta.glob('../messages/*.json', { query: '?part=report', import: 'default' }),
  log: import.meta.glob('../messages/*.json', { query: '?part=log', import: 'default' }),
  setting: import.meta.glob('../messages/*.json', { query: '?part=setting', import: 'default' }),
  demo: import.meta.glob('../messages/*.json', { query: '?part=demo', import: 'default' }),
  palette: import.meta.glob('../messages/*.json', { query: '?part=palette', import: 'default' }),
};
