// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import messages from '../../src/messages/ja.json' with { type: 'json' };
import LongWait from '../../src/screens/analysis/report/long-wait.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a slow report shows whether it is queued, and how many reports precede it', async () => {
  const answers: unknown[] = [];
  let reports: unknown[] = [];
  const execute = (async () => {
    answers.push(reports);
    return { page: { reports } };
  }) as unknown as Console['execute'];
  const cancel = vi.fn<() => void>();
  const pass = async (seconds: number) => {
    for (let second = 0; second <= seconds; second++) {
      await act(() => vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1000));
    }
  };
  const status = () => screen.getByRole('status').textContent;

  reports = [
    { state: 'waiting', ahead: 3 },
    { state: 'waiting', ahead: 1 },
  ];
  render(
    <IntlProvider locale="ja" messages={messages}>
      <ConsoleContext value={{ execute } as Console}>
        <LongWait cancel={cancel} />
      </ConsoleContext>
    </IntlProvider>,
  );
  await pass(0);
  expect(status()).toBe('順番を待っています（前に1件）');
  reports = [
    { state: 'waiting', ahead: 3 },
    { state: 'calculating', ahead: 0 },
  ];
  await pass(3);
  expect(status()).toBe('集計しています…');
  const before = answers.length;
  await pass(10);
  expect(answers.length - before).toBe(5);
  fireEvent.click(screen.getByRole('button', { name: '集計を中止' }));
  expect(cancel).toHaveBeenCalledOnce();
});
