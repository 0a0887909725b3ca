import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** Texts of a resource in the current language. */
export interface Words {
  /** Label of a field as a column heading: the resource's own message, or the shared one. */
  readonly column: (field: string) => string;
  /** Label of a coded value. */
  readonly choice: (field: string, value: string) => string;
}

/** @param name name of the resource in message ids */
export const useWords = (name: string): Words => {
  const intl = useIntl();
  return useMemo(() => {
    const first = (ids: readonly string[], otherwise: string): string => {
      const id = ids.find(one => one in intl.messages);
      return id === undefined ? otherwise : intl.formatMessage({ id });
    };
    return {
      column: field => first([`column.${name}.${field}`, `column.${field}`], field),
      choice: (field, value) =>
        first(
          [`choice.${name}.${field}.${value}`, `choice.${field}.${value}`, `choice.flag.${value}`],
          value,
        ),
    };
  }, [intl, name]);
};
