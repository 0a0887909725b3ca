import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Identified } from '../../resources/resource.ts';

interface Props {
  readonly picked: readonly Identified[];
  readonly canRemove: boolean;
  readonly canRestore: boolean;
  readonly busy: boolean;
  readonly onAct: (kind: 'remove' | 'restore', ids: readonly number[]) => void;
  readonly onClear: () => void;
  /** Gives all of those that are there something alike; null: nothing of them can be. */
  readonly onChange: (() => void) | null;
}

const idsOf = (rows: readonly Identified[]): readonly number[] => rows.map(({ id }) => id);

/** How many rows are picked, and what can be done to all of them at once: to those that are there, and to those that are deleted. */
export const SelectionBar = ({ picked, canRemove, canRestore, busy, onAct, onClear, onChange }: Props) => {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id });
  const there = picked.filter(({ status }) => status);
  const deleted = picked.filter(({ status }) => !status);
  return (
    <span className="tp-selection" role="group" aria-label={say('list.picked_actions')}>
      <strong role="status"><FormattedMessage id="list.picked" values={{ count: picked.length }} /></strong>
      {onChange !== null && there.length > 0 && <Button label={say('deed.bulk')} icon={<Icon name="edit" />} disabled={busy} onClick={onChange} />}
      {canRemove && there.length > 0 && <Button label={say('deed.remove')} icon={<Icon name="bin" />} disabled={busy} onClick={() => onAct('remove', idsOf(there))} />}
      {canRestore && deleted.length > 0 && <Button label={say('deed.restore')} icon={<Icon name="restore" />} disabled={busy} onClick={() => onAct('restore', idsOf(deleted))} />}
      <button type="button" className="tp-quiet" onClick={onClear}>{say('list.unpick')}</button>
    </span>
  );
};
