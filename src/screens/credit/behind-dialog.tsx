import { useNavigate } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { date } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { useLevel } from '../../console/context.ts';
import { BehindList } from './behind-list.tsx';
import { listedFor, unlistedAs } from './behind-metrics.ts';
import './credit.css';
import type { Told } from './told.ts';

/** Of the model that looks at chains, and shares all conversions that have a path alike. */
const MARKOV = 6;
/** Rows that nothing is shared with. */
const WHOLE: ReadonlySet<string> = new Set(['total', 'no_contact']);

interface Props {
  readonly told: Told;
  /** Whether the figure of the period is looked into that is compared with. */
  readonly compared: boolean;
  /** Up to which event the screen was counted. */
  readonly watermark: string | null;
  /** Looks into another figure of the row, or of the other period. */
  readonly onField: (field: string) => void;
  readonly onCompared: (compared: boolean) => void;
  readonly onClose: () => void;
}

const PERIODS = ['now', 'before'] as const;

/** What stands behind a figure of an analysis: the conversions that add up to it; or why there are none, and where to look instead. */
export const BehindDialog = ({ told, compared, watermark, onField, onCompared, onClose }: Props) => {
  const intl = useIntl();
  const { label, metric, question, choices, periods, value } = told;
  const name = (key: string) => intl.formatMessage({ id: `metric.${key}.name` });
  const listed = listedFor(metric);
  const chosen = choices.find(one => one.metric === listed)?.field;
  const divided = metric.endsWith('_division');
  return (
    <Dialog title={<FormattedMessage id={listed === null ? 'behind.title_unlisted' : 'behind.title'} values={{ row: label, name: name(metric) }} />} onClose={onClose}>
      <div className="tp-dialog-body tp-behind">
        {listed === null ? <NoList told={told} /> : (
          <>
            <div className="tp-fields">
              {chosen !== undefined && <Choice label={intl.formatMessage({ id: 'behind.metric' })} value={chosen} onChange={onField} options={choices.map(one => ({ value: one.field, label: name(one.metric) }))} />}
              {periods !== null && (
                <Choice
                  label={intl.formatMessage({ id: 'behind.period' })} value={compared ? 'before' : 'now'} open onChange={period => onCompared(period === 'before')}
                  options={PERIODS.map(period => ({ value: period, label: `${date(periods[period].from)} – ${date(periods[period].to)}` }))}
                />
              )}
            </div>
            {listed !== metric && <p className="tp-note"><FormattedMessage id="behind.computed" values={{ name: name(metric), part: name(listed) }} /></p>}
            {question.model === MARKOV && divided && !WHOLE.has(question.key) && <p className="tp-note"><FormattedMessage id="behind.chain" /></p>}
            <BehindList label={label} question={{ ...question, metric: listed }} shown={value === null || listed !== metric ? null : { value, watermark }} />
          </>
        )}
      </div>
    </Dialog>
  );
};

/** Why no conversions are behind a figure, and the log in which what it counts can be seen. */
const NoList = ({ told: { metric, contacts, question } }: { readonly told: Told }) => {
  const intl = useIntl();
  const navigate = useNavigate();
  const mayRead = useLevel('interaction_log') !== 'none';
  const why = unlistedAs(metric);
  const counts = why === 'contacts' || why === 'first_contacts';
  return (
    <>
      <p><FormattedMessage id={`behind.unlisted.${why}`} /></p>
      {counts && contacts === null && <p className="tp-note"><FormattedMessage id="behind.unlisted.no_log" /></p>}
      {counts && contacts !== null && mayRead && (
        <p><Button label={intl.formatMessage({ id: 'drill.contacts' })} icon={<Icon name="table" />} onClick={() => void navigate({ to: '/log/reference', search: { product_id: String(question.product_id), ...contacts } } as never)} /></p>
      )}
    </>
  );
};
