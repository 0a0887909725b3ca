/** The messages as vite.config.ts cuts and parses them. */
declare module '*.json?part=door' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}

declare module '*.json?part=house' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}
