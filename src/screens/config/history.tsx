import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded, RowsPlaceholder } from '../../components/states.tsx';
import { useSignedInData } from '../../console/context.ts';
import { changeQuery, changes, type Change } from '../../resources/changes.ts';
import { present } from '../../resources/row.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { AccessFields } from '../record/access-fields.tsx';
import { ACCESS_ACTIONS } from '../record/changed-fields.ts';
import { fieldTexts, useFieldTexts } from '../record/fields.ts';
import { ChangedFields } from '../record/history.tsx';
import type { RecordedForm } from '../record/recorded-field.ts';
import { NO_FORM } from '../record/recorded-forms.ts';
import { useRecordedForms } from '../record/use-recorded-forms.ts';
import { useQueryState } from '../use-query.ts';
import { useWords } from '../use-words.ts';
import { changeSummary, changeTitle } from './change-summary.ts';

const NOT_FOUND = { kind: 'missing', code: 'not_found' } as const;

/** The changed fields of an entry as their form shows them, with the values before and after. */
const Fields = ({ change }: { readonly change: Change }) => {
  const { entity, action, fields } = change;
  const intl = useIntl();
  const texts = useFieldTexts(entity);
  const form = useRecordedForms([entity])[entity];
  if (ACCESS_ACTIONS.has(action))
    return <AccessFields statements={present(fields)} name={entity} texts={texts} intl={intl} />;
  return form === undefined ? (
    <RowsPlaceholder rows={3} />
  ) : (
    <ChangedFields change={change} {...form} texts={texts} />
  );
};

interface DetailProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One entry: who, when and from where, and the changed fields. */
const Detail = ({ id, onClose }: DetailProps) => {
  const intl = useIntl();
  const words = useWords(changes.name);
  const { answer, failure, busy, reload } = useQueryState(changeQuery, { id });
  const change = answer?.one ?? null;
  return (
    <Dialog
      title={
        change === null
          ? intl.formatMessage({ id: 'resource.changes.title' })
          : changeTitle(change, words, intl)
      }
      busy={busy}
      onClose={onClose}
    >
      <div className="tp-dialog-body">
        {failure !== null || change === null ? (
          <NotLoaded failure={failure ?? (answer === null ? null : NOT_FOUND)} onAgain={reload} rows={5} />
        ) : (
          <div className="tp-history">
            <p className="tp-note">{whoOf(change)}</p>
            <Fields change={change} />
          </div>
        )}
      </div>
    </Dialog>
  );
};

const whoOf = ({ changed_at: at, api_key_name: key, user_name: user, ip_address: ip, ua }: Change): string =>
  [time(at), key, user, ip, ua].filter(part => part !== null && part !== '').join(' · ');

/** The entry with its details in the words of its form; without details until the form is loaded. */
const withDetails = (
  change: Change,
  form: RecordedForm | undefined,
  { intl, known }: Pick<Parameters<typeof fieldTexts>[1], 'intl' | 'known'>,
): Change => ({
  ...change,
  // Written when the row is drawn: of 9999 rows of a list a few are drawn.
  get difference() {
    const { entity, action } = change;
    if (form === undefined && !ACCESS_ACTIONS.has(action)) return '';
    const texts = fieldTexts(entity, { intl, known, productId: undefined });
    return changeSummary(change, form ?? NO_FORM, { name: entity, texts, intl });
  },
});

/** Writes the details of rows in the words of their forms, which are loaded for the entities of the rows. */
const useChangeTexts = () => {
  const intl = useIntl();
  const known = useSignedInData();
  const [entities, setEntities] = useState<readonly string[]>([]);
  const forms = useRecordedForms(entities);
  const shownRow = useCallback(
    (change: Change) => withDetails(change, forms[change.entity], { intl, known }),
    [forms, intl, known],
  );
  const onRows = useCallback((rows: readonly Change[]) => setEntities(rows.map(({ entity }) => entity)), []);
  return { shownRow, onRows };
};

const detail = (id: number, onClose: () => void) => <Detail id={id} onClose={onClose} />;

/** /config/history: all changes of settings, for administrators. */
export const Screen = () => <ListScreen resource={changes} detail={detail} {...useChangeTexts()} />;
