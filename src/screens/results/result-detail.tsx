import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { Nothing, NotLoaded } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useProduct } from '../../console/product.ts';
import type { Format } from '../../resources/column.ts';
import {
  approvals,
  JUDGEMENTS,
  resultOperations,
  resultLinks,
  type Result,
} from '../../resources/results.ts';
import { present } from '../../resources/row.ts';
import { useReadableLinks, useLinkTarget } from '../log/use-row-links.ts';
import { useQueryState } from '../use-query.ts';
import { useWords } from '../use-words.ts';
import { Ledger } from './ledger.tsx';
import { Status } from './status.tsx';

interface Props {
  readonly id: number;
  readonly onClose: () => void;
  /** Renders the buttons of commands on the result; null: read only. */
  readonly actionsOf: ((row: Result) => ReactNode) | null;
}

const FIELDS_SHOWN_APART: ReadonlySet<string> = new Set([
  'approval_status',
  'notice_state',
  'result_id',
  'decided_by',
  'decided_at',
  'reason',
  ...JUDGEMENTS,
]);
const FACTS = approvals.columns.filter(({ field }) => !FIELDS_SHOWN_APART.has(field));

/** The result does not exist, or the user may not see it. */
const NoResult = () => (
  <Nothing title={<FormattedMessage id="result.missing" />}>
    <p>
      <FormattedMessage id="result.missing_hint" />
    </p>
  </Nothing>
);

/** Dialog of a result: status, checks, decisions, and links to its sources. */
export const ResultDetail = ({ id, onClose, actionsOf }: Props) => {
  const product = useProduct();
  const { answer, failure, reload } = useQueryState(resultOperations.page, {
    product_id: product.id,
    where: `result_id=${id}`,
    limit: 1,
  });
  const row = present(answer?.page?.results)[0];
  const loaded = row === undefined ? <NoResult /> : <Facts row={row} />;
  return (
    <Dialog title={<FormattedMessage id="result.one" values={{ id: String(id) }} />} onClose={onClose}>
      <div className="tp-dialog-body">
        {failure !== null || answer === null ? (
          <NotLoaded failure={failure} onAgain={reload} rows={6} />
        ) : (
          loaded
        )}
      </div>
      {row !== undefined && actionsOf !== null && <div className="tp-dialog-foot">{actionsOf(row)}</div>}
    </Dialog>
  );
};

interface RowProps {
  readonly row: Result;
}

/** Links to the conversion, path, contact and notifications of the result. */
const SourceLinks = ({ row }: RowProps) => {
  const intl = useIntl();
  const navigation = useReadableLinks(resultLinks);
  const { href, follow } = useLinkTarget();
  return (
    <span className="tp-detail-links">
      {navigation.flatMap(({ id, to }) => {
        const target = to(row);
        return target === null
          ? []
          : [
              <a
                key={id}
                href={href(target)}
                onClick={event => {
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                    event.preventDefault();
                    follow(target);
                  }
                }}
              >
                {intl.formatMessage({ id: `log.link.${id}` })}
              </a>,
            ];
      })}
    </span>
  );
};

/** Outcomes of the checks that were applied to the result. */
const Judgements = ({ row }: RowProps) => {
  const words = useWords(approvals.list);
  const judged = JUDGEMENTS.filter(field => row[field] !== null);
  const { exclude_duplicate_ips_days: days } = row;
  if (judged.length === 0)
    return (
      <p className="tp-note">
        <FormattedMessage id="result.judgements_none" />
      </p>
    );
  return (
    <dl className="tp-facts">
      {judged.map(field => (
        <div key={field}>
          <dt>{words.column(field)}</dt>
          <dd>
            <Status field={field} code={row[field]} />
            {field === 'exclude_duplicate_ips_result' && days !== null && (
              <small className="tp-window">
                <FormattedMessage id="result.window" values={{ days }} />
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

interface SectionProps {
  /** Message id of the heading. */
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ title, children }: SectionProps) => (
  <section className="tp-detail">
    <h3>
      <FormattedMessage id={title} />
    </h3>
    {children}
  </section>
);

const Facts = ({ row }: RowProps) => {
  const format = useFormatter();
  const words = useWords(approvals.list);
  return (
    <>
      <div className="tp-detail-head">
        <strong>
          <Status field="approval_status" code={row.approval_status} />
        </strong>
        <Status field="notice_state" code={row.notice_state} />
        <SourceLinks row={row} />
      </div>
      <Section title="result.judgements">
        <Judgements row={row} />
      </Section>
      <Section title="result.ledger">
        <Ledger id={row.result_id} />
      </Section>
      <Section title="result.facts">
        <dl className="tp-facts">
          {FACTS.map(({ field, format: how }) => (
            <div key={field}>
              <dt>{words.column(field)}</dt>
              <dd>{format(how as Format, row[field] as never, field)}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
};
