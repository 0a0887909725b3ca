import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { whileConnected } from '../http/connected.ts';
import { API } from '../http/openapi.ts';
import type { Parts } from '../parts.ts';
import { askAllocation } from './allocation.ts';
import { AXES, type AxisNumber } from './axes.ts';
import { readCvInfo } from './cv-info.ts';
import {
  AllocationQuery, Allocations, AsideQuery, ConversionPaths, CvInfoPage, CvInfoQuery, furtherComponents, JourneyQuery, Lpo, LpoQuery, ModelsSideBySide, TransitionQuery, Transitions,
} from './further-schemas.ts';
import type { FurtherQuestion } from './further.ts';
import { askJourneys } from './journeys.ts';
import { askLpo } from './lpo.ts';
import { askModelsAside } from './models-aside.ts';
import { questionOf as reportQuestionOf } from './questions.ts';
import { ReportColumn, ReportLeftOut, ReportRules } from './schemas.ts';
import { askTransitions } from './transitions.ts';
import { askWhatIf } from './what-if.ts';
import { WhatIf, whatIfComponents, WhatIfQuery } from './what-if-schemas.ts';

interface Asked { readonly product_id: number; readonly from: string; readonly to: string; readonly where?: string }
const questionOf = ({ product_id, ...rest }: Asked): FurtherQuestion => ({ productId: product_id, ...rest });
const axisAsked = (axis: number | undefined): AxisNumber => AXES.find(known => known === axis) ?? 1;

/** The further analyses: what is not a table of metrics by row. */
export const furtherRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  for (const { schema } of [ReportLeftOut, ReportColumn, ReportRules, ...furtherComponents, ...whatIfComponents]) app.addSchema(schema);
  const config = { access: 'signed-in' } as const;
  const tags = ['analyses'];

  app.get(`${API}/analyses/transitions/`, {
    config, schema: { operationId: 'transitions', tags, summary: 'Conversions by the month of the first contact and how many months later they came', querystring: TransitionQuery, response: { 200: Transitions.ref } },
  }, ({ viewer, query }, reply) => askTransitions(parts, viewer, questionOf(query), { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/cv_info/`, {
    config, schema: { operationId: 'cvInfo', tags, summary: 'Conversions one by one with their paths, newest first', querystring: CvInfoQuery, response: { 200: CvInfoPage.ref } },
  }, ({ viewer, query: { cv_type, after, limit, ...asked } }, reply) => readCvInfo(parts, viewer, {
    ...questionOf(asked), ...(cv_type !== undefined && { cvType: cv_type }), ...(after !== undefined && { after }), ...(limit !== undefined && { limit }),
  }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/lpo_analysis/`, {
    config, schema: { operationId: 'lpoAnalysis', tags, summary: 'How the landing pages convert, and whether a page differs from the best other one by more than chance', querystring: LpoQuery, response: { 200: Lpo.ref } },
  }, ({ viewer, query: { model, ...asked } }, reply) => askLpo(parts, viewer, { ...questionOf(asked), ...(model !== undefined && { model }) }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/paths/`, {
    config, schema: { operationId: 'conversionPaths', tags, summary: 'The ways that visitors took to their conversions, and how they went from step to step', querystring: JourneyQuery, response: { 200: ConversionPaths.ref } },
  }, ({ viewer, query: { axis, fold = false, limit = 20, nodes = 15, ...asked } }, reply) => askJourneys(parts, viewer, {
    ...questionOf(asked), axis: axisAsked(axis), fold, limit, nodes,
  }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/models/`, {
    config, schema: { operationId: 'modelsSideBySide', tags, summary: 'The same conversions shared by seven models: the five, a Markov chain and the Shapley value', querystring: AsideQuery, response: { 200: ModelsSideBySide.ref } },
  }, ({ viewer, query: { axis, ...asked } }, reply) => askModelsAside(parts, viewer, { ...questionOf(asked), axis: axisAsked(axis) }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/allocations/`, {
    config, schema: { operationId: 'allocations', tags, summary: 'The budget of a period shared over the ads and adjusted, with what is to be expected of it', querystring: AllocationQuery, response: { 200: Allocations.ref } },
  }, ({ viewer, query: { mode, pool, adjust, model, ...asked } }, reply) => askAllocation(parts, viewer, {
    ...questionOf(asked), ...(mode !== undefined && { mode }), ...(pool !== undefined && { pool }), ...(adjust !== undefined && { adjust }), ...(model !== undefined && { model }),
  }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/what_if/`, {
    config, schema: { operationId: 'whatIf', tags, summary: 'A report by other rules beside the same by today\'s, with the differences', querystring: WhatIfQuery, response: { 200: WhatIf.ref } },
  }, ({ viewer, query }, reply) => askWhatIf(parts, viewer, reportQuestionOf(query), { signal: whileConnected(reply) }));
};
