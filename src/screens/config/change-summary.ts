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
  labelledText,
  recordedField,
  recordedLabel,
  recordedText,
  type RecordedForm,
  type RecordedTexts,
} from '../record/recorded-field.ts';

/** A field with its values before and after. Values with parts are left to the detail of the entry. */
const lineOf =
  (isCreation: boolean, fields: RecordedForm['fields'], among: RecordedTexts) =>
  ({ field: name, before, after }: ChangedField): string => {
    const field = recordedField(name, fields);
    const values = (isCreation ? [after] : [before, after]).map(text =>
      recordedText(changedValue(text), field, among),
    );
    const label = recordedLabel(field, among);
    return values.includes(null) ? label : labelledText(label, values.join(' → '), among);
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
        return labelledText(label, text, among);
      });
    // Deletions and restorations change no fields.
    if (!isCreation && action !== 'update') return [];
    return shownChanges(splitField(recorded, form.parted), form.fields, isCreation ? form.blank : null).map(
      lineOf(isCreation, form.fields, among),
    );
  };
  return lines().join(' · ');
};
