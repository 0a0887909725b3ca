import { lazy, Suspense, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf, lengthOf } from '../../components/days.ts';
import { DialogBox } from '../../components/dialog-box.tsx';
import { Icon } from '../../components/icon.tsx';
import { Failed, RowsAwaited } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { FailureNote } from '../failure-note.tsx';
import { Way } from '../log/way.tsx';
import { readPeriod, writePeriod } from '../period.ts';
import { useFieldTexts, type AnyField } from '../record/fields.ts';
import '../screens.css';
import { Foreseen } from './foreseen.tsx';
import './recompute.css';
import { useRecomputing, type Recomputing } from './use-recomputing.ts';

/** Days that the server judges at once. */
const MOST_DAYS = 100;
const NO_FIELDS: readonly AnyField[] = [];
const History = lazy(async () => ({ default: (await import('../record/history.tsx')).History }));
const DENIED = { kind: 'denied', code: 'forbidden' } as const;

/** /log/result-recompute: results of a period judged by the settings as they are now. What would change is seen first; what a person decided stays. */
export const Screen = () => {
  const may = [useLevel('cv_approval') === 'write', useMayWrite('settings')].every(Boolean);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1><FormattedMessage id="recompute.title" /></h1>
        <p><FormattedMessage id="recompute.lead" /></p>
      </header>
      {may ? <Recompute /> : <section className="tp-panel"><Failed trouble={DENIED} onAgain={() => undefined} /></section>}
    </article>
  );
};

const Recompute = () => {
  const intl = useIntl();
  const product = useProduct();
  const today = useToday();
  const [search, change] = useAddress(raw => readPeriod(raw, '30'));
  const days = daysOf(search.period, search, today);
  const administers = useMayWrite('administration');
  const history = useId();
  const texts = useFieldTexts('recomputations');
  const recomputing = useRecomputing({ product_id: product.id, ...days });
  const { state, send, preview } = recomputing;
  const { failure, overtaken } = state.context;
  const long = lengthOf(days) > MOST_DAYS;
  const looking = state.matches('looking');
  const asking = state.matches('confirming') || state.matches('applying');
  return (
    <>
      <div className="tp-fields">
        <DateRange period={search.period} days={days} onChange={(period, custom) => change(writePeriod(period, custom))} />
        <Button label={intl.formatMessage({ id: 'recompute.look' })} tone={preview === null ? 'primary' : 'plain'} disabled={long || looking || asking} onClick={() => send({ type: 'look' })} />
      </div>
      <section className="tp-panel tp-recompute" aria-busy={looking} aria-label={intl.formatMessage({ id: 'recompute.foreseen' })}>
        {overtaken && !state.matches('done') && <p className="tp-strip" role="alert"><FormattedMessage id="recompute.overtaken" /></p>}
        {long ? <p className="tp-note" role="alert"><FormattedMessage id="recompute.long" values={{ most: MOST_DAYS }} /></p>
          : looking ? (
            <div className="tp-recompute-wait" role="status">
              <progress aria-label={intl.formatMessage({ id: 'recompute.looking' })} />
              <span><FormattedMessage id="recompute.looking" /></span>
              <Button label={intl.formatMessage({ id: 'approval.stop' })} onClick={() => send({ type: 'stop' })} />
            </div>
          )
          : failure !== null && state.matches('choosing') ? <Failed trouble={failure} onAgain={() => send({ type: 'look' })} />
          : state.matches('done') ? <Done recomputing={recomputing} days={days} />
          : preview === null ? <p className="tp-note"><FormattedMessage id="recompute.hint" /></p>
          : <Foreseen preview={preview} onApply={() => send({ type: 'apply' })} />}
      </section>
      {administers && (
        <section className="tp-panel" aria-labelledby={history}>
          <h2 id={history}><FormattedMessage id="recompute.history" /></h2>
          <Suspense fallback={<RowsAwaited rows={3} />}><History key={String(state.matches('done'))} name="recomputations" id={product.id} fields={NO_FIELDS} texts={texts} none="recompute.history_none" /></Suspense>
        </section>
      )}
      {asking && preview !== null && <Confirm recomputing={recomputing} failure={failure} />}
    </>
  );
};

/** Asked once more before networks are told. */
const Confirm = ({ recomputing: { state, send, preview }, failure }: { readonly recomputing: Recomputing; readonly failure: Failure | null }) => {
  const id = useId();
  const busy = state.matches('applying');
  return (
    <DialogBox labelledBy={id} className="modal confirm" alert busy={busy} onLeave={busy ? undefined : () => send({ type: 'no' })}>
      <h2 id={id}><FormattedMessage id="recompute.confirm" /></h2>
      <p className="confirm-subject"><FormattedMessage id="recompute.confirm.what" values={{ made: preview?.made ?? 0, moved: preview?.moved ?? 0, rejudged: preview?.rejudged ?? 0 }} /></p>
      <p><FormattedMessage id="recompute.confirm.told" /></p>
      {failure !== null && <FailureNote failure={failure} />}
      <div className="actions justify-content-end">
        <button type="button" className="p-button p-button-secondary" data-first disabled={busy} onClick={() => send({ type: 'no' })}><FormattedMessage id="confirm.no" /></button>
        <button type="button" className="p-button" aria-disabled={busy} onClick={() => send({ type: 'yes' })}>
          {busy && <span className="spinner" aria-hidden="true" />}
          <FormattedMessage id="recompute.apply" />
        </button>
      </div>
    </DialogBox>
  );
};

const Done = ({ recomputing: { outcome }, days }: { readonly recomputing: Recomputing; readonly days: { readonly from: string; readonly to: string } }) => {
  return (
    <div className="tp-recompute-done" role="status">
      <p><Icon name="check" /><strong><FormattedMessage id="recompute.done" /></strong></p>
      <p><FormattedMessage id="recompute.confirm.what" values={{ made: outcome?.made ?? 0, moved: outcome?.moved ?? 0, rejudged: outcome?.rejudged ?? 0 }} /></p>
      <p><Way needs="result_notification_log" to={{ path: '/log/result', search: { period: 'custom', ...days } }}><FormattedMessage id="recompute.to_log" /></Way></p>
    </div>
  );
};
