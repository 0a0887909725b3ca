import type { Static } from '@fastify/type-provider-typebox';
import { codedCell, textCell } from '../../../downloads/cells.ts';
import { headings, tableFile } from '../../files/analysis-file.ts';
import { computeAllocation } from './compute.ts';
import { columnsOfItems, itemQuery } from './items.ts';
import { parseAllocationQuery } from './query.ts';
import { AllocationQuery } from './schema.ts';

const COLUMNS = [
  'label',
  'key',
  'ad_cost',
  'share',
  'allocated_cost',
  'adjusted',
  'adjusted_cost',
  'cv',
  'cv_division',
  'amount_sum',
  'amount_division',
  'attributed_cpa',
  'attributed_roas',
  'expected_cv',
  'expected_amount',
  'response_basis',
];
export const allocationFile = tableFile<Static<typeof AllocationQuery>>({
  name: 'allocations',
  path: 'allocations',
  title: 'analysis.allocation.title',
  query: { ...AllocationQuery.properties, ...itemQuery },
  columns: COLUMNS,
  columnsOfQuery: fileQuery => columnsOfItems(COLUMNS, fileQuery),
  ordered: true,
  headingOf: headings(
    {
      label: 'axis.ad',
      share: 'allocation.share',
      allocated_cost: 'allocation.allocated_cost',
      adjusted: 'allocation.adjustment',
      adjusted_cost: 'allocation.adjusted_cost',
      expected_cv: 'allocation.expected_cv',
      expected_amount: 'allocation.expected_amount',
      response_basis: 'allocation.response_basis',
    },
    ['allocated_cost', 'adjusted', 'adjusted_cost', 'expected_amount'],
  ),
  cellOf: (column, words) =>
    column === 'response_basis' ? codedCell(words.choices('', 'response_basis')) : textCell,
  read: async (parts, viewer, fileQuery, { signal }) => {
    const { rows, totals, rules } = await computeAllocation(parts, viewer, parseAllocationQuery(fileQuery), {
      signal,
    });
    // In yen for both units: a text such as +10% would begin a formula, and nobody could sum it.
    const adjusted = ({ adjustment, adjusted_cost: after, allocated_cost: before }: (typeof rows)[number]) =>
      adjustment === null || after === null || before === null ? null : after - before;
    return {
      rows: rows.map(row => ({ ...row, adjusted: adjusted(row) })),
      totals: { ...totals, adjusted: totals.difference },
      rules,
    };
  },
});
