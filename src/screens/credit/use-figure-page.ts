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
/** Up to here all is read without being asked for, so that the sum can be told beside the figure. */
const AT_ONCE = 5000;

/**
 * Reads the conversions behind a figure page by page; the figure, as the report says it, comes with the
 * first.
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
