import { parseArgs } from 'node:util';
import { LOCALES } from '../machines/language.ts';
import { modelNamed } from '../machines/charts/models/index.ts';
import { planOf, STRATEGIES } from '../machines/charts/paths.ts';
import { FORMATS, printed } from '../machines/charts/print.ts';

/**
 * Prints test paths of a machine for manual testers: events, expected screens, and the coverage of the machine.
 *
 *     npm run paths -- cvApproval --strategy shortest|simple|random --format md|csv|gherkin|json --lang
 *     ja|en|zh-CN --seed 1
 *
 * The id of a path is a hash of its steps, so the difference of two prints shows how a change of the machine affects
 * the test plan.
 */
const USAGE = `npm run -s paths -- MACHINE [--strategy ${STRATEGIES.join('|')}] [--format ${FORMATS.join('|')}] [--lang ${LOCALES.join('|')}] [--seed NUMBER]\n`;

const oneOf = <const Word extends string>(name: string, words: readonly Word[], text: string): Word => {
  const word = words.find(one => one === text);
  if (word === undefined) throw new TypeError(`--${name} must be one of ${words.join(', ')}, not ${text}.`);
  return word;
};

try {
  const {
    values,
    positionals: [machine],
  } = parseArgs({
    allowPositionals: true,
    options: {
      strategy: { type: 'string', default: 'shortest' },
      format: { type: 'string', default: 'md' },
      lang: { type: 'string', default: 'ja' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (machine === undefined) throw new TypeError('The name of the machine is missing.');
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new TypeError(`--seed must be an integer, not ${values.seed}.`);
  const plan = planOf(modelNamed(machine), oneOf('strategy', STRATEGIES, values.strategy), seed);
  process.stdout.write(
    printed(plan, oneOf('format', FORMATS, values.format), oneOf('lang', LOCALES, values.lang), seed),
  );
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
