// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import texts from '../../src/messages/en.json' with { type: 'json' };
import type { FieldTexts } from '../../src/screens/record/fields.ts';
import { History } from '../../src/screens/record/history.tsx';

const FIELD_TEXTS: FieldTexts = {
  one: '',
  productId: undefined,
  sectionOf: key => key,
  optionsOf: () => [],
  labelOf: key => key,
  headingOf: key => key,
  hintOf: () => undefined,
  unitOf: () => undefined,
  wordOf: (_, value) => String(value),
};
const PERIOD = '2026-02-01 – 2026-02-28';

test('the history of recomputations shows a period as dates, and a name that looks like a period verbatim', async () => {
  const change = {
    id: 1,
    entity: 'recomputations',
    row_id: 7,
    action: 'create',
    user_id: 1,
    user_name: 'Zoë',
    ip_address: '',
    changed_at: '2026-03-01T00:00:00.000Z',
    fields: [
      { field: 'period', before: null, after: JSON.stringify(PERIOD) },
      { field: 'made', before: null, after: '1200' },
      { field: 'name', before: null, after: JSON.stringify(PERIOD) },
    ],
  };
  const execute = async () => ({ page: { count: 1, page: 1, page_size: 20, results: [change] } });
  render(
    <IntlProvider locale="en" messages={texts}>
      <ConsoleContext
        value={{ execute, actor: createActor(fromCallback(() => undefined)) } as unknown as Console}
      >
        <History
          name="recomputations"
          id={7}
          fields={[{ field: 'name', widget: 'text' }]}
          texts={FIELD_TEXTS}
          blank={null}
        />
      </ConsoleContext>
    </IntlProvider>,
  );
  await act(async () => {
    await new Promise(resolve => setTimeout(resolve, 5));
  });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    // The form has the name; what it lacks follows.
    PERIOD,
    '2026/02/01 – 2026/02/28',
    '1,200',
  ]);
});
