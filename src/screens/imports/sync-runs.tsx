import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import type { ImportError, ImportKind } from '../../console/imports.ts';
import { ByKey } from '../by-key.tsx';
import { FailureNote } from '../failure-note.tsx';
import { DropZone } from './drop-zone.tsx';
import { ErrorList } from './error-list.tsx';
import { useHeadings } from './headings.ts';
import './imports.css';
import { UnusedCosts } from './unused-costs.tsx';
import { useSyncRuns, type SyncRunRow } from './use-sync-runs.ts';

interface RunsProps {
  readonly id: number;
  /** Kind of rows in its files. */
  readonly kind: ImportKind;
  /**
   * Runs that can be started here: with a file, and from the source if the setting has one; absent: read
   * only.
   */
  readonly begins?: { readonly fromSource: boolean; readonly productId: number };
}

/** Converts the errors of a run, whose list items are nullable in the gateway's schema. */
const errorsOf = ({ errors }: SyncRunRow): ImportError[] =>
  (errors ?? []).flatMap(error =>
    error === null
      ? []
      : [
          {
            row: error.row,
            field: error.field,
            code: error.code,
            ...(error.values !== null &&
              error.values !== undefined && { values: error.values as ImportError['values'] & object }),
          },
        ],
  );

const Run = ({ run, heading }: { readonly run: SyncRunRow; readonly heading: (field: string) => string }) => {
  const intl = useIntl();
  const errors = errorsOf(run);
  const failure = `sync.failure.${run.failure}` in intl.messages ? run.failure : 'unexpected';
  return (
    <li data-state={run.state}>
      <header>
        <strong>
          <FormattedMessage id={`sync.state.${run.state}`} />
        </strong>
        <span>{run.user_name ?? <FormattedMessage id="sync.by_schedule" />}</span>
        <ByKey name={run.api_key_name} />
        <time dateTime={run.started_at}>{time(run.started_at)}</time>
      </header>
      {run.state === 'done' && (
        <p>
          <FormattedMessage id="sync.applied" values={{ rows: run.rows, applied: run.applied }} />
        </p>
      )}
      {run.state === 'failed' && (
        <p>
          <FormattedMessage id={`sync.failure.${failure}`} values={{ status: run.http_status ?? '' }} />
        </p>
      )}
      {errors.length > 0 && (
        <div className="tp-import-box">
          <ErrorList errors={errors} total={errors.length} heading={heading} />
        </div>
      )}
    </li>
  );
};

interface RunListProps {
  readonly runs: readonly SyncRunRow[];
  readonly heading: (field: string) => string;
}

const RunList = ({ runs, heading }: RunListProps) =>
  runs.length === 0 ? (
    <p className="tp-note">
      <FormattedMessage id="sync.runs.none" />
    </p>
  ) : (
    <ol className="tp-history" aria-live="polite">
      {runs.map(run => (
        <Run key={run.id} run={run} heading={heading} />
      ))}
    </ol>
  );

/** The latest runs of a sync setting and, if allowed, buttons to start one. */
export const SyncRuns = ({ id, kind, begins }: RunsProps) => {
  const intl = useIntl();
  const heading = useHeadings(kind);
  const { is, runs, failure, running, run, reload } = useSyncRuns(id);
  const waits = is !== 'idle' || running;
  const unread = is === 'failed' ? failure : null;
  return (
    <section className="tp-sync-runs" aria-busy={is === 'starting'}>
      <h3>
        <FormattedMessage id="sync.runs.title" />
      </h3>
      {begins !== undefined && (
        <>
          {begins.fromSource && (
            <p>
              <Button
                label={intl.formatMessage({ id: 'sync.run_now' })}
                disabled={waits}
                onClick={() => run(null)}
              />
            </p>
          )}
          {!waits && <DropZone onFile={run} />}
        </>
      )}
      {runs?.some(one => one.costs_unused) === true && <UnusedCosts productId={begins?.productId ?? null} />}
      {is === 'idle' && failure !== null && <FailureNote failure={failure} />}
      {unread !== null || runs === null ? (
        <NotLoaded failure={unread} onAgain={reload} rows={3} />
      ) : (
        <RunList runs={runs} heading={heading} />
      )}
    </section>
  );
};
