/** The guides of docs/help in one language, as vite.config.ts parses them. */
declare module 'virtual:guides/*' {
  const guides: unknown;
  export default guides;
}
