import { useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DateRange } from '../../components/date-range.tsx';
import { date } from '../../components/formats.ts';
import { isNarrow, watchNarrow } from '../../components/grid/narrow.ts';
import { useProduct } from '../../console/product.ts';
import type { Condition } from '../../resources/filter.ts';
import type { LeftOut, Log, LogAnswer } from '../../resources/log.ts';
import '../analysis/analysis.css';
import { PrintHead } from '../print/print-view.tsx';
import '../list/list.css';
import { useConditions } from '../list/use-conditions.tsx';
import { useFilterWords, type FilterWords } from '../list/use-filters.ts';
import { FoldedFields } from '../folded-fields.tsx';
import { useOwnConditions } from '../list/use-own-conditions.ts';
import { writePeriod } from '../period.ts';
import '../screens.css';
import { LogRows } from './log-rows.tsx';
import { writeLogConditions } from './search.ts';
import { useFeed } from './use-feed.ts';
import { useLogAddress, type LogAddress } from './use-log-address.ts';

/** Filters of a log with their texts, and the controls of the conditions in the address. */
const useLogConditions = (list: string, { shape, search, go }: LogAddress) => {
  const words = useFilterWords(list, shape.filters, search.conditions);
  const putConditions = (next: readonly Condition[], how: { readonly replace?: boolean } = {}) =>
    go(writeLogConditions(next, shape.filters), how);
  useOwnConditions(search.conditions, words, own => putConditions(own, { replace: true }));
  const conditions = useConditions({ words, conditions: search.conditions, onChange: putConditions });
  return { words, conditions };
};

/** Description of the query for print. */
const useLogFacts = ({ search: { conditions }, days }: LogAddress, words: FilterWords) => {
  const { title } = useProduct();
  const { formatMessage, formatList } = useIntl();
  return [
    { name: formatMessage({ id: 'analysis.product' }), text: title },
    {
      name: formatMessage({ id: 'period.label' }),
      text: formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) }),
    },
    ...(conditions.length === 0
      ? []
      : [
          {
            name: formatMessage({ id: 'filter.active' }),
            text: formatList(conditions.map(words.sentence), { type: 'conjunction' }),
          },
        ]),
  ];
};

interface FieldsProps {
  readonly address: LogAddress;
  readonly flagged: boolean;
  readonly leftOut: LeftOut | null | undefined;
}

const LogFields = ({ address: { search, go, days }, flagged, leftOut }: FieldsProps) => (
  <>
    <DateRange
      period={search.period}
      days={days}
      onChange={(period, custom) => go(writePeriod(period, custom))}
    />
    {flagged && (
      <label className="check">
        <input
          type="checkbox"
          checked={search.show === 'all'}
          onChange={event => go({ show: event.target.checked ? 'all' : undefined })}
        />
        <FormattedMessage
          id={leftOut && leftOut.repeated === undefined ? 'log.filter.show_flagged' : 'log.filter.show_all'}
        />
      </label>
    )}
  </>
);

export type LogFooter = (page: LogAnswer<object>['page']) => ReactNode;

/**
 * Screen of a log: period, filters, order, and rows that load on scrolling. New rows are announced, and
 * loaded on request.
 */
export const LogScreen = <Raw extends object, Row extends object>({
  log,
  footer,
}: {
  readonly log: Log<Raw, Row>;
  /** Content below the rows, by the first page of the answer. */
  readonly footer?: LogFooter;
}) => {
  const title = useIntl().formatMessage({ id: `log.${log.name}.title` });
  const address = useLogAddress(log);
  const feed = useFeed(log, address.parameters);
  const { words, conditions } = useLogConditions(log.list, address);
  const facts = useLogFacts(address, words);
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  const fields = <LogFields address={address} flagged={log.flagged} leftOut={feed.head?.left_out} />;
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id={`log.${log.name}.lead`} />
        </p>
      </header>
      {narrow ? (
        <FoldedFields title="filter.conditions" facts={facts.slice(1).map(({ text }) => text)}>
          {fields}
          {conditions.add}
          {conditions.bar}
        </FoldedFields>
      ) : (
        <div className="tp-fields">{fields}</div>
      )}
      <PrintHead facts={facts} />
      <LogRows
        log={log}
        address={address}
        feed={feed}
        title={title}
        footer={footer?.(feed.head?.page ?? null)}
        conditions={narrow ? { ...conditions, add: null, bar: null } : conditions}
      />
    </article>
  );
};
