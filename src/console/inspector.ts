import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { createSanitizer } from '../../machines/charts/sanitize.ts';
import { actorRegistry } from './actor-registry.ts';

/** Maximum number of events buffered until the window opens; the start of the console sends some hundreds. */
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
 * In development, `?inspect` opens Stately's inspector and sends it the steps of all actors;
 * `?inspect=ADDRESS` opens another page with its protocol. Tokens, passwords and texts are masked, since the
 * page is a third party. The window opens on the first click or key, as browsers require a user action.
 */
export const openInspector = (address: string): void => {
  const clean = createSanitizer();
  const done = new WeakSet<object>();
  // The inspector serialises an event more than once.
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
  actorRegistry.observe(typeof inspect === 'function' ? inspect : inspected => inspect.next?.(inspected));
  const open = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, open);
    inspector.start();
  };
  for (const gesture of GESTURES) addEventListener(gesture, open);
};
