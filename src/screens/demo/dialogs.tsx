import { useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { useConfirm, type Asked } from '../../console/confirm.ts';
import { useProductChoice } from '../../console/product.ts';
import { DecideDialog } from '../approval/decide-dialog.tsx';
import { PartlyDialog } from '../approval/partly-dialog.tsx';
import '../approval/approval.css';
import { useApproval } from '../approval/use-approval.ts';
import { Editors, STANDS } from './editors.tsx';
import { LONG } from './hostile.ts';
import { Pretended, refuse, slowly, type Reply } from './pretended.tsx';
import type { Sample } from './sample.ts';
import { useTell, WORDS, type Tell, type Told } from './words.ts';

const done = () => Promise.resolve();

/** What may be asked before something is done. */
const QUESTIONS: readonly { readonly word: Told; readonly of: (tell: Tell) => Asked }[] = [
  { word: WORDS.plain, of: ({ message }) => ({ kind: 'do', action: message('deed.restore'), subject: LONG, act: done }) },
  { word: WORDS.change, of: ({ message }) => ({ kind: 'change', action: message('choice.approval_status.1'), act: done }) },
  { word: WORDS.grave, of: ({ message }) => ({ kind: 'do', action: message('deed.remove'), subject: LONG, grave: true, act: () => slowly(null) }) },
  { word: WORDS.failing, of: ({ message }) => ({ kind: 'do', action: message('deed.edit'), act: () => refuse('conflict') }) },
];

const Confirms = () => {
  const tell = useTell();
  const confirm = useConfirm();
  return (
    <div className="demo-row">
      {/* That it did not happen was said in the dialog already. */}
      {QUESTIONS.map(({ word, of }) => <Button key={tell.own(word)} label={tell.own(word)} opens onClick={() => void confirm(of(tell)).catch(() => false)} />)}
    </div>
  );
};

const CANDIDATES = [1, 2, 3].map(id => ({ id: 10_000 + id, version: 1, status: 0, next: [1, 2] }));
const QUESTION = { product_id: 0, limit: 1 };
const nothing = (): void => undefined;

/** Decides over made-up results; with several, somebody else was first with one of them. */
const Decisions = () => {
  const { message } = useTell();
  const approval = useApproval({ question: QUESTION, rows: null, onSettled: nothing, onFailed: nothing });
  const { state, decide } = approval;
  return (
    <div className="demo-row">
      <Button label={message('approval.approve')} opens onClick={() => decide(1, CANDIDATES.slice(0, 1))} />
      <Button label={message('approval.reject')} opens onClick={() => decide(2, CANDIDATES)} />
      {(state.matches('confirming') || state.matches('submitting')) && <DecideDialog approval={approval} />}
      {state.matches('partly') && <PartlyDialog approval={approval} />}
    </div>
  );
};

const Reasons = () => {
  const { product } = useProductChoice();
  const reply = useMemo((): Reply => variables => {
    const { input } = variables as { readonly input?: { readonly results: readonly { readonly id: number }[] } };
    if (input === undefined) return Promise.resolve({ page: { results: [] } });
    const [first, ...others] = input.results;
    const refused = others.length > 0 && first !== undefined ? [{ id: first.id, code: 'conflict', status: 1, version: 2 }] : [];
    return Promise.resolve({ done: { decided: input.results.length - refused.length, refused } });
  }, []);
  // Results are of a product: without one there is no desk.
  return product === null ? null : <Pretended reply={reply}><Decisions /></Pretended>;
};

export const dialogs = ({ own }: Tell): readonly Sample[] => [
  { id: 'dialog-editor', name: own(WORDS.editor), code: STANDS.join(' '), draw: <Editors /> },
  { id: 'dialog-confirm', name: own(WORDS.confirms), code: 'Confirming do change grave', draw: <Confirms /> },
  { id: 'dialog-reason', name: own(WORDS.reasons), code: 'cvApproval DecideDialog PartlyDialog', draw: <Reasons /> },
];
