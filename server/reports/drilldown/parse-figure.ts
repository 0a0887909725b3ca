import type { Static } from '@fastify/type-provider-typebox';
import type { Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ReportParts } from '../parse/query.ts';
import { AXES } from '../parse/axes.ts';
import { parseReportQuery } from '../analyses/row-report/query.ts';
import { FIGURE_METRICS } from './figures.ts';
import { pathFigure, transitionFigure } from './analysis-figures.ts';
import { pageFigure } from './landing-page-figure.ts';
import { reportFigure } from './report-figure.ts';
import type { FigureQuery } from './figure-schemas.ts';
import type { SelectedFigure } from './selected-figure.ts';

/**
 * Parses an address query into the figure that it selects.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const parseFigure = async (
  parts: ReportParts & Pick<Dependencies, 'clock'>,
  viewer: Viewer,
  query: Static<typeof FigureQuery>,
): Promise<SelectedFigure> => {
  const {
    analysis = 'report',
    key,
    metric: name,
    compared = false,
    fold = false,
    length_from: minLength = 1,
    top = 20,
    nodes = 15,
    after: _,
    limit: __,
    ...reportQuery
  } = query;
  const metric = FIGURE_METRICS.find(known => known === name) ?? 'cv';
  const parameters = parseReportQuery(reportQuery);
  const { productId, from, to, where, axis, model } = parameters;
  const selection = { productId, from, to, key, metric, ...(where !== undefined && { where }) };
  switch (analysis) {
    case 'transitions':
      return transitionFigure(parts, viewer, selection, selection);
    case 'lpo':
      return pageFigure(parts, viewer, { ...selection, ...(model !== undefined && { model }) });
    case 'paths': {
      const known = AXES.find(one => one === axis);
      if (known === undefined) throw new Failure('invalid', { fields: { axis: ['choice'] } });
      return pathFigure(parts, viewer, { ...selection, axis: known, fold, minLength, top, nodes });
    }
    default:
      return reportFigure(parts, viewer, { parameters, key, metric, compared });
  }
};
