import { PartlyDialog } from './partly-dialog.tsx';
import type { Approval } from './use-approval.ts';
import type { DecisionHold } from './use-decision-hold.ts';

/** Outcome of a decision request, while the machine waits for the user to acknowledge it. */
export const DecideOutcome = ({ approval: { state, send } }: { readonly approval: Approval }) => {
  const { verdict, decided, refused, remaining } = state.context;
  return (
    state.matches('partial') && (
      <PartlyDialog
        title="approval.partial"
        refused={refused}
        onAcknowledge={() => send({ type: 'acknowledge' })}
        outcome={[
          { tone: 'good', message: `approval.done.${verdict}`, count: decided.length },
          { tone: 'bad', message: 'approval.partial.refused', count: refused.length },
          { tone: 'warn', message: 'approval.partial.left', count: remaining.length },
        ]}
      />
    )
  );
};

/** Outcome of taking decisions back. */
export const TakeBackOutcome = ({ hold: { state, send } }: { readonly hold: DecisionHold }) => {
  const { takenBack, refused } = state.context;
  return (
    state.matches('refused') && (
      <PartlyDialog
        title="approval.take_back_partial"
        refused={refused}
        onAcknowledge={() => send({ type: 'acknowledge' })}
        outcome={[
          { tone: 'good', message: 'approval.taken_back', count: takenBack },
          { tone: 'bad', message: 'approval.not_taken_back', count: refused.length },
        ]}
      />
    )
  );
};
