import fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import {
  declarePublic,
  keyScopesFor,
  requireAccess,
  requireDeclaredAccess,
  requireSecondFactor,
  type Access,
} from '../../../server/http/access.ts';
import {
  hasPermission,
  mayWrite,
  requireProduct,
  visibleAds,
  visibleProducts,
  API_KEY_SCOPES,
  type ApiKeyScopes,
  type PermissionKey,
  type PermissionLevel,
  type RoleBase,
  type Viewer,
} from '../../../server/http/visibility.ts';

const viewer = (more: Partial<Viewer> = {}): Viewer => ({
  userId: 1,
  companyId: 2,
  roleCode: 'role',
  base: 'user',
  permissions: {
    access_log: 'none',
    interaction_log: 'read',
    cv_log: 'write',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'none',
  },
  agencyId: null,
  products: [7, 8],
  ads: null,
  ...more,
});

const withLevel = (level: PermissionLevel): Viewer['permissions'] => ({
  ...viewer().permissions,
  cv_approval: level,
});

test.each<[PermissionLevel, boolean, boolean]>([
  ['none', false, false],
  ['read', true, false],
  ['write', true, true],
])('the level %s of a permission allows reading: %s, writing: %s', (level, read, write) => {
  const who = viewer({ permissions: withLevel(level) });
  expect(hasPermission(who, 'cv_approval', 'read')).toBe(read);
  expect(hasPermission(who, 'cv_approval', 'write')).toBe(write);
});

test.each<[RoleBase, boolean, boolean]>([
  ['admin', true, true],
  ['user', true, false],
  ['agency', false, false],
])('the base %s may write settings: %s, administration: %s', (base, settings, administration) => {
  expect(mayWrite(viewer({ base }), 'settings')).toBe(settings);
  expect(mayWrite(viewer({ base }), 'administration')).toBe(administration);
});

describe('a viewer', () => {
  it('sees the granted products only', () => {
    expect(visibleProducts(viewer())).toEqual([7, 8]);
    expect(() => requireProduct(viewer(), 8)).not.toThrow();
    expect(() => requireProduct(viewer(), 9)).toThrow(
      expect.objectContaining({ code: 'no_permission_for_data' }),
    );
  });

  it('sees all ads, the granted ones, or none of a visible product', () => {
    expect(visibleAds(viewer(), 7)).toBe('all');
    const granted = viewer({ ads: new Map([[7, [70, 71]]]) });
    expect(visibleAds(granted, 7)).toEqual([70, 71]);
    expect(visibleAds(granted, 8)).toEqual([]);
    expect(() => visibleAds(granted, 9)).toThrow(expect.objectContaining({ code: 'no_permission_for_data' }));
  });
});

describe('the access that a route declares', () => {
  const refused = expect.objectContaining({ code: 'forbidden' }) as Error;

  it('is granted by the level of its permission, or of one of several', () => {
    expect(() => requireAccess(viewer(), { permission: ['interaction_log', 'read'] }, 'GET')).not.toThrow();
    expect(() => requireAccess(viewer(), { permission: ['interaction_log', 'write'] }, 'GET')).toThrow(
      refused,
    );
    const levels = (...keys: PermissionKey[]) => ({
      anyPermission: keys.map(key => [key, 'read'] as const),
    });
    expect(() => requireAccess(viewer(), levels('access_log', 'cv_log'), 'GET')).not.toThrow();
    expect(() => requireAccess(viewer(), levels('access_log', 'result_queue'), 'GET')).toThrow(refused);
  });

  it('is granted by the base of the role, or to every signed-in user', () => {
    expect(() => requireAccess(viewer(), { write: 'settings' }, 'GET')).not.toThrow();
    expect(() => requireAccess(viewer(), { write: 'administration' }, 'GET')).toThrow(refused);
    expect(() => requireAccess(viewer({ base: 'agency' }), 'person', 'GET')).not.toThrow();
    expect(() => requireAccess(viewer({ base: 'agency' }), 'public', 'GET')).not.toThrow();
  });

  it('is granted to an API key by its scopes besides its role, for reading by the method GET', () => {
    const key = (levels: Partial<ApiKeyScopes>, base: Viewer['base'] = 'admin') =>
      viewer({ base, key: { id: 1, scopes: levels as ApiKeyScopes, isLimitedToProducts: false } });
    const none = Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])) as ApiKeyScopes;
    const reading = key({ ...none, settings: 'read', interaction_log: 'read' });
    const writing = key({ ...none, settings: 'write' });
    const missing = expect.objectContaining({ code: 'key_scope_missing' }) as Error;
    const person = expect.objectContaining({ code: 'person_required' }) as Error;
    expect(() => requireAccess(reading, { write: 'settings' }, 'GET')).not.toThrow();
    expect(() => requireAccess(reading, { write: 'settings' }, 'POST')).toThrow(missing);
    expect(() => requireAccess(writing, { write: 'settings' }, 'POST')).not.toThrow();
    expect(() => requireAccess(writing, { write: 'settings', area: 'reports' }, 'POST')).toThrow(missing);
    expect(() => requireAccess(writing, { personOrKey: 'reports' }, 'GET')).toThrow(missing);
    expect(() => requireAccess(reading, { personOrKey: 'settings' }, 'HEAD')).not.toThrow();
    expect(() => requireAccess(reading, { permission: ['interaction_log', 'read'] }, 'GET')).not.toThrow();
    expect(() => requireAccess(writing, { permission: ['interaction_log', 'read'] }, 'GET')).toThrow(missing);
    expect(() =>
      requireAccess(key({ ...none, settings: 'write' }, 'agency'), { write: 'settings' }, 'POST'),
    ).toThrow(refused);
    for (const access of ['person', { write: 'accounts' }] as const)
      expect(() => requireAccess(writing, access, 'GET')).toThrow(person);
    expect(mayWrite(reading, 'settings')).toBe(false);
    expect(mayWrite(writing, 'settings')).toBe(true);
  });

  it('must be declared, else the app does not start', async () => {
    const app = fastify();
    requireDeclaredAccess(app);
    app.get('/open', { config: { access: 'public' } }, () => 'ok');
    app.get('/one', () => 'ok');
    app.post('/two', { config: {} }, () => 'ok');
    await expect(app.ready()).rejects.toThrow(
      'These routes do not declare config.access: GET /one, HEAD /one, POST /two',
    );
    await app.close();
  });

  it('is public for all routes of a plugin that is declared so', async () => {
    const app = fastify();
    requireDeclaredAccess(app);
    await app.register(async scope => {
      declarePublic(scope);
      scope.get('/file', { config: { rateLimit: false } }, request => request.routeOptions.config);
    });
    expect((await app.inject('/file')).json()).toMatchObject({ access: 'public', rateLimit: false });
    await app.close();
  });
});

test.each<[Access, string, unknown]>([
  ['public', 'GET', null],
  ['person', 'POST', null],
  [{ personOrKey: 'settings' }, 'GET', [['settings', 'read']]],
  [{ key: 'settings' }, 'HEAD', [['settings', 'read']]],
  [{ key: 'settings' }, 'POST', [['settings', 'write']]],
  [{ permission: ['cv_log', 'write'] }, 'GET', [['cv_log', 'write']]],
  [{ anyPermission: [['cv_log', 'read']] }, 'POST', [['cv_log', 'read']]],
  [{ write: 'settings' }, 'GET', [['settings', 'read']]],
  [{ write: 'settings', isSecret: true }, 'GET', [['settings', 'write']]],
  [{ write: 'accounts' }, 'GET', null],
])('the scopes for %o by %s are %o', (access, method, expected) => {
  expect(keyScopesFor(access, method)).toEqual(expected);
});

it('a route of the set-up of a second factor is open to users who lack it, and no other', () => {
  const lacking = viewer({ secondFactor: { isRequired: true, isEnabled: false } });
  const refused = expect.objectContaining({ code: 'second_factor_required' }) as Error;
  expect(() => requireSecondFactor(lacking, {})).toThrow(refused);
  expect(() => requireSecondFactor(lacking, { beforeSecondFactor: true })).not.toThrow();
  const enabled = viewer({ secondFactor: { isRequired: true, isEnabled: true } });
  expect(() => requireSecondFactor(enabled, {})).not.toThrow();
});
