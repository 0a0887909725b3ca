import { lazy, Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf } from '../../components/days.ts';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { date } from '../../components/formats.ts';
import { useChoosable, useProduct } from '../../console/product.ts';
import type { Log, LogFilter } from '../../resources/log.ts';
import '../analysis/analysis.css';
import { Paper, PaperHead } from '../analysis/paper.tsx';
import '../list/list.css';
import '../screens.css';
import { DownloadMenu } from '../list/download-menu.tsx';
import { writePeriod } from '../period.ts';
import { FeedPanel } from './feed-panel.tsx';
import type LogPrintOf from './log-print.tsx';
import { Narrowing } from './narrowing.tsx';
import { narrowed, readLogSearch } from './search.ts';
import { useFeed } from './use-feed.ts';
import { useLogColumns } from './use-log-columns.ts';
import { useNews } from './use-news.ts';
import { useRowWays } from './use-row-ways.ts';

// After the rows: nobody prints what he has not seen.
const LogPrint = lazy(() => import('./log-print.tsx')) as unknown as typeof LogPrintOf;

const NONE: readonly string[] = [];
const isTyped = ({ kind }: LogFilter) => kind === 'id' || kind === 'text';

/** A log: its period and filters, and its rows from the newest on, as many as one scrolls to. What comes meanwhile is announced, and shown when one says so. */
export const LogScreen = <Raw extends object, Row extends object>({ log }: { readonly log: Log<Raw, Row> }) => {
  const intl = useIntl();
  const product = useProduct();
  const today = useToday();
  const [search, go] = useAddress(raw => readLogSearch(raw, log.filters));
  const days = daysOf(search.period, search, today);
  const question = { product_id: product.id, ...days, ...(log.flagged && { show: search.show }), ...narrowed(search, log.filters) };
  const feed = useFeed(log, question);
  const { columns, words, shown, arrangement } = useLogColumns(log);
  const { head, busy } = feed;
  // Nothing new comes into days that are over.
  const news = useNews(log, question, busy || days.to < today ? null : head?.latest ?? null);
  const { link, actions } = useRowWays(log);

  const labelOf = (field: string): string => (`log.filter.${field}` in intl.messages ? intl.formatMessage({ id: `log.filter.${field}` }) : words.column(field));
  const typed = log.filters.filter(isTyped);
  const title = intl.formatMessage({ id: `log.${log.name}.title` });
  const optionsOf = useOptions(words.choice);
  const rowKey = (row: Row) => String(row[log.key]);
  const facts = [
    { name: intl.formatMessage({ id: 'analysis.product' }), text: product.title },
    { name: intl.formatMessage({ id: 'period.label' }), text: intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) }) },
    ...log.filters.flatMap(filter => {
      const text = search.values[filter.field];
      return text === undefined ? [] : [{ name: labelOf(filter.field), text: optionsOf(filter).find(({ value }) => value === text)?.label ?? text }];
    }),
  ];

  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={`log.${log.name}.lead`} /></p>
      </header>
      <div className="tp-fields">
        <DateRange period={search.period} days={days} onChange={(period, custom) => go(writePeriod(period, custom))} />
        {log.filters.filter(filter => !isTyped(filter)).map(filter => (
          <LogChoice key={filter.field} filter={filter} label={labelOf(filter.field)} choiceOf={words.choice} value={search.values[filter.field] ?? ''} onChange={value => go({ [filter.field]: value === '' ? undefined : value })} />
        ))}
        {log.flagged && (
          <label className="check">
            <input type="checkbox" checked={search.show === 'all'} onChange={event => go({ show: event.target.checked ? 'all' : undefined })} />
            <FormattedMessage id={head?.left_out && head.left_out.repeated === undefined ? 'log.filter.show_flagged' : 'log.filter.show_all'} />
          </label>
        )}
      </div>
      <PaperHead facts={facts} />
      <FeedPanel
        feed={feed} total={head?.total ?? null} leftOut={head?.left_out ?? null} news={news} onNews={feed.again}
        grid={{ label: title, columns, rowKey, ...arrangement, ...(link !== undefined && { link }), ...(actions.length > 0 && { actions }), tools: <><Suspense><LogPrint feed={feed} total={head?.total ?? null} /></Suspense><DownloadMenu path={log.path} query={question} columns={shown} /></> }}
      >
        {typed.length > 0 && (
          <div className="tp-bar"><Narrowing filters={typed} values={search.values} labelOf={labelOf} onChange={(field, value) => go({ [field]: value })} /></div>
        )}
      </FeedPanel>
      {feed.rows !== null && feed.failure === null && (
        <Paper
          title={title} columns={columns} hidden={arrangement.hidden} order={arrangement.order ?? NONE} sort={null} rows={feed.rows} rowKey={rowKey} totals={undefined} beneath={undefined}
          {...(head !== null && head.total !== null && { total: head.total })}
        />
      )}
    </article>
  );
};

interface LogChoiceProps {
  readonly filter: LogFilter;
  readonly label: string;
  readonly choiceOf: (field: string, value: string) => string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What there is to choose from in a filter. @param choiceOf the word of a code */
const useOptions = (choiceOf: LogChoiceProps['choiceOf']) => {
  const intl = useIntl();
  const choosable = useChoosable();
  return (filter: LogFilter): readonly { readonly value: string; readonly label: string }[] => (filter.kind === 'selection' ? choosable(filter).map(({ id, title }) => ({ value: String(id), label: title }))
    : filter.kind === 'word' ? filter.words.map(word => ({ value: word, label: intl.formatMessage({ id: `tag.${word}` }) }))
    : filter.kind === 'choice' ? filter.values.map(code => ({ value: String(code), label: choiceOf(filter.field, String(code)) }))
    : []);
};

/** A filter that is chosen from a list; the first entry narrows nothing. */
const LogChoice = ({ filter, label, choiceOf, value, onChange }: LogChoiceProps) => {
  const intl = useIntl();
  const own = `log.filter.all_${filter.field}s`;
  const options = useOptions(choiceOf)(filter);
  return (
    <Choice
      label={label} value={value} wide={filter.kind === 'selection'} onChange={onChange}
      options={[{ value: '', label: intl.formatMessage({ id: own in intl.messages ? own : 'log.filter.all' }) }, ...options]}
    />
  );
};
