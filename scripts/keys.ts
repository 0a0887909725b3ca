import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { TAG_TOKEN_SECONDS, PASS_SECONDS } from '../server/collector/tokens.ts';
import { OperatorError } from '../server/companies/operator.ts';
import { ACCESS_LIFETIME_MS } from '../server/http/auth.ts';
import {
  addKey,
  createKeyFile,
  KEY_NAMES,
  readKeyFile,
  removePreviousKeys,
  type KeyName,
} from '../server/platform/key-file.ts';
import { openSecrets, RELOAD_EVERY_MS } from '../server/platform/secrets.ts';
import type { Settings } from '../server/platform/settings.ts';
import { DAY, MINUTE, SECOND } from '../server/platform/time.ts';
import { resealBy } from '../server/single-sign-on/reseal-secrets.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { trackedProducts } from '../server/store/postgres/reports/costs.ts';
import { requireInstallation, runCommands, UsageError } from './operator.ts';

/** Lists and replaces the keys of the installation (docs/operations.md, "Keys"). */

const say = (text: string) => process.stdout.write(`${text}\n`);

const nameOf = ([word = '']: readonly string[]): KeyName => {
  const name = KEY_NAMES.find(one => one === word);
  if (name === undefined) throw new UsageError(`${word} is no key: ${KEY_NAMES.join(', ')}.`);
  return name;
};

/** @param current place of the key that signs, in the list with the newest first */
const stateOf = (place: number, current: number): string => {
  if (place === current) return 'signs';
  return place < current ? 'will sign' : 'is accepted';
};

/** @throws {UsageError} */
const minutesOf = (text: string | boolean): number => {
  if (typeof text !== 'string' || !/^\d{1,5}$/.test(text))
    throw new UsageError('--after needs a number of minutes.');
  return Number(text);
};

/** For how long after its replacement in ms a key still has to be accepted. */
const LIFETIMES_MS: Readonly<Record<KeyName, (db: Database) => Promise<number>>> = {
  jwt: async () => ACCESS_LIFETIME_MS,
  crossdomain: async () => PASS_SECONDS * SECOND,
  click: async db =>
    Math.max(
      TAG_TOKEN_SECONDS * SECOND,
      ...(await trackedProducts(db)).map(({ trackingTerm }) => trackingTerm * DAY),
    ),
  notice: async () => 0,
};

/** Time in ms within which running programs follow a change of the file. */
const FOLLOWED_WITHIN_MS = 3 * RELOAD_EVERY_MS;

/**
 * Where the folder has neither keys nor an installation, `DATA_DIR` is wrong and no keys are lost.
 * @throws {OperatorError}
 */
const requireKeys = async ({ dataDir, secretsFile }: Settings): Promise<void> => {
  if (secretsFile === join(dataDir, 'secrets.json'))
    await access(secretsFile).catch(() => requireInstallation(dataDir));
};

/** @throws {OperatorError} what the previous keys signed is in use, or a program may still sign with them */
const requireDisused = async (
  db: Database,
  name: KeyName,
  { since, isForced }: { readonly since: number; readonly isForced: boolean },
): Promise<void> => {
  const now = Date.now();
  if (now < since + FOLLOWED_WITHIN_MS)
    throw new OperatorError(
      `Running programs may not have read the new ${name} key: try again in ${FOLLOWED_WITHIN_MS / SECOND} seconds.`,
    );
  const until = since + (await LIFETIMES_MS[name](db));
  if (now < until && !isForced)
    throw new OperatorError(
      `What the previous ${name} keys signed is in use until ${new Date(until).toISOString()}. Remove them then, or now by --force, if others know them.`,
    );
};

await runCommands(
  {
    list: {
      usage: 'npm run keys -- list',
      options: [],
      words: 0,
      runOffline: async (_line, settings) => {
        await requireKeys(settings);
        const { keys } = await readKeyFile(settings.secretsFile);
        const now = Date.now();
        for (const name of KEY_NAMES) {
          const current = keys[name].findIndex(({ since }) => since <= now);
          keys[name].forEach(({ since }, i) => {
            const began = since === 0 ? 'the installation' : new Date(since).toISOString();
            say(`${name}  ${stateOf(i, current)}, since ${began}`);
          });
        }
      },
    },
    create: {
      usage: 'npm run keys -- create',
      options: [],
      words: 0,
      runOffline: async (_line, { secretsFile }) => {
        if (!(await createKeyFile(secretsFile))) throw new OperatorError(`${secretsFile} exists.`);
        say(`${secretsFile} was created.`);
      },
    },
    rotate: {
      usage: 'npm run keys -- rotate jwt|click|crossdomain|notice [--after MINUTES]',
      options: ['after'],
      words: 1,
      runOffline: async ({ words, values }, settings) => {
        const { secretsFile } = settings;
        const name = nameOf(words);
        await requireKeys(settings);
        const since = Date.now() + minutesOf(values.after ?? '1') * MINUTE;
        await addKey(secretsFile, name, since);
        say(
          `A new ${name} key signs from ${new Date(since).toISOString()}; the previous ones are accepted until they are removed. Running programs read ${secretsFile} by themselves; copies on other machines must be replaced before that time.`,
        );
      },
    },
    'remove-previous': {
      usage: 'npm run keys -- remove-previous jwt|click|crossdomain|notice [--force]',
      options: ['force'],
      words: 1,
      run: async ({ words, values }, { parts: { db, settings } }) => {
        const name = nameOf(words);
        const now = Date.now();
        const { keys } = await readKeyFile(settings.secretsFile);
        const current = keys[name].find(({ since }) => since <= now);
        if (current === undefined || current === keys[name].at(-1))
          throw new OperatorError(`There are no previous ${name} keys.`);
        await requireDisused(db, name, { since: current.since, isForced: values.force === true });
        if (name === 'jwt') {
          const { resealed, unreadable } = await resealBy(
            { db },
            (await openSecrets(settings.secretsFile)).jwt,
          );
          say(
            `${resealed} stored secrets were encrypted again${unreadable === 0 ? '' : `; ${unreadable} are unreadable, since their key was lost before`}.`,
          );
        }
        await removePreviousKeys(settings.secretsFile, name, now);
        say(`The previous ${name} keys were removed.`);
      },
    },
  },
  process.argv.slice(2),
);
