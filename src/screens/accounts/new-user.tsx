import { useActorRef, useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromPromise } from 'xstate';
import { invitationMachine, type AddingWay, type SentInvitation } from '../../../machines/invitation.ts';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import { watched } from '../../console/actor-registry.ts';
import { useExecute } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { invitationOperations, invitations } from '../../resources/invitations.ts';
import { users } from '../../resources/users.ts';
import { Copyable } from '../record/side-panels/copyable.tsx';
import '../record/side-panels/side-panels.css';
import type { AnyDraft } from '../record/fields.ts';
import { RecordModal } from '../record/lazy-modal.ts';
import type { Saved } from '../record/use-record.ts';
import { useClosing } from '../use-closing.ts';

const sentOf = (answer: Readonly<Record<string, unknown>>): SentInvitation => ({
  expiresAt: String(answer['expires_at']),
  link: typeof answer['link'] === 'string' ? answer['link'] : null,
});

interface Props {
  /** Invitation that is sent again; absent: a new user is added. */
  readonly resendId?: number;
  readonly onClosed: () => void;
}

const useInvitation = ({ resendId = null, onClosed }: { resendId?: number | null; onClosed: () => void }) => {
  const execute = useExecute();
  const reportChange = useReportChange();
  const actor = useActorRef(
    invitationMachine.provide({
      actors: {
        resend: fromPromise<SentInvitation, { readonly id: number }>(async ({ input, signal }) => {
          const { saved } = await execute(invitationOperations.resend, input, signal);
          reportChange(invitations);
          return sentOf(requireValue(saved));
        }),
      },
    }),
    { ...watched, input: { resendId } },
  );
  const state = useSelector(actor, snapshot => snapshot);
  useClosing(state.matches('closed'), onClosed);
  return { state, send: actor.send };
};

/** Fields that the forms of both ways have. */
const sharedOf = ({ email, role, agency }: AnyDraft): object => ({ email, role, agency });

/**
 * Adds a user by an invitation or with a password, and shows what became of the invitation
 * (machines/invitation.ts).
 */
export const NewUser = ({ resendId, onClosed }: Props) => {
  const { state, send } = useInvitation({ resendId: resendId ?? null, onClosed });
  const { way, carried, sent, failure } = state.context;
  const close = () => send({ type: 'close' });
  if (state.matches('informing') && sent !== null) return <Sent sent={sent} onClose={close} />;
  if (state.matches('composing'))
    return (
      <Composing
        key={way}
        way={way}
        carried={carried}
        onChoose={(next, typed) => send({ type: 'choose', way: next, typed })}
        onSent={invitation => send({ type: 'sent', sent: invitation })}
        onClose={close}
      />
    );
  return (
    <Dialog
      title={<FormattedMessage id="invitation.resend" />}
      busy={state.hasTag('busy')}
      onClose={close}
      size="small"
    >
      <div className="tp-dialog-body">
        <NotLoaded failure={failure} onAgain={() => send({ type: 'retry' })} rows={2} />
      </div>
    </Dialog>
  );
};

interface ComposingProps {
  readonly way: AddingWay;
  readonly carried: object;
  readonly onChoose: (way: AddingWay, typed: object) => void;
  readonly onSent: (sent: SentInvitation) => void;
  readonly onClose: () => void;
}

/** The form of the chosen way, with the choice of the way above its fields. */
const Composing = ({ way, carried, onChoose, onSent, onClose }: ComposingProps) => {
  const intl = useIntl();
  const head = (draft: AnyDraft) => (
    <div className="tp-adding-way">
      <Choice<AddingWay>
        open
        label={intl.formatMessage({ id: 'invitation.way' })}
        value={way}
        options={(['invite', 'password'] as const).map(value => ({
          value,
          label: intl.formatMessage({ id: `invitation.way.${value}` }),
        }))}
        onChange={next => onChoose(next, sharedOf(draft))}
      />
      <p className="field-hint">
        <FormattedMessage id={`invitation.way.${way}.hint`} />
      </p>
    </div>
  );
  const title = intl.formatMessage(
    { id: 'record.add' },
    { one: intl.formatMessage({ id: 'resource.users.one' }) },
  );
  if (way === 'password')
    return (
      <RecordModal
        resource={users}
        kind="add"
        id={null}
        initial={carried}
        variant={{ title, action: intl.formatMessage({ id: 'editor.save' }), head }}
        onClosed={onClose}
      />
    );
  return (
    <RecordModal
      resource={invitations}
      kind="add"
      id={null}
      initial={carried}
      variant={{ title, action: intl.formatMessage({ id: 'invitation.send' }), head, reportsSaved: true }}
      onClosed={(saved: Saved | null) => (saved === null ? onClose() : onSent(sentOf(saved)))}
    />
  );
};

/** What became of the invitation: it is mailed, or its link is shown once. */
const Sent = ({
  sent: { link, expiresAt },
  onClose,
}: {
  readonly sent: SentInvitation;
  readonly onClose: () => void;
}) => {
  const intl = useIntl();
  return (
    <Dialog
      title={<FormattedMessage id={link === null ? 'invitation.mailed' : 'invitation.made'} />}
      onClose={onClose}
    >
      <div className="tp-dialog-body" role="status">
        <p>
          <FormattedMessage
            id={link === null ? 'invitation.mailed.text' : 'invitation.made.text'}
            values={{ expiry: time(expiresAt) }}
          />
        </p>
        {link !== null && <Copyable label={intl.formatMessage({ id: 'invitation.link' })} text={link} />}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </button>
      </div>
    </Dialog>
  );
};
