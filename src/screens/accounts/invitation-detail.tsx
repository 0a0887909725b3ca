import { FormattedMessage, useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import { INVITATION_FACTS, invitationQuery, invitations } from '../../resources/invitations.ts';
import type { RowOf } from '../../resources/resource.ts';
import { useQueryState } from '../use-query.ts';
import { useWords, type Words } from '../use-words.ts';
import '../record/record.css';

type InvitationRow = RowOf<typeof invitations>;

const NOT_FOUND = { kind: 'missing', code: 'not_found' } as const;
const TIMES: ReadonlySet<string> = new Set(['created_at', 'expires_at', 'updated_at']);
const CHOICES: ReadonlySet<string> = new Set(['state', 'locale']);

const textOf = (field: string, value: string, words: Words): string => {
  if (TIMES.has(field)) return time(value);
  return CHOICES.has(field) ? words.choice(field, value) : value;
};

/** Who is invited as what, by whom and until when. Facts that an invitation lacks, as an agency, are left out. */
const Facts = ({ invitation }: { readonly invitation: InvitationRow }) => {
  const words = useWords(invitations.name);
  return (
    <div className="tp-details">
      <section className="tp-details-section">
        <dl>
          {INVITATION_FACTS.map(field => {
            const value = invitation[field];
            return (
              value !== null && (
                <div key={field} data-field={field}>
                  <dt>{words.column(field)}</dt>
                  <dd>{textOf(field, value, words)}</dd>
                </div>
              )
            );
          })}
        </dl>
      </section>
    </div>
  );
};

interface Props {
  readonly id: number;
  readonly onClose: () => void;
}

/** What an invitation offers, and its state. */
export const InvitationDetail = ({ id, onClose }: Props) => {
  const intl = useIntl();
  const { answer, failure, busy, reload } = useQueryState(invitationQuery, { id });
  const invitation = answer?.one ?? null;
  return (
    <Dialog
      title={invitation?.email ?? intl.formatMessage({ id: 'resource.invitations.one' })}
      busy={busy}
      onClose={onClose}
    >
      <div className="tp-dialog-body">
        {failure !== null || invitation === null ? (
          <NotLoaded failure={failure ?? (answer === null ? null : NOT_FOUND)} onAgain={reload} rows={5} />
        ) : (
          <Facts invitation={invitation} />
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </button>
      </div>
    </Dialog>
  );
};
