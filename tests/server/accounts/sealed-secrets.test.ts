import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealOwner } from '../../../server/accounts/second-step.ts';
import { sealOwnerOf } from '../../../server/entities/sealing.ts';
import { identityProviders } from '../../../server/entities/single-sign-on.ts';
import { fixedKey } from '../../../server/platform/key-ring.ts';
import { openSecret, openText, sealSecret, sealText } from '../../../server/platform/sealed-secret.ts';
import { resealBy } from '../../../server/single-sign-on/reseal-secrets.ts';
import { identityProvider, secondFactor } from '../../../server/store/postgres/schema/index.ts';
import { insertSingleSignOn, makeTenant, one } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts();
});
afterAll(() => parts.close());

test('stored secrets are sealed by the new key, so that they outlive the removal of the previous one', async () => {
  const { db } = parts;
  const [old, next, lost] = [fixedKey('old'), fixedKey('new'), fixedKey('lost')];
  const tenants = [await makeTenant(db, 'acme'), await makeTenant(db, 'other')];
  for (const tenant of tenants) await insertSingleSignOn(db, tenant);
  const owners = tenants.map(({ id, users }) => ({ companyId: id, userId: users.admin }));
  const provider = sealOwnerOf(identityProviders, 'client_secret');
  const createdAt = new Date();
  const app = Buffer.from('of the app');
  const unreadable = sealSecret(lost, sealOwner(owners[1]!), app);
  await db.insert(secondFactor).values([
    { ...owners[0]!, createdAt, secret: sealSecret(old, sealOwner(owners[0]!), app) },
    { ...owners[1]!, createdAt, secret: unreadable },
    { companyId: tenants[0]!.id, userId: tenants[0]!.users.agency, createdAt, secret: null },
  ]);
  const [first, second] = await db.select().from(identityProvider).orderBy(identityProvider.id);
  const set = (id: number, clientSecret: string) =>
    db.update(identityProvider).set({ clientSecret }).where(eq(identityProvider.id, id));
  await set(first!.id, sealText(old, provider, 'of the provider'));
  await set(second!.id, '');

  expect(await resealBy(parts, { current: () => 'new', accepted: () => ['new', 'old'] })).toEqual({
    resealed: 2,
    unreadable: 1,
  });
  const secretOf = async (userId: number) =>
    one(await db.select().from(secondFactor).where(eq(secondFactor.userId, userId))).secret;
  const sealed = await secretOf(owners[0]!.userId);
  expect(openSecret(next, sealOwner(owners[0]!), sealed!)).toEqual(app);
  expect(openSecret(old, sealOwner(owners[0]!), sealed!)).toBeNull();
  expect(await secretOf(owners[1]!.userId)).toEqual(unreadable);
  const providers = await db.select().from(identityProvider).orderBy(identityProvider.id);
  expect(providers.map(({ clientSecret }) => openText(next, provider, clientSecret))).toEqual([
    'of the provider',
    '',
  ]);
});
