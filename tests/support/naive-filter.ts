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

/** A day counts from its first instant, and the last day of a filter up to its end. */
const matchesSpan = (op: Operator, at: number, text: string): boolean => {
  const { from = NaN, until = NaN } = spanOf(text) ?? {};
  return compare(op, at, from, until - 1);
};

/** A part of a text matches in any case; a complete text matches exactly. */
const matchesText = (op: Operator, stored: unknown, text: string): boolean => {
  const [value, part] = [String(stored).toLowerCase(), text.toLowerCase()];
  switch (op) {
    case 'contains':
      return value.includes(part);
    case 'startswith':
      return value.startsWith(part);
    case 'endswith':
      return value.endsWith(part);
    default:
      return stored === text;
  }
};

/** A text that each kind of filter accepts. */
export const FILTER_SAMPLES: Readonly<Record<Kind, string>> = {
  text: 'x',
  integer: '1',
  decimal: '1',
  boolean: 'true',
  day: '2026-02-28',
  time: '2026-02-28',
};

/** The meaning of a filter, as simple as possible. */
export const matches = (kind: Kind, op: Operator, stored: unknown, operands: readonly string[]): boolean => {
  if (op === 'ne') return !matches(kind, 'exact', stored, operands);
  if (op === 'in') return operands.some(text => matches(kind, 'exact', stored, [text]));
  if (stored === null) return false;
  const [text = ''] = operands;
  switch (kind) {
    case 'text':
      return matchesText(op, stored, text);
    case 'boolean':
      return stored === (text === 'true' || text === '1');
    case 'integer':
    case 'decimal':
      return compare(op, Number(stored), Number(text), Number(text));
    case 'time':
      return matchesSpan(op, Date.parse(String(stored)), text);
    case 'day':
      return matchesSpan(op, spanOf(String(stored))?.from ?? NaN, text);
  }
};
