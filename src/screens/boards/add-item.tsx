import { Link } from '@tanstack/react-router';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { ITEM_KINDS, type BoardItem, type ItemKind } from '../../../machines/board-items.ts';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import type { SavedView } from '../../resources/saved-views.ts';
import { reportOf } from './board-views.ts';

interface Props {
  readonly views: readonly SavedView[];
  readonly onAdd: (item: BoardItem) => void;
  readonly onClose: () => void;
}

/** The saved views that a board can show, with the names of their reports. */
const useViewOptions = (views: readonly SavedView[]) => {
  const intl = useIntl();
  return useMemo(
    () =>
      views.flatMap(view => {
        const report = reportOf(view);
        if (report === null) return [];
        const page = intl.formatMessage({ id: report.page.label });
        return [
          {
            value: view.id,
            label: intl.formatMessage({ id: 'report_board.view_of' }, { view: view.name, page }),
          },
        ];
      }),
    [views, intl],
  );
};

const useMetricOptions = () => {
  const intl = useIntl();
  return useMemo(
    () =>
      (Object.keys(metrics) as MetricKey[]).map(metric => ({
        value: metric,
        label: intl.formatMessage({ id: `metric.${metric}.name` }),
      })),
    [intl],
  );
};

/** The first saved view has to be made in a report. */
const NoViews = ({ onClose }: Pick<Props, 'onClose'>) => (
  <div className="tp-dialog-body">
    <p>
      <FormattedMessage id="report_board.no_views" />
    </p>
    <p>
      <Link to={'/analyze/ad-statistics' as '/'} onClick={onClose}>
        <FormattedMessage id="report_board.open_report" />
      </Link>
    </p>
  </div>
);

/** The metric of a single figure. */
const MetricField = ({
  metric,
  onChange,
}: {
  readonly metric: string;
  readonly onChange: (metric: string) => void;
}) => {
  const intl = useIntl();
  return (
    <ChoiceField
      name="metric"
      label={intl.formatMessage({ id: 'report_board.metric' })}
      required
      value={metric}
      options={useMetricOptions()}
      onChange={chosen => {
        if (typeof chosen === 'string') onChange(chosen);
      }}
    />
  );
};

const Form = ({
  options,
  onAdd,
  children,
}: {
  readonly options: ReturnType<typeof useViewOptions>;
  readonly onAdd: Props['onAdd'];
  readonly children: ReactNode;
}) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id });
  const [view, setView] = useState<number | null>(options[0]?.value ?? null);
  const [kind, setKind] = useState<ItemKind>('chart');
  const [metric, setMetric] = useState('cv');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (view === null) return;
    onAdd({ view_id: view, kind, metric: kind === 'figure' ? metric : null, wide: kind === 'table' });
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="tp-dialog-body">
        <ChoiceField
          name="view"
          label={label('report_board.view')}
          required
          value={view}
          options={options}
          onChange={chosen => setView(typeof chosen === 'number' ? chosen : null)}
        />
        <Choice
          label={label('report_board.kind')}
          value={kind}
          open
          options={ITEM_KINDS.map(value => ({ value, label: label(`report_board.kind.${value}`) }))}
          onChange={setKind}
        />
        {kind === 'figure' && <MetricField metric={metric} onChange={setMetric} />}
      </div>
      <div className="tp-dialog-foot">
        {children}
        <button type="submit" className="p-button" aria-disabled={view === null}>
          <FormattedMessage id="report_board.add_item" />
        </button>
      </div>
    </form>
  );
};

/** Dialog that adds a report to a board: its saved view, and what of it is shown. */
const AddItem = ({ views, onAdd, onClose }: Props) => {
  const options = useViewOptions(views);
  return (
    <Dialog title={<FormattedMessage id="report_board.add_item" />} onClose={onClose}>
      {options.length === 0 ? (
        <NoViews onClose={onClose} />
      ) : (
        <Form options={options} onAdd={onAdd}>
          <button type="button" className="p-button p-button-outlined" onClick={onClose}>
            <FormattedMessage id="editor.cancel" />
          </button>
        </Form>
      )}
    </Dialog>
  );
};
export default AddItem;
