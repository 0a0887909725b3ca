// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import { typeOf, type ImportPreview } from '../../src/gateway/imports.ts';
import texts from '../../src/messages/en.json' with { type: 'json' };
import { ImportDialog } from '../../src/screens/imports/import-dialog.tsx';
import { UnusedCosts } from '../../src/screens/imports/unused-costs.tsx';
import { createTestConsole, role, tokens } from '../support/test-console.ts';

const FILE = new File(['ad_id,day,cost\n1,2026-01-02,3\n'], '費用é.csv');
const PREVIEW: ImportPreview = {
  digest: 'd1',
  total: 2,
  error_total: 0,
  counts: { create: 1, update: 0, replace: 1, same: 0 },
  columns: [
    { field: 'ad_id', heading: 'ad_id' },
    { field: 'cost', heading: 'cost' },
  ],
  unknown: ['メモ'],
  costs_unused: false,
  future_days: null,
  unread_sheets: 0,
  rows: [
    { row: 2, action: 'create', values: { ad_id: 1, cost: 3, ad_name: '=1+1' }, names: {} },
    { row: 3, action: 'replace', values: { ad_id: 2, cost: 4, ad_name: 'b' }, names: {} },
  ],
  errors: [],
};
const settle = () =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, 5));
  });

beforeEach(() => {
  // jsdom lacks HTMLDialogElement.showModal.
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answer = () => Response | Promise<Response>;

/** The import dialog with a server that gives these answers in order. */
const open = async (...answers: Answer[]) => {
  const sent: {
    readonly url: URL;
    readonly type: string | null;
    readonly token: string | null;
    readonly body: unknown;
  }[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({
      url: new URL(input, 'http://touchpath.test'),
      type: headers.get('content-type'),
      token: headers.get('authorization'),
      body: init.body,
    });
    init.signal?.throwIfAborted();
    return (answers.shift() ?? (() => Response.json({})))();
  });
  const { actor } = await createTestConsole(tokens(1));
  const onClose = vi.fn();
  render(
    <IntlProvider locale="en" messages={texts}>
      <ConsoleContext value={{ actor } as unknown as Console}>
        <ImportDialog kind="costs" productId={7} onClose={onClose} />
      </ConsoleContext>
    </IntlProvider>,
  );
  await settle();
  const choose = async (file = FILE) => {
    fireEvent.change(screen.getByLabelText(texts['import.choose']), { target: { files: [file] } });
    await settle();
  };
  const press = async (name: string | RegExp) => {
    // The close button at the top has the same name as the one at the bottom.
    fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!);
    await settle();
  };
  return { sent, choose, press, onClose };
};

describe('the import of a file', () => {
  test('is previewed, then applied with the digest of the preview', async () => {
    const { sent, choose, press, onClose } = await open(
      () => Response.json(PREVIEW),
      () => Response.json({ total: 2, counts: PREVIEW.counts }),
    );
    await choose();
    expect(screen.getByText(texts['import.no_errors'])).toBeTruthy();
    expect(screen.getAllByRole('row').map(row => row.textContent)).toEqual([
      'RowActionAd nameAd IDAd cost',
      '2New=1+113',
      '3Replacedb24',
    ]);
    await press('Apply 2 rows');
    expect(sent.map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
      ['/api/v1/imports/preview/', { product_id: '7', kind: 'costs' }],
      ['/api/v1/imports/apply/', { product_id: '7', kind: 'costs', digest: 'd1' }],
    ]);
    expect(sent.map(({ type, token, body }) => [type, token, body === FILE])).toEqual([
      ['text/csv', 'Bearer access-1', true],
      ['text/csv', 'Bearer access-1', true],
    ]);
    expect(screen.getByText(/Import complete: 1 new, 0 changed, 1 replaced/)).toBeTruthy();
    await press(texts['import.close']);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('warns of days in the future and of sheets that are not read; the rows can be applied all the same', async () => {
    const future_days = { total: 3, row: 5, day: '2026-05-01' };
    const { choose } = await open(() => Response.json({ ...PREVIEW, future_days, unread_sheets: 1 }));
    await choose(FILE);
    expect(screen.getByText(/3 rows have a date in the future, first row 5 \(2026\/05\/01\)/)).toBeTruthy();
    expect(screen.getByText(/1 more sheet has rows/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Apply 2 rows' })).toBeTruthy();
  });

  test('shows names of references and labels of codes as lists do, and not the product of all rows', async () => {
    const { choose } = await open(() =>
      Response.json({
        ...PREVIEW,
        columns: ['ad_category', 'asp', 'result_flag', 'direct_link'].map(field => ({
          field,
          heading: field,
        })),
        rows: [
          {
            row: 2,
            action: 'create',
            values: { name: 'é', product_id: 7, ad_category: 1, asp: 3, result_flag: 2, direct_link: true },
            names: { ad_category: 'リスティング（指名）' },
          },
        ],
      }),
    );
    await choose();
    expect(screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['Row', 'Action', 'Name', 'Ad category', 'Ad network', 'Result notification', 'Direct link'],
      [
        '2',
        'New',
        'é',
        'リスティング（指名）',
        '3',
        texts['choice.result_flag.2'],
        texts['choice.flag.true'],
      ],
    ]);
    expect(screen.queryByRole('button', { name: /more/i })).toBeNull();
  });

  test('with errors lists them by row in words, and cannot be applied', async () => {
    const errors = [
      { row: 3, field: 'cost', code: 'minimum', values: { min: 0 } },
      { row: 5, field: 'row', code: 'file_cells', values: { found: 1, expected: 3 } },
      { row: 9, field: 'ad_id', code: 'a_newer_code' },
    ];
    const { choose } = await open(() => Response.json({ ...PREVIEW, error_total: 1_003, errors }));
    await choose();
    expect(
      screen
        .getAllByRole('row')
        .slice(0, 3)
        .map(row => row.textContent),
    ).toEqual([
      'Row 3Ad costMinimum value is 0',
      'Row 5The whole rowThis row has 1 cells, but there are 3 headings.',
      `Row 9Ad ID${texts['fault.format']}`,
    ]);
    expect(screen.getByText('1,000 more errors.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });

  test('that is refused as a whole shows why, keeps the file, and can be read again', async () => {
    const refused = () =>
      Response.json(
        {
          code: 'invalid',
          _message: ['x'],
          fields: { file: ['file_rows'], 'rows.4.day': ['format_date'] },
          limits: { file: { max: 20_000 } },
        },
        { status: 400 },
      );
    const { sent, choose, press } = await open(refused, () => Response.json(PREVIEW));
    await choose();
    expect(screen.getAllByRole('row').map(row => row.textContent)).toEqual([
      'The whole fileA file may have at most 20000 rows.',
      'Row 4DateInvalid date',
    ]);
    await press(texts['import.recheck']);
    expect([sent.length, sent[1]!.body === FILE]).toEqual([2, true]);
    expect(screen.getByText(texts['import.no_errors'])).toBeTruthy();
  });

  test('without a network shows a failure and can be tried again', async () => {
    const { choose } = await open(() => Promise.reject(new TypeError('Failed to fetch')));
    await choose();
    expect(screen.getByRole('alert').textContent).toContain(texts['failure.offline']);
    expect(screen.getByRole('button', { name: texts['import.recheck'] })).toBeTruthy();
  });

  test('without a change cannot be applied', async () => {
    const { choose } = await open(() =>
      Response.json({ ...PREVIEW, counts: { create: 0, update: 0, replace: 0, same: 2 } }),
    );
    await choose();
    expect(
      (screen.getByRole('button', { name: texts['import.nothing'] }) as HTMLButtonElement).disabled,
    ).toBe(true);
  });

  test('accepts a dropped file', async () => {
    const { sent } = await open(() => Response.json(PREVIEW));
    fireEvent.drop(screen.getByRole('presentation'), { dataTransfer: { files: [FILE] } });
    await settle();
    expect(sent.length).toBe(1);
  });
});

test.each([
  ['a role that may not edit products is told whom to ask', 'agency', 7, texts['import.unused_costs.ask']],
  [
    'a read-only screen is told where the linkage is turned on',
    'admin',
    null,
    texts['import.unused_costs.where'],
  ],
] as const)('under unused costs, %s', async (_, base, productId, advice) => {
  const { actor, outside, signIn } = await createTestConsole();
  outside.role.mockImplementation(async () => ({ ...role, base }));
  await signIn();
  render(
    <IntlProvider locale="en" messages={texts}>
      <ConsoleContext value={{ actor } as unknown as Console}>
        <UnusedCosts productId={productId} />
      </ConsoleContext>
    </IntlProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe(`${texts['import.unused_costs']}${advice}`);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['a.csv', 'text/csv'],
  ['A.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['レポート.v2.json', 'application/json'],
  ['a.tsv', 'text/csv'],
  ['csv', 'text/csv'],
  ['a.pdf', 'text/csv'],
])('the file %s is sent as %s', (name, type) => {
  expect(typeOf({ name })).toBe(type);
});
