// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AddressesField, AreaField } from '../../src/components/fields/area-field.tsx';
import { DayInput } from '../../src/components/fields/day-input.tsx';
import { LineField, type LineKind } from '../../src/components/fields/line-field.tsx';
import { ManyField } from '../../src/components/fields/many-field.tsx';
import { NamesField } from '../../src/components/fields/names-field.tsx';
import { PagesField } from '../../src/components/fields/pages-field.tsx';
import { missingModal } from '../../src/screens/record/record-modal.tsx';
import { agencies } from '../../src/resources/agencies.ts';
import messages from '../../src/messages/ja.json' with { type: 'json' };

afterEach(cleanup);

interface Drawn {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
}

/** A field that keeps its value, in a form whose submission is recorded. */
const setUp = (first: unknown, draw: (props: Drawn) => ReactNode) => {
  const [took, sent, left] = [
    vi.fn<(value: unknown) => void>(),
    vi.fn<(value: unknown) => void>(),
    vi.fn<() => void>(),
  ];
  const Form = () => {
    const [value, setValue] = useState(first);
    const take = (next: unknown) => {
      took(next);
      setValue(next);
    };
    return (
      <form
        onSubmit={event => {
          event.preventDefault();
          sent(value);
        }}
      >
        {draw({ value, onChange: take, onLeave: left })}
      </form>
    );
  };
  render(
    <IntlProvider locale="ja" messages={messages} onError={() => undefined}>
      <Form />
    </IntlProvider>,
  );
  return {
    sent,
    left,
    get value(): unknown {
      return took.mock.lastCall === undefined ? first : took.mock.lastCall[0];
    },
  };
};
const box = () => screen.getByLabelText<HTMLInputElement>('項目');
const frame = { name: 'field', label: '項目' };

/**
 * Types as an input method does: each intermediate text is shown in the input, and a key ends the
 * composition.
 */
const compose = (input: HTMLElement, steps: readonly string[]) => {
  fireEvent.compositionStart(input);
  for (const text of steps) fireEvent.change(input, { target: { value: text } });
  const ending = fireEvent.keyDown(input, { key: 'Enter', isComposing: true, keyCode: 229 });
  fireEvent.compositionEnd(input);
  return ending;
};

describe.each<[LineKind, readonly string[], unknown, string]>([
  ['text', ['k', 'か', 'かな', '仮名'], '仮名', '仮名'],
  ['integer', ['１', '１２', '１２３４'], 1234, '1,234'],
  ['money', ['１', '１２', '１２３４．５'], 1234.5, '1,234.50'],
  ['domain', ['ｅ', 'ｅｘ', 'ｅｘ．ｊｐ'], 'ex.jp', 'ex.jp'],
  ['domain', ['ｈ', 'ｈｔｔｐｓ：／／ｅｘ．ｊｐ／'], 'ex.jp', 'ex.jp'],
  ['text', ['　', '　小さな店 ', '　小さな 店　'], '小さな 店', '小さな 店'],
  ['code', ['ａ', 'ａｂ'], 'ab', 'ab'],
  ['integer', ['じ', 'じゅう', '十'], '十', '十'],
])('a text field of the kind %s', (kind, steps, value, shown) => {
  test(`keeps ${JSON.stringify(steps.at(-1))} during composition, does not submit the form by the key that ends the composition, and then reads the value`, () => {
    const seen = setUp(kind === 'integer' || kind === 'money' ? null : '', props => (
      <LineField kind={kind} {...frame} {...props} />
    ));
    const input = box();
    input.focus();
    for (const [at] of steps.entries()) {
      compose(input, steps.slice(0, at + 1));
      expect(input.value).toBe(steps[at]);
    }
    expect(compose(input, steps)).toBe(false);
    expect(seen.value).toBe(value);
    expect(seen.sent).not.toHaveBeenCalled();
    act(() => input.blur());
    expect(input.value).toBe(shown);
    expect(seen.left).toHaveBeenCalled();
  });
});

test('a day field accepts full-width characters, and keeps an invalid day for correction', () => {
  const seen = setUp(null, props => <DayInput {...frame} {...props} />);
  const input = box();
  input.focus();
  compose(input, ['２０２６', '２０２６／１／２']);
  expect([seen.value, input.value]).toEqual(['2026-01-02', '２０２６／１／２']);
  act(() => input.blur());
  expect(input.value).toBe('2026/01/02');
  input.focus();
  fireEvent.change(input, { target: { value: '2026/13/40' } });
  act(() => input.blur());
  expect([seen.value, input.value]).toEqual(['2026/13/40', '2026/13/40']);
});

test('an address field is edited as one text, and its value is a list, or one text if the draft holds a text', () => {
  const seen = setUp([], props => <AddressesField {...frame} {...props} />);
  compose(box(), ['１９２．０．２．１、', '１９２．０．２．１、１９８．５１．１００．０／２４']);
  expect(seen.value).toEqual(['192.0.2.1', '198.51.100.0/24']);
  cleanup();
  const changed = setUp('192.0.2.1', props => <AddressesField {...frame} {...props} />);
  fireEvent.change(box(), { target: { value: '192.0.2.1,\n::1' } });
  expect(changed.value).toBe('192.0.2.1,::1');
});

test('a text area shows the length near its limit, and truncates nothing', () => {
  setUp('あ'.repeat(79), props => <AreaField {...frame} maxLength={100} {...props} />);
  expect(screen.queryByRole('status')).toBeNull();
  fireEvent.change(box(), { target: { value: '🎯'.repeat(101) } });
  expect(screen.getByRole('status').textContent).toBe('101 / 100文字');
  expect(Array.from((box() as unknown as HTMLTextAreaElement).value)).toHaveLength(101);
});

test('the search of a multiple choice ignores width, and Enter in it does not submit the form', () => {
  const options = ['花いろ', 'ｶﾝﾊﾟﾆｰ', 'Café é', ...'abcdef'].map((label, at) => ({ value: at + 1, label }));
  const seen = setUp([1], props => <ManyField {...frame} options={options} {...props} />);
  const search = screen.getByRole('searchbox');
  fireEvent.change(search, { target: { value: 'カンパニー' } });
  expect(screen.getAllByRole('checkbox').map(one => one.closest('label')?.textContent)).toEqual([
    '花いろ',
    'ｶﾝﾊﾟﾆｰ',
  ]);
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  fireEvent.click(screen.getByRole('checkbox', { name: 'ｶﾝﾊﾟﾆｰ' }));
  expect(seen.value).toEqual([1, 2]);
  fireEvent.click(screen.getByRole('checkbox', { name: '花いろ' }));
  expect(seen.value).toEqual([2]);
});

test('a parameter whose name is emptied is removed', () => {
  const keys = [
    { key: 'xclid', label: 'クリックID' },
    { key: 'media_session', label: 'セッション' },
  ];
  const seen = setUp({ xclid: 'a' }, props => (
    <NamesField
      {...frame}
      kind="code"
      keys={keys}
      faultsAt={path => (path === 'xclid' ? ['変です'] : [])}
      {...props}
    />
  ));
  expect(screen.getByLabelText('クリックID').getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(screen.getByLabelText('セッション'), { target: { value: 'ｓｅｓ' } });
  fireEvent.change(screen.getByLabelText('クリックID'), { target: { value: ' ' } });
  expect(seen.value).toEqual({ media_session: 'ses' });
});

test('landing pages can be added up to five, moved and removed, and a new one gets the remaining share', () => {
  const seen = setUp([{ title: 'A', url: 'https://a.example/', rate: 70 }], props => (
    <PagesField {...frame} faultsAt={path => (path === '1.url' ? ['必須項目です'] : [])} {...props} />
  ));
  const titles = () => (seen.value as readonly { title: string }[]).map(({ title }) => title);
  fireEvent.click(screen.getByRole('button', { name: /ページを追加/ }));
  expect(seen.value).toEqual([
    { title: 'A', url: 'https://a.example/', rate: 70 },
    { title: '', url: '', rate: 30 },
  ]);
  const second = within(screen.getByRole('group', { name: 'ランディングページ 2' }));
  fireEvent.change(second.getByLabelText('タイトル'), { target: { value: 'B' } });
  expect(second.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: '2番目を上へ' }));
  expect(titles()).toEqual(['B', 'A']);
  for (let count = 2; count < 5; count++)
    fireEvent.click(screen.getByRole('button', { name: /ページを追加/ }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /ページを追加/ }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '1番目を削除' }));
  expect(titles()).toEqual(['A', '', '', '']);
  expect(document.querySelector('output')?.textContent).toContain('合計 70%');
});

test('a resource without a form names the missing modal', () => {
  const { form: _, ...formless } = agencies;
  expect((['add', 'edit', 'detail'] as const).map(kind => missingModal(formless, kind))).toEqual([
    'No ModalAdd',
    'No ModalEdit',
    'No ModalDetail',
  ]);
  const { create: __, ...operations } = agencies.operations;
  expect(
    (['add', 'edit', 'detail'] as const).map(kind => missingModal({ ...agencies, operations }, kind)),
  ).toEqual(['No ModalAdd', null, null]);
});
