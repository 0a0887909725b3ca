import { useIntl } from 'react-intl';
import { createActor, fromPromise } from 'xstate';
import { referenceOf, type Failure } from '../../../machines/failure.ts';
import type { Deed } from '../../../machines/list.ts';
import { undoMachine } from '../../../machines/undo.ts';
import { watched } from '../../console/actor-registry.ts';
import { useTellChanged } from '../../console/row-changes.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useAsk, useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import type { Identified, Resource } from '../../resources/resource.ts';

/** How many of the rows that something is done to are named. */
const NAMED = 3;

/** Deleting and taking back, with the question before and the words and the way back after. */
export const useDeeds = <Row extends Identified, Draft extends object>(resource: Resource<Row, Draft>) => {
  const intl = useIntl();
  const ask = useAsk();
  const confirm = useConfirm();
  const notify = useNotify();
  const reasonOf = useFailureReason();
  const tellChanged = useTellChanged();
  const say = (kind: Deed['kind']) => intl.formatMessage({ id: `deed.${kind}` });
  const { remove, restore } = resource.operations;

  const send = ({ kind, ids }: Deed): Promise<object> => {
    const operation = kind === 'remove' ? remove : restore;
    if (operation === undefined) throw new Error(`Nothing says how to ${kind} ${resource.name}.`);
    return ask(operation, { ids: [...ids] });
  };
  const failed = ({ kind }: Deed, failure: Failure, again?: () => void): void =>
    notify({
      kind: 'ERROR',
      message: 'message.failed_because',
      values: { action: say(kind), reason: reasonOf(failure) },
      timeout: -1,
      reference: referenceOf(failure),
      ...(again !== undefined && { action: { label: 'state.again', act: again } }),
    });
  /** Runs the undo as an actor of its own: the list of the rows may not be on the screen any more. */
  const undo = (command: Deed): void => {
    const machine = undoMachine.provide({
      actors: { send: fromPromise<unknown, Deed>(({ input }) => send(input)) },
    });
    const actor = createActor(machine, { ...watched, input: { command } });
    actor.on('undone', () => {
      notify({ kind: 'SUCCESS', message: 'message.succeeded', values: { action: say(command.kind) } });
      tellChanged(resource);
    });
    actor.on('failed', ({ failure }) => failed(command, failure, () => actor.send({ type: 'retry' })));
    actor.start();
  };

  return {
    /** Deleting is asked about; taking back is not. */
    act: async (kind: Deed['kind'], rows: readonly Pick<Identified, 'id' | 'label'>[]): Promise<boolean> => {
      const deed: Deed = { kind, ids: rows.map(({ id }) => id) };
      if (kind === 'restore') {
        await send(deed);
        return true;
      }
      const names = rows.slice(0, NAMED).map(({ label }) => label);
      const more = rows.length - names.length;
      return confirm({
        kind: 'do',
        action: say(kind),
        subject: intl.formatList(
          [...names, ...(more > 0 ? [intl.formatMessage({ id: 'filter.more' }, { count: more })] : [])],
          { type: 'conjunction' },
        ),
        act: () => send(deed),
      });
    },
    onDone: ({ kind, ids }: Deed): void =>
      notify({
        kind: 'SUCCESS',
        message: 'message.succeeded',
        values: { action: say(kind) },
        ...(kind === 'remove' &&
          restore !== undefined && {
            action: { label: 'message.undo', act: () => undo({ kind: 'restore', ids }) },
          }),
      }),
    /** The dialog has said already why nothing was deleted. */
    onFailed: (deed: Deed, failure: Failure): void => {
      if (deed.kind === 'restore') failed(deed, failure);
    },
    onUngathered: (failure: Failure): void =>
      notify({
        kind: 'ERROR',
        message: 'message.failed_because',
        values: { action: intl.formatMessage({ id: 'deed.gather' }), reason: reasonOf(failure) },
        reference: referenceOf(failure),
      }),
  };
};
