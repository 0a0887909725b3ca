import type { FastifyInstance } from 'fastify';
import { createServer } from 'node:net';
import { SettingError, type Settings } from './settings.ts';

/** Error for an address that cannot be listened on, with the remedy. */
const explainListenError = (error: unknown, { host, port }: Settings): SettingError => {
  const why: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${host} is used by another program: stop it, or set PORT.`,
    EACCES: `PORT ${port} on ${host} may not be used by this user: set another PORT.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} cannot be resolved.`,
  };
  return new SettingError(
    why[(error as NodeJS.ErrnoException).code ?? ''] ??
      `Cannot listen on ${host}:${port} (${(error as Error).message}).`,
  );
};

/**
 * Checks that the address is free before the stores are opened, because creating them at a first start takes seconds.
 *
 * @throws {SettingError} the program cannot listen on the address
 */
export const tryAddress = (settings: Settings): Promise<void> =>
  new Promise((done, failed) => {
    const server = createServer().once('error', error => failed(explainListenError(error, settings)));
    server.listen({ host: settings.host, port: settings.port }, () => server.close(() => done()));
  });

/** @throws {SettingError} another program has taken the address since {@link tryAddress} */
export const listen = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw explainListenError(error, settings);
  }
};
