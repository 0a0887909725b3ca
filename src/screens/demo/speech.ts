import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** What samples are made with: the messages of the language that is spoken now. */
export interface Speech {
  readonly say: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  /** The ids of all messages that begin so. */
  readonly ids: (beginning: string) => readonly string[];
}

/** The same until the language changes. */
export const useSpeech = (): Speech => {
  const intl = useIntl();
  return useMemo(
    () => ({
      say: (id, values) => intl.formatMessage({ id }, values),
      ids: beginning => Object.keys(intl.messages).filter(id => id.startsWith(beginning)),
    }),
    [intl],
  );
};
