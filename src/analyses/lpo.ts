import { LpoAnalysisDocument, type LpoAnalysisQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type SharedParameters } from './analysis.ts';
import { AD_FILTERS } from './filters.ts';

export type LpoReport = Present<LpoAnalysisQuery['report']>;
export type LpoRow = Present<LpoReport['rows']>;

/** /analyze/lpo: conversion rates of landing pages, compared with other pages of the same redirect. */
export const lpo = defineAnalysis({
  name: 'lpo',
  operation: LpoAnalysisDocument,
  path: 'analyses/lpo_analysis',
  axes: [],
  nested: false,
  models: 'rules',
  controls: ['filters'],
  filters: AD_FILTERS,
  ownColumns: ['ad_name', 'url', 'verdict', 'difference', 'p_value'],
  columns: [
    { metric: 'clicks' },
    { metric: 'cv' },
    { metric: 'cvr' },
    { metric: 'amount_sum' },
    { metric: 'cv_division' },
    { metric: 'attr_cvr' },
    { metric: 'amount_division' },
  ],
  chart: { over: 'items', kind: 'bars', items: [['cvr', 'attr_cvr']], top: 10 },
  sort: 'clicks',
  views: [],
  readOwn: () => null,
  parametersOf: (shared: SharedParameters) => shared,
});
