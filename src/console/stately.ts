import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { createSanitizer } from '../../machines/charts/sanitize.ts';
import { actorRegistry } from './actor-registry.ts';

/** Size of the buffer for a window that is not open yet; the program starts with some hundred events. */
const MAX_WAITING_EVENTS = 5_000;
const GESTURES = ['pointerup', 'keyup'] as const;

interface Snapshot {
  readonly status?: unknown;
  readonly value?: unknown;
  readonly context?: unknown;
  readonly output?: unknown;
  readonly input?: unknown;
  readonly error?: unknown;
}

/**
 * While developing, `?inspect` in the address opens Stately's inspector in a window of its own and sends it
 * the steps of all actors from the start of the program; `?inspect=ADDRESS` opens another page that
 * implements its protocol. The page is a third party: tokens, passwords and texts are replaced by
 * placeholders. A browser opens a window only after a user action, so it opens with the first click or key.
 */
export const openStately = (address: string): void => {
  const clean = createSanitizer();
  const done = new WeakSet<object>();
  // The inspector calls it more than once for the same.
  const serialize = (inspected: StatelyInspectionEvent): StatelyInspectionEvent => {
    if (done.has(inspected)) return inspected;
    const { snapshot, event, ...rest } = inspected as StatelyInspectionEvent & {
      readonly snapshot?: Snapshot;
      readonly event?: unknown;
    };
    const { status, value, context, output, input, error } = snapshot ?? {};
    const cleaned = {
      ...rest,
      ...(snapshot !== undefined && {
        snapshot: {
          status,
          value,
          context: clean(context),
          output: clean(output),
          input: clean(input),
          error: clean(error),
        },
      }),
      ...(event !== undefined && { event: clean(event) }),
    } as StatelyInspectionEvent;
    done.add(cleaned);
    return cleaned;
  };
  const inspector = createBrowserInspector({
    autoStart: false,
    maxDeferredEvents: MAX_WAITING_EVENTS,
    serialize,
    ...(address !== '' && { url: address }),
  });
  const { inspect } = inspector;
  actorRegistry.tell(typeof inspect === 'function' ? inspect : inspected => inspect.next?.(inspected));
  const open = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, open);
    inspector.start();
  };
  for (const gesture of GESTURES) addEventListener(gesture, open);
};
