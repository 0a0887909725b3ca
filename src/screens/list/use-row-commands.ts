import { useIntl } from 'react-intl';
import { referenceOf, type Failure } from '../../../machines/failure.ts';
import type { Deed } from '../../../machines/list.ts';
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
  /** The list it was done in may not be on the screen any more: so it does not go through its machine. */
  const undo = (deed: Deed): void => {
    send(deed).then(
      () => {
        notify({ kind: 'SUCCESS', message: 'message.succeeded', values: { action: say(deed.kind) } });
        tellChanged(resource);
      },
      (failure: Failure) => failed(deed, failure, () => undo(deed)),
    );
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
