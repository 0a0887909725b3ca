import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { copy } from '../components/copy.ts';

/** Copies a text and shows the outcome beside the button, as a failed screen may have no banner. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const [outcome, setOutcome] = useState<'copied' | 'not_copied' | null>(null);
  const run = () =>
    copy(text).then(
      () => setOutcome('copied'),
      () => setOutcome('not_copied'),
    );
  return (
    <>
      <button type="button" className="p-button p-button-text p-button-sm" onClick={() => void run()}>
        <FormattedMessage id="crash.copy" />
      </button>
      <span role="status">{outcome !== null && <FormattedMessage id={`crash.${outcome}`} />}</span>
    </>
  );
};

export { saveRecording } from './save-recording.ts';
