import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { waitFor } from 'xstate';
import type { Failure } from '../../../machines/failure.ts';
import { useConsole, useExecutePublic } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';
import { resetPassword } from '../../resources/password.ts';
import { usePageTitle } from '../page-title.ts';
import { useEditor } from '../record/use-editor.ts';
import { NewPasswordFields } from './new-password.tsx';
import { faultsOfNewPassword, type NewPassword } from './password.ts';
import { PublicAccountPage, PublicForm } from './public-account-page.tsx';
import { useLinkToken } from './use-link-token.ts';

const BLANK: NewPassword = { password: '', confirm: '' };

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

const Setting = ({ token }: { readonly token: string }) => {
  const ask = useExecutePublic();
  const navigate = useNavigate();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const leave = async (): Promise<void> => {
    // The server has ended all sessions of the user; the local one must not skip the sign-in.
    session.send({ type: 'signOut' });
    // The end of a session leads to a sign-in page without the notice.
    await waitFor(session, state => state.matches('signedOut'));
    await navigate({ to: '/login', search: { notice: 'reset' }, replace: true });
  };
  const editor = useEditor<NewPassword, object>({
    id: null,
    blank: BLANK,
    check: typed => faultsOfNewPassword(typed),
    save: ({ draft: { password } }, signal) => resetPassword(ask, token, password, signal),
    onClosed: saved => {
      if (saved !== null) void leave();
    },
  });
  const { draft, faults, failure, change } = editor;
  if (failure?.code === 'reset_refused') return <Unusable failure={failure} />;
  return (
    <>
      <p className="lead">
        <FormattedMessage id="login.reset.lead" />
      </p>
      <PublicForm editor={editor} submit={<FormattedMessage id="login.reset.submit" />}>
        <NewPasswordFields draft={draft} faults={faults} onChange={change} />
      </PublicForm>
    </>
  );
};
