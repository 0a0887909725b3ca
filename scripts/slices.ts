import { giveUpMove, moveProduct, requireLoadedSlice } from '../server/slices/moves/move-product.ts';
import {
  countPlacements,
  PARTITIONS,
  placePartition,
  productsOfPartition,
} from '../server/store/postgres/slices/placements.ts';
import { OperatorError } from '../server/companies/operator.ts';
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

const move = async (productId: number, target: string, { parts: { db }, slices }: OpenStores) => {
  if (!(await moveProduct({ db, slices: await slices() }, productId, target, say)))
    say(`Product ${productId} is on ${target} already.`);
};

const moveProductCommand = async (
  { words: [word = ''], values, required }: CommandLine,
  stores: OpenStores,
): Promise<void> => {
  const productId = productIn(word);
  if (values.cancel !== true) return move(productId, required('to'), stores);
  await giveUpMove({ db: stores.parts.db, slices: await stores.slices() }, productId);
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
        const { db } = stores.parts;
        if (!(await stores.slices()).all.some(({ name }) => name === target))
          throw new OperatorError(`${target} is no slice: name it in CLICKHOUSE_SLICES of every process.`);
        const partitions = partitionsIn(word);
        await requireLoadedSlice({ db }, target);
        for (const partition of partitions) {
          await placePartition(db, partition, target);
          for (const productId of await productsOfPartition(db, partition))
            await move(productId, target, stores);
        }
        say(`New products of partition ${word} are placed on ${target}.`);
      },
    },
  },
  process.argv.slice(2),
);
