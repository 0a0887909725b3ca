/** Scroll offset in pixels beyond which a page or a grid shows the button back to the top. */
export const TOP_SHOWN_PAST_PX = 200;
