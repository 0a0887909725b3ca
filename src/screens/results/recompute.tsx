import { lazy, Suspense, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Button } from '../../components/button.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { lengthOf } from '../../components/days.ts';
import { DialogBox } from '../../components/dialog-box.tsx';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useAddress } from '../../console/address.ts';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { FailureNote } from '../failure-note.tsx';
import { readPeriod, writePeriod } from '../period.ts';
import { useFieldTexts, type AnyField } from '../record/fields.ts';
import '../screens.css';
import { ExpectedChanges } from './expected-changes.tsx';
import './recompute.css';
import { Ended, Progress } from './recompute-progress.tsx';
import { useRecomputing, type Recomputing } from './use-recomputing.ts';
import { usePeriodDays } from '../use-period-days.ts';

/** Maximum length of the period in days, as the server limits it. */
const MAX_DAYS = 100;
const FIELDS: readonly AnyField[] = [
  { field: 'ended', widget: 'choice', choices: { values: ['cancelled', 'overtaken', 'failed'] } },
];
const History = lazy(async () => ({ default: (await import('../record/history.tsx')).History }));
/** States in which the server works on a recomputation, or was requested to. */
const RUNNING = ['starting', 'waiting', 'reading', 'cancelling'] as const;
const isRunning = ({ state }: Recomputing): boolean => RUNNING.some(name => state.matches(name));
const DENIED = { kind: 'denied', code: 'forbidden' } as const;

/**
 * /log/result-recompute: checks the results of a period again by the current settings. The changes are
 * previewed first; decisions by persons are never changed.
 */
export const Screen = () => {
  const may = [useLevel('cv_approval') === 'write', useMayWrite('settings')].every(Boolean);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="recompute.title" />
        </h1>
        <p>
          <FormattedMessage id="recompute.lead" />
        </p>
      </header>
      {may ? (
        <Recompute />
      ) : (
        <section className="tp-panel">
          <Failed failure={DENIED} onAgain={() => undefined} />
        </section>
      )}
    </article>
  );
};

interface OutcomeProps {
  readonly recomputing: Recomputing;
  /** The period is longer than the server accepts. */
  readonly isTooLong: boolean;
}

/** Progress of a recomputation, failure, or its preview or outcome. */
const Outcome = ({ recomputing, isTooLong }: OutcomeProps) => {
  const { state, send, job } = recomputing;
  const { failure } = state.context;
  if (isRunning(recomputing)) return <Progress recomputing={recomputing} />;
  if (isTooLong)
    return (
      <p className="tp-note" role="alert">
        <FormattedMessage id="recompute.long" values={{ most: MAX_DAYS }} />
      </p>
    );
  if (failure !== null && state.matches('choosing'))
    return <Failed failure={failure} onAgain={() => send({ type: 'plan' })} />;
  if (job === null)
    return (
      <p className="tp-note">
        <FormattedMessage id="recompute.hint" />
      </p>
    );
  return state.matches('ended') ? (
    <Ended job={job} />
  ) : (
    <ExpectedChanges preview={job} onApply={() => send({ type: 'apply' })} />
  );
};

interface PastProps {
  readonly productId: number;
  /** A recomputation has ended, so the list must be reloaded. */
  readonly ended: boolean;
}

/** Past recomputations of the product, for administrators. */
const PastRecomputations = ({ productId, ended }: PastProps) => {
  const id = useId();
  const texts = useFieldTexts('recomputations');
  return (
    <section className="tp-panel" aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage id="recompute.history" />
      </h2>
      <Suspense fallback={<RowsPlaceholder rows={3} />}>
        <History
          key={String(ended)}
          name="recomputations"
          id={productId}
          fields={FIELDS}
          texts={texts}
          blank={null}
          none="recompute.history_none"
        />
      </Suspense>
    </section>
  );
};

const Recompute = () => {
  const intl = useIntl();
  const product = useProduct();
  const [search, change] = useAddress(raw => readPeriod(raw, '30'));
  const days = usePeriodDays(search);
  const administers = useMayWrite('administration');
  const recomputing = useRecomputing({ product_id: product.id, ...days });
  const { state, send, job } = recomputing;
  const { failure, outdated } = state.context;
  const isTooLong = lengthOf(days) > MAX_DAYS;
  const running = isRunning(recomputing);
  const isConfirming = state.matches('confirming') || state.matches('applying');
  const ended = state.matches('ended');
  // While it is unknown whether a recomputation is running, a press on the button would be lost.
  const finding = state.matches('finding');
  return (
    <>
      <div className="tp-fields">
        <DateRange
          period={search.period}
          days={days}
          onChange={(period, custom) => change(writePeriod(period, custom))}
        />
        <Button
          label={intl.formatMessage({ id: 'recompute.preview' })}
          tone={job === null ? 'primary' : 'plain'}
          disabled={isTooLong || finding || running || isConfirming}
          onClick={() => send({ type: 'plan' })}
        />
      </div>
      <section
        className="tp-panel tp-recompute"
        aria-busy={running}
        aria-label={intl.formatMessage({ id: 'recompute.preview_title' })}
      >
        {outdated && !ended && (
          <p className="tp-strip" role="alert">
            <FormattedMessage id="recompute.overtaken" />
          </p>
        )}
        <Outcome recomputing={recomputing} isTooLong={isTooLong} />
      </section>
      {administers && <PastRecomputations productId={product.id} ended={ended} />}
      {isConfirming && job !== null && <Confirm recomputing={recomputing} failure={failure} />}
    </>
  );
};

/** Confirmation before the recomputation is applied and ad networks are notified. */
const Confirm = ({
  recomputing: { state, send, job },
  failure,
}: {
  readonly recomputing: Recomputing;
  readonly failure: Failure | null;
}) => {
  const id = useId();
  const busy = state.matches('applying');
  return (
    <DialogBox
      labelledBy={id}
      className="modal confirm"
      alert
      busy={busy}
      onLeave={busy ? undefined : () => send({ type: 'cancel' })}
    >
      <h2 id={id}>
        <FormattedMessage id="recompute.confirm" />
      </h2>
      <p className="confirm-subject">
        <FormattedMessage
          id="recompute.confirm.what"
          values={{ made: job?.made ?? 0, moved: job?.moved ?? 0, rejudged: job?.rejudged ?? 0 }}
        />
      </p>
      <p>
        <FormattedMessage id="recompute.confirm.notice" />
      </p>
      {failure !== null && <FailureNote failure={failure} />}
      <div className="actions justify-content-end">
        <button
          type="button"
          className="p-button p-button-secondary"
          data-first
          disabled={busy}
          onClick={() => send({ type: 'cancel' })}
        >
          <FormattedMessage id="confirm.no" />
        </button>
        <BusyButton busy={busy} onClick={() => send({ type: 'confirm' })}>
          <FormattedMessage id="recompute.apply" />
        </BusyButton>
      </div>
    </DialogBox>
  );
};
