import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf } from '../../components/days.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useChoosable, useProduct } from '../../console/product.ts';
import type { Log } from '../../resources/log.ts';
import '../screens.css';
import { DownloadMenu } from '../list/download-menu.tsx';
import { writePeriod } from '../period.ts';
import { useCopied } from '../use-copied.ts';
import { useHidden } from '../use-hidden.ts';
import { readLogSearch } from './search.ts';
import { useFeed } from './use-feed.ts';

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;

/** A log: its period and filters, and its rows from the newest on, as many as one scrolls to. */
export const LogScreen = <Raw extends object, Row extends object>({ log }: { readonly log: Log<Raw, Row> }) => {
  const intl = useIntl();
  const product = useProduct();
  const ads = useChoosable()({ list: 'ad' });
  const [search, go] = useAddress(readLogSearch);
  const days = daysOf(search.period, search, useToday());
  const question = {
    product_id: product.id, ...days, show: search.show,
    ...(search.ad !== null && { ad_id__in: [Number(search.ad)] }), ...(search.device !== null && { device: search.device }),
  };
  const feed = useFeed(log, question);
  const copied = useCopied();
  const hiddenAtFirst = useMemo(() => log.columns.filter(column => column.hidden === true).map(column => column.field), [log]);
  const [hidden, setHidden] = useHidden(`log_${log.name}`, hiddenAtFirst);
  const columns = useMemo(
    () => log.columns.map(({ field, format, size }): GridColumn<Row> => ({ field, format, label: intl.formatMessage({ id: `column.${field}` }), ...(size !== undefined && { size }) })),
    [log, intl]);

  const { rows, head, failure, stuck, busy, again, more } = feed;
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} />
    : rows?.length === 0 ? <Empty title="state.empty" hint="state.empty_hint" />
    : undefined;
  const title = intl.formatMessage({ id: `log.${log.name}.title` });
  const count = rows === null ? null : head?.total === null || head === null
    ? <FormattedMessage id="grid.rows" values={{ count: rows.length }} />
    : <FormattedMessage id="grid.rows_of" values={{ count: rows.length, total: head.total }} />;

  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={`log.${log.name}.lead`} /></p>
      </header>
      <div className="tp-fields">
        <DateRange period={search.period} days={days} onChange={(period, custom) => go(writePeriod(period, custom))} />
        <Choice
          label={intl.formatMessage({ id: 'log.filter.ad' })} value={search.ad ?? ''} wide
          options={[{ value: '', label: intl.formatMessage({ id: 'log.filter.all_ads' }) }, ...ads.map(({ id, title: label }) => ({ value: String(id), label }))]}
          onChange={ad => go({ ad })}
        />
        <Choice
          label={intl.formatMessage({ id: 'log.filter.device' })} value={search.device ?? ''}
          options={[{ value: '', label: intl.formatMessage({ id: 'log.filter.all_devices' }) }, ...DEVICES.map(value => ({ value, label: intl.formatMessage({ id: `tag.${value}` }) }))]}
          onChange={device => go({ device })}
        />
        <label className="check">
          <input type="checkbox" checked={search.show === 'all'} onChange={event => go({ show: event.target.checked ? 'all' : undefined })} />
          <FormattedMessage id="log.filter.show_all" />
        </label>
        <DownloadMenu path={log.path} query={question} columns={log.columns.map(({ field }) => field).filter(field => !hidden.includes(field))} />
      </div>
      <section className="tp-panel">
        <DataGrid
          label={title} columns={columns} rows={rows} rowKey={row => String(row[log.key])} busy={busy} instead={instead} onMore={more}
          hidden={hidden} hiddenAtFirst={hiddenAtFirst} onHidden={setHidden} onCopied={copied} caption={count}
        />
        {stuck !== null && (
          <div className="tp-strip" role="alert">
            <FormattedMessage id="grid.more_failed" />
            <Button label={intl.formatMessage({ id: 'state.again' })} onClick={() => feed.retryMore()} />
          </div>
        )}
        {rows !== null && rows.length > 0 && more === null && stuck === null && !busy && <p className="tp-note"><FormattedMessage id="log.end" /></p>}
        {head?.left_out && (
          <p className="tp-note">
            <FormattedMessage id="analysis.left_out" values={{ bot: head.left_out.bot, repeated: head.left_out.repeated, excluded: head.left_out.excluded_ip }} />
          </p>
        )}
      </section>
    </article>
  );
};
