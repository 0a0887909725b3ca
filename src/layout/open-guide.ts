/** The help panel of the frame, which sets how other parts of the console open it: with a guide, or the screen's. */
export const helpPanel: { open?: (guide?: string) => void } = {};
