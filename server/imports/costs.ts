import { adCostsBetween, adsByName, putAdCosts, type AdCost } from '../store/postgres/reports/ad-costs.ts';
import { createYield } from './yield-to-event-loop.ts';
import { requireColumns } from './columns.ts';
import { createErrors, type Importer } from './plan.ts';
import { createNames } from './names.ts';
import { isBlank } from './sheet.ts';
import { readDay, readMoney, readNumber, wordOf } from './values.ts';

/** What the column holds: numeric(12, 2). */
const MAX_COST_YEN = 9_999_999_999.99;

const actionOf = (before: number | undefined, after: number) =>
  before === undefined ? 'create' : before === after ? 'same' : 'replace';

/**
 * Costs of ads by day: a row is an ad, by number or name, a day and what it cost. What is there of that ad
 * and day is replaced.
 */
export const costs: Importer = {
  fields: [
    { field: 'ad_id', words: ['広告ID', '広告番号', 'Ad ID', 'Ad number', '广告ID', '广告编号'] },
    { field: 'ad_name', words: ['広告名', '広告', 'Ad name', 'Ad', '广告名称', '广告'] },
    { field: 'day', words: ['日付', '日', '計測日', 'Date', '日期'] },
    {
      field: 'cost',
      words: [
        '費用',
        '広告費',
        'コスト',
        '金額',
        '利用額',
        'Ad cost',
        'Spend',
        'Amount',
        '费用',
        '广告费',
        '金额',
      ],
    },
  ],
  plan: async (db, context, columns, rows) => {
    requireColumns(columns, ...(columns.places.has('ad_name') ? [] : ['ad_id']), 'day', 'cost');
    const { errors, add } = createErrors();
    const ads = await adsByName(db, context);
    const numbers = new Set(ads.map(({ id }) => id));
    const named = createNames(ads.filter(({ status }) => status));
    const seen = new Map<string, number>();
    const planned: { readonly row: number; readonly cost: AdCost }[] = [];
    const yieldToEvents = createYield();
    for (const { number: row, cells, fault } of rows) {
      await yieldToEvents();
      if (fault !== undefined) {
        add(row, 'row', fault);
        continue;
      }
      const cell = (field: string) => cells[columns.places.get(field) ?? -1] ?? null;
      const before = errors.length;

      let adId = 0;
      if (!isBlank(cell('ad_id'))) {
        const id = readNumber(cell('ad_id'));
        if ('fault' in id) add(row, 'ad_id', id.fault);
        else if (!numbers.has(id.value)) add(row, 'ad_id', { code: 'no_such' });
        else adId = id.value;
      } else if (isBlank(cell('ad_name')))
        add(row, columns.places.has('ad_id') ? 'ad_id' : 'ad_name', { code: 'required' });
      else {
        const ad = named(wordOf(cell('ad_name')));
        if ('fault' in ad) add(row, 'ad_name', ad.fault);
        else adId = ad.value;
      }
      const day = isBlank(cell('day')) ? { fault: { code: 'required' as const } } : readDay(cell('day'));
      if ('fault' in day) add(row, 'day', day.fault);
      const cost = isBlank(cell('cost'))
        ? { fault: { code: 'required' as const } }
        : readMoney(cell('cost'), MAX_COST_YEN);
      if ('fault' in cost) add(row, 'cost', cost.fault);
      if (errors.length > before || 'fault' in day || 'fault' in cost) continue;

      const key = `${adId}/${day.value}`;
      if (seen.has(key)) add(row, 'day', { code: 'row_twice', values: { row: seen.get(key)! } });
      else planned.push({ row, cost: { adId, day: day.value, cost: cost.value } });
      seen.set(key, seen.get(key) ?? row);
    }

    const days = planned.map(({ cost }) => cost.day).toSorted();
    const there = new Map(
      days.length === 0
        ? []
        : (
            await adCostsBetween(
              db,
              context,
              [...new Set(planned.map(({ cost }) => cost.adId))],
              days[0]!,
              days.at(-1)!,
            )
          ).map(({ adId, day, cost }) => [`${adId}/${day}`, cost]),
    );
    const adNames = new Map(ads.map(({ id, name }) => [id, name]));
    return {
      errors,
      rows: planned.map(({ row, cost }) => ({
        row,
        action: actionOf(there.get(`${cost.adId}/${cost.day}`), cost.cost),
        values: { ad_id: cost.adId, ad_name: adNames.get(cost.adId) ?? '', day: cost.day, cost: cost.cost },
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
