import { useIntl } from 'react-intl';
import type { Candidate, Verdict } from '../../../machines/decision.ts';
import { referenceOf, type Failure } from '../../../machines/failure.ts';
import { useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import type { Result } from '../../resources/results.ts';
import type { BoardState } from '../results/use-board.ts';
import { useApproval, type Approval, type Settled } from './use-approval.ts';
import { useDecisionHold, type DecisionHold } from './use-decision-hold.ts';

/** The part of a board's state that decisions use. */
type DecidedBoard = Pick<BoardState<object, Result>, 'feed' | 'search' | 'byTime' | 'recount' | 'reload'>;

export interface Decisions {
  readonly approval: Approval;
  readonly hold: DecisionHold;
  /** Rows of the screen; null until the first answer. */
  readonly rows: readonly Result[] | null;
  /** @param only results to decide; default: the selection */
  readonly decide: (verdict: Verdict, only?: readonly Candidate[]) => void;
}

/**
 * Connects decisions to the rows of the screen: decided rows are removed from a list of another state
 * (machines/feed.ts), and reloaded when the decision is taken back (machines/decision-hold.ts).
 */
export const useDecisions = (board: DecidedBoard): Decisions => {
  const intl = useIntl();
  const notify = useNotify();
  const reasonOf = useFailureReason();
  const { feed, search, byTime } = board;
  const onSettled = ({ verdict, decided, refused }: Settled) => {
    board.recount();
    const answered = [...decided, ...refused].map(({ id }) => id);
    const leavesQuery = search.tab !== null && search.tab !== String(verdict);
    if (leavesQuery && answered.length > 0) feed.remove('result_id', answered);
    else feed.reload();
  };
  const hold = useDecisionHold(count => {
    if (count > 0) notify({ kind: 'SUCCESS', message: 'approval.taken_back', values: { count } });
    board.reload();
  });
  const onFailed = (failure: Failure) =>
    notify({
      kind: 'ERROR',
      message: 'message.failed_because',
      values: { action: intl.formatMessage({ id: 'approval.key.select' }), reason: reasonOf(failure) },
      timeout: -1,
      reference: referenceOf(failure),
    });
  const { rows } = feed;
  const approval = useApproval({ query: byTime, rows, onSettled, onDecided: hold.decided, onFailed });
  const isTakingBack = hold.state.hasTag('busy');
  return {
    approval,
    hold,
    rows,
    // While decisions are being taken back, the hold machine cannot store another decision.
    decide: (verdict, only) => {
      if (!isTakingBack) approval.decide(verdict, only);
    },
  };
};
