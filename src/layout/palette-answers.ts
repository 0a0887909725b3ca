import { useIntl } from 'react-intl';
import { analysis as adStatistics } from '../analyses/ad-statistics.ts';
import { analysis as attribution } from '../analyses/attribution.ts';
import { columnSetsOf } from '../analyses/column-sets.ts';
import { metrics, type MetricKey } from '../analyses/metrics.ts';
import { parseSearch } from '../console/address.ts';
import { useEveryView } from '../screens/list/use-every-view.ts';
import type { Command } from './find-commands.ts';
import { useGo } from './palette-commands.ts';
import { aliasesOf, parametersOfView, placeOfView, synonymOfScreen } from './palette-places.ts';
import { useMenu } from './use-menu.ts';

/** The commands, those of screens with their synonyms. */
export const useWithSynonyms = (commands: readonly Command[]): readonly Command[] => {
  const intl = useIntl();
  return commands.map(command =>
    command.id.startsWith('go:')
      ? {
          ...command,
          aliases: aliasesOf(intl.formatMessage({ id: synonymOfScreen(command.id.slice('go:'.length)) })),
        }
      : command,
  );
};

/** The first report that has a metric, with the columns that it hides so that the metric is shown. */
const reportOf = (metric: MetricKey): { readonly to: string; readonly hide: string } => {
  const columnsOf = (report: { readonly columns: readonly { readonly metric: string }[] }) =>
    report.columns.map(column => column.metric);
  const inStatistics = columnsOf(adStatistics).includes(metric);
  const columns = columnsOf(inStatistics ? adStatistics : attribution);
  const set = columnSetsOf(columns).find(({ hidden }) => !hidden.includes(metric));
  return {
    to: inStatistics ? '/analyze/ad-statistics' : '/analyze/attribution',
    hide: set?.hidden.join(',') ?? '',
  };
};

/** Metrics with their meaning; choosing one opens a report that shows it. */
export const useMetricCommands = (): readonly Command[] => {
  const intl = useIntl();
  const go = useGo();
  return (Object.keys(metrics) as MetricKey[]).map(metric => ({
    id: `metric:${metric}`,
    subject: 'metric',
    label: intl.formatMessage({ id: `metric.${metric}.name` }),
    note: intl.formatMessage({ id: `metric.${metric}.help` }),
    icon: 'info',
    words: '',
    run: () => {
      const { to, hide } = reportOf(metric);
      go(to, { hide });
    },
  }));
};

/** Saved views of screens in the user's menu. */
export const useViewCommands = (): readonly Command[] => {
  const go = useGo();
  const entries = useMenu().groups.flatMap(group => group.entries);
  return useEveryView().flatMap((view): readonly Command[] => {
    const place = placeOfView(view.screen);
    const [path = '', ownSearch = ''] = place?.to.split('?') ?? [];
    const entry = entries.find(({ to }) => to === path);
    return place === null || entry === undefined
      ? []
      : [
          {
            id: `view:${view.id}`,
            subject: 'view',
            label: view.name,
            note: entry.name,
            icon: 'view',
            words: entry.name,
            run: () =>
              go(path, {
                ...parseSearch(ownSearch),
                ...parametersOfView(view.address),
                [place.parameter]: String(view.id),
              }),
          },
        ];
  });
};
