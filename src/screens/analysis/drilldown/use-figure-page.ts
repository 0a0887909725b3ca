import { useEffect } from 'react';
import {
  DrilldownConversionsDocument,
  type DrilldownConversionsQuery,
  type DrilldownConversionsQueryVariables,
} from '../../../../graphql/generated/graphql.ts';
import { useExecute } from '../../../console/context.ts';
import { present, type Present } from '../../../resources/row.ts';
import { usePages, type Pages } from '../../use-pages.ts';

type Answer = Present<DrilldownConversionsQuery['page']>;
export type ComputedFigure = Present<Answer['figure']>;
export type FigureConversion = Present<Answer['results']>;
export type FigureParameters = Omit<DrilldownConversionsQueryVariables, 'after' | 'limit'>;

const PAGE_SIZE = 500;
/** Maximum number of rows loaded automatically, so that their sum can be compared with the figure. */
const MAX_AUTOMATIC_ROWS = 5000;

/**
 * Loads the conversions that make up a figure page by page; `head` is the figure as the report computes it.
 */
export const useFigureConversions = (
  parameters: FigureParameters,
): Pages<FigureConversion, ComputedFigure> => {
  const execute = useExecute();
  const pages = usePages<FigureParameters, FigureConversion, ComputedFigure>(
    parameters,
    async (pageParameters, after, signal) => {
      const { page } = await execute(
        DrilldownConversionsDocument,
        { ...pageParameters, limit: PAGE_SIZE, ...(after !== null && { after }) },
        signal,
      );
      return { rows: present(page?.results), next: page?.next ?? null, head: page?.figure ?? null };
    },
  );
  const { resting, rows, more } = pages;
  const next = resting && rows !== null && rows.length < MAX_AUTOMATIC_ROWS ? more : null;
  useEffect(() => next?.(), [next]);
  return pages;
};
