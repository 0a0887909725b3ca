import { FormattedMessage } from 'react-intl';
import { useNotify } from '../../console/context.ts';
import { useRefreshable } from '../../console/refresh.ts';
import '../screens.css';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** /config/second-factor: the second factor of the signed-in user. */
export const Screen = () => {
  const notify = useNotify();
  const control = useSecondFactor(action =>
    notify({ kind: 'SUCCESS', message: `second_factor.${action}.done` }),
  );
  const { state, send, factor } = control;
  useRefreshable({
    answer: factor,
    busy: state.hasTag('busy'),
    reload: () => send({ type: 'reload' }),
  });
  return (
    <article className="tp-screen tp-own-factor">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="shell.second_factor" />
        </h1>
        <p>
          <FormattedMessage id="second_factor.lead" />
        </p>
      </header>
      <section className="tp-panel">
        <SecondFactorPanel control={control} />
      </section>
    </article>
  );
};
