// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { IntlProvider } from 'react-intl';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type {
  PreviewClickForm_Input,
  PreviewCvSettingForm_Input,
  TestSendForm_Input,
} from '../../graphql/generated/graphql.ts';
import { macrosOf, type NoticeRules } from '../../server/results/macros.ts';
import { sampleResult } from '../../server/results/test-send.ts';
import { ConfirmContext } from '../../src/console/confirm.ts';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import { AdPanel } from '../../src/screens/record/side-panels/ad-links.tsx';
import { CvPagesPanel } from '../../src/screens/record/side-panels/cv-pages.tsx';
import { SenderPanel, ProductPanel } from '../../src/screens/record/side-panels/installation.tsx';
import { IdentityProviderPanel } from '../../src/screens/record/side-panels/identity-provider.tsx';
import { isPrivateAddress, isReservedName } from '../../server/results/egress.ts';
import { CONSENT_MACROS, MACROS } from '../../src/screens/record/side-panels/macros.tsx';
import { NetworkPanel } from '../../src/screens/record/side-panels/test-send.tsx';

const messages = JSON.parse(readFileSync('src/messages/en.json', 'utf8')) as Record<string, string>;

vi.mock('../../src/console/context.ts', async original => ({
  ...(await original<object>()),
  useMayWrite: () => mayWrite,
  useNotify: () => (notice: object) => notices.push(notice),
}));
let mayWrite = true;
const notices: object[] = [];
afterEach(() => {
  cleanup();
  mayWrite = true;
  notices.length = 0;
});

const settle = (ms = 0) =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, ms));
  });
/** A console whose server answers each operation by its name. */
const outside = (answers: Record<string, (variables: never) => object>) => {
  const requests: { readonly name: string; readonly variables: Record<string, unknown> }[] = [];
  const execute = (async (
    document: { definitions: { name?: { value: string } }[] },
    variables: Record<string, unknown>,
  ) => {
    const name = document.definitions[0]?.name?.value ?? '';
    requests.push({ name, variables });
    return { one: answers[name]!(variables as never) };
  }) as unknown as Console['execute'];
  const actor = createActor(fromCallback(() => undefined));
  const draw = (what: React.ReactNode) => (
    <IntlProvider locale="en" messages={messages}>
      <ConsoleContext value={{ execute, actor } as unknown as Console}>
        <ConfirmContext value={() => Promise.resolve(false)}>{what}</ConfirmContext>
      </ConsoleContext>
    </IntlProvider>
  );
  return { requests, draw };
};

const LINKS = {
  id: 7,
  impression_url: 'https://t.example/i/7.gif',
  impression_tag: '<img src="https://t.example/i/7.gif">',
  direct_link: true,
  direct_parameter: 'tp_ad=7',
  direct_url: 'https://shop.example/?tp_ad=7',
  redirects: [
    {
      redirect_id: 3,
      url: 'https://t.example/r/3',
      tracking_url: 'https://t.example/r/3?a={xclid}',
      verdict: 'counted',
    },
    {
      redirect_id: 4,
      url: 'https://t.example/r/4',
      tracking_url: 'https://t.example/r/4?a={xclid}',
      verdict: 'lost',
    },
  ],
  parameters: [{ column: 'xclid', name: 'a', macro: '{xclid}' }],
};
const click = ({ redirect_url, lpo_entries }: PreviewClickForm_Input) => ({
  visitor_id: '1',
  clicks: [
    {
      redirect_id: null,
      verdict: 'counted',
      location: `${redirect_url}?xclid=SAMPLE`,
      choice: 'plain',
      dynamic: 'foreign_host',
      values: [],
      entries: lpo_entries.map((entry, index) => ({
        number: index + 1,
        title: entry?.title,
        url: entry?.url,
        verdict: index === 0 ? 'used' : 'no_rate',
        share: index === 0 ? 1 : 0,
        chosen: index === 0,
      })),
    },
  ],
});
const draft = (over: object = {}) => ({
  product_id: 1,
  redirect_url: 'https://shop.example/',
  lpo_flag: false,
  lpo_entries: [],
  dynamic_lpurl: false,
  parameters: {},
  ...over,
});

test('the form of a new ad shows a click preview and no links; a reader of a saved ad sees links and no preview', async () => {
  const { requests, draw } = outside({
    AdLinks: () => LINKS,
    ClickPreview: ({ input }: { input: PreviewClickForm_Input }) => click(input),
  });
  const { unmount } = render(draw(<AdPanel id={null} draft={draft()} />));
  await settle();
  expect(requests.map(({ name }) => name)).toEqual(['ClickPreview']);
  expect(screen.getByText('https://shop.example/?xclid=SAMPLE')).toBeDefined();
  unmount();
  requests.length = 0;
  mayWrite = false;
  render(draw(<AdPanel id={7} draft={draft()} />));
  await settle();
  expect(requests.map(({ name }) => name)).toEqual(['AdLinks']);
});

test('the links of an ad are copied verbatim, with their macros', async () => {
  const written: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        written.push(text);
      },
    },
  });
  const { draw } = outside({ AdLinks: () => LINKS });
  mayWrite = false;
  render(draw(<AdPanel id={7} draft={draft()} />));
  await settle();
  for (const button of screen.getAllByRole('button', { name: /^Copy/ })) fireEvent.click(button);
  await settle();
  expect(written).toEqual([
    'https://t.example/r/3?a={xclid}',
    'https://t.example/r/4?a={xclid}',
    '<img src="https://t.example/i/7.gif">',
    'https://shop.example/?tp_ad=7',
  ]);
  expect(notices).toHaveLength(4);
  expect(
    within(screen.getByRole('group', { name: 'Click URL (redirect 4)' })).getByText('No destination page.'),
  ).toBeDefined();
});

test('the click preview is loaded when typing pauses, keeps its visitor until another is requested, and accepts an incomplete form', async () => {
  const { requests, draw } = outside({
    ClickPreview: ({ input }: { input: PreviewClickForm_Input }) => click(input),
  });
  const lpo = {
    lpo_flag: true,
    dynamic_lpurl: true,
    lpo_entries: [
      { title: '一', url: 'https://shop.example/1', rate: 100 },
      { title: '', url: 'https://shop.example/2', rate: null },
    ],
  };
  const { rerender } = render(draw(<AdPanel id={null} draft={draft(lpo)} />));
  await settle();
  for (const redirect_url of ['h', 'ht', 'x'.repeat(3000)])
    rerender(draw(<AdPanel id={null} draft={draft({ ...lpo, redirect_url, parameters: null, asp: 0 })} />));
  await settle(400);
  const inputs = () => requests.map(({ variables }) => variables['input'] as PreviewClickForm_Input);
  expect(inputs().map(input => input.redirect_url.length)).toEqual([21, 2000]);
  expect(new Set(inputs().map(input => input.visitor_id)).size).toBe(1);
  expect(inputs()[0]!.visitor_id).toMatch(/^[1-9][0-9]{0,17}$/);
  expect(inputs().at(-1)).toMatchObject({ asp: null, lpo_entries: [{ rate: 100 }, { rate: null }] });
  fireEvent.click(screen.getByRole('button', { name: 'Try another visitor' }));
  await settle(400);
  expect(new Set(inputs().map(input => input.visitor_id)).size).toBe(2);
  expect(screen.getByText("Not used: the URL is not on the product's domain.")).toBeDefined();
  expect(screen.getByText('Never chosen: its share is zero')).toBeDefined();
});

test('the webhook test sends one request each time its button is pressed, and shows the outcome', async () => {
  let sent: object = {
    url: 'https://net.example/?r=0',
    tag: null,
    success: false,
    failure: 'not_taken',
    http_status: 500,
    answer: 'sorry',
    body: null,
    duration_ms: 1234,
  };
  const { requests, draw } = outside({ TestSend: () => sent });
  render(
    draw(
      <NetworkPanel
        id={5}
        draft={{ result_method: 2, webhook_url: 'https://net.example/?r={result_id}', approved_value: 'OK' }}
      />,
    ),
  );
  await settle();
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
  await settle();
  expect(screen.getByText('The receiver did not accept it (HTTP 500).')).toBeDefined();
  expect(screen.getByText('1,234 ms')).toBeDefined();
  sent = { ...sent, success: true, failure: null, http_status: 200 };
  fireEvent.click(screen.getByRole('radio', { name: 'Rejected' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
  await settle();
  expect(screen.getByText('The receiver accepted it (HTTP 200).')).toBeDefined();
  expect(
    requests.map(({ variables }) => [
      variables['id'],
      (variables['input'] as TestSendForm_Input).status,
      (variables['input'] as TestSendForm_Input).approved_value,
    ]),
  ).toEqual([
    [5, 1, 'OK'],
    [5, 2, 'OK'],
  ]);
});

test('the webhook test sends a signed notification as the form states it, and shows the posted body', async () => {
  const body = '{"type":"result.approved"}';
  const { requests, draw } = outside({
    TestSend: () => ({
      url: 'https://net.example/',
      body,
      tag: null,
      success: false,
      failure: 'no_secret',
      http_status: null,
      answer: '',
      duration_ms: 0,
    }),
  });
  render(
    draw(
      <NetworkPanel
        id={5}
        draft={{
          result_method: 2,
          webhook_url: 'https://net.example/',
          webhook_style: 1,
          webhook_secret: '********',
        }}
      />,
    ),
  );
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
  await settle();
  expect(requests.map(({ variables }) => variables['input'])).toMatchObject([
    { webhook_style: 1, webhook_secret: '********' },
  ]);
  expect(screen.getByText(body)).toBeDefined();
  expect(
    screen.getByText('The signing secret is missing or not in the form whsec_ and Base64.'),
  ).toBeDefined();
});

test.each(['webhook_url', 'cv_tag'])(
  'a network whose %s has a signature shows the key of it',
  async field => {
    const { requests, draw } = outside({ SignatureKey: () => ({ signature_key: 'k-5' }) });
    const panel = (text: string) => draw(<NetworkPanel id={5} draft={{ [field]: text }} />);
    const { rerender } = render(panel('https://net.example/?s={sign}'));
    await settle();
    expect(requests).toEqual([]);
    rerender(panel('https://net.example/?s={signature}'));
    await settle();
    expect(screen.getByText('k-5')).toBeDefined();
    expect(requests.map(({ variables }) => variables)).toEqual([{ id: 5 }]);
  },
);

test('a network that is not saved shows that it cannot be tested yet', () => {
  const { requests, draw } = outside({});
  render(draw(<NetworkPanel id={null} draft={{}} />));
  expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull();
  expect(screen.getByText('Save first to send a test.')).toBeDefined();
  expect(requests).toEqual([]);
});

test('a webhook URL names its macros that are unknown, which would be sent empty', () => {
  const { draw } = outside({});
  const panel = (url: string) =>
    draw(<NetworkPanel id={null} draft={{ webhook_url: url, cv_tag: '{unasked}' }} />);
  const { rerender } = render(panel('https://net.example/?o={args}&a={amount}'));
  expect(screen.queryByText(/unknown and sent empty/)).toBeNull();
  rerender(panel('https://net.example/?o={order_id}&a={amount}&g={gdpr}&p={order_id}'));
  expect(
    screen.getByText(
      'These macros of the webhook URL are unknown and sent empty: {order_id}, {gdpr}. Use those listed below.',
    ),
  ).toBeDefined();
});

test.each([
  ['http://localhost:8080/n', 'localhost'],
  ['https://net.internal./n', 'net.internal'],
  ['https://10.0.0.7/n?o={args}', '10.0.0.7'],
  ['https://172.31.255.1/', '172.31.255.1'],
  ['https://192.168.1.1/', '192.168.1.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://[fd00::1]/', '[fd00::1]'],
])('a webhook URL to %s warns that notifications to %s are refused', (url, host) => {
  const { draw } = outside({});
  render(draw(<NetworkPanel id={null} draft={{ webhook_url: url }} />));
  expect(
    screen.getByText(
      (_, element) =>
        element?.textContent?.startsWith(`${host} is a private address`) === true &&
        element.tagName === 'SPAN',
    ),
  ).toBeDefined();
  const bare = host.replace(/^\[|\]$/g, '');
  expect(/[\d:]$/.test(bare) ? isPrivateAddress(bare) : isReservedName(bare, false)).toBe(true);
});

test.each([
  'https://net.example/',
  'https://172.32.0.1/',
  'https://10.net.example/',
  'https://local.net/',
  '10',
])('a webhook URL to %s does not warn of a private address', url => {
  const { draw } = outside({});
  render(draw(<NetworkPanel id={null} draft={{ webhook_url: url }} />));
  expect(screen.queryByText(/is a private address/)).toBeNull();
});

test('the explained macros are those that a notification fills, each with a text', () => {
  const network: NoticeRules = {
    id: 1,
    resultMethod: 2,
    webhookUrl: '',
    unapprovedValue: '',
    approvedValue: '',
    rejectedValue: '',
  };
  expect([...MACROS].toSorted()).toEqual(
    Object.keys(macrosOf(sampleResult(0), 0, network, 'key')).toSorted(),
  );
  expect(
    Object.keys(messages)
      .filter(id => id.startsWith('macro.'))
      .toSorted(),
  ).toEqual([...MACROS, ...CONSENT_MACROS].map(name => `macro.${name}`).toSorted());
});

test('a product shows its tag and where the tag was seen; a crossdomain sender shows its own domain only', async () => {
  const one = {
    tag: '<script async src="https://t.example/t/1.js"></script>',
    verdict: 'seen',
    first_seen: '2025-12-31T15:00:00.000Z',
    last_seen: '2026-01-31T15:00:00.000Z',
    page_views: 1234,
    unreadable_amounts: 2,
    unreadable_identifiers: 0,
    last_unreadable: '2026-01-31T15:00:00.000Z',
    refused_hosts: [
      { host: 'staging.example', last_seen: '2026-01-31T15:00:00.000Z' },
      { host: 'old.example', last_seen: '2026-01-30T15:00:00.000Z' },
    ],
    unknown_parameters: [{ name: 'amuont', last_seen: '2026-01-31T15:00:00.000Z' }],
    conversion_key: 'key',
    conversion_key_required: true,
    conversion_call: 'curl',
    previous_conversion_key_until: null,
    hosts: [
      {
        host: 'shop.example',
        relation: 'own',
        first_seen: '2025-12-31T15:00:00.000Z',
        last_seen: '2026-01-31T15:00:00.000Z',
        page_views: 1234,
      },
      { host: 'sender.example', relation: 'sender', first_seen: null, last_seen: null, page_views: 0 },
    ],
  };
  const { draw, requests } = outside({ Installation: () => one });
  const { unmount } = render(draw(<ProductPanel id={1} draft={{}} />));
  await settle();
  expect(screen.getAllByRole('status').map(status => status.textContent)).toEqual([
    'Tag is working: 1,234 page views in the last 24 hours, latest at 2026/02/01 00:00:00',
    "2 conversions of the last 7 days had an amount that could not be read, latest at 2026/02/01 00:00:00. The amount is recorded as 0, and automatic approval leaves its results pending. Correct data-amount, or amount in the page's address: a number of yen such as 1200 or ¥1,200.",
    'In the last 7 days the tag also reported from staging.example, old.example, latest at 2026/02/01 00:00:00. Nothing of it was recorded, because these pages are outside the domain. If they belong to the site, correct the domain, or add a crossdomain setting.',
    'Conversions of the last 7 days had unknown parameters, which were ignored: amuont, latest at 2026/02/01 00:00:00. Check their spelling: with a misspelt amount, a conversion is recorded with 0 yen. Parameters that a network adds can stay.',
  ]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  unmount();
  render(draw(<SenderPanel id={null} draft={{ product_id: 1, sender_domain: 'Sender.example' }} />));
  await settle();
  expect(screen.getAllByRole('listitem').map(item => item.querySelector('strong')?.textContent)).toEqual([
    'sender.example',
  ]);
  expect(screen.queryByRole('status')).toBeNull();
  expect(requests.map(({ variables }) => variables)).toEqual([{ id: 1 }, { id: 1 }]);
});

describe('the preview of a CV setting', () => {
  const pages = [{ url: 'https://shop.example/thanks', views: 3, last_at: '2026-01-31T15:00:00.000Z' }];
  const found = {
    verdict: 'some',
    field: null,
    look_back_days: 90,
    views: 200,
    matched_views: 3,
    matched_pages: 2,
    pages,
  };
  const typed = (over: object = {}) => ({
    product_id: 1,
    name: 'é',
    cv_condition: 1,
    cv_page_url: '/thanks',
    route_page_url: '',
    button_selector: '',
    ...over,
  });

  test('is loaded when typing pauses, and lists the matching pages', async () => {
    let answer: object = found;
    const { requests, draw } = outside({ CvSettingPreview: () => answer });
    const { rerender } = render(draw(<CvPagesPanel id={null} draft={typed()} />));
    await settle();
    expect(screen.getByRole('status').textContent).toBe('3 of the latest 200 page views match.');
    expect(screen.getByRole('listitem').textContent).toBe(
      'https://shop.example/thanks3 views / Last: 2026/02/01 00:00:00',
    );
    expect(screen.getByText('1 more page')).toBeDefined();
    answer = {
      ...found,
      verdict: 'impossible',
      field: 'button_selector',
      views: 0,
      matched_views: 0,
      matched_pages: 0,
      pages: [],
    };
    for (const button_selector of ['#', '###', '#'.repeat(1_500)])
      rerender(draw(<CvPagesPanel id={null} draft={typed({ cv_condition: 3, button_selector })} />));
    await settle(400);
    const inputs = requests.map(({ variables }) => variables['input'] as PreviewCvSettingForm_Input);
    expect(inputs.map(input => input.button_selector.length)).toEqual([0, 1_000]);
    expect(screen.getByRole('status').textContent).toBe(
      'No element can match “Button selector”. Check the value.',
    );
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('is loaded only for users who may change the setting and with a product, and hides addresses without permission for the access log', async () => {
    const { requests, draw } = outside({ CvSettingPreview: () => ({ ...found, pages: null }) });
    const { unmount } = render(draw(<CvPagesPanel id={null} draft={typed({ product_id: 0 })} />));
    expect(screen.getByText('Select a product to see the pages that match.')).toBeDefined();
    unmount();
    mayWrite = false;
    render(draw(<CvPagesPanel id={1} draft={typed()} read />)).unmount();
    await settle();
    expect(requests).toEqual([]);
    mayWrite = true;
    render(draw(<CvPagesPanel id={1} draft={typed()} read />));
    await settle();
    expect(
      screen.getByText('Seeing the addresses of pages requires permission to read the access log.'),
    ).toBeDefined();
    expect(screen.queryByText(/more page/)).toBeNull();
  });
});

test('a new identity provider shows the redirect URI that the server names, not the address of the browser', async () => {
  const { draw } = outside({
    IdentityProviderCallback: () => ({ callback_url: 'https://registered.example/login/single-sign-on' }),
  });
  render(draw(<IdentityProviderPanel id={null} draft={{}} />));
  await settle();
  expect(document.body.textContent).toContain('https://registered.example/login/single-sign-on');
  expect(document.body.textContent).not.toContain(location.origin);
});
