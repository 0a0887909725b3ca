/** Messages as vite.config.ts splits and parses them. */
declare module '*.json?part=signIn' {
  const texts: Readonly<Record<string, unknown>>;
  export default texts;
}
