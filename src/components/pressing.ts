/** Whether the mouse button, a finger or a pen is pressed. */
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
 * Runs an action at once, or, while a pointer is pressed, after its release and click. Otherwise a field that
 * loses the focus to a pressed button would show its validation message and move the button away from the
 * pointer, so that the click is lost.
 */
export const whenReleased = (act: () => void): void => {
  if (!pressed) return act();
  // The click event directly follows pointerup; the timer fires after both.
  const over = () => {
    window.removeEventListener('pointerup', over, true);
    window.removeEventListener('pointercancel', over, true);
    setTimeout(act);
  };
  window.addEventListener('pointerup', over, true);
  window.addEventListener('pointercancel', over, true);
};
