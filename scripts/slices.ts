import { describeMoves, moveOrSay, movePartitions } from '../server/slices/moves/move-partitions.ts';
import { giveUpMove } from '../server/slices/moves/move-product.ts';
import { countPlacements, PARTITIONS } from '../server/store/postgres/slices/placements.ts';
import { type CommandLine, type OpenStores, runCommands, UsageError } from './operator.ts';

/** Divides products among ClickHouse servers (docs/operations.md "Several ClickHouse servers"). */

const say = (text: string) => process.stdout.write(`${text}\n`);

const productIn = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new UsageError(`${word} is no number of a product.`);
  return Number(word);
};

/** The partitions of a word such as `7` or `0-511`. */
const partitionsIn = (word: string): readonly number[] => {
  const [, first = '', last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(word) ?? [];
  if (first === '' || Number(last) >= PARTITIONS || Number(first) > Number(last))
    throw new UsageError(
      `${word} is neither a partition from 0 to ${PARTITIONS - 1} nor a range such as 0-511.`,
    );
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);
};

const partsOf = async ({ parts: { db }, slices }: OpenStores) => ({ db, slices: await slices() });

const moveProductCommand = async (
  { words: [word = ''], values, required }: CommandLine,
  stores: OpenStores,
): Promise<void> => {
  const productId = productIn(word);
  if (values.cancel !== true) return moveOrSay(await partsOf(stores), productId, required('to'), say);
  await giveUpMove(await partsOf(stores), productId);
  say(`Product ${productId} stays where it is. The copied rows are deleted within two hours.`);
};

await runCommands(
  {
    list: {
      usage: 'npm run slices -- list',
      options: [],
      words: 0,
      run: async (_arguments, { parts: { db }, slices }) => {
        const placed = await countPlacements(db);
        for (const { name } of (await slices()).all) {
          const { products, partitions } = placed.find(({ slice }) => slice === name) ?? {
            products: 0,
            partitions: 0,
          };
          say(`${name}  ${products} products, ${partitions} of ${PARTITIONS} partitions`);
        }
        for (const line of await describeMoves(db)) say(line);
      },
    },
    'move-product': {
      usage: 'npm run move-product -- ID --to SLICE, or ID --cancel',
      options: ['to', 'cancel'],
      words: 1,
      run: moveProductCommand,
    },
    'move-partition': {
      usage: 'npm run move-partition -- NUMBER or FIRST-LAST --to SLICE',
      options: ['to'],
      words: 1,
      run: async ({ words: [word = ''], required }, stores) => {
        const target = required('to');
        const partitions = partitionsIn(word);
        await movePartitions(await partsOf(stores), partitions, target, say);
      },
    },
  },
  process.argv.slice(2),
);
