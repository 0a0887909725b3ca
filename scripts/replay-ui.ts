import { readFileSync } from 'node:fs';
import { machines } from '../machines/index.ts';
import { readRecording, replay } from '../machines/charts/replay.ts';

/**
 * Replays the recorded events of a bug report, and prints the recorded and the present state after each. Exit code 1:
 * they differ, because the machine has changed or depends on a value that was removed from the report.
 *
 *     npm run replay-ui -- FILE
 */
const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new TypeError('npm run replay-ui -- FILE');
  let disagreeing = 0;
  for (const recorded of readRecording(readFileSync(file, 'utf8')).actors) {
    const machine = machines.find(({ id }) => id === recorded.machine);
    if (machine === undefined)
      throw new TypeError(`The machine ${recorded.machine} does not exist any more.`);
    process.stdout.write(
      `${recorded.machine} (${recorded.id})${recorded.dropped > 0 ? `, ${recorded.dropped} earlier steps were not recorded` : ''}\n`,
    );
    replay(machine as never, recorded).forEach(({ event, was, is, agrees }, at) => {
      if (!agrees) disagreeing++;
      process.stdout.write(
        `  ${String(at + 1).padStart(3)} ${event} → ${is.join(', ')}${agrees ? '' : `   (recorded: ${was.join(', ')})`}\n`,
      );
    });
  }
  process.stdout.write(
    disagreeing === 0
      ? 'Every step leads to the recorded state.\n'
      : `${disagreeing} steps lead to another state.\n`,
  );
  process.exitCode = disagreeing === 0 ? 0 : 1;
} catch (error) {
  if (
    !(error instanceof TypeError) &&
    !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  )
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
