import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { isOverTime, type Framed } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import { date } from '../../../components/formats.ts';
import { useProduct } from '../../../console/product.ts';
import type { Fact } from '../../print/print-sheet.tsx';
import type { FilterWords } from '../../list/use-filters.ts';
import { kindName, type Translate } from '../report/figures.ts';
import { daysCompared } from './query.ts';
import type { AnalysisSearch } from './search.ts';

/** The text of a fact without its name beside it. */
export const namelessText = ({ text, nameless = text }: Fact): string => nameless;

interface FactOptions {
  readonly analysis: Pick<Framed, 'axes' | 'controls' | 'models' | 'chart'>;
  readonly search: AnalysisSearch;
  readonly days: Days;
  /** The model of the answer; null: no model, or no answer yet. */
  readonly counted: number | null;
  readonly words: FilterWords;
}

/** What the rows are, as a condition; null: the analysis has rows of one kind only. */
export const kindFact = (
  analysis: FactOptions['analysis'],
  search: AnalysisSearch,
  translate: Translate,
): Fact | null => {
  const isTimed = isOverTime(analysis);
  const isChosen = isTimed ? analysis.controls.includes('step') : analysis.axes.length > 0;
  if (!isChosen) return null;
  return {
    name: translate(isTimed ? 'analysis.step' : 'analysis.axis'),
    text: kindName(analysis, search, translate),
  };
};

/** The conditions of a report as text, for the print view and the note of a saved chart. */
export const useFacts = ({ analysis, search, days, counted, words }: FactOptions): readonly Fact[] => {
  const intl = useIntl();
  const product = useProduct();
  return useMemo(() => {
    const translate = (id: string, values?: Readonly<Record<string, string | number>>) =>
      intl.formatMessage({ id }, values);
    const stretch = ({ from, to }: Days) => translate('analysis.days', { from: date(from), to: date(to) });
    const compared = daysCompared(search, days);
    const kind = kindFact(analysis, search, translate);
    return [
      { name: translate('analysis.product'), text: product.title },
      { name: translate('period.label'), text: stretch(days) },
      ...(compared === null
        ? []
        : [
            {
              name: translate('analysis.compare'),
              text: stretch(compared),
              nameless: translate('analysis.compared_with', {
                from: date(compared.from),
                to: date(compared.to),
              }),
            },
          ]),
      ...(kind === null ? [] : [kind]),
      ...(analysis.models !== null && counted !== null
        ? [{ name: translate('analysis.model'), text: translate(`model.${counted}`) }]
        : []),
      ...(search.approval === 'unapproved'
        ? [{ name: translate('analysis.approval'), text: translate('analysis.approval.unapproved') }]
        : []),
      ...(search.evaluation === '0'
        ? []
        : [{ name: translate('analysis.evaluation'), text: translate(`evaluation.${search.evaluation}`) }]),
      ...(search.conditions.length === 0
        ? []
        : [
            {
              name: translate('filter.active'),
              // Unknown ones last, as their sentence would seem to include the next one.
              text: search.conditions
                .toSorted((one, other) => Number(one.unknown === true) - Number(other.unknown === true))
                .map(words.sentence)
                .join(' / '),
            },
          ]),
    ];
  }, [intl, product.title, analysis, search, days, counted, words]);
};
