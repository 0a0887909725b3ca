import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { useConsole } from '../../console/context.ts';
import { usePageTitle } from '../page-title.ts';
import { PublicPage } from '../public-page.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** Set-up of the second factor that the company requires, in place of all screens. */
export const Enrolment = () => {
  usePageTitle('second_factor.enrolment.title');
  const { actor } = useConsole();
  const session = useSelector(actor, state => state.context.session);
  const control = useSecondFactor(() => actor.send({ type: 'secondFactor.enabled' }));
  return (
    <PublicPage>
      <h1>
        <FormattedMessage id="second_factor.enrolment.title" />
      </h1>
      <SecondFactorPanel control={control} />
      <button
        type="button"
        className="p-button p-button-text p-button-sm"
        onClick={() => session.send({ type: 'signOut' })}
      >
        <FormattedMessage id="shell.signOut" />
      </button>
    </PublicPage>
  );
};
