// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPartial } from '../../machines/signed-in-data.ts';
import { LIST_NAMES } from '../../machines/startup.ts';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import { listsOf, renewedOf } from '../../src/console/ports.ts';
import messages from '../../src/messages/ja.json' with { type: 'json' };
import type { AnyFilter } from '../../src/resources/filter.ts';
import { useFieldTexts, type AnyField } from '../../src/screens/record/fields.ts';
import { useFilterWords } from '../../src/screens/list/use-filters.ts';
import { Shown } from '../../src/screens/record/value-text.tsx';
import { SearchedMany } from '../../src/screens/searched-fields.tsx';
import { createTestConsole } from '../support/test-console.ts';

vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  useSearch: () => undefined,
  useNavigate: () => () => undefined,
}));
afterEach(cleanup);

const COUNT = 12_000;
const ROWS = Array.from({ length: COUNT }, (_, at) => ({
  id: at + 1,
  label: `広告 é ${at + 1}`,
  product_id: 1,
}));
interface ListParameters {
  readonly page?: number;
  readonly page_size: number;
  readonly where?: string;
  readonly search?: string;
  readonly show_deleted?: boolean;
}
type PageParameters = ListParameters & Readonly<Record<string, unknown>>;

/** Networks that start-up does not load: one was deleted, one is made later. */
const NETWORKS = [
  { id: 21, label: 'Réseau 蜂', product_id: 1, status: false },
  { id: 22, label: '新しい網', product_id: 1, status: true },
];
/** A server with 12,000 ads, 12,000 products and networks that are found by id only, which answers as the gateway does. */
const answer = ({
  page = 1,
  page_size: size,
  where = '',
  search = '',
  show_deleted: showsDeleted = false,
  ...wanted
}: PageParameters): object => {
  const ids = /^id__in=(.+)$/.exec(where)?.[1]?.split(',').map(Number);
  const found = ROWS.filter(({ id, label }) => ids?.includes(id) !== false && label.includes(search));
  const rows = { count: found.length, results: found.slice((page - 1) * size, page * size) };
  const none = { count: 0, results: [] };
  const networks = NETWORKS.filter(
    ({ id, status }) => ids?.includes(id) === true && (status || showsDeleted),
  );
  return Object.fromEntries(
    LIST_NAMES.filter(name => wanted[name] === true).map(name => {
      if (name === 'asp') return [name, { count: networks.length, results: networks }];
      return [name, name === 'ad' || name === 'product' ? rows : none];
    }),
  );
};

const setUp = async () => {
  const requests: PageParameters[] = [];
  const pendingReplies: (() => void)[] = [];
  let holds = false;
  const execute = ((_: unknown, question: PageParameters, signal?: AbortSignal) => {
    if (signal?.aborted === true) return Promise.reject(new Error('taken back'));
    requests.push(question);
    return new Promise(resolve => {
      const reply = () => resolve(answer(question));
      if (holds) pendingReplies.push(reply);
      else reply();
    });
  }) as unknown as Console['execute'];
  const { actor, outside, signIn } = await createTestConsole();
  const { signal } = new AbortController();
  const { lists, totals } = await listsOf(execute, LIST_NAMES, signal);
  outside.lists.mockImplementation(async () => lists);
  outside.totals = totals;
  // The console imports its ports before it calls them.
  outside.renew.mockImplementation(async (stale, ending) =>
    Promise.resolve().then(() => renewedOf(execute, stale, ending)),
  );
  await signIn();
  requests.splice(0);
  const draw = (what: React.ReactNode) =>
    render(
      <IntlProvider locale="ja" messages={messages}>
        <ConsoleContext value={{ execute, actor } as unknown as Console}>{what}</ConsoleContext>
      </IntlProvider>,
    );
  return {
    requests,
    pendingReplies,
    draw,
    known: () => actor.getSnapshot().context.data!,
    hold: (on: boolean) => {
      holds = on;
    },
  };
};
const settle = (ms = 0) =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, ms));
  });
const AD: AnyField = { field: 'ad_id', widget: 'choice', choices: { list: 'ad' } };
const NETWORK: AnyField = { field: 'asp', widget: 'choice', choices: { list: 'asp' } };
const ADS: AnyField = { field: 'ads', widget: 'many', choices: { list: 'ad' } };

describe('the start-up lists of 12,000 entries', () => {
  test('are loaded completely for products, and partially for ads', async () => {
    const { known } = await setUp();
    expect([known().lists.product.length, known().lists.ad.length, known().totals.ad]).toEqual([
      COUNT,
      9999,
      COUNT,
    ]);
    expect(LIST_NAMES.filter(name => isPartial(known(), name))).toEqual(['ad']);
  });

  test('lack names that are loaded in one request, with ids shown until then', async () => {
    const { requests, draw, hold, pendingReplies } = await setUp();
    hold(true);
    const Facts = () => {
      const texts = useFieldTexts('redirects');
      return (
        <>
          <output>
            <Shown field={AD} value={11_500} texts={texts} />
          </output>
          <p data-testid="many">
            <Shown field={ADS} value={[7, 11_501, 99_999]} texts={texts} />
          </p>
        </>
      );
    };
    draw(<Facts />);
    await settle();
    expect([screen.getByRole('status').textContent, screen.getByTestId('many').textContent]).toEqual([
      '#11500',
      '広告 é 7、#11501、#99999',
    ]);
    expect(requests.map(({ where }) => where)).toEqual(['id__in=11500,11501,99999']);
    pendingReplies.forEach(reply => reply());
    await settle();
    expect([screen.getByRole('status').textContent, screen.getByTestId('many').textContent]).toEqual([
      '広告 é 11500',
      '広告 é 7、広告 é 11501、削除済み（ID 99999）',
    ]);
    expect(requests).toHaveLength(1);
  });

  test('name entries that were deleted or made since, in a record, its form and a filter, and offer no deleted one', async () => {
    const { draw, known, requests } = await setUp();
    const filter: AnyFilter = { field: 'asp', kind: 'choice', choices: { list: 'asp' } };
    const Named = () => {
      const texts = useFieldTexts('ads');
      const { sentence } = useFilterWords('ads', [filter], [{ field: 'asp', op: 'in', value: '21,22,23' }]);
      return (
        <>
          <output>
            <Shown field={NETWORK} value={21} texts={texts} />
          </output>
          <p data-testid="filter">{sentence({ field: 'asp', op: 'in', value: '21,22,23' })}</p>
          <p data-testid="offered">{texts.optionsOf(NETWORK).map(({ label }) => label)}</p>
        </>
      );
    };
    draw(<Named />);
    await settle();
    expect(['filter', 'offered'].map(id => screen.getByTestId(id).textContent)).toEqual([
      '広告媒体：Réseau 蜂（削除済み）、新しい網、または削除済み（ID 23）',
      '新しい網',
    ]);
    expect(screen.getByRole('status').textContent).toBe('Réseau 蜂（削除済み）');
    expect(known().lists.asp.map(({ id }) => id)).toEqual([22]);
    expect(requests).toHaveLength(1);
  });

  test('are offered in a field by their first entries and a search on the server; chosen entries stay visible', async () => {
    const { requests, draw, hold, pendingReplies } = await setUp();
    const Field = () => {
      const [value, setValue] = useState<readonly number[]>([11_500]);
      return (
        <SearchedMany
          name="ads"
          label="広告"
          list="ad"
          product={1}
          value={value}
          onChange={next => setValue(next as readonly number[])}
        />
      );
    };
    draw(<Field />);
    await settle(10);
    expect(screen.getByRole('status').textContent).toBe(
      '12,000件のうち50件を表示しています。ほかは検索してください。',
    );
    expect(screen.getAllByRole('checkbox')).toHaveLength(51);
    const box = screen.getByRole('searchbox');
    hold(true);
    fireEvent.change(box, { target: { value: '1199' } });
    await settle(300);
    expect(screen.getByRole('status').textContent).toBe('検索しています…');
    fireEvent.change(box, { target: { value: '11999' } });
    await settle(300);
    // The answers arrive in reverse order: the one to the earlier search comes last.
    pendingReplies.toReversed().forEach(reply => reply());
    await settle();
    expect(
      requests
        .filter(({ search }) => search)
        .map(({ search, where, page_size: size }) => [search, where, size]),
    ).toEqual([
      ['1199', 'product_id=1', 50],
      ['11999', 'product_id=1', 50],
    ]);
    expect(screen.getByRole('status').textContent).toBe('1件見つかりました');
    expect(screen.getAllByRole('checkbox').map(element => element.closest('label')?.textContent)).toEqual([
      '広告 é 11500',
      '広告 é 11999',
    ]);
    hold(false);
    fireEvent.click(screen.getByLabelText('広告 é 11999'));
    fireEvent.change(box, { target: { value: 'nichts' } });
    await settle(300);
    expect(screen.getByRole('status').textContent).toBe('0件見つかりました');
    expect(
      screen
        .getAllByRole('checkbox', { checked: true })
        .map(element => element.closest('label')?.textContent),
    ).toEqual(['広告 é 11500', '広告 é 11999']);
  });
});
