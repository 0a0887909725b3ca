import { defineAnalysis } from '../analysis.ts';
import { computeAllocation } from './compute.ts';
import { allocationFile } from './download.ts';
import { parseAllocationQuery } from './query.ts';
import { allocationComponents, AllocationQuery, Allocations } from './schema.ts';

export const allocation = defineAnalysis({
  path: 'allocations',
  summary: 'The budget of a period shared over the ads and adjusted, with what is to be expected of it',
  query: AllocationQuery,
  answer: Allocations,
  components: allocationComponents,
  compute: (parts, viewer, query, options) =>
    computeAllocation(parts, viewer, parseAllocationQuery(query), options),
  file: allocationFile,
});
