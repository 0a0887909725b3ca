import { parseArgs } from 'node:util';
import { ACCEPTED_SKEW, simulate } from './simulation.ts';

/**
 * Prints how products of a power law are divided among slices, how many move in a month, and how long rebuilds wait.
 *
 *     npm run simulate -- --companies 1000 --products 10 --events 1000000000
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '1000' },
    products: { type: 'string', default: '10' },
    exponent: { type: 'string', default: '1' },
    events: { type: 'string', default: '1000000000' },
    seed: { type: 'string', default: '1' },
  },
});
const numbers = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
const wrong = Object.entries(numbers).find(([, number]) => !(number > 0));
if (wrong !== undefined) {
  process.stderr.write(`--${wrong[0]} must be a number above 0.\n`);
  process.exit(2);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const seconds = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} s`;
const lines = [
  `slices | largest slice, placed | balanced to ${ACCEPTED_SKEW} | first moves | moves a month | largest month of moves | largest product | longest wait of a rebuild | everything rebuilt`,
  ...[2, 4, 8, 16].map(slices => {
    const made = simulate({
      companies: numbers['companies']!,
      productsPerCompany: numbers['products']!,
      exponent: numbers['exponent']!,
      events: numbers['events']!,
      seed: numbers['seed']!,
      slices,
    });
    return [
      slices,
      `${made.placedSkew.toFixed(2)} of the mean`,
      made.balancedSkew.toFixed(2),
      made.firstMoves,
      made.movesPerMonth.toFixed(1),
      percent(made.largestMove),
      percent(made.largestProduct),
      seconds(made.longestWait),
      seconds(made.rebuildAll),
    ].join(' | ');
  }),
];
process.stdout.write(`${lines.join('\n')}\n`);
