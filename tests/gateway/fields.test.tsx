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

/** A field that holds its value, as a form does, in a form that would be sent. */
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
 * Types as an input method does: letters that are not words yet, each shown in the box, and the key that ends
 * them.
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
  ['code', ['ａ', 'ａｂ'], 'ab', 'ab'],
  ['integer', ['じ', 'じゅう', '十'], '十', '十'],
])('a line of %s', (kind, steps, value, shown) => {
  test(`keeps ${JSON.stringify(steps.at(-1))} letter by letter while it is composed, sends nothing by the key that ends it, and reads it`, () => {
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

test('a day is typed in full-width characters, and one that there is not stays to be mended', () => {
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

test('addresses are one text to type and a list to send, or one text where the draft has one', () => {
  const seen = setUp([], props => <AddressesField {...frame} {...props} />);
  compose(box(), ['１９２．０．２．１、', '１９２．０．２．１、１９８．５１．１００．０／２４']);
  expect(seen.value).toEqual(['192.0.2.1', '198.51.100.0/24']);
  cleanup();
  const changed = setUp('192.0.2.1', props => <AddressesField {...frame} {...props} />);
  fireEvent.change(box(), { target: { value: '192.0.2.1,\n::1' } });
  expect(changed.value).toBe('192.0.2.1,::1');
});

test('a text tells how long it is when that matters, and cuts nothing off', () => {
  setUp('あ'.repeat(79), props => <AreaField {...frame} maxLength={100} {...props} />);
  expect(screen.queryByRole('status')).toBeNull();
  fireEvent.change(box(), { target: { value: '🎯'.repeat(101) } });
  expect(screen.getByRole('status').textContent).toBe('101 / 100文字');
  expect(Array.from((box() as unknown as HTMLTextAreaElement).value)).toHaveLength(101);
});

test('a choice of many finds in any width, and Enter in its search sends nothing', () => {
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

test('a name that is emptied is no name', () => {
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

test('landing pages are added up to five, moved, taken away, and told what is left to share', () => {
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

test('a resource without a modal says which one it lacks', () => {
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
