import { EXAMPLE, formulaOf, resultOf, type ExampleValue, type Term } from '../../../analyses/examples.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import { count, ratio } from '../../../components/formats.ts';
import type { Translate } from '../report/figures.ts';

/** Explanations of metrics, each with a worked example. */

const isMetric = (key: string): key is MetricKey => Object.hasOwn(metrics, key);
/** A figure with its unit. */
const figure = (key: string, value: number, translate: Translate): string => {
  const format = isMetric(key) ? metrics[key].format : 'count';
  if (format === 'percent') return ratio(value);
  const counted = key === 'clicks' ? 'example.contacts' : 'example.conversions';
  return translate(format === 'yen' ? 'example.yen' : counted, { value: count(value) });
};

const term = ([first, sign, second]: Term, translate: Translate): string => {
  const exampleFigure = (key: ExampleValue) => figure(key, EXAMPLE[key], translate);
  return second === undefined
    ? exampleFigure(first)
    : `${exampleFigure(first)} ${sign} ${exampleFigure(second)}`;
};
const within = (of: Term, translate: Translate): string =>
  of.length === 1 ? term(of, translate) : translate('example.sum', { sum: term(of, translate) });

/** The worked example of a metric: the calculation of a derived metric, or a case of a counted one. */
export const exampleOf = (key: string, translate: Translate): string => {
  const formula = formulaOf(key);
  if (formula === null) return translate(`metric.${key}.example`);
  const [numerator, denominator] = formula;
  const calculation =
    denominator === undefined
      ? term(numerator, translate)
      : `${within(numerator, translate)} ÷ ${within(denominator, translate)}`;
  return translate('example.worked', { calculation, result: figure(key, resultOf(formula), translate) });
};

/** The meaning of a metric, and its example on the next line. */
export const helpOf = (key: MetricKey, translate: Translate): string =>
  `${translate(`metric.${key}.help`)}\n${exampleOf(key, translate)}`;
