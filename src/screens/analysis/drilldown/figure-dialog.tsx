import { useNavigate } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { metrics } from '../../../analyses/metrics.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { date } from '../../../components/formats.ts';
import { Icon } from '../../../components/icon.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useLevel } from '../../../console/context.ts';
import { inUnit } from '../report/figures.ts';
import { useTranslate } from '../report/use-report.ts';
import { FigureConversions } from './figure-conversions.tsx';
import '../../credit/credit.css';
import type { ListedMetric } from './figure-metrics.ts';
import { listedFor, unlistedReasonOf } from './listed-figure.ts';
import type { SelectedFigure } from './selected-figure.ts';

/** Number of the Markov model, which shares every conversion with a contact in the same proportions. */
const MARKOV = 6;
/** Rows that get no credit by a model. */
const UNSHARED_ROWS: ReadonlySet<string> = new Set(['total', 'no_contact']);

interface Props {
  readonly selected: SelectedFigure;
  /** Whether the figure is that of the comparison period. */
  readonly compared: boolean;
  /** Selects another figure of the row; `onCompared` selects the period. */
  readonly onField: (field: string) => void;
  readonly onCompared: (compared: boolean) => void;
  readonly onClose: () => void;
}

const PERIODS = ['now', 'before'] as const;

/** Choice between two compared models. */
const ModelChoice = ({ selected: { models, query }, onField }: Pick<Props, 'selected' | 'onField'>) => {
  const intl = useIntl();
  const chosen = models?.find(({ model }) => model === query.model);
  return models === undefined || chosen === undefined ? null : (
    <Choice
      label={intl.formatMessage({ id: 'drilldown.model' })}
      value={chosen.field}
      open
      onChange={onField}
      options={models.map(({ field, model }) => ({
        value: field,
        label: intl.formatMessage({ id: `model.${model}` }),
      }))}
    />
  );
};

/** Choice of figure and period, and the conversions that make up the figure. */
const ListedFigure = ({
  selected,
  compared,
  listed,
  onField,
  onCompared,
}: Props & { readonly listed: ListedMetric }) => {
  const intl = useIntl();
  const { label, metric, query, choices, periods, value, watermark, explanation = [] } = selected;
  const name = (key: string) => intl.formatMessage({ id: `metric.${key}.name` });
  const chosen = choices.find(one => one.metric === listed)?.field;
  const divided = metric.endsWith('_division');
  return (
    <>
      {explanation.map(text => (
        <p key={text}>{text}</p>
      ))}
      <div className="tp-fields">
        <ModelChoice selected={selected} onField={onField} />
        {chosen !== undefined && (
          <Choice
            label={intl.formatMessage({ id: 'drilldown.metric' })}
            value={chosen}
            onChange={onField}
            options={choices.map(one => ({ value: one.field, label: name(one.metric) }))}
          />
        )}
        {periods !== null && (
          <Choice
            label={intl.formatMessage({ id: 'drilldown.period' })}
            value={compared ? 'before' : 'now'}
            open
            onChange={period => onCompared(period === 'before')}
            options={PERIODS.map(period => ({
              value: period,
              label: `${date(periods[period].from)} – ${date(periods[period].to)}`,
            }))}
          />
        )}
      </div>
      {listed !== metric && <MetricValue selected={selected} />}
      {listed !== metric && (
        <p className="tp-note">
          <FormattedMessage id="drilldown.computed" values={{ name: name(metric), part: name(listed) }} />
        </p>
      )}
      {query.model === MARKOV && divided && !UNSHARED_ROWS.has(query.key) && (
        <p className="tp-note">
          <FormattedMessage id="drilldown.chain" />
        </p>
      )}
      <FigureConversions
        label={label}
        parameters={{ ...query, metric: listed }}
        shown={value === null || listed !== metric ? null : { value, watermark }}
      />
    </>
  );
};

/**
 * Drill-down of a figure: the conversions that make it up, or the reason why there are none and where to look
 * instead.
 */
export const FigureDialog = (props: Props) => {
  const { selected, onClose } = props;
  const { label, metric } = selected;
  const intl = useIntl();
  const listed = listedFor(metric);
  return (
    <Dialog
      title={
        <FormattedMessage
          id={listed === null ? 'drilldown.title_unlisted' : 'drilldown.title'}
          values={{ row: label, name: intl.formatMessage({ id: `metric.${metric}.name` }) }}
        />
      }
      onClose={onClose}
    >
      <div className="tp-dialog-body tp-drilldown">
        {listed === null ? <NoList selected={selected} /> : <ListedFigure {...props} listed={listed} />}
      </div>
    </Dialog>
  );
};

/** The figure itself, for metrics without a list: the table may be too narrow to show it in full. */
const MetricValue = ({ selected: { metric, value } }: { readonly selected: SelectedFigure }) => {
  const format = useFormatter();
  const translate = useTranslate();
  return value === null ? null : (
    <dl className="tp-facts">
      <div data-drilldown="itself">
        <dt>{inUnit(translate(`metric.${metric}.name`), metrics[metric].format, translate)}</dt>
        <dd>{format(metrics[metric].format, value)}</dd>
      </div>
    </dl>
  );
};

/** Reason why a metric has no list of conversions, and a link to the log of what it counts. */
const NoList = ({ selected }: { readonly selected: SelectedFigure }) => {
  const { metric, contacts, query } = selected;
  const intl = useIntl();
  const navigate = useNavigate();
  const mayRead = useLevel('interaction_log') !== 'none';
  const why = unlistedReasonOf(metric);
  const counts = why === 'contacts' || why === 'first_contacts';
  return (
    <>
      <MetricValue selected={selected} />
      <p>
        <FormattedMessage id={`drilldown.unlisted.${why}`} />
      </p>
      {counts && contacts === null && (
        <p className="tp-note">
          <FormattedMessage id="drilldown.unlisted.no_log" />
        </p>
      )}
      {counts && contacts !== null && mayRead && (
        <p>
          <Button
            label={intl.formatMessage({ id: 'log_link.contacts' })}
            icon={<Icon name="table" />}
            onClick={() =>
              void navigate({
                to: '/log/reference',
                search: { product_id: String(query.product_id), ...contacts },
              } as never)
            }
          />
        </p>
      )}
    </>
  );
};
