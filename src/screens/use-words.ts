import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** How the things of a resource are called in the language spoken now. */
export interface Words {
  /** A field, as a column's heading: the resource's own word for it, or the one that all share. */
  readonly column: (field: string) => string;
  /** The word of a coded value. */
  readonly choice: (field: string, value: string) => string;
}

/** @param name of the resource, as it is in its messages */
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
