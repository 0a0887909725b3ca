import { expect, test } from 'vitest';
import { findCommands, type Command, type Subject } from '../../src/layout/find-commands.ts';
import { aliasesOf, parametersOfView, placeOfView } from '../../src/layout/palette-places.ts';

const command = (id: string, subject: Subject, label: string, aliases: readonly string[] = []): Command => ({
  id,
  subject,
  label,
  icon: 'search',
  words: '',
  aliases,
  run: () => undefined,
});
const COMMANDS = [
  command('go:/analyze/ad-statistics', 'screen', '広告統計', ['CPA', '広告費', '費用対効果']),
  command('go:/ad/asp-setting', 'screen', 'CAPコパ設定'),
  command('import:/ad/sync-setting', 'action', '広告費をインポート', ['コスト']),
  command('metric:cpa', 'metric', 'CPA'),
  command('metric:cpo', 'metric', 'CPO'),
];
const idsOf = (query: string) =>
  findCommands(COMMANDS, query).flatMap(({ commands }) => commands.map(({ id }) => id));

test('the palette finds a screen by a synonym, after what is called so', () => {
  expect(idsOf('ＣＰＡ').slice(0, 2)).toEqual(['metric:cpa', 'go:/analyze/ad-statistics']);
  expect(idsOf('広告費')).toEqual(['go:/analyze/ad-statistics', 'import:/ad/sync-setting']);
});

test('letters scattered over a synonym are not a match', () => {
  expect(idsOf('費効')).toEqual([]);
  expect(idsOf('対効')).toEqual(['go:/analyze/ad-statistics']);
});

test('before anything is typed the palette lists screens and actions, but no metrics', () => {
  expect(idsOf('')).toEqual(['go:/analyze/ad-statistics', 'go:/ad/asp-setting', 'import:/ad/sync-setting']);
});

test('synonyms are separated by commas', () => {
  expect(aliasesOf(' 広告費, コスト ,,CSV')).toEqual(['広告費', 'コスト', 'CSV']);
  expect(aliasesOf('')).toEqual([]);
});

test.each([
  ['ads', { to: '/ad/setting', parameter: 'view' }],
  ['adTypes', { to: '/ad/category-setting?list=types', parameter: 'view' }],
  ['cvSettings', { to: '/ad/cv-setting', parameter: 'view' }],
  ['agencies', { to: '/config/agency', parameter: 'view' }],
  ['dashboards', null],
  ['log_reference', { to: '/log/reference', parameter: 'view' }],
  ['log_cv_info', { to: '/analyze/cv', parameter: 'view' }],
  ['log_approval', { to: '/log/cv-approve', parameter: 'view' }],
  ['log_result_queue', { to: '/log/result-queue', parameter: 'view' }],
  ['analysis_attribution', { to: '/analyze/attribution', parameter: 'saved' }],
  ['analysis_item_1', { to: '/analyze/custom/item-1', parameter: 'saved' }],
  ['analysis_unknown', null],
  ['constructor', null],
])('a saved view of %s opens %j', (screen, place) => {
  expect(placeOfView(screen)).toEqual(place);
});

test('a saved view opens neither another product nor a dialog or a drill-down', () => {
  expect(
    parametersOfView(
      '?product_id=9&search=x&modal=edit&id=3&open=7&drilldown=a&drilldown_metric=cv&drilldown_at=2&ordering=-name',
    ),
  ).toEqual({ search: 'x', ordering: '-name' });
});
