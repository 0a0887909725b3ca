import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../../analyses/analysis.ts';
import { ALL_AXES } from '../../../analyses/axes.ts';
import { REPORT_FILTERS } from '../../../analyses/filters.ts';
import { useToday } from '../../../components/use-today.ts';
import { parseSearch } from '../../../console/address.ts';
import { useProduct } from '../../../console/product.ts';
import '../analysis.css';
import { useReportFilters } from './report-filters.ts';
import { daysOfSearch } from './query.ts';
import { readAnalysisSearch } from './read-search.ts';
import { useFacts } from './use-facts.ts';
import { useTranslate } from '../report/use-report.ts';

/** An analysis with every control, to parse the address of any analysis. */
const ANY: Framed = {
  name: 'any',
  axes: ALL_AXES,
  nested: true,
  models: 'all',
  controls: ['compare', 'filters', 'approval', 'evaluation'],
  filters: REPORT_FILTERS,
  columns: [],
  chart: { over: 'items', items: [] },
  sort: null,
  views: ['models', 'paths', 'what_if'],
};
const OVER_TIME: Framed = {
  ...ANY,
  controls: ['step', ...ANY.controls],
  chart: { over: 'time', items: [] },
};
/** The name of a report by its path: `/analyze/ad-statistics` is `ad_statistics`; a view has its own name. */
const pageOf = (path: string, view: string | undefined): string =>
  view ?? (path.split('/').at(-1) ?? '').replaceAll('-', '_');

const BOARD = '/analyze/board/';

/** What a delivery sends: the query of a report, or a board, whose saved views have their own queries. */
export const DeliveredFacts = ({ address }: { readonly address: string }) =>
  address.startsWith(BOARD) ? <BoardFacts address={address} /> : <QueryFacts address={address} />;

const BoardFacts = ({ address }: { readonly address: string }) => {
  const product = useProduct();
  return (
    <div className="tp-applied-conditions">
      <dl>
        <div>
          <dt>
            <FormattedMessage id="column.reportDeliveries.analyze_page" />
          </dt>
          <dd>
            <FormattedMessage id="choice.analyze_page.board" />
          </dd>
        </div>
      </dl>
      <Link to={address as '/'} search={{ product_id: String(product.id) } as object} target="_blank">
        <FormattedMessage id="delivery.open_board" />
      </Link>
    </div>
  );
};

/**
 * The query of a report address as text, with a link to the report. Product and period are not part of it,
 * as the mail sets them.
 */
const QueryFacts = ({ address }: { readonly address: string }) => {
  const translate = useTranslate();
  const product = useProduct();
  const today = useToday();
  const [path = ''] = address.split('?');
  const raw = useMemo(() => parseSearch(address.split('?')[1] ?? ''), [address]);
  const analysis = path.endsWith('/term') ? OVER_TIME : ANY;
  const search = useMemo(() => readAnalysisSearch(analysis)(raw), [analysis, raw]);
  const words = useReportFilters(ANY.filters, search.conditions);
  const facts = useFacts({
    analysis,
    search,
    days: daysOfSearch(search, today, product.weekStart ?? 0),
    counted: search.model === null ? null : Number(search.model),
    words,
  });
  const period = translate('period.label');
  const compared = translate('analysis.compare');
  // The kind of comparison only: its days depend on the day of the mail.
  const shownFacts = facts
    .slice(1)
    .filter(({ name }) => name !== period)
    .map(fact =>
      fact.name === compared && search.compare !== null
        ? { name: compared, text: translate(`compare.${search.compare}`) }
        : fact,
    );
  return (
    <div className="tp-applied-conditions">
      <dl>
        <div>
          <dt>
            <FormattedMessage id="column.reportDeliveries.analyze_page" />
          </dt>
          <dd>{translate(`choice.analyze_page.${pageOf(path, raw['view'])}`)}</dd>
        </div>
        {analysis === OVER_TIME && (
          <div>
            <dt>{period}</dt>
            <dd>
              {search.display === 'custom' ? (
                <FormattedMessage id="delivery.days" />
              ) : (
                translate(`display.${search.display}`)
              )}
            </dd>
          </div>
        )}
        {shownFacts.map(({ name, text: fact }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Link to={path as '/'} search={{ ...raw, product_id: String(product.id) } as object} target="_blank">
        <FormattedMessage id="delivery.open" />
      </Link>
    </div>
  );
};
