import { diagnose } from '../server/health/diagnosis.ts';
import { readInstallationFacts } from '../server/health/installation-facts.ts';
import { requireInstallation, runCommands, withStores } from './operator.ts';

/** Says what is wrong with an installation, and what mends it (docs/operations.md). */

const say = (text: string) => process.stdout.write(`${text}\n`);

await runCommands(
  {
    examine: {
      usage: 'npm run doctor',
      options: [],
      words: 0,
      runOffline: async (_line, settings, log) => {
        const { dataDir } = settings;
        await requireInstallation(dataDir);
        await withStores(settings, log, async ({ parts: { db, clock }, slices }) => {
          const now = clock.now();
          const findings = diagnose(
            await readInstallationFacts({ db, slices: await slices() }, dataDir, now),
            now,
          );
          for (const { what, remedy } of findings) say(`${what}\n  ${remedy}`);
          if (findings.length === 0) say(`Nothing is wrong with the installation of ${dataDir}.`);
          else process.exitCode = 1;
        });
      },
    },
  },
  process.argv.slice(2),
);
