import type { IntlShape } from 'react-intl';
import { labelledText } from '../../components/labelled-text.ts';
import type { Change } from '../../resources/changes.ts';
import { present } from '../../resources/row.ts';
import { accessText } from '../record/access-text.ts';
import {
  ACCESS_ACTIONS,
  changedValue,
  shownChanges,
  splitField,
  type ChangedField,
} from '../record/changed-fields.ts';
import {
  recordedField,
  recordedLabel,
  recordedText,
  type RecordedForm,
  type RecordedTexts,
} from '../record/recorded-field.ts';
import type { Words } from '../use-words.ts';

/** A field with its values before and after. Values with parts are left to the detail of the entry. */
const lineOf =
  (isCreation: boolean, fields: RecordedForm['fields'], among: RecordedTexts) =>
  ({ field: name, before, after }: ChangedField): string => {
    const field = recordedField(name, fields);
    const values = (isCreation ? [after] : [before, after]).map(text =>
      recordedText(changedValue(text), field, among),
    );
    const label = recordedLabel(field, among);
    return values.includes(null) ? label : labelledText(label, values.join(' → '), among.intl);
  };

/** An entry of the change history in one line: the fields as their form shows them. */
export const changeSummary = (
  { action, fields }: Pick<Change, 'action' | 'fields'>,
  form: RecordedForm,
  among: RecordedTexts,
): string => {
  const recorded = present(fields);
  const isCreation = action === 'create';
  const lines = (): readonly string[] => {
    if (ACCESS_ACTIONS.has(action))
      return recorded.map(statement => {
        const { label, text } = accessText(statement, among);
        return labelledText(label, text, among.intl);
      });
    // Deletions and restorations change no fields.
    if (!isCreation && action !== 'update') return [];
    return shownChanges(splitField(recorded, form.parted), form.fields, isCreation ? form.blank : null).map(
      lineOf(isCreation, form.fields, among),
    );
  };
  return lines().join(' · ');
};

/** Entity, row and action of an entry of the change history. */
export const changeTitle = (
  { entity, row_id: row, action }: Pick<Change, 'entity' | 'row_id' | 'action'>,
  words: Pick<Words, 'choice'>,
  intl: IntlShape,
): string => {
  const name = words.choice('entity', entity);
  return labelledText(row === 0 ? name : `${name} #${row}`, words.choice('action', action), intl);
};
