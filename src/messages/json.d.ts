/** The messages as vite.config.ts cuts and parses them. */
declare module '*.json?part=door' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}
