import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { waitFor } from 'xstate';
import type { Faults } from '../../../machines/draft.ts';
import type { Failure } from '../../../machines/failure.ts';
import { LOCALES, type Locale } from '../../../machines/language.ts';
import { FieldFrame } from '../../components/field.tsx';
import { time } from '../../components/formats.ts';
import { TextField } from '../../components/text-field.tsx';
import { useConsole, useExecutePublic, useLocale } from '../../console/context.ts';
import { isLocale } from '../../console/locale.ts';
import { requireValue } from '../../console/required-answer.ts';
import { invitationOperations, type InvitationOffer } from '../../resources/invitations.ts';
import { useFailureText } from '../failure-text.ts';
import { usePageTitle } from '../page-title.ts';
import { LANGUAGE_NAMES } from '../public-page.tsx';
import { useEditor, type Editor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { NewPasswordFields } from './new-password.tsx';
import { faultsOfNewPassword, type NewPassword } from './password.ts';
import { NotLoaded, PublicAccountPage, PublicForm } from './public-account-page.tsx';
import { useLinkToken } from './use-link-token.ts';

interface AcceptanceDraft extends NewPassword {
  readonly user_name: string;
  /** Null: not loaded yet. */
  readonly offer: InvitationOffer | null;
}
const BLANK: AcceptanceDraft = { user_name: '', password: '', confirm: '', offer: null };

/** /accept-invitation: a person who was invited becomes a user by the link, and is signed in. */
export const AcceptInvitation = () => {
  usePageTitle('login.accept.title');
  const token = useLinkToken('/accept-invitation');
  return (
    <PublicAccountPage>
      <h1>
        <FormattedMessage id="login.accept.title" />
      </h1>
      {token === null ? <Unusable /> : <Acceptance key={token} token={token} />}
    </PublicAccountPage>
  );
};

/** The link cannot be used: the reason, and what to do. */
const Unusable = ({ failure }: { readonly failure?: Failure }) => {
  const failureText = useFailureText();
  return (
    <>
      <p role="alert" className="form-failure">
        {failure ? failureText(failure) : <FormattedMessage id="login.accept.no_token" />}
      </p>
      {failure === undefined && (
        <p>
          <FormattedMessage id="login.accept.ask" />
        </p>
      )}
    </>
  );
};

const check = (draft: AcceptanceDraft): Faults => ({
  ...(draft.user_name.trim() === '' && { user_name: [{ code: 'required' }] }),
  ...faultsOfNewPassword(draft, [draft.user_name, draft.offer?.email ?? '']),
});

/** Signs in as the new user; a session of another user in this browser ends. */
const useSignInAs = () => {
  const navigate = useNavigate();
  const session = useSelector(useConsole().actor, state => state.context.session);
  return async (offer: InvitationOffer, password: string): Promise<void> => {
    session.send({ type: 'signOut' });
    await waitFor(session, state => state.matches('signedOut'));
    const { company_code: company, email } = offer;
    session.send({ type: 'signIn', credentials: { company, email, password, autoLogin: false } });
    // The sign-in page leads on when the session has begun, and otherwise states why it has not.
    await navigate({ to: '/login', search: { notice: 'accepted' }, replace: true });
  };
};

const useAcceptance = (token: string): Editor<AcceptanceDraft> => {
  const execute = useExecutePublic();
  const signInAs = useSignInAs();
  return useEditor<AcceptanceDraft, AcceptanceDraft>({
    id: 'invitation',
    blank: BLANK,
    check,
    load: async (_, signal) => {
      const { one } = await execute(invitationOperations.open, { input: { token } }, signal);
      return { ...BLANK, offer: requireValue(one) };
    },
    save: async ({ draft }, signal) => {
      const { user_name, password } = draft;
      await execute(invitationOperations.accept, { input: { token, user_name, password } }, signal);
      return draft;
    },
    onClosed: saved => {
      if (saved !== null) void signInAs(requireValue(saved.offer), saved.password);
    },
  });
};

const Acceptance = ({ token }: { readonly token: string }) => {
  const editor = useAcceptance(token);
  const { is, draft, failure, send } = editor;
  if (failure?.code === 'invitation_refused') return <Unusable failure={failure} />;
  if (is === 'unavailable') return <NotLoaded failure={failure} onAgain={() => send('retry')} />;
  return draft.offer === null ? (
    <p className="lead" role="status">
      <FormattedMessage id="login.link.reading" />
    </p>
  ) : (
    <Form editor={editor} offer={draft.offer} />
  );
};

/** The language of the invitation, until the reader chooses another. */
const useOfferedLocale = ({ locale }: InvitationOffer) => {
  const language = useLocale();
  const follow = useEffectEvent(() => {
    if (isLocale(locale)) language.choose(locale);
  });
  useEffect(() => follow(), []);
  return language;
};

interface FormProps {
  readonly editor: Editor<AcceptanceDraft>;
  readonly offer: InvitationOffer;
}

const Offer = ({ offer }: Pick<FormProps, 'offer'>) => (
  <>
    <p className="lead">
      <FormattedMessage id="login.accept.lead" values={{ company: <strong>{offer.company_name}</strong> }} />
    </p>
    <dl className="account-facts">
      <dt>
        <FormattedMessage id="login.company" />
      </dt>
      <dd translate="no">{offer.company_code}</dd>
      <dt>
        <FormattedMessage id="login.email" />
      </dt>
      <dd translate="no">{offer.email}</dd>
      <dt>
        <FormattedMessage id="login.accept.role" />
      </dt>
      <dd>{offer.role_name}</dd>
      <dt>
        <FormattedMessage id="login.accept.expires" />
      </dt>
      <dd>{time(offer.expires_at)}</dd>
    </dl>
  </>
);

const LanguageField = ({ offer }: Pick<FormProps, 'offer'>) => {
  const id = useId();
  const intl = useIntl();
  const { locale, choose } = useOfferedLocale(offer);
  return (
    <FieldFrame id={id} label={intl.formatMessage({ id: 'shell.language' })}>
      <select
        id={id}
        name="locale"
        className="p-inputtext"
        value={locale}
        onChange={event => choose(event.target.value as Locale)}
      >
        {LOCALES.map(one => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};

const Form = ({ editor, offer }: FormProps) => {
  const faultText = useFaultText();
  const { draft, faults, change } = editor;
  return (
    <>
      <Offer offer={offer} />
      <PublicForm
        editor={editor}
        submit={<FormattedMessage id="login.accept.submit" />}
        detail={faultText(faults['email']).join(' ')}
      >
        {/* Hidden field by which password managers recognise the account of the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={offer.email} readOnly />
        <LanguageField offer={offer} />
        <TextField
          name="user_name"
          label={<FormattedMessage id="login.accept.name" />}
          value={draft.user_name}
          autoComplete="name"
          maxLength={100}
          required
          faults={faultText(faults['user_name'])}
          onChange={value => change('user_name', value)}
        />
        <NewPasswordFields
          draft={draft}
          faults={faults}
          known={[draft.user_name, offer.email]}
          onChange={change}
        />
      </PublicForm>
    </>
  );
};
