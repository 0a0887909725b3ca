import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { labelledText } from '../../components/labelled-text.ts';

/** Access to the messages of the current language, for samples. */
export interface Speech {
  readonly translate: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A label and its text in one line. */
  readonly labelled: (label: string, text: string) => string;
  /** Ids of all messages that begin with a text. */
  readonly ids: (beginning: string) => readonly string[];
}

/** The messages of the current language; the same object until the language changes. */
export const useSpeech = (): Speech => {
  const intl = useIntl();
  return useMemo(
    () => ({
      translate: (id, values) => intl.formatMessage({ id }, values),
      labelled: (label, text) => labelledText(label, text, intl),
      ids: beginning => Object.keys(intl.messages).filter(id => id.startsWith(beginning)),
    }),
    [intl],
  );
};
