/**
 * The help panel of the frame, which sets how other parts of the console open it: with a guide, or the screen's. Without
 * `open` there is no panel, as where the frame shows a message in place of a screen.
 */
export const helpPanel: { open?: (guide?: string) => void } = {};
