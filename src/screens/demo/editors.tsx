import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { StoredDraft } from '../../../machines/draft.ts';
import { Button } from '../../components/button.tsx';
import { capitalised } from '../../console/capitalised.ts';
import { adCategories } from '../../resources/ad-categories.ts';
import { check, type Constraints } from '../../resources/constraints.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { fieldsOf, useFieldTexts } from '../record/fields.ts';
import { RecordForm } from '../record/record-form.tsx';
import { shownBy } from '../record/record-modal.tsx';
import { useEditor, type Editor } from '../record/use-editor.ts';
import { ACCENTS, LONG } from './extreme-values.ts';
import { never, refuse, slowly } from './simulated-gateway.tsx';
import { useSpeech } from './demo-texts.ts';

type Draft = Readonly<Record<string, unknown>>;
/** Editor states that last until an action, and `faulty`: editing with validation errors. */
type EditorStateName = Exclude<Editor<Draft>['is'], 'closed'> | 'faulty';

interface Script {
  readonly word: string;
  readonly recall?: () => Promise<StoredDraft | null>;
  /** @param times number of the request, from 1 */
  readonly load?: (times: number) => Promise<Draft>;
  readonly save?: () => Promise<object>;
  /** Actions once the form is editable. */
  readonly next?: (editor: Editor<Draft>) => void;
}

const READ: Draft = { name: '春の検索広告', kind: 1, product_id: 0 };
const THEIRS: Draft = { name: ACCENTS, kind: 2, product_id: 0 };
const saved = () => Promise.resolve({ id: 1 });
const conflict = () => refuse('conflict');
const rename = (editor: Editor<Draft>) => editor.change('name', LONG);
const renameAndSave = (editor: Editor<Draft>) => {
  rename(editor);
  editor.send('save');
};

/**
 * Script that brings a form into each state by the real editor machine; a state without a script is a compile
 * error.
 */
const SCRIPTS: Readonly<Record<EditorStateName, Script>> = {
  recalling: { word: 'demo.restoring_draft', recall: never },
  opening: { word: 'demo.opening', load: never },
  unavailable: {
    word: 'demo.unavailable',
    load: times => (times === 1 ? refuse('offline') : Promise.resolve(READ)),
  },
  editing: { word: 'demo.editing' },
  faulty: {
    word: 'demo.faulty',
    next: editor => {
      editor.change('name', '');
      editor.send('save');
    },
  },
  saving: { word: 'demo.saving', save: () => slowly({ id: 1 }), next: renameAndSave },
  comparing: {
    word: 'demo.comparing',
    load: times => (times === 1 ? Promise.resolve(READ) : slowly(THEIRS)),
    save: conflict,
    next: renameAndSave,
  },
  conflict: {
    word: 'demo.conflict',
    load: times => Promise.resolve(times === 1 ? READ : THEIRS),
    save: conflict,
    next: renameAndSave,
  },
  leaving: {
    word: 'demo.leaving',
    next: editor => {
      rename(editor);
      editor.send('close');
    },
  },
};

const FIELDS = fieldsOf(adCategories);
const CONSTRAINTS: Constraints = adCategories.form?.constraints ?? {};

const Scripted = ({
  stateName,
  onClosed,
}: {
  readonly stateName: EditorStateName;
  readonly onClosed: () => void;
}) => {
  const intl = useIntl();
  const texts = useFieldTexts(adCategories.name);
  const { recall, load = () => Promise.resolve(READ), save = saved, next } = SCRIPTS[stateName];
  const times = useRef(0);
  const editor = useEditor<Draft, object>({
    id: '1',
    blank: READ,
    load: () => load(++times.current),
    save,
    check: draft => check(draft, CONSTRAINTS),
    onClosed,
    ...(recall && { keeper: { recall, keep: () => undefined } }),
  });
  const done = useRef(false);
  const act = useEffectEvent(() => {
    if (done.current) return;
    done.current = true;
    next?.(editor);
  });
  const { is } = editor;
  useEffect(() => {
    if (is === 'editing') act();
  }, [is]);
  return (
    <EditorDialog
      title={capitalised(intl.formatMessage({ id: 'record.edit' }, { one: texts.one }))}
      editor={editor}
      shown={shownBy(FIELDS, texts)}
    >
      <RecordForm
        fields={FIELDS}
        constraints={CONSTRAINTS}
        draft={editor.draft}
        faults={editor.faults}
        texts={texts}
        onChange={editor.change}
        onLeave={editor.leave}
      />
    </EditorDialog>
  );
};

export const EDITOR_STATES = Object.keys(SCRIPTS) as readonly EditorStateName[];

/** A button for each state of a form. Nothing is loaded from or sent to the server. */
export const Editors = () => {
  const { translate } = useSpeech();
  const [stateName, setStateName] = useState<EditorStateName | null>(null);
  return (
    <div className="demo-row">
      {EDITOR_STATES.map(one => (
        <Button key={one} label={translate(SCRIPTS[one].word)} opens onClick={() => setStateName(one)} />
      ))}
      {stateName !== null && (
        <Scripted key={stateName} stateName={stateName} onClosed={() => setStateName(null)} />
      )}
    </div>
  );
};
