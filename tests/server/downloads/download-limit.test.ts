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

test('a company has five downloads at a time, all companies have eight, and each place that becomes free is one', () => {
  const limit = createDownloadLimit();
  const take = (companyId: number, userId: number) => limit.take({ userId, companyId });
  const refusal = (code: string, values?: object): unknown =>
    expect.objectContaining({ code, ...(values !== undefined && { values }) });
  const ofFirst = [1, 1, 2, 2, 3].map(user => take(1, user));
  expect(() => take(1, 3)).toThrow(refusal('too_many_company_downloads', { most: 5 }));
  expect(() => take(1, 1)).toThrow(refusal('too_many_downloads', { most: MAX_DOWNLOADS_PER_USER }));
  const ofSecond = [11, 11, 12].map(user => take(2, user));
  expect(() => take(3, 21)).toThrow(refusal('overloaded'));
  for (const release of [ofFirst[0]!, ofFirst[0]!]) release();
  take(3, 21);
  expect(() => take(3, 22)).toThrow(refusal('overloaded'));
  for (const release of [...ofFirst, ...ofSecond]) release();
  for (const user of [1, 1, 2, 2, 3]) take(1, user);
  expect(() => take(1, 3)).toThrow(refusal('too_many_company_downloads', { most: 5 }));
});
