import { defineAnalysis } from '../analysis.ts';
import { computeAllocation } from './compute.ts';
import { allocationFile } from './download.ts';
import { parseAllocationQuery } from './query.ts';
import { allocationComponents, AllocationQuery, Allocations } from './schema.ts';

export const allocation = defineAnalysis({
  path: 'allocations',
  summary: 'Budget allocation: a budget shared over the ads, with adjustments and expected conversions',
  query: AllocationQuery,
  answer: Allocations,
  components: allocationComponents,
  compute: (parts, viewer, query, options) =>
    computeAllocation(parts, viewer, parseAllocationQuery(query), options),
  file: allocationFile,
});
