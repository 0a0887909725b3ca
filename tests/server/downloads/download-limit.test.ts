import { expect, test } from 'vitest';
import { createDownloadLimit, MAX_DOWNLOADS_PER_USER } from '../../../server/downloads/download-limit.ts';
import { API_KEY_SCOPES, type ApiKeyScopes } from '../../../server/http/visibility.ts';

const scopes = Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'read'])) as ApiKeyScopes;
const keyOf = (id: number) => ({ id, scopes, isLimitedToProducts: false });

test('downloads of API keys do not use up those of their administrator, nor of each other', () => {
  const limit = createDownloadLimit();
  const person = { userId: 1, companyId: 1 };
  const program = { ...person, key: keyOf(1) };
  const give = Array.from({ length: MAX_DOWNLOADS_PER_USER }, () => limit.take(program));
  expect(() => limit.take(program)).toThrow(expect.objectContaining({ code: 'too_many_downloads' }));
  limit.take(person)();
  // The id of a key may be that of a user.
  limit.take({ ...person, key: keyOf(2) })();
  give[0]!();
  give[0]!();
  limit.take(program);
  expect(() => limit.take(program)).toThrow(expect.objectContaining({ code: 'too_many_downloads' }));
});
