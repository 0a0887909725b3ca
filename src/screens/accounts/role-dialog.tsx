import { useId } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Difference } from '../../../machines/conflict.ts';
import type { Faults } from '../../../machines/draft.ts';
import { failureOf } from '../../../machines/failure.ts';
import { PERMISSION_KEYS, type Level } from '../../../machines/startup.ts';
import { TextField } from '../../components/text-field.tsx';
import { useExecute } from '../../console/context.ts';
import {
  BLANK_ROLE,
  draftOfRole,
  isSystemRole,
  ROLE_BASES,
  roleInput,
  roleOperations,
  type RoleDraft,
} from '../../resources/role.ts';
import { present } from '../../resources/row.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor, type Editor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { LEVELS, LevelChoice } from '../record/level.tsx';
import './role.css';

interface Props {
  /** Null: a new role. */
  readonly id: number | null;
  readonly onClosed: (saved: RoleDraft | null) => void;
}

const check = ({ role_name, role_code }: RoleDraft): Faults => ({
  ...(role_name.trim() === '' && { role_name: [{ code: 'required' }] }),
  ...(role_code.trim() === ''
    ? { role_code: [{ code: 'required' }] }
    : !/^[a-z][a-z0-9_]*$/.test(role_code.trim()) && { role_code: [{ code: 'format' }] }),
});

/** Message ids of a role's fields in a conflict; `word` is the prefix of the messages of their values. */
const LABELS: Readonly<Record<string, { readonly id: string; readonly word?: string }>> = {
  role_name: { id: 'role.name' },
  role_code: { id: 'role.code' },
  base: { id: 'role.base', word: 'role.base' },
  ...Object.fromEntries(PERMISSION_KEYS.map(key => [key, { id: `permission.${key}`, word: 'level' }])),
};

/** Editor that loads a role, and creates or updates it. */
const useRoleEditor = (id: number | null, onClosed: Props['onClosed']) => {
  const execute = useExecute();
  return useEditor<RoleDraft, RoleDraft>({
    id: id === null ? null : String(id),
    blank: BLANK_ROLE,
    check,
    onClosed,
    guarded: true,
    load: async (_, signal) => {
      const { page } = await execute(roleOperations.page, { page_size: 1, where: `id=${id}` }, signal);
      const [found] = present(page?.results);
      if (found === undefined) throw failureOf({ kind: 'missing', code: 'not_found' });
      return draftOfRole(found);
    },
    save: async ({ draft, original, key }, signal) => {
      if (id === null)
        await execute(roleOperations.create, { input: roleInput(draft), idempotency_key: key }, signal);
      else
        await execute(
          roleOperations.update,
          { id, input: { ...roleInput(draft), updated_at: original.updated_at } },
          signal,
        );
      return draft;
    },
  });
};

/** Label and values of a difference in a conflict; null: not a field of the form. */
const showDifference = ({ field, mine, theirs }: Difference, intl: IntlShape) => {
  const label = LABELS[field];
  if (label === undefined) return null;
  const word = (value: unknown) =>
    label.word === undefined ? String(value) : intl.formatMessage({ id: `${label.word}.${String(value)}` });
  return { label: intl.formatMessage({ id: label.id }), mine: word(mine), theirs: word(theirs) };
};

interface FieldsProps extends Pick<Editor<RoleDraft>, 'draft' | 'faults' | 'change'> {
  /** A system role, whose code and base cannot be changed. */
  readonly fixed: boolean;
}

const RoleNames = ({ draft, faults, change, fixed }: FieldsProps) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const mark = intl.formatMessage({ id: 'form.required' });
  return (
    <div className="role-names">
      <TextField
        name="role_name"
        label={<FormattedMessage id="role.name" />}
        value={draft.role_name}
        maxLength={100}
        autoComplete="off"
        required
        mark={mark}
        faults={faultText(faults['role_name'])}
        onChange={value => change('role_name', value)}
      />
      <TextField
        name="role_code"
        label={<FormattedMessage id="role.code" />}
        value={draft.role_code}
        maxLength={30}
        autoComplete="off"
        verbatim
        required
        readOnly={fixed}
        {...(!fixed && { mark })}
        hint={<FormattedMessage id={fixed ? 'role.code.fixed' : 'role.code.hint'} />}
        faults={faultText(faults['role_code'])}
        onChange={value => change('role_code', value)}
      />
    </div>
  );
};

const BaseChoice = ({ draft, change, fixed }: Omit<FieldsProps, 'faults'>) => {
  const id = useId();
  return (
    <fieldset className="role-group" disabled={fixed} aria-describedby={id}>
      <legend>
        <FormattedMessage id="role.base" />
      </legend>
      <div className="role-bases">
        {ROLE_BASES.map(base => (
          <label key={base} className="check">
            <input
              type="radio"
              name="base"
              value={base}
              checked={draft.base === base}
              onChange={() => change('base', base)}
            />
            <FormattedMessage id={`role.base.${base}`} />
          </label>
        ))}
      </div>
      <p id={id} className="field-hint">
        <FormattedMessage id={`role.base.${draft.base}.hint`} />
      </p>
    </fieldset>
  );
};

const LevelChoices = ({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) => {
  const intl = useIntl();
  const setAll = (level: Level) => {
    for (const key of PERMISSION_KEYS) change(key, level);
  };
  return (
    <fieldset className="role-group">
      <legend>
        <FormattedMessage id="role.permissions" />
      </legend>
      <div className="role-levels">
        {PERMISSION_KEYS.map(key => (
          <LevelChoice
            key={key}
            name={key}
            label={intl.formatMessage({ id: `permission.${key}` })}
            value={draft[key]}
            onChange={level => change(key, level)}
          />
        ))}
      </div>
      <div className="role-all">
        <span className="field-hint">
          <FormattedMessage id="role.all" />
        </span>
        {LEVELS.map(level => (
          <button
            key={level}
            type="button"
            className="p-button p-button-outlined p-button-sm"
            onClick={() => setAll(level)}
          >
            <FormattedMessage id={`level.${level}`} />
          </button>
        ))}
      </div>
    </fieldset>
  );
};

/** Dialog of a role: name, code, base and six permission levels. */
export const RoleDialog = ({ id, onClosed }: Props) => {
  const intl = useIntl();
  const editor = useRoleEditor(id, onClosed);
  const { draft, original, faults, change } = editor;
  const fixed = id !== null && isSystemRole(original);
  return (
    <EditorDialog
      title={<FormattedMessage id={id === null ? 'role.new' : 'role.edit'} />}
      editor={editor}
      shown={difference => showDifference(difference, intl)}
    >
      <RoleNames draft={draft} faults={faults} change={change} fixed={fixed} />
      <BaseChoice draft={draft} change={change} fixed={fixed} />
      <LevelChoices draft={draft} change={change} />
    </EditorDialog>
  );
};
