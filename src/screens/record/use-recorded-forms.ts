import { useEffect, useState } from 'react';
import type { RecordedForm } from './recorded-field.ts';
import { loadRecordedForm, NO_FORM } from './recorded-forms.ts';

/**
 * Forms of recorded entities, by name; an entity is absent until its form is loaded.
 *
 * @param entities names of the shown entities
 */
export const useRecordedForms = (entities: readonly string[]): Readonly<Record<string, RecordedForm>> => {
  const [forms, setForms] = useState<Readonly<Record<string, RecordedForm>>>({});
  const wanted = JSON.stringify([...new Set(entities)].toSorted());
  useEffect(() => {
    const add = (entity: string, form: RecordedForm) =>
      setForms(before => (entity in before ? before : { ...before, [entity]: form }));
    for (const entity of JSON.parse(wanted) as readonly string[])
      loadRecordedForm(entity).then(
        form => add(entity, form),
        // Without its form an entry is shown by the types of its values.
        () => add(entity, NO_FORM),
      );
  }, [wanted]);
  return forms;
};
