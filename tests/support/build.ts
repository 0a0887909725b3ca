type Build = Readonly<Record<'buildGateway' | 'buildConsole' | 'buildServer', () => void>>;

/** Builds the gateway, the console and the server before a test run, if their sources changed. */
export default async function setup(): Promise<void> {
  const prepare = (await import(new URL('../../scripts/prepare.mjs', import.meta.url).href)) as Build;
  prepare.buildGateway();
  prepare.buildConsole();
  prepare.buildServer();
}
