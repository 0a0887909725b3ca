import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { useConsole, useExecutePublic } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';
import { resetPassword } from '../../resources/password.ts';
import { usePageTitle } from '../page-title.ts';
import { PublicPage } from '../public-page.tsx';
import { useEditor } from '../record/use-editor.ts';
import { NewPasswordFields } from './new-password.tsx';
import { faultsOfNewPassword, type NewPassword } from './password.ts';
import { useLinkToken } from './use-link-token.ts';
import { BusyButton } from '../../components/busy-button.tsx';

const BLANK: NewPassword = { password: '', confirm: '' };

/** /reset-password: sets a new password by a reset link. */
export const ResetPassword = () => {
  usePageTitle('login.reset.title');
  const token = useLinkToken('/reset-password');
  return (
    <PublicPage>
      <h1>
        <FormattedMessage id="login.reset.title" />
      </h1>
      {token === null ? <Unusable /> : <Setting key={token} token={token} />}
      <p className="back">
        <Link to="/login">
          <FormattedMessage id="login.back" />
        </Link>
      </p>
    </PublicPage>
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
  const failureText = useFailureText();
  const { draft, faults, failure, busy, change, send, form } = useEditor<NewPassword, object>({
    id: null,
    blank: BLANK,
    check: typed => faultsOfNewPassword(typed),
    save: ({ draft: { password } }, signal) => resetPassword(ask, token, password, signal),
    onClosed: saved => {
      if (saved === null) return;
      // The server has ended all sessions of the user; the local one must not skip the sign-in.
      session.send({ type: 'signOut' });
      void navigate({ to: '/login', search: { notice: 'reset' }, replace: true });
    },
  });
  if (failure?.code === 'reset_refused') return <Unusable failure={failure} />;
  return (
    <>
      <p className="lead">
        <FormattedMessage id="login.reset.lead" />
      </p>
      <form
        ref={form}
        className="form"
        noValidate
        aria-busy={busy}
        onSubmit={event => {
          event.preventDefault();
          send('save');
        }}
      >
        {failure && (
          <p className="form-failure" role="alert" tabIndex={-1}>
            {failureText(failure)}
          </p>
        )}
        <NewPasswordFields draft={draft} faults={faults} onChange={change} />
        <BusyButton busy={busy} className="form-submit">
          <FormattedMessage id="login.reset.submit" />
        </BusyButton>
      </form>
    </>
  );
};
