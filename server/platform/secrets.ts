import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { openKeyFile, readKeyFile, type KeyFile, type KeyName } from './key-file.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { makeFolder } from './make-folder.ts';
import { startPoller, type Poller } from './poller.ts';

/** The keys of this installation by their purpose, each as base64url of 32 random bytes. */
export interface Secrets extends Readonly<Record<KeyName, KeyRing>> {
  /** Digest of all keys, by which processes on the same stores find out that they have the same. */
  digest(): string;
  /** Whether a key was added that does not sign yet, so that other processes may not have read it. */
  isRotating(): boolean;
  /** Reads the file again. @returns whether the keys have changed */
  reload(): Promise<boolean>;
}

/** Interval of reading the file in ms. */
export const RELOAD_EVERY_MS = 5_000;

/**
 * Opens the installation's keys, and creates them at the first start.
 *
 * @throws {SettingError} the file is unreadable or incomplete
 */
export const openSecrets = async (file: string, now: () => number = Date.now): Promise<Secrets> => {
  await makeFolder(dirname(file));
  let present: KeyFile = await openKeyFile(file);
  const ringOf = (name: KeyName): KeyRing => createKeyRing(() => present.keys[name], now);
  return {
    jwt: ringOf('jwt'),
    click: ringOf('click'),
    crossdomain: ringOf('crossdomain'),
    notice: ringOf('notice'),
    digest: () => present.digest,
    isRotating: () =>
      Object.values(present.keys).some(([newest]) => newest !== undefined && newest.since > now()),
    reload: async () => {
      const found = await readKeyFile(file);
      const isChanged = found.digest !== present.digest;
      present = found;
      return isChanged;
    },
  };
};

/** Follows changes of the file. An unreadable file is logged, and the present keys remain. */
export const watchSecrets = (secrets: Secrets, log: Logger): Poller =>
  startPoller(
    async () => {
      if (await secrets.reload()) log.info('The keys of the installation were changed.');
    },
    {
      log,
      failed: 'The keys could not be read again; the present ones remain in use.',
      every: RELOAD_EVERY_MS,
    },
  );
