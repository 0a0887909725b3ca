// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test } from 'vitest';
import { RowRange } from '../../src/components/row-range.tsx';
import { Pager } from '../../src/screens/list/pager.tsx';

const messages = JSON.parse(readFileSync('src/messages/en.json', 'utf8')) as Record<string, string>;
const draw = (what: React.ReactNode) =>
  render(
    <IntlProvider locale="en" messages={messages}>
      {what}
    </IntlProvider>,
  );
const nothing = () => undefined;
afterEach(cleanup);

test.each([
  { loaded: 0, total: 0, ended: true, text: '0 rows' },
  { loaded: 200, total: 12_345, ended: false, text: '1-200 of 12,345' },
  { loaded: 200, total: 1_230_000, estimated: true, ended: false, text: '1-200 of about 1,230,000' },
  { loaded: 201, total: 200, estimated: true, ended: true, text: '1-201 of 201' },
  { loaded: 200, total: null, ended: false, text: '1-200, more follow' },
  { loaded: 200, total: 200, ended: false, text: '1-200, more follow' },
  { loaded: 201, total: 200, ended: false, text: '1-201, more follow' },
  { loaded: 201, total: 200, ended: true, text: '1-201 of 201' },
  { loaded: 7, total: null, ended: true, text: '1-7 of 7' },
])('a log of $loaded loaded rows of $total (ended: $ended) is labelled $text', ({ text, ...range }) => {
  expect(draw(<RowRange {...range} />).container.textContent).toBe(text);
});

test.each([
  [null, '9999 per page'],
  [9999, 'All on one page'],
  [10_000, '9999 per page'],
])('the largest page size for a list of %s rows is labelled %s', (count, label) => {
  draw(<Pager page={1} size={9999} count={count} onPage={nothing} onSize={nothing} />);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(label);
});
