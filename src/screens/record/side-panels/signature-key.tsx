import { useIntl } from 'react-intl';
import { SignatureKeyDocument } from '../../../../graphql/generated/graphql.ts';
import { NotLoaded } from '../../../components/states.tsx';
import { useQueryState } from '../../use-query.ts';
import type { AnyDraft } from '../fields.ts';
import { Copyable } from './copyable.tsx';
import { Panel } from './panel.tsx';

const MACRO = '{signature}';

/** Whether the notification that the form describes has a signature. */
export const hasSignature = (draft: AnyDraft): boolean =>
  ['webhook_url', 'cv_tag'].some(field => {
    const text = draft[field];
    return typeof text === 'string' && text.includes(MACRO);
  });

/** The key with which the network verifies signatures, to be given to the network. */
export const SignatureKey = ({ id }: { readonly id: number }) => {
  const intl = useIntl();
  const { answer, failure, reload } = useQueryState(SignatureKeyDocument, { id });
  const key = answer?.one?.signature_key;
  return (
    <Panel title="side_panel.signature.title">
      {key === undefined ? (
        <NotLoaded failure={failure} onAgain={reload} rows={2} />
      ) : (
        <Copyable
          label={intl.formatMessage({ id: 'side_panel.signature.key' })}
          text={key}
          note={intl.formatMessage({ id: 'side_panel.signature.hint' })}
        />
      )}
    </Panel>
  );
};
