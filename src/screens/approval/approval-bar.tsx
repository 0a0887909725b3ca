import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, MAX_SELECTED, REJECTED } from '../../../machines/decision.ts';
import { Button } from '../../components/button.tsx';
import { GatherAll, Gathering } from '../../components/loading-all-rows.tsx';
import { Icon } from '../../components/icon.tsx';
import { LETTERS } from './use-approval-keys.ts';
import type { Approval } from './use-approval.ts';

interface Props {
  readonly approval: Approval;
  /** Number of rows of the query; null: unknown. */
  readonly total: number | null;
}

/** Number of selected rows, commands on them, and the button that selects all rows of the query. */
export const ApprovalBar = ({ approval: { state, send, decide, gather, select }, total }: Props) => {
  const intl = useIntl();
  const translate = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values);
  const { selected, gathering } = state.context;
  if (state.matches('gathering'))
    return (
      <Gathering
        count={gathering.rows.length}
        max={Math.min(MAX_SELECTED, total ?? MAX_SELECTED)}
        onStop={() => send({ type: 'cancel' })}
      />
    );
  const may = (to: number) => selected.some(({ next }) => next.includes(to));
  return (
    <span
      className="tp-selection tp-approval-bar"
      role="group"
      aria-label={translate('list.selected_actions')}
    >
      <strong role="status">{translate('list.selected', { count: selected.length })}</strong>
      <Button
        label={translate('approval.approve')}
        icon={<Icon name="check" />}
        mark={<kbd aria-hidden="true">{LETTERS.approve}</kbd>}
        tone="primary"
        disabled={!may(APPROVED)}
        onClick={() => decide(APPROVED)}
      />
      <Button
        label={translate('approval.reject')}
        icon={<Icon name="close" />}
        mark={<kbd aria-hidden="true">{LETTERS.reject}</kbd>}
        disabled={!may(REJECTED)}
        onClick={() => decide(REJECTED)}
      />
      <GatherAll total={total} selected={selected.length} limit={MAX_SELECTED} onGather={gather} />
      <button type="button" className="tp-quiet" onClick={() => select(new Set())}>
        {translate('list.clear_selection')}
      </button>
    </span>
  );
};

/** Legend of the letter keys; the style sheet hides it on devices without a keyboard. */
export const KeyLegend = () => {
  const intl = useIntl();
  const entries: readonly (readonly [readonly string[], string])[] = [
    [[LETTERS.down, LETTERS.up], 'approval.key.move'],
    [[LETTERS.select], 'approval.key.select'],
    [[LETTERS.approve], 'approval.approve'],
    [[LETTERS.reject], 'approval.reject'],
    [['Enter'], 'approval.key.open'],
  ];
  return (
    <dl className="tp-legend" aria-label={intl.formatMessage({ id: 'approval.keys' })}>
      {entries.map(([keys, label]) => (
        <div key={label}>
          <dt>
            {keys.map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>
            <FormattedMessage id={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
