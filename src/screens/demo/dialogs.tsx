import { useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { useConfirm, type ConfirmRequest } from '../../console/confirm.ts';
import { useProductChoice } from '../../console/product.ts';
import { DecideDialog } from '../approval/decide-dialog.tsx';
import { DecideOutcome, TakeBackOutcome } from '../approval/outcome-dialogs.tsx';
import { UndoBar } from '../approval/undo-bar.tsx';
import '../approval/approval.css';
import { useApproval } from '../approval/use-approval.ts';
import { useDecisionHold } from '../approval/use-decision-hold.ts';
import { Editors, EDITOR_STATES } from './editors.tsx';
import { LONG } from './extreme-values.ts';
import { SimulatedGateway, refuse, slowly, type Reply } from './simulated-gateway.tsx';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

const done = () => Promise.resolve();

/** Samples of confirmation dialogs. */
const QUESTIONS: readonly { readonly word: string; readonly of: (speech: Speech) => ConfirmRequest }[] = [
  {
    word: 'demo.plain',
    of: ({ translate }) => ({ kind: 'do', action: translate('action.restore'), subject: LONG, act: done }),
  },
  {
    word: 'demo.change',
    of: ({ translate }) => ({ kind: 'change', action: translate('choice.approval_status.1'), act: done }),
  },
  {
    word: 'demo.dangerous',
    of: ({ translate }) => ({
      kind: 'do',
      action: translate('action.remove'),
      subject: LONG,
      destructive: true,
      act: () => slowly(null),
    }),
  },
  {
    word: 'demo.failing',
    of: ({ translate }) => ({ kind: 'do', action: translate('action.edit'), act: () => refuse('conflict') }),
  },
];

const Confirms = () => {
  const speech = useSpeech();
  const confirm = useConfirm();
  return (
    <div className="demo-row">
      {/* The confirmation dialog has already shown the failure. */}
      {QUESTIONS.map(({ word, of }) => (
        <Button
          key={speech.translate(word)}
          label={speech.translate(word)}
          opens
          onClick={() => void confirm(of(speech)).catch(() => false)}
        />
      ))}
    </div>
  );
};

const CANDIDATES = [1, 2, 3].map(id => ({
  id: 10_000 + id,
  version: 1,
  status: 0,
  next: [1, 2],
  amount: 5_480,
  cost: 500 * id,
}));
const QUERY = { product_id: 0, limit: 1 };
const nothing = (): void => undefined;

/** Decisions on sample results; with several results, the server refuses one as decided by another user. */
const Decisions = () => {
  const { translate } = useSpeech();
  const hold = useDecisionHold(nothing);
  const approval = useApproval({
    query: QUERY,
    rows: null,
    onSettled: nothing,
    onDecided: hold.decided,
    onFailed: nothing,
  });
  const { state, decide } = approval;
  return (
    <div className="demo-row">
      <Button label={translate('approval.approve')} opens onClick={() => decide(1, CANDIDATES.slice(0, 1))} />
      <Button label={translate('approval.reject')} opens onClick={() => decide(2, CANDIDATES)} />
      {(state.matches('confirming') || state.matches('submitting')) && (
        <DecideDialog approval={approval} reasons="demo_reasons" />
      )}
      <DecideOutcome approval={approval} />
      <TakeBackOutcome hold={hold} />
      {state.matches('choosing') && <UndoBar hold={hold} onChange={decide} />}
    </div>
  );
};

const Reasons = () => {
  const { product } = useProductChoice();
  const reply = useMemo(
    (): Reply => variables => {
      const { input } = variables as {
        readonly input?: { readonly to?: number; readonly results: readonly { readonly id: number }[] };
      };
      if (input === undefined) return Promise.resolve({ page: { results: [] } });
      if (input.to === undefined)
        return Promise.resolve({ done: { taken_back: input.results.length, refused: [] } });
      const [first, ...others] = input.results;
      const refused =
        others.length > 0 && first !== undefined
          ? [{ id: first.id, code: 'conflict', status: 1, version: 2 }]
          : [];
      return Promise.resolve({
        done: { decided: input.results.length - refused.length, refused, hold_ms: 10_000 },
      });
    },
    [],
  );
  // The screen of results needs a product.
  return product === null ? null : (
    <SimulatedGateway reply={reply}>
      <Decisions />
    </SimulatedGateway>
  );
};

export const dialogs = ({ translate }: Speech): readonly Sample[] => [
  { id: 'dialog-editor', name: translate('demo.editor'), code: EDITOR_STATES.join(' '), draw: <Editors /> },
  {
    id: 'dialog-confirm',
    name: translate('demo.confirms'),
    code: 'Confirming do change destructive',
    draw: <Confirms />,
  },
  {
    id: 'dialog-reason',
    name: translate('demo.reasons'),
    code: 'cvApproval decisionHold DecideDialog PartlyDialog UndoBar',
    draw: <Reasons />,
  },
];
