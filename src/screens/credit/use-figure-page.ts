import { useEffect } from 'react';
import {
  ConversionsBehindDocument,
  type ConversionsBehindQuery,
  type ConversionsBehindQueryVariables,
} from '../../../graphql/generated/graphql.ts';
import { useAsk } from '../../console/context.ts';
import { present, type Present } from '../../resources/row.ts';
import { usePages, type Pages } from '../use-pages.ts';

type Answer = Present<ConversionsBehindQuery['page']>;
export type BehindFigure = Present<Answer['figure']>;
export type BehindRow = Present<Answer['results']>;
export type BehindParameters = Omit<ConversionsBehindQueryVariables, 'after' | 'limit'>;

const PAGE = 500;
/** Maximum number of rows loaded automatically, so that their sum can be compared with the figure. */
const AT_ONCE = 5000;

/**
 * Loads the conversions that make up a figure page by page; `head` is the figure as the report computes it.
 */
export const useBehind = (question: BehindParameters): Pages<BehindRow, BehindFigure> => {
  const ask = useAsk();
  const pages = usePages<BehindParameters, BehindRow, BehindFigure>(
    question,
    async (pageParameters, after, signal) => {
      const { page } = await ask(
        ConversionsBehindDocument,
        { ...pageParameters, limit: PAGE, ...(after !== null && { after }) },
        signal,
      );
      return { rows: present(page?.results), next: page?.next ?? null, head: page?.figure ?? null };
    },
  );
  const { resting, rows, more } = pages;
  const next = resting && rows !== null && rows.length < AT_ONCE ? more : null;
  useEffect(() => next?.(), [next]);
  return pages;
};
