import { useRouter, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { safeTarget } from '../../console/address.ts';
import { useConsole } from '../../console/context.ts';
import { usePageTitle } from '../page-title.ts';
import { PublicPage } from '../public-page.tsx';
import { LoginForm } from './login-form.tsx';

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/** Sign-in page. A signed-in user is redirected to the address in `to`, or to the dashboard. */
export const Login = () => {
  usePageTitle('login.title');
  const { actor } = useConsole();
  const outside = useSelector(actor, ({ value }) => value === 'signedOut' || value === 'locked');
  const locked = useSelector(actor, state => state.matches('locked'));
  const session = useSelector(actor, state => state.context.session);
  const isSecondStep = useSelector(session, state => state.hasTag('secondStep'));
  const arriving = useSelector(actor, state => state.matches('restoring'));
  const to = useSearch({ strict: false, select: search => (search as { readonly to?: string }).to });
  const notice = useSearch({
    strict: false,
    select: search => (search as { readonly notice?: 'reset' | 'accepted' }).notice,
  });
  const { history } = useRouter();

  useEffect(() => {
    if (!outside && !arriving) history.replace(safeTarget(to, location.origin));
  }, [outside, arriving, to, history]);

  return (
    <PublicPage>
      <h1>
        <FormattedMessage id="login.title" />
      </h1>
      {!isSecondStep && (
        <p className="lead">
          <FormattedMessage id={locked ? 'login.expired' : 'login.lead'} />
        </p>
      )}
      {notice !== undefined && !isSecondStep && (
        <p role="status" className="form-notice">
          <FormattedMessage id={notice === 'reset' ? 'login.reset.done' : 'login.accept.done'} />
        </p>
      )}
      {isSecondStep ? (
        <Suspense>
          <SecondStep />
        </Suspense>
      ) : (
        <LoginForm />
      )}
    </PublicPage>
  );
};
