import { markJournalsRestored } from '../server/collector/mark-restored.ts';
import { OperatorError } from '../server/companies/operator.ts';
import { timeOfId } from '../server/platform/ids.ts';
import { DEFAULT_SLICE } from '../server/platform/slice-names.ts';
import { abandonCollector, listCollectors } from '../server/store/postgres/tracking/collectors.ts';
import { withCollectorsLocked } from './lock-collectors.ts';
import { requireInstallation, runCommands, UsageError } from './operator.ts';

/** Lists the collectors that share the stores, gives up lost ones, and prepares restored ones (docs/operations.md). */

const say = (text: string) => process.stdout.write(`${text}\n`);

await runCommands(
  {
    list: {
      usage: 'npm run collectors -- list',
      options: [],
      words: 0,
      run: async (_arguments, { parts: { db } }) => {
        const rows = await listCollectors(db);
        if (rows.length === 0) say('There is one program, whose stores are embedded or which never started.');
        const timeOf = (id: string) => new Date(timeOfId(BigInt(id))).toISOString();
        for (const { number, host, lowWatermark, beside, rejectedRows, seenAt } of rows) {
          const loaded = [
            `loaded up to ${timeOf(lowWatermark ?? '0')}`,
            ...beside.map(({ slice, lowWatermark: id }) => `into ${slice} up to ${timeOf(id)}`),
          ].join(', ');
          const state = lowWatermark === null ? 'no events to load' : loaded;
          const refused =
            rejectedRows === 0 ? '' : `, ${rejectedRows} rejected by ClickHouse: npm run replay-rejected`;
          say(`${number}  ${host}  ${state}${refused}, last report ${seenAt.toISOString()}`);
        }
      },
    },
    abandon: {
      usage: 'npm run collectors -- abandon NUMBER',
      options: [],
      words: 1,
      run: async ({ words: [number = ''] }, { parts: { db } }) => {
        if (!/^\d{1,4}$/.test(number)) throw new UsageError(`${number} is no number of a collector.`);
        const outcome = await abandonCollector(db, Number(number));
        if (outcome === 'running')
          throw new OperatorError(
            `Collector ${number} runs and reports, so its journal is not lost: its log says why it loads no events. If its machine has just failed, repeat the command in a minute.`,
          );
        if (outcome === 'unknown')
          throw new UsageError(`No collector ${number} is active or has events in its journal.`);
        say(`Reports and results no longer wait for the events of collector ${number}.`);
      },
    },
    'mark-restored': {
      usage: 'npm run collectors -- mark-restored',
      options: [],
      words: 0,
      runOffline: async (_arguments, { dataDir, clickhouseSlices }, log) => {
        await requireInstallation(dataDir);
        await withCollectorsLocked(dataDir, null, log, async () => {
          const slices = [DEFAULT_SLICE, ...clickhouseSlices.map(({ name }) => name)];
          const count = await markJournalsRestored(dataDir, slices);
          say(
            `${count} ${count === 1 ? 'journal is' : 'journals are'} marked as restored: events that ClickHouse (${slices.join(', ')}) has already will not be loaded again.`,
          );
        });
      },
    },
  },
  process.argv.slice(2),
);
