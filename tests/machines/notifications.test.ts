import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { bannerMachine, type NoticeKind, type PastNotice } from '../../machines/banner.ts';
import { notificationsMachine, unreadNotices } from '../../machines/notifications.ts';

const setUp = () => {
  const actor = createActor(notificationsMachine).start();
  let past: readonly PastNotice[] = [];
  const pass = (kind: NoticeKind, isClosedByUser?: true) => {
    past = [{ kind, message: 'message.copied', ...(isClosedByUser && { isClosedByUser }) }, ...past];
    actor.send({ type: 'past.changed', past });
  };
  return { actor, pass, unread: () => unreadNotices(actor.getSnapshot().context).length };
};

describe('the notifications', () => {
  test('count warnings and errors that ended by time, and neither confirmations nor what the user closed', () => {
    const { pass, unread } = setUp();
    pass('SUCCESS');
    pass('INFO');
    pass('ERROR', true);
    expect(unread()).toBe(0);
    pass('ERROR');
    pass('WARNING');
    expect(unread()).toBe(2);
  });

  test('are read once the panel is open, and stay read after it is closed', () => {
    const { actor, pass, unread } = setUp();
    pass('ERROR');
    actor.send({ type: 'toggle' });
    expect(unread()).toBe(0);
    pass('WARNING');
    expect(unread()).toBe(0);
    actor.send({ type: 'close' });
    pass('ERROR');
    expect(unread()).toBe(1);
  });

  test('count exactly what passed since the panel was last open, for any sequence', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('toggle', 'close', 'ERROR', 'WARNING', 'INFO', 'SUCCESS'), {
          maxLength: 30,
        }),
        steps => {
          const { actor, pass, unread } = setUp();
          let [isOpen, missed] = [false, 0];
          for (const step of steps) {
            if (step === 'toggle' || step === 'close') {
              actor.send({ type: step });
              isOpen = step === 'toggle' && !isOpen;
            } else {
              pass(step);
              if (step === 'ERROR' || step === 'WARNING') missed += 1;
            }
            if (isOpen) missed = 0;
            expect(unread()).toBe(missed);
          }
        },
      ),
    ));

  test('count all notices when so many have passed that the last read one is no longer listed', () => {
    const { actor, pass, unread } = setUp();
    pass('ERROR');
    actor.send({ type: 'toggle' });
    actor.send({ type: 'close' });
    actor.send({ type: 'past.changed', past: [{ kind: 'ERROR', message: 'message.unknown_error' }] });
    expect(unread()).toBe(1);
  });

  test('learn from the banner which notice the user closed or acted on', () => {
    const banner = createActor(bannerMachine).start();
    const acted: string[] = [];
    banner.send({ type: 'notice', notice: { kind: 'ERROR', message: 'first', timeout: -1 } });
    banner.send({ type: 'dismiss' });
    banner.send({
      type: 'notice',
      notice: {
        kind: 'WARNING',
        message: 'second',
        action: { label: 'message.undo', act: () => void acted.push('undo') },
      },
    });
    banner.send({ type: 'act' });
    expect(acted).toEqual(['undo']);
    const { past } = banner.getSnapshot().context;
    expect(past.map(({ message }) => message)).toEqual(['second', 'first']);
    expect(unreadNotices({ past, read: null })).toEqual([]);
  });
});
