import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DAYS, SWITCHES } from '../../components/fields/judgements-field.tsx';
import { showAddresses, textOf } from '../../components/fields/reading.ts';
import { NOTHING } from '../../components/formats.ts';
import { useTitlesOf } from '../../console/entries.ts';
import type { Widget } from '../../resources/resource.ts';
import { isEmptyValue } from './changed-fields.ts';
import { PARAMETERS, type AnyField, type FieldTexts } from './fields.ts';
import { plainValue } from './plain-value.ts';
import { ReportQueryView } from './report-query-view.tsx';

type Shown = (value: unknown, field: AnyField, texts: FieldTexts) => ReactNode;

const code: Shown = value => <code>{textOf(value)}</code>;
/** Only web addresses become links; the value may be any text. */
const url: Shown = value =>
  /^https?:\/\//i.test(textOf(value)) ? (
    <a href={textOf(value)} target="_blank" rel="noreferrer noopener">
      {textOf(value)}
    </a>
  ) : (
    textOf(value)
  );
const onOff: Shown = value => <FormattedMessage id={`choice.flag.${value === true}`} />;

interface Pair {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}
const Pairs = ({ pairs }: { readonly pairs: readonly Pair[] }) => (
  <ul className="tp-shown-pairs">
    {pairs.map(({ key, label, value }) => (
      <li key={key}>
        <FormattedMessage id="filter.sentence.is" values={{ field: <span>{label}</span>, value }} />
      </li>
    ))}
  </ul>
);

const pairsOf = (
  value: unknown,
  keys: readonly string[],
  labelOf: (key: string) => string,
): readonly Pair[] => {
  const named = value as Readonly<Record<string, unknown>>;
  return keys
    .filter(key => !isEmptyValue(named[key]))
    .map(key => ({ key, label: labelOf(key), value: <code>{textOf(named[key])}</code> }));
};

/** Labels of selected entries of a list, whose titles are requested if they are not loaded. */
const ChosenWords = ({ field, values, texts }: ChosenProps) => {
  const intl = useIntl();
  const { choices } = field;
  const ids = values.filter(value => typeof value === 'number');
  useTitlesOf(choices !== undefined && 'list' in choices ? { [choices.list]: ids } : {});
  return plainValue(values, field, texts, intl);
};

interface ChosenProps {
  readonly field: AnyField;
  readonly values: readonly unknown[];
  readonly texts: FieldTexts;
}

const chosen: Shown = (value, field, texts) => (
  <ChosenWords field={field} values={Array.isArray(value) ? value : [value]} texts={texts} />
);

/** Values with markup of their own; the others are plain texts. */
const SHOWN: Readonly<Partial<Record<Widget, Shown>>> = {
  code,
  url,
  area: (value, { field }) =>
    field.endsWith('tag') ? (
      <pre className="tp-shown-code">{textOf(value)}</pre>
    ) : (
      <span className="tp-shown-text">{textOf(value)}</span>
    ),
  choice: chosen,
  role: chosen,
  many: chosen,
  limiting_products: chosen,
  addresses: value => <code>{showAddresses(value)}</code>,
  landing_pages: value => (
    <ol className="tp-shown-pages">
      {(value as readonly { readonly title: string; readonly url: string; readonly rate: number }[]).map(
        (page, index) => (
          // A landing page has no key other than its index.
          <li key={index}>
            <strong>{page.rate}%</strong> {page.title} <span>{page.url}</span>
          </li>
        ),
      )}
    </ol>
  ),
  report: value => <ReportQueryView address={textOf(value)} />,
  parameters: (value, _, texts) => (
    <Pairs pairs={pairsOf(value, PARAMETERS, key => texts.labelOf(`parameter.${key}`))} />
  ),
  mapping: (value, _, texts) => (
    <Pairs pairs={pairsOf(value, Object.keys(value as object), texts.headingOf)} />
  ),
  judgements: (value, _, texts) => {
    const judged = value as Readonly<Record<string, unknown>>;
    return (
      <Pairs
        pairs={[
          ...SWITCHES.map(key => ({
            key,
            label: texts.labelOf(key),
            value: <strong>{onOff(judged[key], { field: key, widget: 'switch' }, texts)}</strong>,
          })),
          {
            key: DAYS,
            label: texts.labelOf(DAYS),
            value: <strong>{`${textOf(judged[DAYS])} ${texts.unitOf(DAYS) ?? ''}`}</strong>,
          },
        ]}
      />
    );
  },
};

interface Props {
  readonly field: AnyField;
  readonly value: unknown;
  readonly texts: FieldTexts;
}

/** Value of a field as text, for details, conflicts and the change history. */
export const Shown = ({ field, value, texts }: Props): ReactNode => {
  const intl = useIntl();
  if (isEmptyValue(value)) return <span className="tp-shown-none">{NOTHING}</span>;
  return SHOWN[field.widget]?.(value, field, texts) ?? plainValue(value, field, texts, intl);
};
