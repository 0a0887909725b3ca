import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { whileConnected } from '../../http/abort-on-disconnect.ts';
import { API } from '../../http/openapi.ts';
import type { Dependencies } from '../../dependencies.ts';
import { askAllocation } from './allocation/allocation.ts';
import { readCvInfo } from './cv-info/cv-info.ts';
import { serveAnalysisFiles } from '../files/analysis-downloads.ts';
import {
  allocationParametersOf,
  axisAsked,
  cvInfoParametersOf,
  analysisQueryOf,
  lpoParametersOf,
} from './parse-analysis-query.ts';
import {
  AllocationQuery,
  Allocations,
  AsideQuery,
  ConversionPaths,
  CvInfoPage,
  CvInfoQuery,
  analysisComponents,
  JourneyQuery,
  Lpo,
  LpoQuery,
  ModelsSideBySide,
  TransitionQuery,
  Transitions,
} from './analysis-schemas.ts';
import { askJourneys } from './journeys/journeys.ts';
import { askLpo } from './landing-pages/landing-pages.ts';
import { askModelsAside } from './model-comparison/model-comparison.ts';
import { questionOf } from '../parse/parse-query.ts';
import { ReportColumn, ReportLeftOut, ReportRules } from '../parse/schemas.ts';
import { askTransitions } from './month-transition/month-transition.ts';
import { askWhatIf } from './what-if/what-if.ts';
import { WhatIf, whatIfComponents, WhatIfQuery } from './what-if/schemas.ts';

type App = Parameters<FastifyPluginAsyncTypebox>[0];
const config = { access: 'signed-in' } as const;
const tags = ['analyses'];

const serveTransitions = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/transitions/`,
    {
      config,
      schema: {
        operationId: 'transitions',
        tags,
        summary: 'Conversions by the month of the first contact and how many months later they came',
        querystring: TransitionQuery,
        response: { 200: Transitions.ref },
      },
    },
    ({ viewer, query }, reply) =>
      askTransitions(parts, viewer, analysisQueryOf(query), { signal: whileConnected(reply) }),
  );
};

const serveCvInfo = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/cv_info/`,
    {
      config,
      schema: {
        operationId: 'cvInfo',
        tags,
        summary: 'Conversions one by one with their paths, newest first',
        querystring: CvInfoQuery,
        response: { 200: CvInfoPage.ref },
      },
    },
    ({ viewer, query }, reply) =>
      readCvInfo(parts, viewer, cvInfoParametersOf(query), { signal: whileConnected(reply) }),
  );
};

const serveLandingPages = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/lpo_analysis/`,
    {
      config,
      schema: {
        operationId: 'lpoAnalysis',
        tags,
        summary:
          'How the landing pages convert, and whether a page differs from the best other one by more than chance',
        querystring: LpoQuery,
        response: { 200: Lpo.ref },
      },
    },
    ({ viewer, query }, reply) =>
      askLpo(parts, viewer, lpoParametersOf(query), { signal: whileConnected(reply) }),
  );
};

const servePaths = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/paths/`,
    {
      config,
      schema: {
        operationId: 'conversionPaths',
        tags,
        summary: 'The ways that visitors took to their conversions, and how they went from step to step',
        querystring: JourneyQuery,
        response: { 200: ConversionPaths.ref },
      },
    },
    ({ viewer, query: { axis, fold = false, limit = 20, nodes = 15, ...rest } }, reply) =>
      askJourneys(
        parts,
        viewer,
        {
          ...analysisQueryOf(rest),
          axis: axisAsked(axis),
          fold,
          limit,
          nodes,
        },
        { signal: whileConnected(reply) },
      ),
  );
};

const serveModels = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/models/`,
    {
      config,
      schema: {
        operationId: 'modelsSideBySide',
        tags,
        summary:
          'The same conversions shared by seven models: the five, a Markov chain and the Shapley value',
        querystring: AsideQuery,
        response: { 200: ModelsSideBySide.ref },
      },
    },
    ({ viewer, query: { axis, ...rest } }, reply) =>
      askModelsAside(
        parts,
        viewer,
        { ...analysisQueryOf(rest), axis: axisAsked(axis) },
        { signal: whileConnected(reply) },
      ),
  );
};

const serveAllocations = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/allocations/`,
    {
      config,
      schema: {
        operationId: 'allocations',
        tags,
        summary: 'The budget of a period shared over the ads and adjusted, with what is to be expected of it',
        querystring: AllocationQuery,
        response: { 200: Allocations.ref },
      },
    },
    ({ viewer, query }, reply) =>
      askAllocation(parts, viewer, allocationParametersOf(query), { signal: whileConnected(reply) }),
  );
};

const serveWhatIf = (app: App, parts: Dependencies): void => {
  app.get(
    `${API}/analyses/what_if/`,
    {
      config,
      schema: {
        operationId: 'whatIf',
        tags,
        summary: 'A report under other rules compared with the present rules, with the differences',
        querystring: WhatIfQuery,
        response: { 200: WhatIf.ref },
      },
    },
    ({ viewer, query }, reply) =>
      askWhatIf(parts, viewer, questionOf(query), { signal: whileConnected(reply) }),
  );
};

/** The routes of the analyses other than tables of metrics by row. */
export const analysisRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (app, { parts }) => {
  for (const { schema } of [
    ReportLeftOut,
    ReportColumn,
    ReportRules,
    ...analysisComponents,
    ...whatIfComponents,
  ])
    app.addSchema(schema);
  serveTransitions(app, parts);
  serveCvInfo(app, parts);
  serveLandingPages(app, parts);
  servePaths(app, parts);
  serveModels(app, parts);
  serveAllocations(app, parts);
  serveWhatIf(app, parts);
  serveAnalysisFiles(app, parts);
};
