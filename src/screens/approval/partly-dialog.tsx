import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { useProduct } from '../../console/product.ts';
import { resultOperations, type Result } from '../../resources/results.ts';
import { present } from '../../resources/row.ts';
import { Rule } from '../results/ledger.tsx';
import { Status } from '../results/status.tsx';
import { useQueryState } from '../use-query.ts';
import type { Refusal } from '../../../machines/decision.ts';

/** Maximum number of refused results listed. */
const MAX_NAMED_RESULTS = 100;

interface Props {
  /** Message id. */
  readonly title: string;
  /** Numbers of results by outcome, with message ids. */
  readonly outcome: readonly {
    readonly tone: 'good' | 'bad' | 'warn';
    readonly message: string;
    readonly count: number;
  }[];
  readonly refused: readonly Refusal[];
  readonly onAcknowledge: () => void;
}

/**
 * Dialog after a partly refused request: numbers by outcome, and for each refused result the reason, its
 * current status, and who decided it.
 */
export const PartlyDialog = ({ title, outcome, refused, onAcknowledge }: Props) => {
  const product = useProduct();
  const named = refused.slice(0, MAX_NAMED_RESULTS);
  const ids = named.map(({ id }) => id).join(',');
  const { answer } = useQueryState(resultOperations.page, {
    product_id: product.id,
    where: `result_id__in=${ids === '' ? 0 : ids}`,
    limit: MAX_NAMED_RESULTS,
  });
  const rows = new Map(present(answer?.page?.results).map(row => [row.result_id, row]));
  return (
    <Dialog title={<FormattedMessage id={title} />} onClose={onAcknowledge} alert>
      <div className="tp-dialog-body">
        <ul className="tp-outcome">
          {outcome
            .filter(({ count }) => count > 0)
            .map(({ tone, message, count }) => (
              <li key={message} data-tone={tone}>
                <FormattedMessage id={message} values={{ count }} />
              </li>
            ))}
        </ul>
        {named.length > 0 && (
          <div className="tp-refused-results">
            <RefusedTable refused={named} rows={rows} />
            {refused.length > MAX_NAMED_RESULTS && (
              <p className="tp-note">
                <FormattedMessage
                  id="approval.partial.more"
                  values={{ count: refused.length - MAX_NAMED_RESULTS }}
                />
              </p>
            )}
          </div>
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" data-first onClick={onAcknowledge}>
          <FormattedMessage id="approval.acknowledge" />
        </button>
      </div>
    </Dialog>
  );
};

const REFUSED_COLUMNS = [
  'column.result_id',
  'approval.partial.why',
  'approval.partial.now',
  'column.decided_by',
  'column.decided_at',
] as const;

/** Table of refused results: reason, current status, latest decision. */
const RefusedTable = ({
  refused,
  rows,
}: {
  readonly refused: readonly Refusal[];
  readonly rows: ReadonlyMap<number, Result>;
}) => (
  <table>
    <thead>
      <tr>
        {REFUSED_COLUMNS.map(column => (
          <th key={column} scope="col">
            <FormattedMessage id={column} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {refused.map(({ id, code, status }) => (
        <tr key={id}>
          <th scope="row">{id}</th>
          <td>
            <FormattedMessage id={`approval.refusal.${code}`} />
          </td>
          <td>
            {status === null ? (
              '-'
            ) : (
              <Status field="approval_status" code={rows.get(id)?.approval_status ?? status} />
            )}
          </td>
          <Decider row={rows.get(id)} />
        </tr>
      ))}
    </tbody>
  </table>
);

/** The user who decided a result, or the rule that did. */
const deciderOf = ({ decided_by: user, rule }: Result) => (user === '' ? <Rule rule={rule} /> : user);

const Decider = ({ row }: { readonly row: Result | undefined }) => (
  <>
    <td>{row === undefined ? '-' : deciderOf(row)}</td>
    <td>{row === undefined ? '-' : time(row.decided_at)}</td>
  </>
);
