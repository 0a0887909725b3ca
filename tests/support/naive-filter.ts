import type { Kind, Operator } from '../../server/http/filters.ts';
import { spanOf } from '../../server/http/spans.ts';

const compare = (op: Operator, value: number, first: number, last: number): boolean => {
  switch (op) {
    case 'gt':
    case 'after':
      return value > last;
    case 'gte':
      return value >= first;
    case 'lt':
    case 'before':
      return value < first;
    case 'lte':
      return value <= last;
    default:
      return value >= first && value <= last;
  }
};

/** What a filter means, said as plainly as can be. */
export const matches = (kind: Kind, op: Operator, stored: unknown, operands: readonly string[]): boolean => {
  if (op === 'ne') return !matches(kind, 'exact', stored, operands);
  if (op === 'in') return operands.some(text => matches(kind, 'exact', stored, [text]));
  if (stored === null) return false;
  const [text = ''] = operands;
  switch (kind) {
    case 'text': {
      const [value, part] = [String(stored).toLowerCase(), text.toLowerCase()];
      return op === 'contains'
        ? value.includes(part)
        : op === 'startswith'
          ? value.startsWith(part)
          : op === 'endswith'
            ? value.endsWith(part)
            : stored === text;
    }
    case 'boolean':
      return stored === (text === 'true' || text === '1');
    case 'integer':
    case 'decimal':
      return compare(op, Number(stored), Number(text), Number(text));
    case 'time':
    case 'day': {
      const { from = NaN, until = NaN } = spanOf(text) ?? {};
      // A day is its first instant, and all instants of the last day that is asked for are before the day's
      // end.
      const at = kind === 'time' ? Date.parse(String(stored)) : (spanOf(String(stored))?.from ?? NaN);
      return compare(op, at, from, until - 1);
    }
  }
};
