import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { fromPromise, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../../machines/failure.ts';
import { queryMachine } from '../../../machines/query.ts';
import {
  listMachine,
  rowsIn,
  type RowCommand,
  type CommandOnRows,
  type ListPage,
  type ListParameters,
} from '../../../machines/list.ts';
import { useChanged, useReportChange } from '../../console/row-changes.ts';
import { useExecute, type Console } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import { useRefreshable } from '../../console/refresh.ts';
import type { Identified, PageParameters, Resource } from '../../resources/resource.ts';
import { present } from '../../resources/row.ts';
import { useOnChange } from '../use-on-change.ts';
import { MAX_SELECTED_ROWS } from './selection.ts';

export interface List<Row> {
  readonly is: 'loading' | 'filled' | 'pastLastPage' | 'noMatches' | 'empty' | 'failed' | 'denied';
  /** Null until the first answer. */
  readonly rows: readonly Row[] | null;
  /** Number of rows on all pages. */
  readonly count: number | null;
  readonly failure: Failure | null;
  readonly selected: readonly number[];
  /** The selected rows, including those of other pages. */
  readonly selectedRows: readonly Row[];
  /** A command on rows is running. */
  readonly isRunning: boolean;
  /** Rows of all pages are being read for the selection. */
  readonly gathering: boolean;
  readonly reload: () => void;
  readonly select: (ids: readonly number[]) => void;
  /** Selects the rows of all pages, at most `MAX_SELECTED_ROWS`. */
  readonly gather: () => void;
  readonly cancel: () => void;
  readonly runCommand: (command: RowCommand) => void;
}

interface ListOptions<Row> {
  readonly query: PageParameters;
  readonly narrowed: boolean;
  /** Runs a command, after a confirmation if required; resolves to false if the user cancelled. */
  readonly runCommand: (kind: RowCommand['kind'], rows: readonly Row[]) => Promise<boolean>;
  readonly onDone: (command: RowCommand) => void;
  readonly onFailed: (command: RowCommand, failure: Failure) => void;
  readonly onGatherFailed: (failure: Failure) => void;
  /**
   * The page has no rows, but earlier pages have.
   * @param count number of rows on all pages
   */
  readonly onPastLastPage: (count: number) => void;
}

/** The list machine with its requests provided. */
const machineFor = <Row extends Identified, Draft extends object>(
  execute: Console['execute'],
  { operations }: Resource<Row, Draft>,
  runCommand: ListOptions<Row>['runCommand'],
) => {
  const pageOf = async (variables: PageParameters, signal: AbortSignal): Promise<ListPage> => {
    const { page } = await execute(operations.page, variables, signal);
    const rows = present(page?.results);
    return { rows, count: page?.count ?? rows.length };
  };
  return listMachine.provide({
    actors: {
      query: queryMachine.provide({
        actors: {
          load: fromPromise<object, object>(({ input, signal }): Promise<ListPage> =>
            pageOf((input as ListParameters).variables, signal),
          ),
        },
      }),
      gather: fromPromise<ListPage['rows'], ListParameters>(
        async ({ input: { variables }, signal }) =>
          (await pageOf({ ...variables, page: 1, page_size: MAX_SELECTED_ROWS }, signal)).rows,
      ),
      act: fromPromise<boolean, CommandOnRows>(({ input }) =>
        runCommand(input.kind, input.rows as readonly Row[]),
      ),
    },
  });
};

/** Passes emitted events to the callbacks. */
const useListEvents = (
  actor: ActorRefFrom<typeof listMachine>,
  plan: Pick<ListOptions<Identified>, 'onDone' | 'onFailed' | 'onGatherFailed' | 'onPastLastPage'>,
): void => {
  const onDone = useEffectEvent(plan.onDone);
  const onFailed = useEffectEvent(plan.onFailed);
  const onGatherFailed = useEffectEvent(plan.onGatherFailed);
  const onPastLastPage = useEffectEvent(plan.onPastLastPage);
  useEffect(() => {
    const subscriptions = [
      actor.on('done', ({ command }) => onDone(command)),
      actor.on('failed', ({ command, failure }) => onFailed(command, failure)),
      actor.on('gatherFailed', ({ failure }) => onGatherFailed(failure)),
      actor.on('pastLastPage', ({ count }) => onPastLastPage(count)),
    ];
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe();
    };
  }, [actor]);
};

/**
 * Loads a list and runs commands on its rows (machines/list.ts). The machine is not generic; the casts to the
 * resource's types are only here.
 */
export const useList = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  plan: ListOptions<Row>,
): List<Row> => {
  const reportChange = useReportChange();
  // Provided on each render: the actor uses the latest implementations.
  const machine = machineFor(useExecute(), resource, plan.runCommand);
  const query: ListParameters = { variables: plan.query, narrowed: plan.narrowed };
  const actor = useActorRef(machine, { ...watched, input: { query } });

  useOnChange(query, next => actor.send({ type: 'load', query: next }));

  useListEvents(actor, {
    ...plan,
    onDone: command => {
      reportChange(resource, actor);
      plan.onDone(command);
    },
  });
  // After a command of this list, the machine has already reloaded.
  useChanged(resource.name, origin => {
    if (origin !== actor) actor.send({ type: 'reload' });
  });

  const state = useSelector(actor, snapshot => snapshot);
  const { page, failure, selected, gathered } = state.context;
  const reload = () => actor.send({ type: 'reload' });
  useRefreshable({ answer: page, busy: state.matches({ rows: 'loading' }), reload });
  const selectedRows = useMemo(
    () => rowsIn({ page, gathered }, selected) as readonly Row[],
    [page, gathered, selected],
  );
  return {
    is: state.value.rows,
    rows: (page?.rows ?? null) as readonly Row[] | null,
    count: page?.count ?? null,
    failure,
    selected,
    selectedRows,
    isRunning: state.matches({ work: 'running' }),
    gathering: state.matches({ work: 'gathering' }),
    reload,
    select: ids => actor.send({ type: 'select', ids }),
    gather: () => actor.send({ type: 'gather' }),
    cancel: () => actor.send({ type: 'cancel' }),
    runCommand: command => actor.send({ type: 'run', command }),
  };
};
