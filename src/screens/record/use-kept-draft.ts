import { useEffect, useState } from 'react';
import { useKnown } from '../../console/context.ts';
import { createShelf, drawerOf } from '../../console/storage.ts';
import { changedOf, draftsOn, type KeptDraft } from './drafts.ts';
import type { AnyDraft, AnyField } from './fields.ts';
import type { Editor } from './use-editor.ts';

/** What an earlier form like this one left behind, and what may be done with it. */
export interface Offer {
  readonly kept: KeptDraft;
  readonly restore: () => void;
  readonly forget: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or given up, and offers what an earlier one left behind.
 *
 * @param form which record of which resource, as a stable name
 * @param fields of the form: passwords and other secrets among them are not kept
 */
export const useKeptDraft = <Draft extends object>(form: string, fields: readonly AnyField[], editor: Editor<Draft>): Offer | null => {
  const { profile } = useKnown();
  const [drafts] = useState(() => draftsOn(createShelf(drawerOf(() => localStorage)), profile.id));
  const [kept, setKept] = useState(() => drafts.read(form));
  const { is, draft, original, change } = editor;
  const secret = fields.filter(({ widget, secret: own }) => widget === 'password' || own === true).map(({ field }) => field);
  const changed = changedOf(draft as AnyDraft, original as AnyDraft, [...secret, 'updated_at']);
  const typed = Object.keys(changed).length > 0;
  // Until it is decided about, what was offered is not overwritten.
  const now = JSON.stringify({ ...kept?.fields, ...changed });

  useEffect(() => {
    if (is === 'closed' && typed) drafts.forget(form);
    else if (is === 'editing' && typed) drafts.keep(form, JSON.parse(now) as AnyDraft);
    else if (is === 'editing' && kept === null) drafts.forget(form);
  }, [is, typed, now, kept, drafts, form]);

  if (kept === null || is !== 'editing') return null;
  // The offer goes away under the focus: the form goes on where it began.
  const settle = () => {
    setKept(null);
    editor.form.current?.querySelector<HTMLElement>(':is(input, textarea, select)')?.focus();
  };
  return {
    kept,
    restore: () => {
      for (const [field, value] of Object.entries(kept.fields)) if (Object.hasOwn(original, field)) change(field as keyof Draft & string, value as never);
      settle();
    },
    forget: () => {
      drafts.forget(form);
      settle();
    },
  };
};
