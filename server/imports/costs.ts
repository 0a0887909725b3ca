import type { Fault } from '../http/failures.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { adCostsBetween, adsByName, putAdCosts, type AdCost } from '../store/postgres/reports/ad-costs.ts';
import { createYield } from './yield-to-event-loop.ts';
import { requireColumns, type Columns } from './columns.ts';
import { createErrors, type ImportContext, type Importer } from './plan.ts';
import { createNames } from './names.ts';
import { isBlank, type Cell } from './sheet.ts';
import { readDay, readMoney, readNumber, wordOf, type Read } from './values.ts';
import { wordsOf } from './words.ts';

/** Maximum cost in yen, by the column numeric(12, 2). */
const MAX_COST_YEN = 9_999_999_999.99;

const actionOf = (before: number | undefined, after: number) => {
  if (before === undefined) return 'create';
  return before === after ? 'same' : 'replace';
};

/** Columns with the words of the console, those of its reports included, and other usual words. */
const FIELDS: Importer['fields'] = [
  {
    field: 'ad_id',
    words: ['広告番号', 'Ad number', '广告编号', ...wordsOf('column.ads.id', 'column.ad_id')],
  },
  {
    field: 'ad_name',
    words: wordsOf('column.ads.name', 'column.ad_name', 'column.report.ad_name', 'axis.ad'),
  },
  { field: 'day', words: ['計測日', 'Date', ...wordsOf('column.day', 'step.day')] },
  {
    field: 'cost',
    words: [
      '費用',
      'コスト',
      '金額',
      '利用額',
      'Spend',
      'Amount',
      '费用',
      '金额',
      ...wordsOf('metric.ad_cost.name', 'metric.cost.name', 'choice.kind.costs'),
    ],
  },
];

type Ads = Awaited<ReturnType<typeof adsByName>>;
interface PlannedCost {
  readonly row: number;
  readonly cost: AdCost;
}

/** The context for reading the rows of a file. */
interface CostReading {
  readonly columns: Columns;
  readonly adIds: ReadonlySet<number>;
  readonly named: ReturnType<typeof createNames>;
  readonly errors: ReturnType<typeof createErrors>;
  /** First row of an ad and day. */
  readonly rowOfDay: Map<string, number>;
}

const openReading = (columns: Columns, ads: Ads): CostReading => ({
  columns,
  adIds: new Set(ads.map(({ id }) => id)),
  named: createNames(ads.filter(({ status }) => status)),
  errors: createErrors(),
  rowOfDay: new Map(),
});

const REQUIRED: { readonly fault: Fault } = { fault: { code: 'required' } };

/** The ad of a row, by id or else by name, and the field that names it. */
const readAd = (
  { columns, adIds, named }: CostReading,
  cell: (field: string) => Cell,
): { readonly field: string; readonly ad: Read<number> } => {
  if (!isBlank(cell('ad_id'))) {
    const id = readNumber(cell('ad_id'));
    const isUnknown = 'value' in id && !adIds.has(id.value);
    return { field: 'ad_id', ad: isUnknown ? { fault: { code: 'no_such' } } : id };
  }
  if (isBlank(cell('ad_name')))
    return { field: columns.places.has('ad_id') ? 'ad_id' : 'ad_name', ad: REQUIRED };
  return { field: 'ad_name', ad: named(wordOf(cell('ad_name'))) };
};

/** Reads the cost of a row; null: the row has errors. */
const readCost = (reading: CostReading, row: number, cell: (field: string) => Cell): AdCost | null => {
  const { errors, rowOfDay } = reading;
  const { field, ad } = readAd(reading, cell);
  const day = isBlank(cell('day')) ? REQUIRED : readDay(cell('day'));
  const cost = isBlank(cell('cost')) ? REQUIRED : readMoney(cell('cost'), MAX_COST_YEN);
  if ('fault' in ad) errors.add(row, field, ad.fault);
  if ('fault' in day) errors.add(row, 'day', day.fault);
  if ('fault' in cost) errors.add(row, 'cost', cost.fault);
  if ('fault' in ad || 'fault' in day || 'fault' in cost) return null;
  const key = `${ad.value}/${day.value}`;
  const earlierRow = rowOfDay.get(key);
  if (earlierRow !== undefined) {
    errors.add(row, 'day', { code: 'row_twice', values: { row: earlierRow } });
    return null;
  }
  rowOfDay.set(key, row);
  return { adId: ad.value, day: day.value, cost: cost.value };
};

/** Reads the stored costs of the planned ads and days. */
const readStoredCosts = async (
  db: Database,
  context: ImportContext,
  planned: readonly PlannedCost[],
): Promise<ReadonlyMap<string, number>> => {
  const days = planned.map(({ cost }) => cost.day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const adIds = [...new Set(planned.map(({ cost }) => cost.adId))];
  const stored = await adCostsBetween(db, context, adIds, first, last);
  return new Map(stored.map(({ adId, day, cost }) => [`${adId}/${day}`, cost]));
};

/**
 * Import of daily costs: a row has an ad (by id or name), a day and a cost, which replaces the stored cost of that ad
 * and day.
 */
export const costs: Importer = {
  fields: FIELDS,
  plan: async (db, context, columns, rows) => {
    requireColumns(columns, ...(columns.places.has('ad_name') ? [] : ['ad_id']), 'day', 'cost');
    const ads = await adsByName(db, context);
    const reading = openReading(columns, ads);
    const { errors, add } = reading.errors;
    const planned: PlannedCost[] = [];
    const yieldToEvents = createYield();
    for (const { number: row, cells, fault } of rows) {
      await yieldToEvents();
      if (fault !== undefined) {
        add(row, 'row', fault);
        continue;
      }
      const cost = readCost(reading, row, field => cells[columns.places.get(field) ?? -1] ?? null);
      if (cost !== null) planned.push({ row, cost });
    }
    const stored = await readStoredCosts(db, context, planned);
    const adNames = new Map(ads.map(({ id, name }) => [id, name]));
    return {
      errors,
      rows: planned.map(({ row, cost }) => ({
        row,
        action: actionOf(stored.get(`${cost.adId}/${cost.day}`), cost.cost),
        values: { ad_id: cost.adId, ad_name: adNames.get(cost.adId) ?? '', day: cost.day, cost: cost.cost },
        names: {},
      })),
      write: async tx => {
        await putAdCosts(
          tx,
          { companyId: context.companyId, productId: context.productId },
          planned.map(({ cost }) => cost),
          context.at,
        );
        return [];
      },
    };
  },
};
