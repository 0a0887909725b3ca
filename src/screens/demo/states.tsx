import { useMemo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { FailureKind } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn } from '../../components/grid/types.ts';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { adCategories } from '../../resources/ad-categories.ts';
import { insteadOfRows } from '../list/list-states.tsx';
import { useList, type List } from '../list/use-list.ts';
import { Details } from '../record/details.tsx';
import { fieldsOf, useFieldTexts } from '../record/fields.ts';
import { useQueryState } from '../use-query.ts';
import { useWords } from '../use-words.ts';
import { ACCENTS, LONG } from './extreme-values.ts';
import { FAILURES, never, SimulatedGateway, refuse, slowly, useReply } from './simulated-gateway.tsx';
import { REPORTS, ReportSample, type ReportStateName } from './report-states.tsx';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

const ROW = {
  status: true,
  label: '',
  kind: 1,
  product_id: 0,
  updated_at: '2026-01-31T14:59:59Z',
  created_at: '2024-02-28T15:00:00Z',
};
const rows = (...names: readonly string[]) =>
  names.map((name, index) => ({ ...ROW, id: index + 1, name, label: name, kind: index % 4 }));
const page = (results: readonly object[], count = results.length): Promise<object> =>
  Promise.resolve({ page: { count, results } });
const SOME = rows('春の検索広告', LONG, ACCENTS);

/**
 * Server answers that bring a list into each state, and whether its query is narrowed. A state without a
 * sample is a compile error.
 */
const LISTS: Readonly<
  Record<
    List<object>['is'],
    { readonly word: string; readonly narrowed: boolean; readonly reply: (times: number) => Promise<object> }
  >
> = {
  loading: { word: 'demo.loading', narrowed: false, reply: never },
  filled: { word: 'demo.filled', narrowed: false, reply: () => page(SOME) },
  empty: { word: 'demo.no_data', narrowed: false, reply: () => page([]) },
  noMatches: { word: 'demo.no_matches', narrowed: true, reply: () => page([]) },
  pastLastPage: { word: 'demo.past_last_page', narrowed: false, reply: () => page([], 120) },
  failed: {
    word: 'demo.failed',
    narrowed: false,
    reply: times => (times === 1 ? refuse('broken') : page(SOME)),
  },
  denied: { word: 'demo.denied', narrowed: false, reply: () => refuse('denied') },
};

const { selection: _, ...categories } = adCategories;
const settled = () => Promise.resolve(true);
const nothing = (): void => undefined;

/** A list rendered like the list screen, with its machine. */
const ListIn = ({ narrowed }: { readonly narrowed: boolean }) => {
  const words = useWords('adCategories');
  const texts = useFieldTexts('adCategories');
  const list = useList(categories, {
    query: {},
    narrowed,
    runCommand: settled,
    onDone: nothing,
    onFailed: nothing,
    onGatherFailed: nothing,
    onPastLastPage: nothing,
  });
  const columns = useMemo(
    () =>
      categories.columns
        .filter(({ hidden }) => !hidden)
        .map(({ field, format, size }): GridColumn<(typeof SOME)[number]> => ({
          field,
          format,
          label: words.column(field),
          ...(size !== undefined && { size }),
        })),
    [words],
  );
  return (
    <div data-is={list.is}>
      <DataGrid
        label={words.column('name')}
        columns={columns}
        rows={list.rows as typeof SOME | null}
        rowKey={({ id }) => String(id)}
        busy={list.is === 'loading'}
        instead={insteadOfRows({
          is: list.is,
          failure: list.failure,
          one: texts.one,
          narrowed,
          onAgain: list.reload,
          canAdd: true,
          onClear: list.reload,
        })}
      />
    </div>
  );
};

const ListSample = ({ is }: { readonly is: List<object>['is'] }) => {
  const { narrowed, reply } = LISTS[is];
  return (
    <SimulatedGateway reply={useReply(reply)}>
      <ListIn narrowed={narrowed} />
    </SimulatedGateway>
  );
};

type QueryStateName = 'asking' | 'answered' | 'reload' | 'failed';
const one = () => Promise.resolve({ one: SOME[0] });
/**
 * Server answers that bring a query into each state; `reload`: loading again while the latest answer is
 * shown.
 */
const QUERY_STATES: Readonly<
  Record<QueryStateName, { readonly word: string; readonly reply: (times: number) => Promise<object> }>
> = {
  asking: { word: 'demo.loading', reply: never },
  answered: { word: 'demo.loaded', reply: one },
  reload: { word: 'demo.reloading', reply: times => (times === 1 ? one() : slowly({ one: SOME[0] })) },
  failed: { word: 'demo.failed', reply: times => (times === 1 ? refuse('offline') : one()) },
};

const ONE = adCategories.operations.one!;

/** A record rendered like its page. */
const RecordIn = ({ stateName }: { readonly stateName: QueryStateName }) => {
  const { answer, failure, busy, reload } = useQueryState(ONE, { id: 1 });
  const intl = useIntl();
  const texts = useFieldTexts('adCategories');
  const row = answer?.one ?? null;
  return (
    <div className={busy && row !== null ? 'tp-dim' : undefined} aria-busy={busy}>
      {stateName === 'reload' && (
        <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={reload} />
      )}
      {failure !== null && <Failed failure={failure} onAgain={reload} />}
      {failure === null && row === null && <RowsPlaceholder rows={4} />}
      {failure === null && row !== null && (
        <Details fields={fieldsOf(adCategories)} draft={row as never} texts={texts} level={3} />
      )}
    </div>
  );
};
const RecordSample = ({ stateName }: { readonly stateName: QueryStateName }) => (
  <SimulatedGateway reply={useReply(QUERY_STATES[stateName].reply)}>
    <RecordIn stateName={stateName} />
  </SimulatedGateway>
);

const Named = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="demo-state" role="group" aria-label={name}>
    <span className="demo-state-name" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);

const Lists = () => {
  const { translate } = useSpeech();
  return (
    <div className="demo-states demo-states-wide">
      {(Object.keys(LISTS) as readonly List<object>['is'][]).map(is => (
        <Named key={is} name={translate(LISTS[is].word)}>
          <ListSample is={is} />
        </Named>
      ))}
    </div>
  );
};
const Records = () => {
  const { translate } = useSpeech();
  return (
    <div className="demo-states">
      {(Object.keys(QUERY_STATES) as readonly QueryStateName[]).map(stateName => (
        <Named key={stateName} name={translate(QUERY_STATES[stateName].word)}>
          <RecordSample stateName={stateName} />
        </Named>
      ))}
    </div>
  );
};
const Reports = () => {
  const { translate } = useSpeech();
  return (
    <div className="demo-states demo-states-wide">
      {(Object.keys(REPORTS) as readonly ReportStateName[]).map(stateName => (
        <Named key={stateName} name={translate(REPORTS[stateName].word)}>
          <ReportSample stand={stateName} />
        </Named>
      ))}
    </div>
  );
};
const Failures = () => (
  <div className="demo-states">
    {(Object.keys(FAILURES) as readonly FailureKind[]).map(kind => (
      <div key={kind} className="demo-state">
        <code className="demo-state-name">{kind}</code>
        <Failed failure={FAILURES[kind]} onAgain={nothing} />
      </div>
    ))}
  </div>
);

export const states = ({ translate }: Speech): readonly Sample[] => [
  { id: 'state-list', name: translate('demo.lists'), code: Object.keys(LISTS).join(' '), draw: <Lists /> },
  {
    id: 'state-record',
    name: translate('demo.records'),
    code: Object.keys(QUERY_STATES).join(' '),
    draw: <Records />,
  },
  {
    id: 'state-report',
    name: translate('demo.reports'),
    code: Object.keys(REPORTS).join(' '),
    draw: <Reports />,
  },
  {
    id: 'state-failures',
    name: translate('demo.failures'),
    code: Object.keys(FAILURES).join(' '),
    draw: <Failures />,
  },
];
