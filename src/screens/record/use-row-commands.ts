import { useIntl } from 'react-intl';
import { createActor, fromPromise } from 'xstate';
import type { Notice } from '../../../machines/banner.ts';
import { failureOf, referenceOf, type Failure } from '../../../machines/failure.ts';
import type { RowCommand } from '../../../machines/list.ts';
import { undoMachine } from '../../../machines/undo.ts';
import { watched } from '../../console/actor-registry.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import type { Identified, Resource } from '../../resources/resource.ts';

/** Maximum number of rows named in messages. */
const MAX_NAMED_ROWS = 3;

/** Returns a function that shows a notice of a failed command with its reason. */
const useFailureNotice = () => {
  const notify = useNotify();
  const reasonOf = useFailureReason();
  return (action: string, failure: Failure, more: Pick<Notice, 'timeout' | 'action'> = {}): void =>
    notify({
      kind: 'ERROR',
      message: 'message.failed_because',
      values: { action, reason: reasonOf(failure) },
      reference: referenceOf(failure),
      ...more,
    });
};

/** Returns a function that lists the first rows by name and the number of others. */
const useRowNames = () => {
  const intl = useIntl();
  return (rows: readonly Pick<Identified, 'label'>[]): string => {
    const names = rows.slice(0, MAX_NAMED_ROWS).map(({ label }) => label);
    const more = rows.length - names.length;
    const rest = more > 0 ? [intl.formatMessage({ id: 'filter.more' }, { count: more })] : [];
    return intl.formatList([...names, ...rest], { type: 'conjunction' });
  };
};

/** Returns a function that deletes rows once the user has confirmed it, knowing what it changes. */
const useConfirmRemoval = (removal: string | undefined) => {
  const intl = useIntl();
  const confirm = useConfirm();
  const namesOf = useRowNames();
  return (rows: readonly Pick<Identified, 'label'>[], act: () => Promise<object>): Promise<boolean> =>
    confirm({
      kind: 'do',
      action: intl.formatMessage({ id: 'action.remove' }),
      subject: namesOf(rows),
      consequence: removal && intl.formatMessage({ id: removal }),
      act,
    });
};

/** Runs the undo of a command in its own actor (machines/undo.ts), as the list may have been unmounted. */
const useUndo = (
  changed: Parameters<ReturnType<typeof useReportChange>>[0],
  send: (command: RowCommand) => Promise<object>,
) => {
  const intl = useIntl();
  const notify = useNotify();
  const announceFailure = useFailureNotice();
  const reportChange = useReportChange();
  return (command: RowCommand): void => {
    const action = intl.formatMessage({ id: `action.${command.kind}` });
    const machine = undoMachine.provide({
      actors: { send: fromPromise<unknown, RowCommand>(({ input }) => send(input)) },
    });
    const actor = createActor(machine, { ...watched, input: { command } });
    actor.on('undone', () => {
      notify({ kind: 'SUCCESS', message: 'message.succeeded', values: { action } });
      reportChange(changed);
    });
    const retry = { label: 'state.retry', act: () => actor.send({ type: 'retry' }) };
    actor.on('failed', ({ failure }) => announceFailure(action, failure, { timeout: -1, action: retry }));
    actor.start();
  };
};

/**
 * Commands that delete and restore rows: a deletion is confirmed, the outcome is announced, and an undo is
 * offered.
 */
export const useRowCommands = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
) => {
  const intl = useIntl();
  const execute = useExecute();
  const notify = useNotify();
  const announceFailure = useFailureNotice();
  const confirmRemoval = useConfirmRemoval(resource.removal);
  const translate = (kind: RowCommand['kind']) => intl.formatMessage({ id: `action.${kind}` });
  const { remove, restore } = resource.operations;

  const send = ({ kind, ids }: RowCommand): Promise<object> => {
    const operation = kind === 'remove' ? remove : restore;
    if (operation === undefined) throw new Error(`Nothing says how to ${kind} ${resource.name}.`);
    return execute(operation, { ids: [...ids] });
  };
  const undo = useUndo(resource, send);

  /** Runs a command; a deletion after confirmation. Resolves to whether it ran. */
  const runCommand = async (
    kind: RowCommand['kind'],
    rows: readonly Pick<Identified, 'id' | 'label'>[],
  ): Promise<boolean> => {
    const command: RowCommand = { kind, ids: rows.map(({ id }) => id) };
    if (kind === 'restore') {
      await send(command);
      return true;
    }
    return confirmRemoval(rows, () => send(command));
  };
  const onDone = ({ kind, ids }: RowCommand): void =>
    notify({
      kind: 'SUCCESS',
      message: 'message.succeeded',
      values: { action: translate(kind) },
      ...(kind === 'remove' &&
        restore !== undefined && {
          action: { label: 'message.undo', act: () => undo({ kind: 'restore', ids }) },
        }),
    });
  /** The confirmation dialog has already shown the failure of a deletion. */
  const onFailed = ({ kind }: RowCommand, failure: Failure): void => {
    if (kind === 'restore') announceFailure(translate(kind), failure, { timeout: -1 });
  };

  return {
    runCommand,
    onDone,
    onFailed,
    /**
     * Runs a command on one row on screens without a list machine.
     * @param onChanged called after the change, before the notice
     */
    runOn: (kind: RowCommand['kind'], row: Pick<Identified, 'id' | 'label'>, onChanged: () => void): void => {
      const command: RowCommand = { kind, ids: [row.id] };
      runCommand(kind, [row]).then(
        isDone => {
          if (!isDone) return;
          onChanged();
          onDone(command);
        },
        (cause: unknown) => onFailed(command, failureOf(cause)),
      );
    },
    onGatherFailed: (failure: Failure): void =>
      announceFailure(intl.formatMessage({ id: 'action.select_all' }), failure),
  };
};
