import { Link } from '@tanstack/react-router';
import { Suspense, use, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MetricKey } from '../../analyses/metrics.ts';
import { ITEM_KINDS, type BoardItem, type ItemKind } from '../../../machines/board-items.ts';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { useAnalyses, type StoredAnalysis } from '../../console/analyses.ts';
import type { SavedView } from '../../resources/saved-views.ts';
import { fitMetric, loadMetrics } from './board-metrics.ts';
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

interface Described {
  readonly view: Pick<SavedView, 'screen' | 'address'> | null;
  readonly setting: StoredAnalysis | null;
}

/** The metrics of the report of a view, which load with its declaration. */
const useMetrics = (view: SavedView | null): Promise<readonly MetricKey[]> => {
  const settingOf = useAnalyses();
  const custom = view === null ? null : (reportOf(view)?.custom ?? null);
  const described: Described = {
    view: view && { screen: view.screen, address: view.address },
    setting: custom && settingOf(custom),
  };
  // The setting is a new object on each render; its metrics are loaded again only when its content changes.
  const text = JSON.stringify(described);
  return useMemo(() => {
    const { view: shown, setting } = JSON.parse(text) as Described;
    const report = shown && reportOf(shown);
    return report === null ? Promise.resolve([]) : loadMetrics(report, setting);
  }, [text]);
};

/** The metric of a single figure. */
const MetricField = ({
  metrics,
  metric,
  onChange,
}: {
  readonly metrics: Promise<readonly MetricKey[]>;
  readonly metric: string;
  readonly onChange: (metric: string) => void;
}) => {
  const intl = useIntl();
  const known = use(metrics);
  return (
    <ChoiceField
      name="metric"
      label={intl.formatMessage({ id: 'report_board.metric' })}
      required
      value={fitMetric(known, metric)}
      options={known.map(value => ({ value, label: intl.formatMessage({ id: `metric.${value}.name` }) }))}
      onChange={chosen => {
        if (typeof chosen === 'string') onChange(chosen);
      }}
    />
  );
};

const Form = ({
  views,
  options,
  onAdd,
  children,
}: {
  readonly views: readonly SavedView[];
  readonly options: ReturnType<typeof useViewOptions>;
  readonly onAdd: Props['onAdd'];
  readonly children: ReactNode;
}) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id });
  const [view, setView] = useState<number | null>(options[0]?.value ?? null);
  const [kind, setKind] = useState<ItemKind>('chart');
  const [metric, setMetric] = useState('cv');
  const isFigure = kind === 'figure';
  const metrics = useMetrics(isFigure ? (views.find(({ id }) => id === view) ?? null) : null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (view === null) return;
    const chosen = isFigure ? fitMetric(await metrics, metric) : null;
    onAdd({ view_id: view, kind, metric: chosen, wide: kind === 'table' });
  };
  return (
    <form noValidate onSubmit={event => void submit(event)}>
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
        {isFigure && (
          <Suspense>
            <MetricField metrics={metrics} metric={metric} onChange={setMetric} />
          </Suspense>
        )}
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
        <Form views={views} options={options} onAdd={onAdd}>
          <button type="button" className="p-button p-button-outlined" onClick={onClose}>
            <FormattedMessage id="editor.cancel" />
          </button>
        </Form>
      )}
    </Dialog>
  );
};
export default AddItem;
