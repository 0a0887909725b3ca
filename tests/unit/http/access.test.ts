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
  intersectPermissions,
  isSecondFactorRequired,
  mayWrite,
  requireKnownProduct,
  requireProduct,
  visibleAds,
  visibleProducts,
  API_KEY_SCOPES,
  PERMISSION_LEVELS,
  SECOND_FACTOR_POLICY,
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
    expect(() => requireKnownProduct(viewer(), 8)).not.toThrow();
    expect(() => requireKnownProduct(viewer(), 9)).toThrow(expect.objectContaining({ code: 'not_found' }));
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

  it('is never granted to an API key for accounts, whatever its scopes', () => {
    const all = Object.fromEntries([...API_KEY_SCOPES, 'accounts'].map(scope => [scope, 'write']));
    const scopes = all as unknown as ApiKeyScopes;
    const powerful = viewer({ base: 'admin', key: { id: 1, scopes, isLimitedToProducts: false } });
    expect(mayWrite(powerful, 'administration')).toBe(true);
    expect(mayWrite(powerful, 'accounts')).toBe(false);
    expect(mayWrite(viewer({ base: 'admin' }), 'accounts')).toBe(true);
  });

  it('is granted by one of several scopes, and by a key alone where no person may call the route', () => {
    const none = Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])) as ApiKeyScopes;
    const scopes = { ...none, cv_log: 'read', provisioning: 'write' } as const;
    const key = viewer({ base: 'admin', key: { id: 1, scopes, isLimitedToProducts: false } });
    const logs = (...keys: PermissionKey[]) => ({
      anyPermission: keys.map(name => [name, 'read'] as const),
    });
    expect(() => requireAccess(key, logs('access_log', 'cv_log'), 'GET')).not.toThrow();
    expect(() => requireAccess(key, logs('access_log', 'result_queue'), 'GET')).toThrow(
      expect.objectContaining({ code: 'key_scope_missing', values: { scope: 'access_log', level: 'read' } }),
    );
    expect(() => requireAccess(key, { key: 'provisioning' }, 'POST')).not.toThrow();
    expect(() => requireAccess(viewer({ base: 'admin' }), { key: 'provisioning' }, 'GET')).toThrow(refused);
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

test('the rights and their levels have the words of the API', () => {
  expect(API_KEY_SCOPES).toEqual([
    'access_log',
    'interaction_log',
    'cv_log',
    'result_notification_log',
    'result_queue',
    'cv_approval',
    'reports',
    'settings',
    'administration',
    'provisioning',
  ]);
  expect(PERMISSION_LEVELS).toEqual(['none', 'read', 'write']);
});

test.each<[PermissionLevel, PermissionLevel, PermissionLevel]>([
  ['none', 'write', 'none'],
  ['read', 'read', 'read'],
  ['read', 'write', 'read'],
  ['write', 'none', 'none'],
  ['write', 'read', 'read'],
  ['write', 'write', 'write'],
])('of the levels %s and %s, both together allow %s', (one, other, both) => {
  expect(intersectPermissions(withLevel(one), withLevel(other))).toEqual(withLevel(both));
});

test.each<[keyof typeof SECOND_FACTOR_POLICY, boolean[]]>([
  ['nobody', [false, false, false]],
  ['administrators', [true, false, false]],
  ['everybody', [true, true, true]],
])('a company that requires a second factor of %s requires it of admin, user, agency: %s', (policy, of) => {
  const required = (['admin', 'user', 'agency'] as const).map(base =>
    isSecondFactorRequired(SECOND_FACTOR_POLICY[policy], base),
  );
  expect(required).toEqual(of);
});

it('a route of the set-up of a second factor is open to users who lack it, and no other', () => {
  const lacking = viewer({ secondFactor: { isRequired: true, isEnabled: false } });
  const refused = expect.objectContaining({ code: 'second_factor_required' }) as Error;
  expect(() => requireSecondFactor(lacking, {})).toThrow(refused);
  expect(() => requireSecondFactor(lacking, { beforeSecondFactor: true })).not.toThrow();
  const enabled = viewer({ secondFactor: { isRequired: true, isEnabled: true } });
  expect(() => requireSecondFactor(enabled, {})).not.toThrow();
  const free = viewer({ secondFactor: { isRequired: false, isEnabled: false } });
  for (const other of [free, viewer()]) expect(() => requireSecondFactor(other, {})).not.toThrow();
});
