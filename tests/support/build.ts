type Build = Readonly<Record<'buildGateway' | 'buildConsole' | 'buildServer', () => void>>;

/** Builds the gateway, the console and the server where their sources changed, before the tests of a run. */
export default async function setup(): Promise<void> {
  const prepare = (await import(new URL('../../scripts/prepare.mjs', import.meta.url).href)) as Build;
  prepare.buildGateway();
  prepare.buildConsole();
  prepare.buildServer();
}
