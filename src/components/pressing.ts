/** Whether the mouse, a finger or a pen is down just now. */
let pressed = false;
const SPOT = { capture: true, passive: true } as const;
window.addEventListener(
  'pointerdown',
  () => {
    pressed = true;
  },
  SPOT,
);
for (const end of ['pointerup', 'pointercancel'] as const)
  window.addEventListener(
    end,
    () => {
      pressed = false;
    },
    SPOT,
  );

/**
 * Runs an action once no pointer is pressed: at once, or when the press is over and has become a click.
 * Otherwise a field that loses the focus to a pressed button would show its error, move the button away under
 * the pointer, and so swallow the click.
 */
export const whenReleased = (act: () => void): void => {
  if (!pressed) return act();
  // The click follows immediately; a timer fires after both.
  const over = () => {
    window.removeEventListener('pointerup', over, true);
    window.removeEventListener('pointercancel', over, true);
    setTimeout(act);
  };
  window.addEventListener('pointerup', over, true);
  window.addEventListener('pointercancel', over, true);
};
