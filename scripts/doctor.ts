import { mendInstallation, runDoctor } from '../server/health/doctor.ts';
import { createIds } from '../server/platform/ids.ts';
import { requireInstallation, runCommands, withStores } from './operator.ts';

/** Says what is wrong with an installation, and mends what is safe while it runs (docs/operations.md). */

const say = (text: string) => process.stdout.write(`${text}\n`);

await runCommands(
  {
    examine: {
      usage: 'npm run doctor, or npm run doctor -- --mend to mend what is safe while programs run',
      options: ['mend'],
      words: 0,
      runOffline: async ({ values }, settings, log) => {
        const { dataDir } = settings;
        await requireInstallation(dataDir);
        await withStores(settings, log, async ({ parts: { db, clock }, slices }) => {
          // Missing tables are a finding, so they are not created here.
          const parts = { db, clock, log, ids: createIds(clock), slices: await slices(false) };
          const isSound = await (values.mend === true ? mendInstallation : runDoctor)(parts, dataDir, say);
          if (!isSound) process.exitCode = 1;
        });
      },
    },
  },
  process.argv.slice(2),
);
