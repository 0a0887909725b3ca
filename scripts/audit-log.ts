import { verifyChain, type ChainFault, type ChainHead } from '../server/records/audit-chain.ts';
import { auditedCompanies } from '../server/store/postgres/engine/audit-log.ts';
import { runCommands, UsageError } from './operator.ts';

/** Verifies the audit log (docs/operations.md). */

const say = (text: string) => process.stdout.write(`${text}\n`);

const FAULTS: Readonly<Record<ChainFault['kind'], string>> = {
  changed: 'was changed',
  missing: 'is missing',
  replaced: 'is not the one that was noted',
};

/** Reads a noted head: `12:` and 64 hexadecimal digits. */
const readHead = (text: string): ChainHead => {
  const [, position, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError('--noted must be a position and a hash, as this command prints them: 12:0f3a…');
  return { position: Number(position), hash };
};

await runCommands(
  {
    verify: {
      usage: 'npm run audit-log -- verify [--company CODE [--noted POSITION:HASH]]',
      options: ['company', 'noted'],
      words: 0,
      run: async ({ values }, { parts: { db } }) => {
        const { company, noted } = values;
        if (noted !== undefined && company === undefined) throw new UsageError('--noted needs --company.');
        const heads = typeof noted === 'string' ? [readHead(noted)] : [];
        const audited = (await auditedCompanies(db)).filter(
          ({ code }) => company === undefined || code === company,
        );
        if (audited.length === 0 && company !== undefined)
          throw new UsageError(`There is no company ${company}.`);
        for (const { id, code, unchained } of audited) {
          let faults = unchained;
          if (unchained > 0) say(`${code}: ${unchained} entries have no hash`);
          const head = await verifyChain(db, id, heads, ({ kind, position }) => {
            faults += 1;
            say(`${code}: entry ${position} ${FAULTS[kind]}`);
          });
          if (faults > 0) process.exitCode = 1;
          else if (head.position === 0) say(`${code}: no entries`);
          else say(`${code}: ${head.position} entries agree, the last is ${head.position}:${head.hash}`);
        }
      },
    },
  },
  process.argv.slice(2),
);
