import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { DEMO_COMPANY, DEMO_PASSWORD } from '../../../server/seed/people.ts';
import { seedDemo } from '../../../server/seed/seed.ts';
import { formFields } from '../../support/entity-forms.ts';
import { ENTITIES } from '../../support/entity-suite.ts';
import type { Body } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts();
  await seedDemo(parts, { seed: 7, days: 30, visitors: 200 });
});
afterAll(() => parts.close());

test('the demo company has rows of every entity, and each row can be saved unchanged', async () => {
  const app = await createApp({ parts, collector: null });
  const { access } = (
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin/',
      payload: { company_id: DEMO_COMPANY, email: 'admin@demo.example', password: DEMO_PASSWORD },
    })
  ).json<{ access: string }>();
  const headers = { authorization: `Bearer ${access}` };
  const counts: Record<string, number> = {};
  const wrong: unknown[] = [];
  for (const entity of ENTITIES) {
    const { results } = (
      await app.inject({ url: `/api/v1/${entity.path}/?page_size=9999`, headers })
    ).json<Body>();
    counts[entity.name] = results.length;
    await Promise.all(
      results.map(async row => {
        const payload = {
          ...Object.fromEntries(formFields(entity).map(([name]) => [name, row[name]])),
          updated_at: row['updated_at'],
        };
        const answer = await app.inject({
          method: entity.writing?.verb === 'patch' ? 'PATCH' : 'PUT',
          url: `/api/v1/${entity.path}/${String(row['id'])}/`,
          headers,
          payload,
        });
        if (answer.statusCode !== 200 || answer.json<Body>()['updated_at'] !== row['updated_at'])
          wrong.push([entity.name, row, answer.json<Body>().fields]);
      }),
    );
  }
  expect(wrong).toEqual([]);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  await app.close();
});
