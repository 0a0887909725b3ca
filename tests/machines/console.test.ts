import { describe, expect, test } from 'vitest';
import { RENEWED_AGAIN_AFTER } from '../../machines/known.ts';
import type { Lists, Role } from '../../machines/startup.ts';
import { settled } from '../support/settled.ts';
import { createTestConsole, lists, OFFLINE, profile, role, tokens } from '../support/test-console.ts';

describe('the console', () => {
  test('asks to sign in when nobody is, and opens after the start-up', async () => {
    const { access, signIn, actor } = await createTestConsole();
    expect(access()).toBe('signedOut');
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context.known).toEqual({ profile: profile(), role, lists });
  });

  test('opens without asking when the tokens that were kept are good', async () => {
    const { access } = await createTestConsole(tokens(1));
    expect(access()).toBe('open');
  });

  test('asks for the lists together with the role, and only once it knows who it is', async () => {
    let tellWho: (value: ReturnType<typeof profile>) => void = () => undefined;
    const { outside, signIn, access } = await createTestConsole();
    outside.profile.mockImplementationOnce(() => new Promise(resolve => { tellWho = resolve; }));
    outside.role.mockImplementationOnce(() => new Promise<Role>(() => undefined));
    outside.lists.mockImplementationOnce(() => new Promise<Lists>(() => undefined));
    await signIn();
    expect([outside.role.mock.calls.length, outside.lists.mock.calls.length]).toEqual([0, 0]);
    tellWho(profile());
    await settled();
    expect([outside.role.mock.calls.length, outside.lists.mock.calls.length]).toEqual([1, 1]);
    expect(access()).toBe('starting');
  });

  test('gives a user whose role cannot be had the role that may do nothing', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    outside.role.mockRejectedValueOnce(OFFLINE);
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context.known?.role).toEqual({
      name: 'default', code: 'default', base: null,
      permissions: { access_log: 'none', interaction_log: 'none', cv_log: 'none', result_notification_log: 'none', result_queue: 'none', cv_approval: 'none' },
    });
  });

  test('says why it could not start, and tries again from the beginning', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    outside.lists.mockRejectedValueOnce(OFFLINE);
    await signIn();
    const startup = actor.getSnapshot().children.startup!;
    expect(access()).toBe('starting');
    expect(startup.getSnapshot().value).toBe('failed');
    expect(startup.getSnapshot().context.failure).toEqual(OFFLINE);
    startup.send({ type: 'retry' });
    await settled();
    expect(access()).toBe('open');
    expect(outside.profile).toHaveBeenCalledTimes(2);
  });

  test('locks when the session ends by itself, and lets the same user go on where he was', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    await expire();
    expect(access()).toBe('locked');
    expect(actor.getSnapshot().context.known).not.toBeNull();
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context.product).toBe(2);
    expect(outside.lists).toHaveBeenCalledTimes(1);
  });

  test('gives up the locked page when somebody else wants to sit down', async () => {
    const { signIn, expire, session, actor, access } = await createTestConsole();
    await signIn();
    await expire();
    session.send({ type: 'signOut' });
    expect([access(), actor.getSnapshot().context.known]).toEqual(['signedOut', null]);
  });

  test('stays locked when the password over it was wrong', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    await expire();
    outside.signIn.mockRejectedValueOnce({ kind: 'denied', code: 'signin_refused' });
    await signIn();
    expect([access(), actor.getSnapshot().context.known === null]).toEqual(['locked', false]);
  });

  test('starts afresh when somebody else signs in over a lock', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    await expire();
    outside.profile.mockImplementation(async () => profile(2));
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context).toMatchObject({ known: { profile: profile(2) }, product: null });
    expect(outside.lists).toHaveBeenCalledTimes(2);
  });

  test('forgets everything when the user chooses to go, here or in another tab', async () => {
    for (const leave of [{ type: 'signOut' }, { type: 'elsewhere.signedOut' }] as const) {
      const { signIn, session, actor, access } = await createTestConsole();
      await signIn();
      session.send(leave);
      await settled();
      expect(access()).toBe('signedOut');
      expect(actor.getSnapshot().context).toMatchObject({ known: null, product: null });
    }
  });

  test('stays open while the session waits for the network', async () => {
    const { outside, signIn, session, access } = await createTestConsole();
    await signIn();
    outside.refresh.mockRejectedValueOnce(OFFLINE);
    session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    expect(session.getSnapshot().value).toBe('waiting');
    expect(access()).toBe('open');
  });

  test('works on a product of the user\'s list and on no other', async () => {
    const { signIn, actor } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    actor.send({ type: 'product.choose', id: 3 });
    expect(actor.getSnapshot().context.product).toBe(2);
  });

  test('asks again who one is and what one may after one was changed, and shows the old until the new is known', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    await signIn();
    outside.profile.mockImplementation(async () => ({ ...profile(), name: '山田 花子' }));
    outside.role.mockImplementation(async () => ({ ...role, permissions: { ...role.permissions, cv_log: 'write' } }));
    actor.send({ type: 'self.changed' });
    expect([access(), actor.getSnapshot().context.known?.profile.name]).toEqual(['open', '山田 é 1']);
    await settled();
    expect(actor.getSnapshot().context.known).toMatchObject({ profile: { name: '山田 花子' }, role: { permissions: { cv_log: 'write' } }, lists });
    expect(outside.lists, 'his lists are the same').toHaveBeenCalledTimes(1);
  });

  test('asks for the lists too when one has become another kind of user, and lets go of a product that is not one\'s own any more', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    outside.role.mockImplementation(async () => ({ ...role, base: 'agency' }));
    outside.lists.mockImplementation(async () => ({ ...lists, product: [{ id: 1, title: '本店' }] }));
    actor.send({ type: 'self.changed' });
    await settled();
    expect(actor.getSnapshot().context).toMatchObject({ known: { role: { base: 'agency' }, lists: { product: [{ id: 1 }] } }, product: null });
    expect(outside.renew).toHaveBeenCalledTimes(2);
  });

  test('asks for the lists that were changed and for no others, and once more when another change comes meanwhile', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    await signIn();
    let answer: (value: Lists) => void = () => undefined;
    outside.lists.mockImplementationOnce(() => new Promise(resolve => { answer = resolve; }));
    actor.send({ type: 'lists.changed', lists: ['ad'] });
    outside.lists.mockImplementation(async () => ({ ...lists, ad: [{ id: 9, title: '新' }], asp: [{ id: 4, title: 'Réseau' }], agency: [{ id: 5, title: 'never asked' }] }));
    actor.send({ type: 'lists.changed', lists: ['asp', 'ad'] });
    answer({ ...lists, ad: [{ id: 8, title: '古' }] });
    await settled();
    expect(outside.renew.mock.calls.map(([stale]) => stale)).toEqual([{ self: false, lists: ['ad'] }, { self: false, lists: ['ad', 'asp'] }]);
    expect(actor.getSnapshot().context.known?.lists).toEqual({ ...lists, ad: [{ id: 9, title: '新' }], asp: [{ id: 4, title: 'Réseau' }] });
  });

  test('keeps what it knew when the news cannot be had, and asks again by itself', async () => {
    const { outside, signIn, actor, access, clock } = await createTestConsole();
    await signIn();
    outside.renew.mockRejectedValueOnce(OFFLINE);
    actor.send({ type: 'lists.changed', lists: ['product'] });
    await settled();
    expect([access(), actor.getSnapshot().context.known?.lists]).toEqual(['open', lists]);
    outside.lists.mockImplementation(async () => ({ ...lists, product: [{ id: 3, title: '三号店' }] }));
    clock.increment(RENEWED_AGAIN_AFTER);
    await settled();
    expect(actor.getSnapshot().context.known?.lists.product).toEqual([{ id: 3, title: '三号店' }]);
  });

  test('renews after the lock what went stale before it', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    outside.renew.mockRejectedValueOnce(OFFLINE);
    actor.send({ type: 'lists.changed', lists: ['adType'] });
    await settled();
    await expire();
    expect(access()).toBe('locked');
    await signIn();
    expect(access()).toBe('open');
    expect(outside.renew).toHaveBeenCalledTimes(2);
    expect(actor.getSnapshot().context.stale).toEqual({ self: false, lists: [] });
  });

  test('goes on speaking the old language until the new one is learnt, and when it cannot be', async () => {
    const { language, outside } = await createTestConsole();
    outside.texts.mockRejectedValueOnce(OFFLINE);
    language.send({ type: 'choose', locale: 'zh-CN' });
    await settled();
    expect(language.getSnapshot().context).toMatchObject({ locale: 'ja', texts: { hello: 'こんにちは' }, failure: OFFLINE });
    language.send({ type: 'choose', locale: 'zh-CN' });
    language.send({ type: 'choose', locale: 'en' });
    expect(language.getSnapshot().context.locale).toBe('ja');
    await settled();
    expect(language.getSnapshot().context).toMatchObject({ locale: 'en', texts: { hello: 'hello' } });
  });

  test('learns the texts of the screens on entering, in the language spoken then', async () => {
    const { language, outside } = await createTestConsole();
    language.send({ type: 'need', parts: ['house'] });
    language.send({ type: 'choose', locale: 'en' });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'en', parts: ['house'] });
    expect(language.getSnapshot().context).toMatchObject({ locale: 'en', parts: ['house'] });
    language.send({ type: 'need', parts: ['house'] });
    expect(language.getSnapshot().value).toBe('speaking');
  });

  test('learns what more a screen says, and keeps what it knew where that cannot be had', async () => {
    const { language, outside } = await createTestConsole();
    language.send({ type: 'need', parts: ['house'] });
    language.send({ type: 'need', parts: ['report'] });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'ja', parts: ['house', 'report'] });
    outside.texts.mockRejectedValueOnce(OFFLINE);
    language.send({ type: 'need', parts: ['log'] });
    await settled();
    expect(language.getSnapshot().context).toMatchObject({ parts: ['house', 'report'], failure: OFFLINE });
    language.send({ type: 'choose', locale: 'en' });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'en', parts: ['house', 'report'] });
  });
});
