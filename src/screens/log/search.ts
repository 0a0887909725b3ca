import type { RawSearch } from '../../console/address.ts';
import type { LogFilter } from '../../resources/log.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';

export interface LogSearch extends PeriodSearch {
  readonly show: 'counted' | 'all';
  /** What it is narrowed by: text by the filter's field. */
  readonly values: Readonly<Record<string, string>>;
}

const LARGEST = 2n ** 64n;
/** What may be typed into a text; the server takes no more. */
export const LONGEST = 200;

/** Whether a text can be asked of a filter; what cannot would be refused by the server. */
export const isAskable = (filter: LogFilter, text: string): boolean => {
  switch (filter.kind) {
    case 'selection': return /^[1-9]\d{0,8}$/.test(text);
    case 'word': return filter.words.includes(text);
    case 'choice': return filter.values.some(value => String(value) === text);
    case 'id': return /^\d{1,20}$/.test(text) && BigInt(text) < LARGEST;
    case 'text': return text.trim() !== '' && text.length <= LONGEST;
  }
};

/** The question in a log's address; what is absent or wrong is the default. */
export const readLogSearch = (raw: RawSearch, filters: readonly LogFilter[]): LogSearch => ({
  ...readPeriod(raw, '7'),
  show: raw['show'] === 'all' ? 'all' : 'counted',
  values: Object.fromEntries(filters.flatMap(filter => {
    const text = raw[filter.field];
    return text !== undefined && isAskable(filter, text) ? [[filter.field, text]] : [];
  })),
});

/** A filter's value as the API takes it. */
const valueOf = (filter: LogFilter, text: string): number | string | readonly number[] => {
  switch (filter.kind) {
    case 'selection': return filter.condition === undefined ? [Number(text)] : `${filter.condition}=${text}`;
    case 'choice': return filter.values.some(one => one === Number(text)) ? Number(text) : text;
    case 'text': return text.trim();
    case 'word': case 'id': return text;
  }
};

/** What a log is asked besides its period: each filter's value by its parameter. */
export const narrowed = ({ values }: LogSearch, filters: readonly LogFilter[]): Readonly<Record<string, number | string | readonly number[]>> =>
  Object.fromEntries(filters.flatMap(filter => {
    const text = values[filter.field];
    return text === undefined ? [] : [[filter.parameter ?? (filter.kind === 'selection' && filter.condition !== undefined ? 'where' : filter.field), valueOf(filter, text)]];
  }));
