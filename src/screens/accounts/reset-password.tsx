import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { waitFor } from 'xstate';
import type { Failure } from '../../../machines/failure.ts';
import { useConsole, useExecutePublic } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useFailureText } from '../failure-text.ts';
import { openResetLink, resetPassword, type ResetLinkOffer } from '../../resources/password.ts';
import { usePageTitle } from '../page-title.ts';
import { useEditor, type Editor } from '../record/use-editor.ts';
import { NewPasswordFields } from './new-password.tsx';
import { faultsOfNewPassword, type NewPassword } from './password.ts';
import { NotLoaded, PublicAccountPage, PublicForm } from './public-account-page.tsx';
import { useLinkToken } from './use-link-token.ts';

interface ResetDraft extends NewPassword {
  /** Account of the link; null: not loaded yet. */
  readonly account: ResetLinkOffer | null;
}
const BLANK: ResetDraft = { password: '', confirm: '', account: null };

const knownOf = (account: ResetLinkOffer | null): readonly string[] =>
  account === null ? [] : [account.user_name, account.email];

/** /reset-password: sets a new password by a reset link. */
export const ResetPassword = () => {
  usePageTitle('login.reset.title');
  const token = useLinkToken('/reset-password');
  return (
    <PublicAccountPage>
      <h1>
        <FormattedMessage id="login.reset.title" />
      </h1>
      {token === null ? <Unusable /> : <Setting key={token} token={token} />}
    </PublicAccountPage>
  );
};

/** The reset link cannot be used: reason, if known, and a link to request another mail. */
const Unusable = ({ failure }: { readonly failure?: Failure }) => {
  const failureText = useFailureText();
  return (
    <>
      <p role="alert" className="form-failure">
        {failure ? failureText(failure) : <FormattedMessage id="login.reset.no_token" />}
      </p>
      <p>
        <Link to="/forgot-password" className="p-button">
          <FormattedMessage id="login.reset.request_again" />
        </Link>
      </p>
    </>
  );
};

const useReset = (token: string): Editor<ResetDraft> => {
  const execute = useExecutePublic();
  const navigate = useNavigate();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const leave = async (): Promise<void> => {
    // The server has ended all sessions of the user; the local one must not skip the sign-in.
    session.send({ type: 'signOut' });
    // The end of a session leads to a sign-in page without the notice.
    await waitFor(session, state => state.matches('signedOut'));
    await navigate({ to: '/login', search: { notice: 'reset' }, replace: true });
  };
  return useEditor<ResetDraft, object>({
    id: 'reset-link',
    blank: BLANK,
    check: draft => faultsOfNewPassword(draft, knownOf(draft.account)),
    load: async (_, signal) => ({
      ...BLANK,
      account: requireValue((await openResetLink(execute, token, signal)).one),
    }),
    save: ({ draft: { password } }, signal) => resetPassword(execute, token, password, signal),
    onClosed: saved => {
      if (saved !== null) void leave();
    },
  });
};

const Setting = ({ token }: { readonly token: string }) => {
  const editor = useReset(token);
  const { is, draft, faults, failure, change, send } = editor;
  const { account } = draft;
  if (failure?.code === 'reset_refused') return <Unusable failure={failure} />;
  if (is === 'unavailable') return <NotLoaded failure={failure} onAgain={() => send('retry')} />;
  if (account === null)
    return (
      <p className="lead" role="status">
        <FormattedMessage id="login.link.reading" />
      </p>
    );
  return (
    <>
      <p className="lead">
        <FormattedMessage id="login.reset.lead" />
      </p>
      <dl className="account-facts">
        <dt>
          <FormattedMessage id="login.company" />
        </dt>
        <dd translate="no">{account.company_code}</dd>
        <dt>
          <FormattedMessage id="login.email" />
        </dt>
        <dd translate="no">{account.email}</dd>
      </dl>
      <PublicForm editor={editor} submit={<FormattedMessage id="login.reset.submit" />}>
        {/* Hidden field by which password managers recognise the account of the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
        <NewPasswordFields draft={draft} faults={faults} known={knownOf(account)} onChange={change} />
      </PublicForm>
    </>
  );
};
